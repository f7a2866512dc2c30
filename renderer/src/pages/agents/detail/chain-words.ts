/** What a recomputed chain means. */
import type { ChainFault } from '@touchstone/core/agent/chain.ts';
import { formatCount } from '../../../lib/format.ts';
import type { StatusLook } from '../../../ui/status-mark.tsx';
import type { AgentSession } from '../data/queries.ts';
import type { ChainReport } from '../work/messages.ts';

export const FAULT_SENTENCES: Readonly<Record<ChainFault, string>> = {
  hash: 'The hash that is stated for this receipt is not the one of its contents: it was changed.',
  link: 'This receipt does not name the hash of the one before it: one of the two was changed, or a receipt between them was removed, inserted or moved.',
  order: 'The session begins twice, or goes on after its end.',
  session: 'This receipt belongs to another session or agent.',
  time: 'This receipt is older than the one before it, or states no time.',
  duplicate: 'This receipt stands here twice.',
};

export interface ChainVerdictWords {
  readonly word: string;
  readonly look: StatusLook;
  readonly sentence: string;
}

/** The verdict over a session: broken, intact and complete, or intact without a seal that says how much there must be. */
export function chainVerdict(
  report: ChainReport,
  { root, svc_74_attestation }: Pick<AgentSession, 'root' | 'svc_74_attestation'>,
): ChainVerdictWords {
  const { broken, nodes, covered, end } = report;
  if (broken !== null) {
    return {
      look: 'failed',
      word: `Broken at receipt ${formatCount(broken.index + 1)}`,
      sentence: `Verification stopped at ${broken.node_id}. The place is marked in the tree.`,
    };
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
      word: 'Intact, completeness cannot be concluded',
      sentence: 'Every hash and link holds. The session is not sealed, so receipts could still be missing at its end.',
    };
  }
  return {
    look: 'verified',
    word: 'Intact, and the root fits',
    sentence: `Every hash and link holds, and the Merkle root over ${formatCount(covered)} receipts is the one that the server states for the seal. Whether the seal itself is genuine is what verifying its receipt says.`,
  };
}
