import { StatusMark } from '../../../../ui/status-mark.tsx';
import { type SessionState, STATE_WORDS } from './session-items.ts';

/** The state of a session, in a word and a mark. */
export function SessionStateMark({ state }: { readonly state: SessionState }) {
  const { word, look } = STATE_WORDS[state];
  return <StatusMark size="small" look={look} label={word} />;
}
