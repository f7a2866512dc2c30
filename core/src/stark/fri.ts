/**
 * FRI: that a function on the evaluation domain is close to a polynomial of low degree. Each layer folds four values into one,
 *
 *   f(x) = Σ xᵏ · f_k(x⁴), k = 0 … 3,    next(x⁴) = Σ βᵏ · f_k(x⁴),
 *
 * and the last polynomial stands in the proof. A layer's leaf i holds the values at x, ιx, ι²x, ι³x with x = shift · gⁱ and ι of
 * order four: the places i, i + n/4, i + 2n/4, i + 3n/4 of the layer's n values.
 */
import { equalBytes } from '../bytes.ts';
import { pointOf } from './domain.ts';
import {
  addExtension,
  DEGREE,
  dotBase,
  type Extension,
  elementAt,
  equal,
  multiplyExtension,
  scale,
  subtractExtension,
} from './extension.ts';
import { inverse, power, powersOfBase, twoAdicGenerator } from './field.ts';
import { leafMessage, rootOf } from './merkle.ts';
import { SHIFT, type Shape } from './shape.ts';

export const ARITY = 4;
/** ι, a square root of −1. */
const IOTA = twoAdicGenerator(2);
const QUARTER = inverse(ARITY);
const NO_SALT = new Uint8Array(0);

/** What a proof shows of one layer. */
export interface LayerOpening {
  /** The values of the leaves that the verifier cannot compute, by leaf and by place, in a flat array. */
  readonly others: Uint32Array;
  readonly siblings: readonly Uint8Array[];
}

/** Values of a layer by place. */
export type LayerValues = ReadonlyMap<number, Extension>;

/**
 * The four values at x, ιx, ι²x, ι³x folded with β: with the inverse transform u of the values, Σ (β/x)ᵏ · u_k.
 */
export function fold(values: readonly Extension[], x: number, beta: Extension): Extension {
  const [v0, v1, v2, v3] = values;
  if (v0 === undefined || v1 === undefined || v2 === undefined || v3 === undefined) throw new RangeError('four values');
  const even = addExtension(v0, v2);
  const odd = addExtension(v1, v3);
  const first = subtractExtension(v0, v2);
  const second = scale(subtractExtension(v1, v3), IOTA);
  const u0 = addExtension(even, odd);
  const u1 = subtractExtension(first, second);
  const u2 = subtractExtension(even, odd);
  const u3 = addExtension(first, second);
  const z = scale(beta, inverse(x));
  let sum = addExtension(u2, multiplyExtension(z, u3));
  sum = addExtension(u1, multiplyExtension(z, sum));
  sum = addExtension(u0, multiplyExtension(z, sum));
  return scale(sum, QUARTER);
}

/** The value of a polynomial, given by its coefficients in a flat array, at a point of the base field. */
export function evaluateAt(coefficients: Uint32Array, x: number): Extension {
  return dotBase(coefficients, powersOfBase(x, coefficients.length / DEGREE));
}

/** What verification says of a failure; null where there is none. */
type Failure = string | null;

/**
 * Checks the layers against the values that the verifier computed at the queried places of the first one. Every value that a
 * layer's leaf has at such a place is the computed one, so that the root decides whether the layer holds it.
 */
export function checkLayers(
  shape: Shape,
  queried: LayerValues,
  layers: readonly { readonly root: Uint8Array; readonly beta: Extension; readonly opening: LayerOpening }[],
  finalPolynomial: Uint32Array,
): Failure {
  let values = queried;
  let size = shape.domainSize;
  let shift = SHIFT;
  for (const { root, beta, opening } of layers) {
    const leaves = leavesOf(values, size / ARITY, opening.others);
    if (leaves === null) return 'a layer shows too few or too many values';
    const places = [...leaves.keys()];
    const messages = [...leaves.values()].map((leaf) => leafMessage(NO_SALT, joined(leaf)));
    const computed = rootOf(size / ARITY, places, messages, opening.siblings);
    if (computed === null || !equalBytes(computed, root))
      return 'a layer does not hold the values that follow from the last';
    values = new Map([...leaves].map(([place, leaf]) => [place, fold(leaf, pointOf(shift, size, place), beta)]));
    size /= ARITY;
    shift = power(shift, ARITY);
  }
  for (const [place, value] of values) {
    const expected = evaluateAt(finalPolynomial, pointOf(shift, size, place));
    if (!equal(expected, value)) return 'the final polynomial does not take a folded value';
  }
  return null;
}

/** The queried leaves by place, ascending, the missing values taken from the opening in order; null where they do not fit. */
function leavesOf(values: LayerValues, leafCount: number, others: Uint32Array): Map<number, Extension[]> | null {
  const places = [...new Set([...values.keys()].map((place) => place % leafCount))].sort((one, other) => one - other);
  let used = 0;
  const leaves = new Map<number, Extension[]>();
  for (const place of places) {
    const leaf = Array.from(
      { length: ARITY },
      (_, k) => values.get(place + k * leafCount) ?? elementAt(others, used++),
    );
    leaves.set(place, leaf);
  }
  return used * DEGREE === others.length ? leaves : null;
}

function joined(leaf: readonly Extension[]): Uint32Array {
  const row = new Uint32Array(ARITY * DEGREE);
  leaf.forEach((value, k) => {
    row.set(value, k * DEGREE);
  });
  return row;
}
