/** Polynomials over the extension as the prover computes with them: in five columns of coefficients, one for each number. */
import { DEGREE, type Extension, powersOf } from './extension.ts';
import { add, reduce } from './field.ts';
import type { ProductSums } from './product-sums.ts';

export type Polynomial = readonly Uint32Array[];

/** sums += polynomial · factor over the extension, both in columns of coefficients. */
export function addProducts(sums: readonly ProductSums[], polynomial: readonly Uint32Array[], factor: Extension): void {
  polynomial.forEach((part, i) => {
    for (let j = 0; j < DEGREE; j++) {
      // x⁵ = 2: what lies above x⁴ comes back doubled.
      const isAbove = i + j >= DEGREE;
      const value = factor[j] as number;
      sums[(i + j) % DEGREE]?.add(part, isAbove ? doubled(value) : value);
    }
  });
}

function doubled(value: number): number {
  return add(value, value);
}

export function taken(sums: readonly ProductSums[], length: number): Uint32Array[] {
  return sums.map((sum) => {
    const target = new Uint32Array(length);
    sum.take(target);
    return target;
  });
}

/** Five columns as one flat array of elements. */
export function interleaved(columns: readonly Uint32Array[]): Uint32Array {
  const flat = new Uint32Array(DEGREE * (columns[0]?.length ?? 0));
  columns.forEach((column, k) => {
    column.forEach((value, i) => {
      flat[i * DEGREE + k] = value;
    });
  });
  return flat;
}

/** The powers of a point, one column for each number of the extension. */
export function powerColumns(point: Extension, count: number): Uint32Array[] {
  const powers = powersOf(point, count);
  return Array.from({ length: DEGREE }, (_, k) =>
    Uint32Array.from({ length: count }, (_, i) => powers[i * DEGREE + k] as number),
  );
}

/** The value of a polynomial, over the base field (one column) or over the extension (five), from the powers of the point. */
export function valueFrom(polynomial: Polynomial, powers: readonly Uint32Array[]): Extension {
  const value = new Uint32Array(DEGREE);
  polynomial.forEach((part, i) => {
    powers.forEach((column, j) => {
      const product = sumOfProducts(part, column);
      const k = (i + j) % DEGREE;
      value[k] = add(value[k] as number, i + j >= DEGREE ? add(product, product) : product);
    });
  });
  return value;
}

/** Of columns of at most `MOST_PRODUCTS` elements: degree bounds are smaller. */
function sumOfProducts(a: Uint32Array, b: Uint32Array): number {
  let low = 0;
  let approximate = 0;
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] as number, b[i] as number];
    low = (low + Math.imul(x, y)) | 0;
    approximate += x * y;
  }
  return reduce(low, approximate);
}
