/**
 * `jurisdiction_membership/v1`: the committed text is a member of `set`. The members stand in public columns, two beside each
 * other on 128 rows; the trace picks one of the 256 places and has the committed text on every row.
 */
import { current, minus, next, plus, times } from '../../air.ts';
import { airBuilder } from '../../air-builder.ts';
import { encodeText } from '../../encoding.ts';
import { demandOpening } from '../../opening/air.ts';
import { defineStatement, setOf } from '../statement.ts';

export const TAG = 4;
const ID = 'jurisdiction_membership/v1';
const ROWS = 128;
/** Two limbs and eight lanes. */
export const PARTS = 10;
export const COLUMNS = { text: 32, picks: [42, 43], count: 44 } as const;

function build() {
  const builder = airBuilder(ID, ROWS);
  const { first, second, limbs, lanes } = demandOpening(builder, TAG, 2);
  const last = builder.fixed((row) => Number(row === ROWS - 1));
  const text = Array.from({ length: PARTS }, () => builder.column());
  const [left, right] = [current(builder.column()), current(builder.column())];
  const count = builder.column();
  const leftMembers = text.map(() => builder.publicColumn());
  const rightMembers = text.map(() => builder.publicColumn());

  for (const [i, column] of text.entries()) {
    const part = current(column);
    const committed =
      i < limbs.length ? times(first, minus(limbs[i] ?? 0, part)) : times(second, minus(lanes[i - 2] ?? 0, part));
    builder.demand(`text.${i}.is`, committed);
    builder.demand(`text.${i}.constant`, minus(next(column), part));
    const picked = plus(times(left, leftMembers[i] ?? 0), times(right, rightMembers[i] ?? 0));
    builder.demand(`text.${i}.member`, minus(picked, times(plus(left, right), part)));
  }
  // Somewhere a pick is not 0, since all picks together are 1; beside it the other one is 0, so the text is that member.
  builder.demand('pick.single', times(left, right));
  builder.demand('pick.sum', minus(plus(minus(next(count), current(count)), last), plus(left, right)));
  return builder.finish();
}

/** The public columns of a set: its members, padded to 256 places by repeating them, those from place 128 on the right. */
function columnsOf(set: readonly string[]): number[][] {
  const members = set.map(encodeText).map(({ limbs, lanes }) => [...limbs, ...lanes]);
  return [0, ROWS].flatMap((offset) =>
    Array.from({ length: PARTS }, (_, part) =>
      Array.from({ length: ROWS }, (_, row) => members[(offset + row) % members.length]?.[part] ?? 0),
    ),
  );
}

export const jurisdictionMembership = defineStatement({
  id: ID,
  build,
  read(publicInputs) {
    const set = setOf(publicInputs);
    return set === null ? null : { values: [], columns: columnsOf(set) };
  },
});
