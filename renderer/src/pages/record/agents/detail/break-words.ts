/** A break of a session's chain in words: one receipt and one number for headline, text, tree and strip. */
import type { ChainFault } from '@touchstone/core/agent/chain.ts';
import { formatCount } from '../../../../lib/format.ts';
import type { ChainReport } from '../work/messages.ts';

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

const FAULTS: Readonly<Record<ChainFault, string>> = {
  hash: 'Its contents no longer give the hash that is recorded for it.',
  link: 'It does not name the hash of the receipt before it: one of the two was changed, or a receipt between them was removed, inserted or moved.',
  order: 'The session begins twice, or goes on after its end.',
  session: 'This receipt belongs to another session or agent.',
  time: 'This receipt is older than the one before it, or states no time.',
  duplicate: 'This receipt appears twice.',
};

/** The break of a report; null where the chain holds. `signed` where a link is broken and both signatures were checked. */
export function breakWords({ broken, around }: ChainReport, signed: BreakSignatures | null): BreakWords | null {
  if (broken === null) return null;
  const { index, node_id: nodeId, what } = broken;
  const before = around?.before ?? null;
  if (what === 'link' && signed !== null && before !== null) {
    if (signed.itself && !signed.before) {
      return changed(index - 1, before.node_id, `receipt ${formatCount(index + 1)} names another hash for it`);
    }
    if (signed.before && !signed.itself)
      return changed(index, nodeId, 'it names another hash for the receipt before it');
    if (signed.before) {
      return {
        ...placed(index, nodeId),
        word: `Receipts are missing or moved before receipt ${formatCount(index + 1)}`,
        sentence: `Receipts ${formatCount(index)} and ${formatCount(index + 1)} are signed as they are, but do not follow each other: a receipt between them was removed, or they were moved.`,
      };
    }
  }
  if (what === 'hash') return { ...placed(index, nodeId), word: changedWord(index), sentence: FAULTS.hash };
  return { ...placed(index, nodeId), word: `Broken at receipt ${formatCount(index + 1)}`, sentence: FAULTS[what] };
}

function changed(index: number, nodeId: string, link: string): BreakWords {
  const sentence = `Its signature does not hold, and ${link}.`;
  return { ...placed(index, nodeId), word: changedWord(index), sentence };
}

function changedWord(index: number): string {
  return `Receipt ${formatCount(index + 1)} was changed`;
}

function placed(index: number, nodeId: string): Pick<BreakWords, 'index' | 'nodeId' | 'intact'> {
  if (index === 0) return { index, nodeId, intact: 'It is the first receipt.' };
  if (index === 1) return { index, nodeId, intact: 'Receipt 1 is intact.' };
  return { index, nodeId, intact: `Receipts 1–${formatCount(index)} are intact.` };
}
