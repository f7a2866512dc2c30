import { PRODUCT } from '@touchstone/core/version.ts';
import { useConnection } from '../lib/session/connection.ts';
import { bridge } from '../lib/shell/live-bridge.ts';
import { useTrustStore } from '../parts/trust/trust.ts';
import { StatusIcon } from '../ui/status-mark.tsx';

const CONNECTION = {
  unknown: { look: 'pending', words: 'Looking for the embedded server' },
  reachable: { look: 'verified', words: 'Server reachable' },
  stopped: { look: 'skipped', words: 'Server stopped. Verification works without it.' },
} as const;

/** One line at the end of the window: the embedded server, the version, and that no network is used. */
export function StatusFooter() {
  const { state, hasSession } = useConnection();
  const { waiting } = useTrustStore();
  const { look, words } = CONNECTION[state];
  const unsent = waiting.filter(({ refusal }) => refusal === null).length;
  return (
    <footer className="screen-only z-10 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-page px-(--page-pad) py-1 text-12 text-muted max-[599px]:px-4 min-[900px]:sticky min-[900px]:bottom-0">
      <span className="inline-flex items-center gap-1.5 text-text">
        <StatusIcon look={look} size="small" />
        {words}
      </span>
      {state === 'reachable' && !hasSession && (
        <span>
          {bridge.capabilities.signIn ? 'Not signed in' : 'Not signed in: open the console from its start file'}
        </span>
      )}
      {unsent > 0 && (
        <span>
          {unsent === 1 ? '1 trust change waits for the server' : `${unsent} trust changes wait for the server`}
        </span>
      )}
      <span className="flex-1" />
      <span>No network used: files stay on this machine</span>
      <span className="tabular-nums">
        {PRODUCT.name} {PRODUCT.version}
      </span>
    </footer>
  );
}
