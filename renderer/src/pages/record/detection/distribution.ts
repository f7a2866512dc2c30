/** How often each duration occurs, in equal steps, for the chart: of both classes beside each other. */

export interface Distribution {
  /** Where each step begins, and the end of the last. */
  readonly edges: readonly number[];
  /** Percent of a class in each step: of the fixed and the random one, or of all. */
  readonly shares: readonly (readonly number[])[];
  /** The slowest, which have no room. */
  readonly hidden: number;
}

const STEPS = 40;
/** The tail is long: the chart ends here. */
const SHOWN_SHARE = 0.99;

export function distributionOf(samples: readonly number[], classes: readonly number[] | undefined): Distribution {
  const sorted = Float64Array.from(samples).sort();
  const least = sorted[0] ?? 0;
  const most = sorted[Math.ceil(sorted.length * SHOWN_SHARE) - 1] ?? least;
  // Equal durations have one step of their own.
  const width = most > least ? (most - least) / STEPS : 1;
  const groups = classes === undefined ? 1 : 2;
  const counts = Array.from({ length: groups }, () => new Array<number>(STEPS).fill(0));
  const totals = new Array<number>(groups).fill(0);
  let hidden = 0;
  for (const [index, sample] of samples.entries()) {
    const group = classes?.[index] ?? 0;
    totals[group] = (totals[group] ?? 0) + 1;
    const step = Math.min(STEPS - 1, Math.floor((sample - least) / width));
    const own = counts[group];
    if (sample > most) hidden += 1;
    else if (own !== undefined) own[step] = (own[step] ?? 0) + 1;
  }
  return {
    edges: Array.from({ length: STEPS + 1 }, (_, step) => least + step * width),
    shares: counts.map((own, group) => own.map((count) => (100 * count) / Math.max(1, totals[group] ?? 0))),
    hidden,
  };
}
