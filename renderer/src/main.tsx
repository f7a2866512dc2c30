import './lib/window/trusted-types.ts';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';
import { router } from './app/router.tsx';
import { openSession, startSession } from './lib/client.ts';
import { followStartLinks, takeStartToken } from './lib/session/start-token.ts';
import { bridge } from './lib/shell/live-bridge.ts';
import { followOpenedFiles } from './lib/shell/opened-files.ts';
import { followShellTheme } from './lib/shell/shell-theme.ts';
import { startPreferences } from './lib/state/preferences.ts';
import { notices } from './lib/window/notices.ts';
import { ignoreWheel } from './parts/lock/wheel.ts';
import { openInVerify } from './parts/verification/open-in-verify.ts';
import { startPressWatch } from './parts/work/ignore-second-press.ts';
import { loadTypefaces } from './ui/typefaces.ts';
import { words } from './words/app/frame.ts';
import './ui/app.css';

/** Longest wait in milliseconds for the session and the typefaces before the page is drawn without them. */
const FIRST_PAINT_MS = 1_500;

startPreferences();
startPressWatch();
void followShellTheme();
// Before the router reads the address: the token must not become part of a route.
const sessionStart = startSession(takeStartToken(location, history));
const element = document.getElementById('root');
if (element === null) throw new TypeError('internal: index.html has no element "root"');
// Dialogs and menus are drawn at the end of the body.
for (const drawnAt of [element, document.body]) ignoreWheel(drawnAt);
const root = createRoot(element);
// What the console keeps comes with the session, and text in another typeface would jump when its own arrives. A server that
// does not answer holds up nothing for long.
const ready = Promise.allSettled([sessionStart, loadTypefaces()]);
void Promise.race([ready, new Promise((resolve) => setTimeout(resolve, FIRST_PAINT_MS))]).then(() =>
  root.render(<Providers sessionStart={sessionStart} />),
);
followStartLinks(window, (token) => root.render(<Providers sessionStart={openSession(token)} />));
followOpenedFiles(bridge, {
  // Not waited for: a page that holds something asks first, and the next files come while it does, or after the person stays.
  open: (files) => openInVerify(files, async () => void router.navigate({ to: '/verify', search: {} })),
  refuse: (refused) =>
    notices.add(
      words.filesRefused(refused.length),
      refused.map(({ name, reason }) => `${name}: ${reason}`),
    ),
  fail: () => notices.add(words.filesLost.title, [words.filesLost.text]),
});
