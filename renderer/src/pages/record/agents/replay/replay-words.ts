/** What a replay says: the counts up to a moment, and the verdict of the service. */
import type { StatusLook } from '../../../../ui/status-mark.tsx';
import { words } from '../../../../words/record/agents-session-replay.ts';
import type { AgentSession } from '../data/queries.ts';
import type { ReplayAnswer } from '../fork/fork-answer.ts';
import type { ReplayCounts } from './replay-states.ts';

const { service, state: texts } = words;

/** An unsealed session is intact at best: receipts could still be missing at its end (security, S20). */
export function replayWords(
  { isIntact, nodes }: Pick<ReplayAnswer, 'isIntact' | 'nodes'>,
  { root, state }: Pick<AgentSession, 'root' | 'state'>,
): { readonly look: StatusLook; readonly word: string; readonly meaning: string } {
  if (!isIntact) return { look: 'failed', word: service.broken, meaning: service.brokenText };
  const match = service.match(nodes);
  if (root === null) {
    const why = state === 'open' ? service.open : service.notYetSealed;
    return { look: 'inconclusive', word: service.unsealed, meaning: service.missing(match, why) };
  }
  return { look: 'verified', word: service.intact, meaning: service.intactText(match) };
}

/** What had gone wrong until a moment. */
export function troubleWords({ denied, violations, failed, exposures }: ReplayCounts): string {
  if (denied + violations + failed + exposures === 0) return texts.none;
  return [
    ...(denied === 0 ? [] : [texts.denied(denied)]),
    ...(violations === 0 ? [] : [texts.violations(violations)]),
    ...(failed === 0 ? [] : [texts.failed(failed)]),
    ...(exposures === 0 ? [] : [texts.exposures(exposures)]),
  ].join(', ');
}
