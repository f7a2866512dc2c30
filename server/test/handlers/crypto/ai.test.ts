import { HEURISTIC_NOTICE } from '@touchstone/core/detection/finding.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TUNING, timingCase } from '../../../../core/test/detection/generator/timings.ts';
import { openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

function call(path: 'harvest-detect' | 'side-channel' | 'crypto-health', json: object) {
  return server.call('POST', `/v1/ai/${path}`, { token: server.admin, json });
}

const sample = {
  source_ip: '203.0.113.7',
  request_count: 4_800,
  time_window_seconds: 60,
  payload_sizes: [1_048_576, 1_048_576, 1_048_576],
  encryption_types: ['RSA-2048', 'ECDHE-P256'],
};
const traffic = (changed: object) => call('harvest-detect', { traffic_sample: { ...sample, ...changed } });

test('a copy under RSA is harvesting; its indicators are the rules that matched', async () => {
  const answer = await traffic({});
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    threat_detected: true,
    threat_type: 'harvest_now_decrypt_later',
    confidence: 0.7,
    notice: HEURISTIC_NOTICE,
    latency_us: expect.any(Number),
  });
  expect(answer.at('indicators')).toHaveLength(4);
});

test('the same few requests are no threat', async () => {
  const answer = await traffic({ request_count: 3, source_ip: '2001:db8::1' });
  expect(answer.body).toMatchObject({ threat_detected: false, threat_type: 'none', confidence: 0 });
});

test.each([
  ['traffic_sample.source_ip', { source_ip: '203.0.113.256' }],
  ['traffic_sample.source_ip', { source_ip: '203.0.113.7/24' }],
  ['traffic_sample.request_count', { request_count: -1 }],
  ['traffic_sample.time_window_seconds', { time_window_seconds: 0 }],
  ['traffic_sample.payload_sizes.0', { payload_sizes: [-1] }],
  ['traffic_sample.payload_sizes', { payload_sizes: Array(100_001).fill(1) }],
  ['traffic_sample.payload_sizes', { request_count: 2 }],
  ['traffic_sample.encryption_types.0', { encryption_types: [''] }],
])('a sample with another %s is refused', async (field, changed) => {
  const answer = await traffic(changed);
  expect([answer.status, answer.code, answer.headers['x-error-field']]).toEqual([400, 'INVALID_REQUEST', field]);
});

const measured = { operation: 'decapsulate', algorithm: 'ML-KEM-768' };

test("Welch's test over the most durations that may be sent, in a worker", async () => {
  const { samples, classes } = timingCase(TUNING, 'normal', 'shift', 100_000, 'server');
  const answer = await call('side-channel', { ...measured, timing_samples: samples, input_classes: classes });
  expect(answer.body).toMatchObject({
    threat_detected: true,
    verdict: 'leak_suspected',
    cache_pattern: 'uniform',
    test: { counts: [expect.any(Number), expect.any(Number)], difference_ns: expect.any(Number) },
    notice: HEURISTIC_NOTICE,
  });
  expect(Number(answer.at('confidence'))).toBeGreaterThan(0.9);
  expect(Number(answer.at('timing_variance_ns'))).toBeGreaterThan(400);
});

test('a handful of durations is no threat and no promise', async () => {
  const answer = await call('side-channel', { ...measured, timing_samples: [41_200, 58_900, 41_180] });
  expect(answer.body).toMatchObject({
    threat_detected: false,
    verdict: 'undetermined',
    cache_pattern: 'undetermined',
    confidence: 0,
    test: null,
  });
});

test.each([
  ['timing_samples', { timing_samples: [1] }],
  ['timing_samples.1', { timing_samples: [1, -1] }],
  ['timing_samples.1', { timing_samples: [1, 1e16] }],
  ['input_classes', { timing_samples: [1, 2], input_classes: [0] }],
  ['input_classes.1', { timing_samples: [1, 2], input_classes: [0, 2] }],
])('durations with another %s are refused', async (field, changed) => {
  const answer = await call('side-channel', { ...measured, ...changed });
  expect([answer.status, answer.code, answer.headers['x-error-field']]).toEqual([400, 'INVALID_REQUEST', field]);
});

test('an inventory is graded by name and age', async () => {
  const answer = await call('crypto-health', {
    algorithms_in_use: ['ML-DSA-65', 'RSA-2048', 'AES-256-GCM', 'ROT-13', 'RSA-2048'],
    key_ages_days: { signing: 40, 'legacy-tls': 800 },
    security_level: 'L3',
  });
  expect(answer.body).toMatchObject({
    overall_health: 'fair',
    score: 55,
    algorithm_status: {
      'ML-DSA-65': { status: 'recommended', nist_level: 3 },
      'RSA-2048': { status: 'deprecated', quantum_safe: false },
      'AES-256-GCM': { status: 'recommended', quantum_safe: true },
      'ROT-13': { status: 'unknown' },
    },
    key_status: { signing: 'fresh', 'legacy-tls': 'overdue' },
    notice: HEURISTIC_NOTICE,
  });
  expect(answer.at('recommendations')).toHaveLength(3);
});

test.each(['high', 'L6', 6, 111])('the level %s is refused', async (security_level) => {
  const answer = await call('crypto-health', { algorithms_in_use: [], key_ages_days: {}, security_level });
  expect([answer.status, answer.headers['x-error-field']]).toEqual([400, 'security_level']);
});
