import { PRODUCT } from '@touchstone/core/version.ts';
import { useConnection } from '../lib/session/connection.ts';
import { bridge } from '../lib/shell/live-bridge.ts';
import { useIsInCall } from '../lib/state/in-call.ts';
import { useTrustStore } from '../parts/trust/trust.ts';
import { StatusIcon } from '../ui/status-mark.tsx';
import { words } from '../words/app/frame.ts';

const CONNECTION = {
  unknown: { look: 'pending', text: words.connection.unknown },
  reachable: { look: 'verified', text: words.connection.reachable },
  stopped: { look: 'skipped', text: words.connection.stopped },
} as const;

/** One line at the end of the window: the embedded server, the version, and whether the network is used. */
export function StatusFooter() {
  const { state, hasSession } = useConnection();
  const { waiting } = useTrustStore();
  const isInCall = useIsInCall();
  const { look, text } = CONNECTION[state];
  const unsent = waiting.filter(({ refusal }) => refusal === null).length;
  return (
    <footer className="screen-only z-10 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-page px-(--page-pad) py-1 text-12 text-muted max-[599px]:px-4 min-[900px]:sticky min-[900px]:bottom-0">
      <span className="inline-flex items-center gap-1.5 text-text">
        <StatusIcon look={look} size="small" />
        {text}
      </span>
      {state === 'reachable' && !hasSession && (
        <span>{bridge.capabilities.signIn ? words.signedOut : words.signedOutBrowser}</span>
      )}
      {unsent > 0 && <span>{words.unsent(unsent)}</span>}
      <span className="flex-1" />
      <span>{isInCall ? words.inCall : words.noNetwork}</span>
      <span className="tabular-nums">
        {PRODUCT.name} {PRODUCT.version}
      </span>
    </footer>
  );
}
