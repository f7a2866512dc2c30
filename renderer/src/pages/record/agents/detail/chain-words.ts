/** What a recomputed chain means. */
import { formatCount } from '../../../../lib/format.ts';
import type { StatusLook } from '../../../../ui/status-mark.tsx';
import type { AgentSession } from '../data/queries.ts';
import type { ChainReport } from '../work/messages.ts';
import type { BreakWords } from './break-words.ts';

export interface ChainVerdictWords {
  readonly word: string;
  readonly look: StatusLook;
  readonly sentence: string;
}

/**
 * The verdict over a session: broken, intact and complete, or intact without a seal that says how much there must be.
 *
 * @param broken of the same report
 */
export function chainVerdict(
  report: ChainReport,
  broken: BreakWords | null,
  { root, svc_74_attestation }: Pick<AgentSession, 'root' | 'svc_74_attestation'>,
): ChainVerdictWords {
  const { nodes, covered, end } = report;
  if (broken !== null) {
    return { look: 'failed', word: broken.word, sentence: `${broken.sentence} ${broken.intact}` };
  }
  if (nodes === 0) {
    return {
      look: 'inconclusive',
      word: 'Nothing to verify',
      sentence: 'The server answered no receipt of this session.',
    };
  }
  const isRootWrong = root !== null && root !== report.root;
  const isEndWrong = end !== null && (end.root !== report.root || end.count !== covered);
  if (isRootWrong || isEndWrong) {
    return {
      look: 'failed',
      word: 'The seal does not fit',
      sentence: `Hashes and links hold, but the Merkle root over ${formatCount(covered)} receipts is not the one that ${isRootWrong ? 'the session' : 'the end receipt'} states: receipts were added, removed or exchanged since.`,
    };
  }
  if (root === null || svc_74_attestation === null) {
    return {
      look: 'inconclusive',
      word: 'Intact, not sealed',
      sentence: 'Every hash and link holds. The session is not sealed, so receipts could still be missing at its end.',
    };
  }
  return {
    look: 'verified',
    word: 'Intact, and the root fits',
    sentence: `Every hash and link holds, and the Merkle root over ${formatCount(covered)} receipts is the one that the server states for the seal. Whether the seal itself is genuine is what verifying its receipt says.`,
  };
}
