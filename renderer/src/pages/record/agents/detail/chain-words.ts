/** What a recomputed chain means. */
import type { StatusLook } from '../../../../ui/status-mark.tsx';
import { words } from '../../../../words/record/agents-session.ts';
import type { AgentSession } from '../data/queries.ts';
import type { ChainReport } from '../work/messages.ts';
import type { BreakWords } from './break-words.ts';

const { chain: texts } = words;

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
  if (nodes === 0) return { look: 'inconclusive', word: texts.nothing, sentence: texts.nothingText };
  const isRootWrong = root !== null && root !== report.root;
  const isEndWrong = end !== null && (end.root !== report.root || end.count !== covered);
  if (isRootWrong || isEndWrong) {
    const sentence = texts.sealWrongText(covered, isRootWrong ? 'session' : 'end');
    return { look: 'failed', word: texts.sealWrong, sentence };
  }
  if (root === null || svc_74_attestation === null) {
    return { look: 'inconclusive', word: texts.unsealed, sentence: texts.unsealedText };
  }
  return { look: 'verified', word: texts.intact, sentence: texts.intactText(covered) };
}
