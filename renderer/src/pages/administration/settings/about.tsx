import { useQuery } from '@tanstack/react-query';
import { PRODUCT } from '@touchstone/core/version.ts';
import { formatSpan } from '../../../lib/format.ts';
import { useConnection } from '../../../lib/session/connection.ts';
import { bridge } from '../../../lib/shell/live-bridge.ts';
import { SIGN_IN_HINT } from '../../../parts/work/error-sentence.ts';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { words } from '../../../words/administration/settings.ts';
import { Capabilities } from './capabilities.tsx';
import { SettingsSection } from './settings-section.tsx';

/** Versions, what this mode can do, and what is simulated. */
export function About() {
  const { version, hasSession, details, state, uptimeSeconds } = useConnection();
  const { data: shell = null } = useQuery({
    queryKey: ['shell-about'],
    queryFn: () => bridge.about(),
    staleTime: Number.POSITIVE_INFINITY,
    // The key store may have answered meanwhile.
    refetchOnMount: 'always',
  });
  const { about, mode, simulated } = words;
  return (
    <>
      <SettingsSection id="about" title={about.title}>
        <FactList>
          <Fact name={about.console}>
            {PRODUCT.name} {PRODUCT.version}
          </Fact>
          <Fact name={about.server}>
            {state === 'reachable' &&
              about.serverRunning(version ?? about.unknownVersion, formatSpan(Math.floor(uptimeSeconds ?? 0)))}
            {state === 'stopped' && about.serverStopped}
            {state === 'unknown' && about.serverUnknown}
          </Fact>
          <Fact name={about.session}>{hasSession ? about.signedIn : about.signedOut(SIGN_IN_HINT)}</Fact>
          <Fact name={about.address}>
            <code>{location.origin}</code>
          </Fact>
          <Fact name={about.runsIn}>{about.modes[bridge.mode]}</Fact>
          {shell !== null && (
            <Fact name={about.application}>
              {about.shell(shell.electron, shell.platform, shell.arch, shell.packaged)}
            </Fact>
          )}
          <Fact name={about.licence}>
            {about.apache(
              <a href="./third-party-licences.txt" className="text-accent underline underline-offset-2">
                {about.licences}
              </a>,
            )}
          </Fact>
        </FactList>
        {version !== null && version !== PRODUCT.version && (
          <p className="mt-2 text-inconclusive">{about.versionsDiffer}</p>
        )}
      </SettingsSection>
      <SettingsSection id="mode" title={mode.title}>
        <Capabilities hasKeychain={shell?.keychain ?? false} />
      </SettingsSection>
      <SettingsSection id="simulated" title={simulated.title}>
        <p className="max-w-prose">{simulated.text}</p>
        {details !== null && details.simulated.length > 0 && (
          <>
            <p className="mt-2">{simulated.parts}</p>
            <ul className="list-disc ps-5">
              {details.simulated.map((part) => (
                <li key={part}>{part}</li>
              ))}
            </ul>
          </>
        )}
        {details !== null && details.simulated.length === 0 && <p className="mt-2">{simulated.none}</p>}
      </SettingsSection>
    </>
  );
}
