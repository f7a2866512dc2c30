/** The shape of durations: one cluster, two clusters, or single ones far off. From it cache effects are guessed; no cache is looked at. */
import { type Moments, varianceOf } from './welch.ts';

export type TimingPattern = 'uniform' | 'clustered' | 'outliers' | 'undetermined';

export interface TimingShape {
  readonly pattern: TimingPattern;
  readonly median: number;
  /** How many durations lie far above the others. */
  readonly outliers: number;
  /** The best division into two clusters, whether or not they are far enough apart to count; null where there is none. */
  readonly clusters: {
    readonly means: readonly [number, number];
    /** Of the slower cluster, 0 to 1. */
    readonly slowerShare: number;
    /** The slower cluster lies above it. */
    readonly boundary: number;
    /** Ashman's D: the distance of the means in standard deviations. */
    readonly separation: number;
  } | null;
}

export const LEAST_FOR_SHAPE = 100;
/** Ashman's D is above 2 for a clean division; a single cluster cut in two reaches 2.7 (normal) or 3.5 (even). */
export const LEAST_SEPARATION = 4;
export const LEAST_CLUSTER_SHARE = 0.05;
/** Robust standard deviations above the median. */
export const OUTLIER_DEVIATIONS = 10;
/** The slowest hundredth is left out when clusters are sought: interruptions by the system are no cluster. */
const KEPT_SHARE = 0.99;
/** From the median of absolute deviations to a standard deviation, where values are normal. */
const DEVIATION_OF_MAD = 1.4826;

/** `sorted` is not empty. */
export function timingShape(sorted: Float64Array): TimingShape {
  const median = middleOf(sorted);
  const resolution = resolutionOf(sorted);
  const mad = middleOf(sorted.map((value) => Math.abs(value - median)).sort());
  const limit = median + OUTLIER_DEVIATIONS * Math.max(DEVIATION_OF_MAD * mad, resolution);
  const outliers = sorted.length - countBelow(sorted, limit, true);
  const clusters = twoClusters(sorted.subarray(0, Math.ceil(sorted.length * KEPT_SHARE)), median, resolution);
  const isClustered =
    clusters !== null &&
    clusters.separation >= LEAST_SEPARATION &&
    Math.min(clusters.slowerShare, 1 - clusters.slowerShare) >= LEAST_CLUSTER_SHARE;
  return {
    pattern: patternOf(sorted.length, isClustered, outliers),
    median,
    outliers,
    clusters,
  };
}

/** How many sorted values are less than the limit, or equal to it as well. */
export function countBelow(sorted: Float64Array, limit: number, orEqual = false): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const value = sorted[middle] ?? 0;
    if (value < limit || (orEqual && value === limit)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function patternOf(count: number, isClustered: boolean, outliers: number): TimingPattern {
  if (count < LEAST_FOR_SHAPE) return 'undetermined';
  if (isClustered) return 'clustered';
  return outliers > 0 ? 'outliers' : 'uniform';
}

function middleOf(sorted: Float64Array): number {
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
}

/** The smallest step between durations: the clock's, where it is coarse. */
function resolutionOf(sorted: Float64Array): number {
  let least = Number.POSITIVE_INFINITY;
  for (let index = 1; index < sorted.length; index++) {
    const step = (sorted[index] ?? 0) - (sorted[index - 1] ?? 0);
    if (step > 0 && step < least) least = step;
  }
  return Number.isFinite(least) ? least : 0;
}

/** The division with the least spread within the clusters (Otsu, which is 2-means in one dimension). */
function twoClusters(sorted: Float64Array, centre: number, resolution: number): TimingShape['clusters'] {
  const whole = { count: sorted.length, sum: 0, squares: 0 };
  for (const value of sorted) {
    whole.sum += value - centre;
    whole.squares += (value - centre) ** 2;
  }
  let [sum, squares] = [0, 0];
  let best: (Moments & { readonly boundary: number }) | null = null;
  let greatest = 0;
  for (let count = 1; count < sorted.length; count++) {
    const value = sorted[count - 1] ?? 0;
    sum += value - centre;
    squares += (value - centre) ** 2;
    // Equal durations stay together.
    if (value === sorted[count]) continue;
    const between = sum ** 2 / count + (whole.sum - sum) ** 2 / (whole.count - count);
    if (best === null || between > greatest) {
      greatest = between;
      best = { count, sum, squares, boundary: value };
    }
  }
  if (best === null) return null;
  const slower = { count: whole.count - best.count, sum: whole.sum - best.sum, squares: whole.squares - best.squares };
  const means = [best.sum / best.count, slower.sum / slower.count] as const;
  // Rounding to the clock's step spreads both (Sheppard): two neighbouring steps are one cluster.
  const spread = varianceOf(best) + varianceOf(slower) + resolution ** 2 / 6;
  return {
    means: [means[0] + centre, means[1] + centre],
    slowerShare: slower.count / whole.count,
    boundary: best.boundary,
    separation: (Math.SQRT2 * (means[1] - means[0])) / Math.sqrt(spread),
  };
}
