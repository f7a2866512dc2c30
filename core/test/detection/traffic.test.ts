import { expect, test } from 'vitest';
import { judgeTraffic, TRAFFIC_RULES, type TrafficSample } from '../../src/detection/traffic.ts';

/** Matches no rule. */
const calm: TrafficSample = {
  requestCount: 100,
  windowSeconds: 3_600,
  payloadSizes: Array.from({ length: 30 }, (_, index) => 1_000 + 500 * index),
  encryptionTypes: ['ML-KEM-768'],
};
const rulesOf = (sample: TrafficSample) => judgeTraffic(sample).findings.map(({ rule }) => rule);

test('calm traffic matches no rule, and no threat is no promise', () => {
  const judged = judgeTraffic(calm);
  expect(judged).toMatchObject({ threat: 'none', confidence: 0, findings: [] });
  expect(judged.action).toContain('does not show');
});

test.each([
  ['traffic-rate', { requestCount: 36_000, payloadSizes: [] }, { requestCount: 35_999, payloadSizes: [] }],
  [
    'traffic-throughput',
    { requestCount: 100, windowSeconds: 80, payloadSizes: [1_000_000] },
    { requestCount: 100, windowSeconds: 81, payloadSizes: [1_000_000] },
  ],
  [
    'traffic-volume',
    { requestCount: 1_000, payloadSizes: [1_000_000] },
    { requestCount: 999, payloadSizes: [1_000_000] },
  ],
  [
    'traffic-even',
    { payloadSizes: Array.from({ length: 20 }, (_, index) => 1_000 + index) },
    { payloadSizes: Array.from({ length: 19 }, (_, index) => 1_000 + index) },
  ],
  ['traffic-long', { windowSeconds: 86_400 }, { windowSeconds: 86_399 }],
  [
    'traffic-handshakes',
    { requestCount: 50, windowSeconds: 1, payloadSizes: [8_192] },
    { requestCount: 50, windowSeconds: 1, payloadSizes: [8_193] },
  ],
] as const)('%s matches from its limit on', (rule, at, below) => {
  expect(rulesOf({ ...calm, ...at })).toContain(rule);
  expect(rulesOf({ ...calm, ...below })).not.toContain(rule);
});

test('a copy under RSA is harvesting, the same under ML-KEM collection', () => {
  const copy = { ...calm, requestCount: 360_000, payloadSizes: Array.from({ length: 20 }, () => 1_048_576) };
  expect(judgeTraffic({ ...copy, encryptionTypes: ['ML-KEM-768', 'RSA-2048'] })).toMatchObject({
    threat: 'harvest_now_decrypt_later',
    confidence: 0.9,
    findings: [{ rule: 'traffic-vulnerable', severity: 'high', evidence: 'RSA-2048' }, {}, {}, {}, {}],
  });
  expect(judgeTraffic(copy)).toMatchObject({ threat: 'bulk_collection', confidence: 0.9 });
});

test('weights reach the limit exactly where the guide says so', () => {
  // 0.3 and 0.3: days of a large volume.
  const drop = { ...calm, windowSeconds: 86_400, requestCount: 1_000, payloadSizes: [1_000_000] };
  expect(judgeTraffic(drop)).toMatchObject({ threat: 'bulk_collection', confidence: 0.6 });
  expect(TRAFFIC_RULES.volume.weight + TRAFFIC_RULES.throughput.weight).toBeLessThan(0.6);
});

test('nothing sent matches nothing, and the largest numbers stay numbers', () => {
  const empty = { requestCount: 0, windowSeconds: 1, payloadSizes: [], encryptionTypes: [] };
  expect(judgeTraffic(empty)).toMatchObject({ threat: 'none', confidence: 0, findings: [] });
  expect(rulesOf({ ...calm, payloadSizes: Array.from({ length: 30 }, () => 0) })).toContain('traffic-even');
  const most = { ...calm, requestCount: 1e15, windowSeconds: 0.001, payloadSizes: Array(100).fill(1e15) };
  expect(JSON.stringify(judgeTraffic(most))).not.toMatch(/NaN|∞|Infinity/);
});
