/**
 * Timing leakage, as dudect looks for it (Reparaz, Balasch, Verbauwhede 2017): Welch's t-test between durations for a fixed and
 * for random inputs, on all durations, on those below 100 percentiles, and on their squares. A heuristic, not a proof.
 */
import { bySeverity, type Finding, figure, type Severity } from './finding.ts';
import { countBelow, LEAST_FOR_SHAPE, type TimingPattern, type TimingShape, timingShape } from './timing-shape.ts';
import { type Moments, momentsOf, normalShareBelow, varianceOf, type WelchTest, welchTest } from './welch.ts';

/** Of each class. dudect draws no conclusion before 10,000; with fewer, only large effects are seen. */
export const LEAST_PER_CLASS = 1_000;
/** dudect's: below it, the fourth moment is known too badly for the second-order test. */
export const LEAST_SECOND_ORDER = 10_000;
/** The smaller class has at least this share, or a skewed distribution alone makes large t values. */
export const LEAST_CLASS_SHARE = 0.1;
/** Of the runs that a fair draw makes: with fewer, something other than the draw decides the order. */
export const LEAST_RUNS = 0.5;
/** For all 102 tests together a chance below 6 in 100,000 where nothing leaks; dudect's "barely detected". */
export const T_SUSPECTED = 5;
/** dudect's "probably not constant time". */
export const T_PROBABLE = 10;
export const NUMBER_PERCENTILES = 100;
/** The first ones of a run are slow; dudect leaves them out too. */
export const WARM_UP = 10;
/** Cohen's "small" and "medium". */
export const EFFECT_SMALL = 0.2;
export const EFFECT_MEDIUM = 0.5;
/** Without classes nothing says that the two clusters belong to secrets. */
const MOST_WITHOUT_CLASSES = 0.5;
const LITTLE = 0.1;
const MOST = 0.99;

export type TimingVerdict = 'leak_suspected' | 'none_found' | 'undetermined';

/** Why nothing can be said. */
export type Undetermined = 'few_samples' | 'unbalanced' | 'not_interleaved';

/** The test with the greatest t. */
export interface TimingTest extends WelchTest {
  readonly kind: 'all' | 'cropped' | 'second_order';
  /** Only durations below this percentile were kept; null where all were. */
  readonly percentile: number | null;
  /** Durations of the fixed and of the random class that it saw. */
  readonly counts: readonly [number, number];
  /** dudect's (5/τ)²: as many measurements would barely show this effect; null where there is none. */
  readonly needed: number | null;
}

export interface TimingResult {
  readonly verdict: TimingVerdict;
  readonly undetermined: Undetermined | null;
  readonly variance: number;
  readonly pattern: TimingPattern;
  /** 0 to 1. */
  readonly confidence: number;
  readonly findings: readonly Finding[];
  /** null without classes, or where nothing could be tested. */
  readonly test: TimingTest | null;
}

/**
 * Durations in nanoseconds, in the order measured; `classes` says of each whether its input was the fixed one (0) or random (1),
 * drawn anew for each measurement. Without classes only the shape is looked at.
 */
export function analyseTimings(samples: readonly number[], classes: readonly number[] | null): TimingResult {
  const sorted = Float64Array.from(samples).sort();
  const shape = timingShape(sorted);
  const variance = varianceOf(momentsOf(sorted.map((value) => value - shape.median)));
  const common = { variance, pattern: shape.pattern };
  if (classes === null) return { ...common, ...judgeShape(samples, shape), test: null };
  return { ...common, ...judgeClasses(samples, classes, shape) };
}

function judgeShape(
  samples: readonly number[],
  shape: TimingShape,
): Omit<TimingResult, 'variance' | 'pattern' | 'test'> {
  const count = samples.length;
  const withoutClasses: Finding = {
    rule: 'timing-without-classes',
    severity: 'info',
    finding: 'Without the class of each input nothing says whether durations depend on a secret.',
    evidence: `${figure(count)} durations, no classes`,
  };
  if (shape.pattern === 'undetermined') {
    const few = fewSamples(`${figure(count)} durations, at least ${figure(LEAST_FOR_SHAPE)} needed`);
    return { verdict: 'undetermined', undetermined: 'few_samples', confidence: 0, findings: [few, withoutClasses] };
  }
  const { clusters } = shape;
  const none = { verdict: 'none_found', undetermined: null, confidence: LITTLE } as const;
  if (shape.pattern !== 'clustered' || clusters === null) {
    return { ...none, findings: [withoutClasses, ...shapeFindings(shape)] };
  }
  const { runs, expected } = runsOf(samples.map((sample) => (sample > clusters.boundary ? 1 : 0)));
  if (runs < expected * LEAST_RUNS) {
    const inRuns: Finding = {
      rule: 'timing-clusters-in-runs',
      severity: 'info',
      finding: 'The two clusters follow each other in long runs, as when the machine changes its speed.',
      evidence: runsWords(runs, expected),
    };
    return { ...none, findings: bySeverity([inRuns, withoutClasses, ...shapeFindings(shape)]) };
  }
  return {
    verdict: 'leak_suspected',
    undetermined: null,
    confidence: MOST_WITHOUT_CLASSES * (1 - 2 / clusters.separation),
    findings: bySeverity([withoutClasses, ...shapeFindings(shape, 'medium')]),
  };
}

function judgeClasses(
  samples: readonly number[],
  classes: readonly number[],
  shape: TimingShape,
): Omit<TimingResult, 'variance' | 'pattern'> {
  const [fixed, random] = [0, 1].map((wanted) =>
    Float64Array.from(samples.filter((_sample, index) => index >= WARM_UP && classes[index] === wanted)).sort(),
  ) as [Float64Array, Float64Array];
  const refusal = refusalOf(fixed.length, random.length, classes);
  if (refusal !== null) {
    const { undetermined, finding } = refusal;
    const findings = bySeverity([finding, ...shapeFindings(shape)]);
    return { verdict: 'undetermined', undetermined, confidence: 0, findings, test: null };
  }
  const test = greatestTest(fixed, random, shape.median);
  const size = Math.abs(test.t);
  const isSuspected = size >= T_SUSPECTED;
  const found = isSuspected ? [leak(test)] : [noLeak(test)];
  return {
    verdict: isSuspected ? 'leak_suspected' : 'none_found',
    undetermined: null,
    confidence: Math.min(MOST, isSuspected ? 1 - T_SUSPECTED / (2 * size) : power(fixed.length, random.length)),
    findings: bySeverity([...found, ...shapeFindings(shape)]),
    test,
  };
}

/** The chance that an effect that Cohen calls small would have been found. */
export function power(fixed: number, random: number): number {
  return normalShareBelow(EFFECT_SMALL * Math.sqrt((fixed * random) / (fixed + random)) - T_SUSPECTED);
}

function refusalOf(
  fixed: number,
  random: number,
  classes: readonly number[],
): { readonly undetermined: Undetermined; readonly finding: Finding } | null {
  const counts = `${figure(fixed)} of the fixed and ${figure(random)} of the random class`;
  if (Math.min(fixed, random) < LEAST_PER_CLASS) {
    const finding = fewSamples(`${counts}, at least ${figure(LEAST_PER_CLASS)} of each needed`);
    return { undetermined: 'few_samples', finding };
  }
  if (Math.min(fixed, random) / (fixed + random) < LEAST_CLASS_SHARE) {
    return {
      undetermined: 'unbalanced',
      finding: {
        rule: 'timing-unbalanced',
        severity: 'info',
        finding: 'One class is too small beside the other. Measure both about equally often.',
        evidence: `${counts}, at least ${LEAST_CLASS_SHARE * 100} % of each needed`,
      },
    };
  }
  const { runs, expected } = runsOf(classes);
  if (runs >= expected * LEAST_RUNS) return null;
  return {
    undetermined: 'not_interleaved',
    finding: {
      rule: 'timing-not-interleaved',
      severity: 'info',
      finding: 'The classes were measured in long runs, so drift looks like a leak. Draw the class of each input anew.',
      evidence: runsWords(runs, expected),
    },
  };
}

function runsWords(runs: number, expected: number): string {
  return `${figure(runs)} runs, about ${figure(expected)} expected`;
}

/** Runs of equal classes, and as many as a fair draw makes (Wald and Wolfowitz). */
function runsOf(classes: readonly number[]): { readonly runs: number; readonly expected: number } {
  const random = classes.filter((inputClass) => inputClass === 1).length;
  const runs = classes.filter((inputClass, index) => inputClass !== classes[index - 1]).length;
  return { runs, expected: 1 + (2 * random * (classes.length - random)) / classes.length };
}

/** Classes are sorted; `centre` keeps digits when squares are summed. */
function greatestTest(fixed: Float64Array, random: Float64Array, centre: number): TimingTest {
  const pooled = new Float64Array(fixed.length + random.length);
  pooled.set(fixed);
  pooled.set(random, fixed.length);
  pooled.sort();
  const upTo = [prefixMoments(fixed, centre), prefixMoments(random, centre)] as const;
  let greatest = testOf('all', null, upTo[0](fixed.length), upTo[1](random.length));
  const consider = (test: TimingTest) => {
    if (Math.abs(test.t) > Math.abs(greatest.t)) greatest = test;
  };
  for (let step = 1; step <= NUMBER_PERCENTILES; step++) {
    const share = 1 - 0.5 ** ((10 * step) / NUMBER_PERCENTILES);
    const limit = pooled[Math.floor(pooled.length * share)] ?? 0;
    const [kept, keptRandom] = [countBelow(fixed, limit), countBelow(random, limit)];
    if (Math.min(kept, keptRandom) < LEAST_PER_CLASS) continue;
    consider(testOf('cropped', 100 * share, upTo[0](kept), upTo[1](keptRandom)));
  }
  if (Math.min(fixed.length, random.length) >= LEAST_SECOND_ORDER) {
    consider(testOf('second_order', null, squaresOf(fixed), squaresOf(random)));
  }
  return greatest;
}

function testOf(kind: TimingTest['kind'], percentile: number | null, one: Moments, other: Moments): TimingTest {
  const test = welchTest(one, other);
  const count = one.count + other.count;
  const needed = test.t === 0 ? null : Math.ceil((T_SUSPECTED ** 2 * count) / test.t ** 2);
  return { ...test, kind, percentile, counts: [one.count, other.count], needed };
}

/** The moments of the first so many values, each in constant time. */
function prefixMoments(sorted: Float64Array, centre: number): (count: number) => Moments {
  const sums = new Float64Array(sorted.length + 1);
  const squares = new Float64Array(sorted.length + 1);
  sorted.forEach((value, index) => {
    sums[index + 1] = (sums[index] ?? 0) + (value - centre);
    squares[index + 1] = (squares[index] ?? 0) + (value - centre) ** 2;
  });
  return (count) => ({ count, sum: sums[count] ?? 0, squares: squares[count] ?? 0 });
}

/** Of the squared distances from the class's mean. */
function squaresOf(values: Float64Array): Moments {
  const centre = values[values.length >> 1] ?? 0;
  const mean = centre + momentsOf(values.map((value) => value - centre)).sum / values.length;
  return momentsOf(values.map((value) => (value - mean) ** 2));
}

function leak(test: TimingTest): Finding {
  const size = Math.abs(test.t);
  const effect = Math.abs(test.effectSize);
  const isProbable = size >= T_PROBABLE;
  const severity: Severity = !isProbable ? 'medium' : effect >= EFFECT_MEDIUM ? 'critical' : 'high';
  return {
    rule: 'timing-welch',
    severity,
    finding: isProbable
      ? 'Durations differ between fixed and random inputs: probably not constant time.'
      : 'Durations seem to differ between fixed and random inputs. Measure more to be sure.',
    evidence: `|t| = ${figure(size)}, limits ${T_SUSPECTED} and ${T_PROBABLE}; ${testWords(test)}`,
  };
}

function noLeak(test: TimingTest): Finding {
  const smallest = T_SUSPECTED * Math.sqrt(1 / test.counts[0] + 1 / test.counts[1]);
  return {
    rule: 'timing-welch',
    severity: 'info',
    finding: 'No difference between fixed and random inputs was found. That does not show constant time.',
    evidence: `|t| = ${figure(Math.abs(test.t))}, limit ${T_SUSPECTED}; effects below d = ${figure(smallest)} are not seen with so few; ${testWords(test)}`,
  };
}

function testWords({ kind, percentile, counts, effectSize, difference }: TimingTest): string {
  const sample = kind === 'cropped' ? `the fastest ${figure(percentile ?? 0)} %` : 'all durations';
  const what = kind === 'second_order' ? `squared distances from the mean, ${sample}` : sample;
  const unit = kind === 'second_order' ? 'ns²' : 'ns';
  return `Welch's test on ${what} (${figure(counts[0])} + ${figure(counts[1])}); effect size d = ${figure(effectSize)}; difference ${figure(difference)} ${unit}`;
}

function fewSamples(evidence: string): Finding {
  return {
    rule: 'timing-few-samples',
    severity: 'info',
    finding: 'Too few durations to say anything. Measure more.',
    evidence,
  };
}

function shapeFindings(
  { pattern, clusters, outliers, median }: TimingShape,
  severity: Severity = 'low',
): readonly Finding[] {
  if (pattern === 'clustered' && clusters !== null) {
    return [
      {
        rule: 'timing-two-clusters',
        severity,
        finding: 'Durations lie in two clusters, as with two paths through the code, or hits and misses of a cache.',
        evidence: `around ${figure(clusters.means[0])} and ${figure(clusters.means[1])} ns, ${figure(clusters.slowerShare * 100)} % in the slower one; distance D = ${figure(clusters.separation)}`,
      },
    ];
  }
  if (pattern !== 'outliers') return [];
  return [
    {
      rule: 'timing-outliers',
      severity: 'info',
      finding: 'Single durations lie far above the others. Interruptions by the system look like this.',
      evidence: `${figure(outliers)} durations far above the median of ${figure(median)} ns`,
    },
  ];
}
