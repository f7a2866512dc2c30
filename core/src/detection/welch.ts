/** Welch's t-test over sums, with an effect size; and the normal distribution that its large samples follow. */

/** Of the values of one class. They should be centred before, or their squares lose digits. */
export interface Moments {
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
}

export interface WelchTest {
  /** Positive where the first class is slower. */
  readonly t: number;
  /** Welch and Satterthwaite. */
  readonly degreesOfFreedom: number;
  readonly difference: number;
  /** Cohen's d: the difference in standard deviations, of both classes pooled. */
  readonly effectSize: number;
}

/** Stands for infinity, which JSON does not have: constant values that differ. */
export const GREATEST_T = 1e6;

/** Both classes have at least two values. */
export function welchTest(one: Moments, other: Moments): WelchTest {
  const [variance, otherVariance] = [varianceOf(one), varianceOf(other)];
  const [share, otherShare] = [variance / one.count, otherVariance / other.count];
  const difference = one.sum / one.count - other.sum / other.count;
  const freedom = one.count + other.count - 2;
  const pooled = ((one.count - 1) * variance + (other.count - 1) * otherVariance) / freedom;
  const spread = share ** 2 / (one.count - 1) + otherShare ** 2 / (other.count - 1);
  return {
    t: ratio(difference, Math.sqrt(share + otherShare)),
    degreesOfFreedom: spread === 0 ? freedom : (share + otherShare) ** 2 / spread,
    difference,
    effectSize: ratio(difference, Math.sqrt(pooled)),
  };
}

/** The sample variance. */
export function varianceOf({ count, sum, squares }: Moments): number {
  return count < 2 ? 0 : Math.max(0, (squares - sum ** 2 / count) / (count - 1));
}

export function momentsOf(values: ArrayLike<number>): Moments {
  let [sum, squares] = [0, 0];
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0;
    sum += value;
    squares += value * value;
  }
  return { count: values.length, sum, squares };
}

/** The share of a normal distribution below `z` (Abramowitz and Stegun 7.1.26: right to 1.5e-7). */
export function normalShareBelow(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const s = 1 / (1 + 0.3275911 * x);
  const polynomial = s * (0.254829592 + s * (-0.284496736 + s * (1.421413741 + s * (-1.453152027 + s * 1.061405429))));
  const tail = (polynomial * Math.exp(-x * x)) / 2;
  return z < 0 ? tail : 1 - tail;
}

function ratio(difference: number, deviation: number): number {
  if (difference === 0) return 0;
  return Math.max(-GREATEST_T, Math.min(GREATEST_T, difference / deviation));
}
