import { analyseTimings } from '@touchstone/core/detection/timing.ts';
import { describe, expect, test } from 'vitest';
import { distributionOf } from '../../../../src/pages/record/detection/distribution.ts';
import { findingItems, findingsCsv, findingView } from '../../../../src/pages/record/detection/finding-items.ts';
import { readMeasurements } from '../../../../src/pages/record/detection/read-input.ts';
import { type Check, Results } from '../../../../src/pages/record/detection/results.ts';
import { sampleTimings } from '../../../../src/pages/record/detection/sample-timings.ts';

const traffic: Check = {
  kind: 'traffic',
  body: {
    traffic_sample: {
      source_ip: '203.0.113.7',
      request_count: 1,
      time_window_seconds: 1,
      payload_sizes: [],
      encryption_types: [],
    },
  },
  answer: {
    threat_detected: false,
    threat_type: 'none',
    confidence: 0,
    indicators: [],
    recommended_action: '',
    findings: [],
    notice: '',
    latency_us: 1,
  },
};
const algorithms: Check = {
  kind: 'algorithms',
  body: { algorithms_in_use: ['=RC4'], key_ages_days: { old: 900 }, security_level: 'L3' },
  answer: {
    overall_health: 'critical',
    score: 0,
    algorithm_status: {},
    key_status: {},
    recommendations: [],
    findings: [
      { rule: 'key-overdue', severity: 'medium', finding: 'Rotate old.', evidence: '900 days' },
      { rule: 'algorithm-broken', severity: 'critical', finding: '=RC4 is broken.', evidence: '=RC4' },
    ],
    notice: '',
    latency_us: 1,
  },
};

describe('results', () => {
  test('stay, the newest first, thirty at most, until they are forgotten', () => {
    const results = new Results();
    const ids = Array.from({ length: 31 }, (_, at) => results.add(traffic, at));
    expect(new Set(ids).size).toBe(31);
    expect(results.snapshot().map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 30));
    results.forget();
    expect(results.snapshot()).toEqual([]);
  });

  test('are listed by their findings, the gravest first, and one without is a line too', () => {
    const results = new Results();
    results.add(traffic, 1);
    results.add(algorithms, 2);
    const items = findingItems(results.snapshot());
    const { matches, sortBy } = findingView(
      { text: '', severity: null, kind: null },
      { by: 'severity', descending: false },
    );
    const shown = items.filter(matches).toSorted((one, other) => Number(sortBy(one)) - Number(sortBy(other)));
    expect(shown.map(({ severity }) => severity)).toEqual(['critical', 'medium', 'info']);
    const found = findingView({ text: 'RC4', severity: null, kind: 'algorithms' }, { by: 'at', descending: true });
    expect(items.filter(found.matches)).toHaveLength(2);
    // A spreadsheet does not run it.
    expect(findingsCsv(items)).toContain(`"'=RC4 is broken."`);
  });
});

describe('the distribution', () => {
  test('has the share of each class in each step', () => {
    const samples = [...Array.from({ length: 99 }, (_, index) => index), 10_000];
    const { edges, shares, hidden } = distributionOf(samples, undefined);
    expect([edges.length, shares.length, hidden]).toEqual([41, 1, 1]);
    expect(shares[0]?.reduce((sum, share) => sum + share, 0)).toBeCloseTo(99, 9);
    expect(edges.at(-1)).toBeCloseTo(98, 9);
    const classes = samples.map((_sample, index) => index % 2);
    expect(distributionOf(samples, classes).shares).toHaveLength(2);
  });

  test('of equal durations is one step', () => {
    expect(distributionOf([5, 5, 5], undefined).shares[0]?.[0]).toBe(100);
  });
});

test('the example is a leak that the test finds', () => {
  const read = readMeasurements(sampleTimings());
  if (!read.ok) throw new Error('the example is no measurements');
  const { timing_samples, input_classes = [] } = read.measurements;
  expect(analyseTimings(timing_samples, input_classes)).toMatchObject({ verdict: 'leak_suspected' });
});
