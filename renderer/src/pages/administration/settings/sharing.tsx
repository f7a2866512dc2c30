import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { apiOrigin } from '../../../lib/session/api-origin.ts';
import { bridge } from '../../../lib/shell/live-bridge.ts';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { words } from '../../../words/administration/settings.ts';
import { CommandText } from './command-text.tsx';
import { SettingsSection } from './settings-section.tsx';

/** How programs of this machine reach the server, and with what. */
export function Sharing() {
  const { data: shell = null } = useQuery({ queryKey: ['shell-settings'], queryFn: () => bridge.readSettings() });
  const isDesktop = bridge.mode === 'desktop';
  const origin = isDesktop
    ? shell?.shareOnThisMachine === true
      ? `http://127.0.0.1:${shell.sharePort}`
      : null
    : apiOrigin(location);
  const { programs } = words;
  return (
    <SettingsSection id="sharing" title={programs.title} lead={programs.lead}>
      {origin === null ? <p>{programs.noPort}</p> : <HowToConnect origin={origin} />}
    </SettingsSection>
  );
}

function HowToConnect({ origin }: { readonly origin: string }) {
  const { programs } = words;
  return (
    <div className="space-y-5">
      <FactList>
        <Fact name={programs.address}>
          <code>{origin}</code> <CopyText value={origin} label={programs.addressLabel} />
        </Fact>
        <Fact name={programs.apiKey}>
          {programs.apiKeyText(<TextLink to="/accounts">{programs.accounts}</TextLink>)}
        </Fact>
        <Fact name={programs.description}>
          {programs.descriptionText(<code>{origin}/openapi.json</code>, <code>{origin}/docs</code>)}
        </Fact>
      </FactList>
      <div className="space-y-1">
        <h3 className="text-14">{programs.curl}</h3>
        <CommandText
          label={programs.curlLabel}
          text={`read -rs TOUCHSTONE_KEY   # paste the API key, it is not shown
curl -sS ${origin}/v1/receipts \\
  -H @- -H 'Content-Type: application/json' \\
  -d '{"payload":"hello"}' <<< "Authorization: Bearer $TOUCHSTONE_KEY"`}
        />
        <p className="text-13 text-muted">{programs.curlNote}</p>
      </div>
      <div className="space-y-1">
        <h3 className="text-14">{programs.typescript}</h3>
        <CommandText
          label={programs.typescriptLabel}
          text={`import { api } from '@touchstone/core/api/api.ts';
import { createClient } from '@touchstone/core/api/client.ts';

const client = createClient(api, {
  baseUrl: '${origin}',
  token: process.env.TOUCHSTONE_KEY ?? '',
  fetch,
});
const receipt = await client.receipts.receipts.create({ body: { payload: 'hello' } });`}
        />
      </div>
      <p className="max-w-prose text-muted">{programs.others}</p>
    </div>
  );
}

function TextLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link to={to} className="text-accent underline underline-offset-2">
      {children}
    </Link>
  );
}
