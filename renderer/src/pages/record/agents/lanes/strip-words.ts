/** What a place of the strip stands for, in words. */
import { words } from '../../../../words/record/agents-session.ts';
import { HEAVIEST, TROUBLE_WEIGHT } from '../data/row-status.ts';
import { type RowList, weightOf } from '../rows/row-list.ts';

const { strip: texts, tree } = words;

/** The row at a pixel, or the rows that share it with the worst of them. */
export function stripWords(list: RowList, pixel: number, width: number, brokenRow: number): string {
  const perPixel = list.count / width;
  const first = Math.min(list.count - 1, Math.max(0, Math.floor(pixel * perPixel)));
  const last = Math.min(list.count - 1, Math.max(first, Math.ceil((pixel + 1) * perPixel) - 1));
  if (perPixel < 1) return rowWords(list, first, brokenRow);
  let worst = 0;
  for (let row = first; row <= last; row++) {
    worst = Math.max(worst, row === brokenRow ? HEAVIEST + 1 : weightOf(list, row));
  }
  return texts.rows(first + 1, last + 1, outcomeWord(worst));
}

function rowWords(list: RowList, row: number, brokenRow: number): string {
  const length = list.length[row] ?? 1;
  if (length === 0) return tree.simulation;
  if (length > 1) return tree.runOf(length);
  const node = list.node[row] ?? 0;
  const columns = list.sessions[list.session[row] ?? 0]?.columns;
  return texts.receipt(node + 1, row === brokenRow ? texts.worst.broken : (columns?.statusAt(node).word ?? ''));
}

function outcomeWord(weight: number): string {
  if (weight > HEAVIEST) return texts.worst.broken;
  if (weight >= TROUBLE_WEIGHT) return texts.worst.failed;
  return weight === 2 ? texts.worst.inconclusive : weight === 1 ? texts.worst.pending : texts.worst.plain;
}
