import { useNow } from '../../../lib/window/use-now.ts';
import { Badge } from '../../../ui/badge.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/record/health.ts';
import { remainingMs, remainingWords, type SessionItem, stateNow } from './session-items.ts';

/** The state of a session; while it is open, with the time that its lock has left. */
export function LockState({ item }: { readonly item: SessionItem }) {
  const now = useNow(1_000);
  const state = stateNow(item, now);
  if (state !== 'open') return <Badge tone={state === 'expired' ? 'skipped' : 'neutral'}>{words.states[state]}</Badge>;
  return (
    <span className="tabular-nums">
      <StatusMark look="pending" size="small" label={words.left(remainingWords(remainingMs(item, now)))} />
    </span>
  );
}
