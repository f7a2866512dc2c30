/** A break of a session's chain in words: one receipt and one number for headline, text, tree and strip. */
import { words } from '../../../../words/record/agents-session.ts';
import type { ChainReport } from '../work/messages.ts';

const { broken: texts } = words;

/** Whether the agent's key signed the two receipts that a broken link joins, as they are now. */
export interface BreakSignatures {
  readonly before: boolean;
  readonly itself: boolean;
}

export interface BreakWords {
  /** Position of the receipt that is marked, from 0. */
  readonly index: number;
  readonly nodeId: string;
  readonly word: string;
  readonly sentence: string;
  /** What holds before the marked receipt. */
  readonly intact: string;
}

/** The break of a report; null where the chain holds. `signed` where a link is broken and both signatures were checked. */
export function breakWords({ broken, around }: ChainReport, signed: BreakSignatures | null): BreakWords | null {
  if (broken === null) return null;
  const { index, node_id: nodeId, what } = broken;
  const before = around?.before ?? null;
  const isItself = placed(index, nodeId);
  if (what === 'link' && signed !== null && before !== null) {
    if (signed.itself && !signed.before) {
      const changed = placed(index - 1, before.node_id);
      return { ...changed, word: texts.changed(index), sentence: texts.changedLater(index + 1) };
    }
    if (signed.before && !signed.itself) {
      return { ...isItself, word: texts.changed(index + 1), sentence: texts.changedItself };
    }
    if (signed.before) {
      return { ...isItself, word: texts.moved(index + 1), sentence: texts.movedText(index, index + 1) };
    }
  }
  const word = what === 'hash' ? texts.changed(index + 1) : texts.at(index + 1);
  return { ...isItself, word, sentence: texts.faults[what] };
}

function placed(index: number, nodeId: string): Pick<BreakWords, 'index' | 'nodeId' | 'intact'> {
  const intact = index === 0 ? texts.first : index === 1 ? texts.oneIntact : texts.intact(index);
  return { index, nodeId, intact };
}
