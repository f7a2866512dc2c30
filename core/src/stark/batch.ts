/** The prover's side of the batch (deep.ts): values outside the domain and the batched polynomial, both from coefficients. */
import type { OutOfDomain } from './codec.ts';
import { batchCoefficientsOf, type pointsOf } from './deep.ts';
import { DEGREE, type Extension, elementAt, multiplyAt } from './extension.ts';
import { add } from './field.ts';
import { addProducts, type Polynomial, powerColumns, taken, valueFrom } from './polynomial.ts';
import { ProductSums } from './product-sums.ts';
import type { Shape } from './shape.ts';

/** All columns at z, g·z and MASK_SHIFT · z. */
export function valuesOutside(
  points: ReturnType<typeof pointsOf>,
  columns: readonly Uint32Array[],
  segments: readonly Polynomial[],
  quotientMask: Polynomial,
  shape: Shape,
): OutOfDomain {
  const [here, ahead, shifted] = points.map((point) => powerColumns(point, shape.degreeBound));
  if (here === undefined || ahead === undefined || shifted === undefined) throw new RangeError('three points');
  return {
    current: flat(columns.map((column) => valueFrom([column], here))),
    next: flat(columns.map((column) => valueFrom([column], ahead))),
    segments: flat(segments.map((segment) => valueFrom(segment, here))),
    mask: valueFrom(quotientMask, shifted),
  };
}

function flat(elements: readonly Extension[]): Uint32Array {
  const all = new Uint32Array(elements.length * DEGREE);
  elements.forEach((element, i) => {
    all.set(element, i * DEGREE);
  });
  return all;
}

/** What is batched: the columns of the trace and polynomials over the extension. */
export interface Batched {
  readonly columns: readonly Uint32Array[];
  readonly segments: readonly Polynomial[];
  readonly quotientMask: Polynomial;
  readonly batchMask: Polynomial;
}

/** The batch as a polynomial: the terms of each point are summed, then divided by X − point once; the rest is the claimed value. */
export function batchOf(
  points: ReturnType<typeof pointsOf>,
  drawn: Uint32Array,
  batched: Batched,
  shape: Shape,
): Uint32Array[] {
  const { degreeBound } = shape;
  const gamma = batchCoefficientsOf(shape, drawn);
  const sums = Array.from({ length: DEGREE }, () => new ProductSums(degreeBound));
  const addColumns = (coefficients: Uint32Array) => {
    batched.columns.forEach((column, j) => {
      sums.forEach((sum, k) => {
        sum.add(column, coefficients[j * DEGREE + k] as number);
      });
    });
  };
  addColumns(gamma.current);
  batched.segments.forEach((segment, s) => {
    addProducts(sums, segment, elementAt(gamma.segments, s));
  });
  const here = taken(sums, degreeBound);
  addColumns(gamma.next);
  const ahead = taken(sums, degreeBound);
  addProducts(sums, batched.quotientMask, gamma.mask);
  const shifted = taken(sums, degreeBound);
  const batch = batched.batchMask.map((column) => column.slice());
  [here, ahead, shifted].forEach((polynomial, k) => {
    addQuotient(batch, polynomial, points[k] as Extension);
  });
  return batch;
}

/** batch += (polynomial − its value at the point) / (X − point), by Horner's scheme. */
function addQuotient(batch: readonly Uint32Array[], polynomial: Polynomial, point: Extension): void {
  const carry = new Uint32Array(DEGREE);
  for (let i = (polynomial[0]?.length ?? 0) - 1; i >= 1; i--) {
    multiplyAt(carry, 0, carry, 0, point, 0);
    for (let k = 0; k < DEGREE; k++) {
      const value = add(carry[k] as number, polynomial[k]?.[i] as number);
      carry[k] = value;
      const column = batch[k] as Uint32Array;
      column[i - 1] = add(column[i - 1] as number, value);
    }
  }
}
