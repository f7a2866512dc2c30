import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';
import { openSession } from './lib/client.ts';
import { startPreferences } from './lib/preferences.ts';
import { takeStartToken } from './lib/start-token.ts';
import './ui/app.css';

startPreferences();
// Before the router reads the address: the token must not become part of a route.
const sessionStart = openSession(takeStartToken(location, history));

const root = document.getElementById('root');
if (root === null) throw new TypeError('internal: index.html has no element "root"');
createRoot(root).render(<Providers sessionStart={sessionStart} />);
