import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyseTimings, LEAST_PER_CLASS, power, T_PROBABLE, WARM_UP } from '../../src/detection/timing.ts';
import { countBelow, timingShape } from '../../src/detection/timing-shape.ts';
import { momentsOf, welchTest } from '../../src/detection/welch.ts';
import { drawFrom } from './generator/random.ts';
import { blockedCase, TUNING, timingCase } from './generator/timings.ts';

const rulesOf = ({ findings }: ReturnType<typeof analyseTimings>) => findings.map(({ rule }) => rule);

describe('with classes', () => {
  test('finds a shift, says how large it is, and names the test', () => {
    const { samples, classes } = timingCase(TUNING, 'normal', 'shift', 20_000, 'a');
    const found = analyseTimings(samples, classes);
    expect(found).toMatchObject({ verdict: 'leak_suspected', undetermined: null, pattern: 'uniform' });
    // 10 of 20 ns, class 1 slower.
    expect(found.test?.effectSize).toBeGreaterThan(-0.6);
    expect(found.test?.effectSize).toBeLessThan(-0.4);
    expect(Math.abs(found.test?.t ?? 0)).toBeGreaterThan(T_PROBABLE);
    expect(found.findings[0]).toMatchObject({ rule: 'timing-welch' });
    expect(found.confidence).toBeGreaterThan(0.9);
  });

  test('finds none where there is none, with the power that the number gives', () => {
    const { samples, classes } = timingCase(TUNING, 'lognormal', 'none', 20_000, 'a');
    const found = analyseTimings(samples, classes);
    expect(found).toMatchObject({ verdict: 'none_found', findings: [{ rule: 'timing-welch', severity: 'info' }] });
    expect(found.confidence).toBe(0.99);
    expect(power(LEAST_PER_CLASS, LEAST_PER_CLASS)).toBeCloseTo(0.299, 2);
  });

  test('crops: a difference that rare interruptions hide among all durations is found below a percentile', () => {
    const draw = drawFrom('cropped');
    const classes = Array.from({ length: 8_000 }, () => (draw.chance(0.5) ? 1 : 0));
    const samples = classes.map(
      (inputClass) => draw.normal(1_000 + 3 * inputClass, 10) + (draw.chance(0.02) ? draw.pareto(50_000, 1.1) : 0),
    );
    const of = (wanted: number) => momentsOf(samples.filter((_sample, index) => classes[index] === wanted));
    expect(Math.abs(welchTest(of(0), of(1)).t)).toBeLessThan(5);
    const found = analyseTimings(samples, classes);
    expect(found).toMatchObject({ verdict: 'leak_suspected', test: { kind: 'cropped' } });
    expect(found.test?.percentile).toBeLessThan(99);
  });

  test('looks at the spread too, as the second-order test', () => {
    const draw = drawFrom('spread');
    const classes = Array.from({ length: 24_000 }, () => (draw.chance(0.5) ? 1 : 0));
    const samples = classes.map((inputClass) => draw.normal(1_000, 20 + 4 * inputClass));
    expect(analyseTimings(samples, classes)).toMatchObject({
      verdict: 'leak_suspected',
      test: { kind: 'second_order', percentile: null },
    });
  });

  test('leaves the first durations out, which are slow', () => {
    const { samples, classes } = timingCase(TUNING, 'normal', 'none', 2_100, 'a');
    const slow = samples.map((sample, index) => (index < WARM_UP ? sample * 1e9 : sample));
    const [plain, warmed] = [analyseTimings(samples, classes), analyseTimings(slow, classes)];
    expect(warmed.test?.t).toBeCloseTo(plain.test?.t ?? 0, 6);
    expect(warmed.pattern).toBe('outliers');
  });

  test('judges neither few nor unbalanced nor blocked measurements', () => {
    const few = timingCase(TUNING, 'normal', 'shift', 1_800, 'a');
    const large = timingCase(TUNING, 'normal', 'shift', 20_000, 'a');
    const draw = drawFrom('unbalanced');
    const unbalanced = large.samples.map(() => (draw.chance(0.06) ? 1 : 0));
    const blocked = blockedCase(TUNING, 'normal', 20_000, 'a');
    const cases = [
      [analyseTimings(few.samples, few.classes), 'few_samples', 'timing-few-samples'],
      [analyseTimings(large.samples, unbalanced), 'unbalanced', 'timing-unbalanced'],
      [analyseTimings(blocked.samples, blocked.classes), 'not_interleaved', 'timing-not-interleaved'],
    ] as const;
    for (const [found, undetermined, rule] of cases) {
      expect(found).toMatchObject({ verdict: 'undetermined', undetermined, confidence: 0, test: null });
      expect(rulesOf(found)).toContain(rule);
    }
  });

  test('constant durations that differ are found, equal ones are not', () => {
    const { classes } = timingCase(TUNING, 'normal', 'none', 4_000, 'a');
    const differing = analyseTimings(
      classes.map((inputClass) => 100 + inputClass),
      classes,
    );
    expect(differing.verdict).toBe('leak_suspected');
    expect(JSON.stringify(differing)).not.toContain('null,"t"');
    const equal = analyseTimings(
      classes.map(() => 100),
      classes,
    );
    expect(equal).toMatchObject({ verdict: 'none_found', variance: 0, test: { t: 0, needed: null } });
  });
});

describe('without classes', () => {
  const draw = drawFrom('clusters');
  const mixed = Array.from({ length: 2_000 }, () => (draw.chance(0.3) ? draw.normal(150, 3) : draw.normal(100, 3)));

  test('two clusters in turn are suspected, at most half sure', () => {
    const found = analyseTimings(mixed, null);
    expect(found).toMatchObject({ verdict: 'leak_suspected', pattern: 'clustered', test: null });
    expect(found.confidence).toBeGreaterThan(0.25);
    expect(found.confidence).toBeLessThanOrEqual(0.5);
  });

  test('the same clusters one after the other are the state of the machine', () => {
    const found = analyseTimings(mixed.toSorted(), null);
    expect(found).toMatchObject({ verdict: 'none_found', pattern: 'clustered', confidence: 0.1 });
    expect(rulesOf(found)).toContain('timing-clusters-in-runs');
  });

  test.each([
    ['one cluster', () => draw.normal(100, 3), 'uniform'],
    ['evenly spread', () => draw.between(100, 200), 'uniform'],
    ['two steps of a coarse clock', () => (draw.chance(0.5) ? 1_000 : 1_001), 'uniform'],
    ['interrupted', () => (draw.chance(0.005) ? 10_000 : draw.normal(100, 3)), 'outliers'],
  ])('%s is not suspected', (_name, one, pattern) => {
    const found = analyseTimings(
      Array.from({ length: 2_000 }, () => one()),
      null,
    );
    expect(found).toMatchObject({ verdict: 'none_found', pattern });
  });

  test('a handful says nothing', () => {
    const found = analyseTimings([41_200, 41_310, 41_180, 58_900], null);
    expect(found).toMatchObject({ verdict: 'undetermined', pattern: 'undetermined', confidence: 0 });
  });
});

test('whatever numbers come, every answer is made of numbers that JSON has', () => {
  const sample = fc.oneof(fc.nat(5), fc.double({ min: 0, max: 1e15, noNaN: true }));
  fc.assert(
    fc.property(fc.array(sample, { minLength: 2, maxLength: 60 }), fc.boolean(), (values, hasClasses) => {
      // Repeated, so that the tests are reached.
      const samples = Array.from({ length: 2_400 }, (_, index) => values[(index * 7) % values.length] ?? 0);
      const classes = samples.map((_sample, index) => ((index * 2_654_435_761) % 4_294_967_296) & 1);
      const found = analyseTimings(samples, hasClasses ? classes : null);
      const numbers = [found.variance, found.confidence, ...Object.values(found.test ?? {}).flat()];
      expect(numbers.every((value) => typeof value !== 'number' || Number.isFinite(value))).toBe(true);
      expect(found.confidence).toBeGreaterThanOrEqual(0);
      expect(found.confidence).toBeLessThanOrEqual(1);
    }),
    { numRuns: 60 },
  );
});

test('counts below a limit, and finds the middle', () => {
  const sorted = Float64Array.of(1, 2, 2, 3);
  expect([0, 2, 4].map((limit) => countBelow(sorted, limit))).toEqual([0, 1, 4]);
  expect(countBelow(sorted, 2, true)).toBe(3);
  expect(timingShape(sorted).median).toBe(2);
});
