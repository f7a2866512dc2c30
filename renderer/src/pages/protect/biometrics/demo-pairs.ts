/** Made-up similarities: of people with themselves and of strangers, both normally distributed. */

const SAME = { mean: 0.93, deviation: 0.03 };
const STRANGERS = { mean: 0.55, deviation: 0.13 };

export const THRESHOLDS: readonly number[] = Array.from({ length: 50 }, (_, at) => Math.round(50 + at) / 100);

/** Share of strangers at or above a threshold, in per cent. */
export function acceptsAt(threshold: number): number {
  return 100 * (1 - shareBelow(threshold, STRANGERS));
}

/** Share of the right people below a threshold, in per cent. */
export function rejectsAt(threshold: number): number {
  return 100 * shareBelow(threshold, SAME);
}

/** The logistic curve that is never more than 0.02 away from the normal distribution (Bowling and others, 2009). */
function shareBelow(value: number, { mean, deviation }: typeof SAME): number {
  const z = (value - mean) / deviation;
  return 1 / (1 + Math.exp(-(0.07056 * z ** 3 + 1.5976 * z)));
}
