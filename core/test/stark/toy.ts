/**
 * A small statement for tests of the protocol itself: columns that follow x ↦ x^k + c + s_i, with a public column s, a selector of
 * the steps, and a public last value.
 */
import { utf8 } from '@touchstone/core/bytes.ts';
import {
  current,
  defineAir,
  type Expression,
  type Instance,
  instantiate,
  minus,
  next,
  periodic,
  plus,
  publicValue,
  times,
} from '@touchstone/core/stark/air.ts';
import { add, power } from '@touchstone/core/stark/field.ts';

export interface Toy {
  readonly instance: Instance;
  readonly trace: readonly Uint32Array[];
}

export interface ToyOptions {
  readonly rows?: number;
  readonly width?: number;
  /** Of the constraints: one more than the power of the step. */
  readonly degree?: number;
  /** The witness: first value of the first column. */
  readonly secret?: number;
}

export const PUBLIC_BYTES = utf8('{"statement":"toy/v1"}');

export function toy({ rows = 32, width = 2, degree = 3, secret = 37 }: ToyOptions = {}): Toy {
  const [LAST, STEP, PUBLIC] = [0, 1, 2];
  const isLast = Array.from({ length: rows }, (_, i) => (i === rows - 1 ? 1 : 0));
  const powerOf = (base: Expression) => times(...Array.from({ length: degree - 1 }, () => base));
  const air = defineAir({
    id: 'toy/v1',
    rows,
    width,
    periodic: [isLast, isLast.map((value) => 1 - value)],
    publicColumns: 1,
    publicValues: 1,
    constraints: [
      ...Array.from({ length: width }, (_, c) => ({
        name: `step ${c}`,
        expression: times(periodic(STEP), minus(next(c), plus(powerOf(current(c)), c, periodic(PUBLIC)))),
      })),
      { name: 'last', expression: times(periodic(LAST), minus(current(0), publicValue(0))) },
    ],
  });
  const column = Array.from({ length: rows }, (_, i) => 7 * i + 1);
  const trace = Array.from({ length: width }, (_, c) => {
    const values = new Uint32Array(rows);
    values[0] = secret + c;
    for (let i = 0; i + 1 < rows; i++) {
      values[i + 1] = add(add(power(values[i] ?? 0, degree - 1), c), column[i] ?? 0);
    }
    return values;
  });
  return { instance: instantiate(air, [trace[0]?.[rows - 1] ?? 0], [column]), trace };
}
