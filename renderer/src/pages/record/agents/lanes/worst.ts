import { HEAVIEST } from '../data/row-status.ts';
import { type RowList, weightOf } from '../rows/row-list.ts';

/** For each column of pixels the weight of the worst row in it; where the chain breaks it is the heaviest. */
export function worstOf(list: RowList, columns: number, brokenRow: number): Uint8Array {
  const worst = new Uint8Array(columns);
  const perRow = columns / Math.max(1, list.count);
  for (let row = 0; row < list.count; row++) {
    const weight = row === brokenRow ? HEAVIEST : weightOf(list, row);
    const first = Math.floor(row * perRow);
    // Few rows are wider than one column each.
    const last = Math.max(first, Math.ceil((row + 1) * perRow) - 1);
    for (let column = first; column <= last && column < columns; column++) {
      if ((worst[column] ?? 0) < weight) worst[column] = weight;
    }
  }
  return worst;
}
