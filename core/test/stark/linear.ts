/** Linear algebra over the field: what opened values say of coefficients. */
import { DEGREE, type Extension, powersOf } from '@touchstone/core/stark/extension.ts';
import { add, inverse, multiply, powersOfBase, subtract } from '@touchstone/core/stark/field.ts';

/** What a point shows of a polynomial with base coefficients: one linear form for a base point, five for one of the extension. */
export function formsOf(points: readonly number[], outside: readonly Extension[], count: number): Uint32Array[] {
  return [
    ...points.map((x) => powersOfBase(x, count)),
    ...outside.flatMap((z) => {
      const powers = powersOf(z, count);
      return Array.from({ length: DEGREE }, (_, k) =>
        Uint32Array.from({ length: count }, (_, i) => powers[i * DEGREE + k] as number),
      );
    }),
  ];
}

/** The value of a linear form. */
export function applied(form: Uint32Array, coefficients: Uint32Array): number {
  return coefficients.reduce((sum, value, i) => add(sum, multiply(value, form[i] as number)), 0);
}

/** row −= first · multiple */
function subtractMultiple(row: Uint32Array, first: Uint32Array, multiple: number): void {
  if (multiple === 0) return;
  for (let k = 0; k < row.length; k++) row[k] = subtract(row[k] as number, multiply(first[k] as number, multiple));
}

/** Rank by elimination; rows are changed. */
export function rankOf(rows: Uint32Array[]): number {
  let rank = 0;
  const width = rows[0]?.length ?? 0;
  for (let column = 0; column < width && rank < rows.length; column++) {
    const pivot = rows.findIndex((row, i) => i >= rank && row[column] !== 0);
    if (pivot < 0) continue;
    [rows[rank], rows[pivot]] = [rows[pivot] as Uint32Array, rows[rank] as Uint32Array];
    const first = rows[rank] as Uint32Array;
    const factor = inverse(first[column] as number);
    for (let i = rank + 1; i < rows.length; i++) {
      const row = rows[i] as Uint32Array;
      subtractMultiple(row, first, multiply(row[column] as number, factor));
    }
    rank++;
  }
  return rank;
}

/** The inverse of a square matrix; throws where there is none. */
export function invertedMatrix(matrix: readonly Uint32Array[]): Uint32Array[] {
  const size = matrix.length;
  const rows: Uint32Array[] = matrix.map((row, i) => {
    const wide = new Uint32Array(2 * size);
    wide.set(row);
    wide[size + i] = 1;
    return wide;
  });
  for (let column = 0; column < size; column++) {
    const pivot = rows.findIndex((row, i) => i >= column && row[column] !== 0);
    if (pivot < 0) throw new Error('the rows are not independent');
    [rows[column], rows[pivot]] = [rows[pivot] as Uint32Array, rows[column] as Uint32Array];
    const first = rows[column] as Uint32Array;
    const factor = inverse(first[column] as number);
    for (let k = 0; k < first.length; k++) first[k] = multiply(first[k] as number, factor);
    rows.forEach((row, i) => {
      if (i !== column) subtractMultiple(row, first, row[column] as number);
    });
  }
  return rows.map((row) => row.slice(size));
}
