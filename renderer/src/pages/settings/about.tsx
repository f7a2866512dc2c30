import { useQuery } from '@tanstack/react-query';
import { PRODUCT } from '@touchstone/core/version.ts';
import type { ReactNode } from 'react';
import type { BridgeMode } from '../../lib/bridge.ts';
import { useConnection } from '../../lib/connection.ts';
import { SIGN_IN_HINT } from '../../lib/errors.ts';
import { bridge } from '../../lib/live-bridge.ts';
import { Capabilities } from './capabilities.tsx';
import { Section } from './section.tsx';

const MODE_WORDS: Record<BridgeMode, string> = {
  desktop: 'The desktop application',
  browser: 'A browser window',
};

/** Versions, where the data lies, and what is simulated. */
export function About() {
  const { state, version, uptimeSeconds, hasSession, details } = useConnection();
  const { data: shell = null } = useQuery({
    queryKey: ['shell-about'],
    queryFn: () => bridge.about(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <Section id="about" title="About">
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
          <Fact name="Console">
            {PRODUCT.name} {PRODUCT.version}
          </Fact>
          <Fact name="Embedded server">
            {state === 'reachable' && `Version ${version ?? 'unknown'}, running for ${duration(uptimeSeconds ?? 0)}`}
            {state === 'stopped' && 'Stopped. Verification works without it.'}
            {state === 'unknown' && 'Looking for it'}
          </Fact>
          <Fact name="Session">
            {hasSession
              ? 'This window holds a session; it ends when the server or this window is closed.'
              : `This window is not signed in. ${SIGN_IN_HINT}`}
          </Fact>
          <Fact name="Address">
            <code>{location.origin}</code>
          </Fact>
          <Fact name="Runs in">{MODE_WORDS[bridge.mode]}</Fact>
          {shell !== null && (
            <Fact name="Application">
              Electron {shell.electron}, {shell.platform} {shell.arch}
              {shell.packaged ? '' : ', from a checkout'}
            </Fact>
          )}
          <Fact name="Licence">Apache-2.0</Fact>
        </dl>
        {version !== null && version !== PRODUCT.version && (
          <p className="mt-2 text-inconclusive">
            Console and server have different versions. Reload this window to get the console of the server.
          </p>
        )}
      </Section>
      <Section id="mode" title="What this mode can do">
        <Capabilities />
      </Section>
      <Section
        id="data-folder"
        title="Data folder"
        lead="Everything that the server keeps lies in one folder. To back it up, stop the server and copy the folder."
      >
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
          {shell !== null && (
            <Fact name="This window's">
              <code>{shell.dataDir}</code>
            </Fact>
          )}
          <Fact name="Chosen with">
            <code>--data-dir</code>, else the variable <code>TOUCHSTONE_DATA_DIR</code>
          </Fact>
          <Fact name="Linux">
            <code>$XDG_DATA_HOME/touchstone</code>, else <code>~/.local/share/touchstone</code>
          </Fact>
          <Fact name="Windows">
            <code>%LOCALAPPDATA%\touchstone</code>
          </Fact>
          <Fact name="macOS">
            <code>~/Library/Application Support/touchstone</code>
          </Fact>
        </dl>
        <p className="mt-2 max-w-prose text-muted">
          {bridge.mode === 'desktop' ? 'The window' : 'This browser'} keeps appearance and a copy of the trust store, so
          that verification works with the server stopped.
        </p>
      </Section>
      <Section id="simulated" title="What is simulated">
        <p className="max-w-prose">
          On the pages of this version nothing is. Hashes and signatures are computed for real, in this window and in
          the embedded server. No independent time stamp and no public ledger is consulted: reports list those checks as
          not performed.
        </p>
        {details !== null && details.simulated.length > 0 && (
          <>
            <p className="mt-2">The embedded server simulates:</p>
            <ul className="list-disc ps-5">
              {details.simulated.map((part) => (
                <li key={part}>{part}</li>
              ))}
            </ul>
          </>
        )}
        {details !== null && details.simulated.length === 0 && (
          <p className="mt-2">The embedded server states that none of its parts is simulated.</p>
        )}
      </Section>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
