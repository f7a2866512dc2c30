/** Where the marks of a chart's axes stand. */

const STEPS = [1, 2, 2.5, 5, 10];
/** About so many marks above 0. */
const WANTED = 4.5;

/** The marks of an axis that begins at 0 and holds `most`, the last at its end: multiples of 1, 2, 2.5 or 5. */
export function ticksTo(most: number, isWhole: boolean): readonly number[] {
  if (!(most > 0)) return [0, 1];
  const rough = most / WANTED;
  const power = 10 ** Math.floor(Math.log10(rough));
  const fits = (step: number) => step >= rough * (1 - 1e-9) && (!isWhole || Number.isInteger(step));
  const step = STEPS.map((factor) => factor * power).find(fits) ?? Math.max(1, 10 * power);
  const count = Math.ceil(most / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** At most `most` places out of `count`, evenly apart, the first and the last among them. */
export function labelPlaces(count: number, most: number): readonly number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: most }, (_, index) => Math.round((index * (count - 1)) / (most - 1)));
}

/** A limit that lies far above all values would press them flat: it is named beside the chart instead. */
const FAR = 8;

export function isInReach(limit: number, most: number): boolean {
  return limit <= most * FAR;
}
