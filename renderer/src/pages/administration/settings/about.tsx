import { useQuery } from '@tanstack/react-query';
import { PRODUCT } from '@touchstone/core/version.ts';
import { SIGN_IN_HINT } from '../../../lib/errors.ts';
import { useConnection } from '../../../lib/session/connection.ts';
import type { BridgeMode } from '../../../lib/shell/bridge.ts';
import { bridge } from '../../../lib/shell/live-bridge.ts';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { Capabilities } from './capabilities.tsx';
import { Section } from './section.tsx';

const MODE_WORDS: Record<BridgeMode, string> = {
  desktop: 'The desktop application',
  browser: 'A browser window',
};

/** Versions, what this mode can do, and what is simulated. */
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
        <FactList>
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
          <Fact name="Licence">
            Apache-2.0. <a href="./third-party-licences.txt">Licences of the parts by others</a>
          </Fact>
        </FactList>
        {version !== null && version !== PRODUCT.version && (
          <p className="mt-2 text-inconclusive">
            Console and server have different versions. Reload this window to get the console of the server.
          </p>
        )}
      </Section>
      <Section id="mode" title="What this mode can do">
        <Capabilities />
      </Section>
      <Section id="simulated" title="What is simulated">
        <p className="max-w-prose">
          Hashes, signatures and encryption are computed for real, in this window and in the embedded server. No
          independent time stamp and no public ledger is consulted: reports list those checks as not checked. What
          stands in for something else carries a badge on its page.
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

function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
