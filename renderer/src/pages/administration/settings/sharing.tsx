import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { apiOrigin } from '../../../lib/session/api-origin.ts';
import { bridge } from '../../../lib/shell/live-bridge.ts';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { CommandText } from './command-text.tsx';
import { Section } from './section.tsx';

/** How programs of this machine reach the server, and with what. */
export function Sharing() {
  const { data: shell = null } = useQuery({ queryKey: ['shell-settings'], queryFn: () => bridge.readSettings() });
  const isDesktop = bridge.mode === 'desktop';
  const origin = isDesktop
    ? shell?.shareOnThisMachine === true
      ? `http://127.0.0.1:${shell.sharePort}`
      : null
    : apiOrigin(location);
  return (
    <Section
      id="sharing"
      title="Programs on this machine"
      lead="SDKs, scripts and agents on this machine use the same server, with an API key of their own. From other machines it cannot be reached."
    >
      {origin === null ? (
        <p>
          The application opens no network port now. Switch sharing on below; programs can then connect after the next
          start of the application.
        </p>
      ) : (
        <HowToConnect origin={origin} />
      )}
    </Section>
  );
}

function HowToConnect({ origin }: { readonly origin: string }) {
  return (
    <div className="space-y-4">
      <FactList>
        <Fact name="Address">
          <code>{origin}</code> <CopyText value={origin} label="address of the server" />
        </Fact>
        <Fact name="API key">
          Create one under <TextLink to="/accounts">Accounts</TextLink>, with only the scopes that the program needs.
          Keep it in a variable or a password store, not in a command.
        </Fact>
        <Fact name="Description">
          <code>{origin}/openapi.json</code> (OpenAPI 3.1), pages at <code>{origin}/docs</code>
        </Fact>
      </FactList>
      <div className="space-y-1">
        <h3 className="font-medium">With curl</h3>
        <CommandText
          label="curl command"
          text={`read -rs TOUCHSTONE_KEY   # paste the API key, it is not shown
curl -sS ${origin}/v1/receipts \\
  -H @- -H 'Content-Type: application/json' \\
  -d '{"payload":"hello"}' <<< "Authorization: Bearer $TOUCHSTONE_KEY"`}
        />
        <p className="text-13 text-muted">
          The key comes to curl through its input, so that it stands in no list of processes and no shell history.
        </p>
      </div>
      <div className="space-y-1">
        <h3 className="font-medium">With TypeScript</h3>
        <CommandText
          label="TypeScript example"
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
      <p className="max-w-prose text-muted">
        Other SDKs take the same address as their base URL and the key as bearer token or as X-API-Key. The API explorer
        shows a snippet for each operation.
      </p>
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
