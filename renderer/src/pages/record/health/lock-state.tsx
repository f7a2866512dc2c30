import { useNow } from '../../../lib/window/use-now.ts';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { remainingMs, remainingWords, type SessionItem, STATE_WORDS, stateNow } from './session-items.ts';

/** The state of a session; while it is open, with the time that its lock has left. */
export function LockState({ item }: { readonly item: SessionItem }) {
  const now = useNow(1_000);
  const state = stateNow(item, now);
  if (state !== 'open') return <span className="text-muted">{STATE_WORDS[state]}</span>;
  return (
    <span className="tabular-nums">
      <StatusMark look="pending" size="small" label={`Open, ${remainingWords(remainingMs(item, now))} left`} />
    </span>
  );
}
