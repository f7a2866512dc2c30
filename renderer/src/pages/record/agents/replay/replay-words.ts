/** What a replay says: the counts up to a moment, and the verdict of the service. */
import { formatCount } from '../../../../lib/format.ts';
import type { StatusLook } from '../../../../ui/status-mark.tsx';
import type { AgentSession } from '../data/queries.ts';
import type { ReplayAnswer } from '../fork/fork-answer.ts';
import type { ReplayCounts } from './replay-states.ts';

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
      word: 'Intact, not sealed',
      meaning: `${holds} ${why}: receipts could still be missing at its end.`,
    };
  }
  return {
    look: 'verified',
    word: 'Intact',
    meaning: `${holds} The session is sealed; verifying it under Receipts compares all of them with the seal. What the agent never reported is not covered.`,
  };
}

/** What had been recorded until a moment. */
export function countWords({ nodes, tools, actions, decisions, delegations }: ReplayCounts): string {
  return [
    some(nodes, 'receipt', 'receipts'),
    some(tools, 'tool call', 'tool calls'),
    some(actions, 'action', 'actions'),
    some(decisions, 'answer of the policy', 'answers of the policy'),
    some(delegations, 'delegation', 'delegations'),
  ].join(', ');
}

/** What had gone wrong until a moment. */
export function troubleWords({ denied, violations, failed, exposures }: ReplayCounts): string {
  if (denied + violations + failed + exposures === 0) return 'Nothing';
  return [
    `${formatCount(denied)} refused by a rule`,
    `${formatCount(violations)} ran although forbidden`,
    `${formatCount(failed)} failed or timed out`,
    some(exposures, 'data class exposed', 'data classes exposed'),
  ].join(', ');
}

function some(count: number, one: string, several: string): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`;
}
