/** Counts durations in buckets that grow by 5 %, so that quantiles are right to within 5 % without keeping every value. */

export interface Histogram {
  readonly count: number;
  /** The mean, exact; 0 without values. */
  readonly mean: number;
  /** Adds a duration in milliseconds. Throws RangeError for a negative one or none. */
  add(milliseconds: number): void;
  /** At least `share` of the values are at most this; never more than the longest. 0 without values. */
  quantile(share: number): number;
}

const GROWTH = 1.05;
/** The upper end of the first bucket, in milliseconds: a microsecond. */
const FIRST = 0.001;
/** The last bucket begins at about 17 minutes and has no end. */
const BUCKETS = 426;

export function createHistogram(): Histogram {
  const buckets = new Array<number>(BUCKETS).fill(0);
  let count = 0;
  let sum = 0;
  let longest = 0;
  return {
    get count() {
      return count;
    },
    get mean() {
      return count === 0 ? 0 : sum / count;
    },

    add(milliseconds) {
      if (!(milliseconds >= 0 && Number.isFinite(milliseconds))) throw new RangeError('a duration is not negative');
      const bucket = bucketOf(milliseconds);
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
      count++;
      sum += milliseconds;
      longest = Math.max(longest, milliseconds);
    },

    quantile(share) {
      if (!(share >= 0 && share <= 1)) throw new RangeError('a share lies between 0 and 1');
      const rank = Math.max(1, Math.ceil(share * count));
      let seen = 0;
      for (const [bucket, values] of buckets.entries()) {
        seen += values;
        if (count > 0 && seen >= rank) return bucket === BUCKETS - 1 ? longest : Math.min(longest, endOf(bucket));
      }
      return 0;
    },
  };
}

function bucketOf(milliseconds: number): number {
  if (milliseconds <= FIRST) return 0;
  return Math.min(BUCKETS - 1, Math.ceil(Math.log(milliseconds / FIRST) / Math.log(GROWTH)));
}

function endOf(bucket: number): number {
  return FIRST * GROWTH ** bucket;
}
