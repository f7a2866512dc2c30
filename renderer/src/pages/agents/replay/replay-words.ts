/** What a replay by the service says. */
import { formatCount } from '../../../lib/format.ts';
import type { StatusLook } from '../../../ui/status-mark.tsx';
import type { AgentSession } from '../data/queries.ts';
import type { ReplayAnswer } from '../fork/fork-answer.ts';

/** An unsealed session is intact at best: receipts could still be missing at its end (security, S20). */
export function replayWords(
  { isIntact, nodes }: Pick<ReplayAnswer, 'isIntact' | 'nodes'>,
  { root, state }: Pick<AgentSession, 'root' | 'state'>,
): { readonly look: StatusLook; readonly word: string; readonly meaning: string } {
  if (!isIntact) {
    return {
      look: 'failed',
      word: 'Not intact',
      meaning:
        'A hash or a link of the recorded receipts does not hold. Verify the chain under Receipts to see at which one.',
    };
  }
  const holds = `Every hash and link of ${nodes === 1 ? 'the one receipt' : `the ${formatCount(nodes)} receipts`} up to this moment holds.`;
  if (root === null) {
    const why = state === 'open' ? 'The session is open' : 'The session is not sealed yet';
    return {
      look: 'inconclusive',
      word: 'Intact, completeness cannot be concluded',
      meaning: `${holds} ${why}: receipts could still be missing at its end.`,
    };
  }
  return {
    look: 'verified',
    word: 'Intact',
    meaning: `${holds} The session is sealed; verifying it under Receipts compares all of them with the seal. What the agent never reported is not covered.`,
  };
}
