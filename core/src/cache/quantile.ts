/**
 * The nearest-rank quantile: the least of the values that at least `share` of them do not exceed. Throws RangeError for no
 * values or a share outside 0 to 1.
 */
export function quantile(values: readonly number[], share: number): number {
  if (!(share >= 0 && share <= 1)) throw new RangeError('a share lies between 0 and 1');
  const sorted = values.toSorted((a, b) => a - b);
  const found = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (found === undefined) throw new RangeError('no values have no quantile');
  return found;
}
