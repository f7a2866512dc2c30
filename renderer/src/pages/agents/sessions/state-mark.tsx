import { StatusMark } from '../../../ui/status-mark.tsx';
import type { AgentSession } from '../data/queries.ts';
import { STATE_WORDS, stateNow } from './session-items.ts';

/** The state of a session as it is at this moment. */
export function SessionStateMark({ session, now }: { readonly session: AgentSession; readonly now: number }) {
  const { word, look } = STATE_WORDS[stateNow(session, now)];
  return <StatusMark size="small" look={look} label={word} />;
}
