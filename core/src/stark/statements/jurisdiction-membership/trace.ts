import type { Instance } from '../../air.ts';
import { encodeText } from '../../encoding.ts';
import { setCell } from '../../opening/trace.ts';
import { defineProver } from '../prover.ts';
import { COLUMNS, jurisdictionMembership, PARTS, TAG } from './air.ts';

export interface JurisdictionWitness {
  readonly jurisdiction: string;
}

/** The first place of the public columns that holds these parts; for a text outside the set any place, which breaks. */
function placeOf(
  parts: readonly number[],
  { publicColumns }: Instance,
): { readonly side: number; readonly row: number } {
  for (const side of COLUMNS.picks.keys()) {
    const columns = publicColumns.slice(side * PARTS, (side + 1) * PARTS);
    const row = columns[0]?.findIndex((_, at) => parts.every((part, i) => columns[i]?.[at] === part)) ?? -1;
    if (row !== -1) return { side, row };
  }
  return { side: 0, row: 0 };
}

export const jurisdictionMembershipProver = defineProver<JurisdictionWitness>({
  statement: jurisdictionMembership,
  encode: ({ jurisdiction }) => ({ tag: TAG, ...encodeText(jurisdiction) }),
  fill(trace, { jurisdiction }, instance) {
    const { limbs, lanes } = encodeText(jurisdiction);
    const parts = [...limbs, ...lanes];
    for (const [i, part] of parts.entries()) trace[COLUMNS.text + i]?.fill(part);
    const { side, row } = placeOf(parts, instance);
    setCell(trace, COLUMNS.picks[side] ?? 0, row, 1);
    trace[COLUMNS.count]?.fill(1, row + 1);
  },
});
