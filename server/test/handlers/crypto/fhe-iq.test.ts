/** Advice about parameters: inside the tables, refused where nothing will do, with a statement about security in every answer. */
import { join } from 'node:path';
import { LIMITS_2024, mostBits } from '@touchstone/core/fhe/security-tables.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SOME_SETS } from '../../../../core/test/fhe/measured-sets.ts';
import { keepBenchmark } from '../../../src/fhe-iq/benchmark.ts';
import { openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  token = (await server.newKey({ plan: 'enterprise_plus' })).key;
  keepBenchmark(join(server.deps.dataDir, 'fhe-benchmark.json'), { measuredAt: server.deps.clock(), sets: SOME_SETS });
});
afterAll(() => server.close());

const select = (workload: string, security_level: number, max_latency_ms: number) =>
  server.call('POST', '/v1/fhe-iq/select', { token, json: { workload, security_level, max_latency_ms } });
const optimize = (current_params: object, target: string, constraint_ms: number) =>
  server.call('POST', '/v1/fhe-iq/optimize', { token, json: { current_params, target, constraint_ms } });

test('benchmark answers what was measured, and its security', async () => {
  const answer = await server.call('GET', '/v1/fhe-iq/benchmark', { token });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.at('benchmarks.2')).toMatchObject({
    params: { scheme: 'BFV', n: 16_384, q_bits: 284, prime_bits: [56, 56, 56, 56, 60], t: 786_433 },
    encrypt_us: 12_400,
    multiply_us: 62_500,
    multiply_plain_us: 7_300,
    add_us: 160,
    security: { q_bits_most_2024: 297, q_bits_most_2018: 305 },
  });
  expect((await server.call('GET', '/v1/fhe-iq/benchmark?measure=never', { token })).code).toBe('INVALID_REQUEST');
});

test.each([128, 192, 256] as const)('select keeps to the tables at %i bits', async (level) => {
  for (const workload of [
    'biometric_match',
    'aggregate',
    'similarity_search',
    'ml_inference',
    'polynomial',
    'general',
  ]) {
    const answer = await select(workload, level, 60_000);
    expect(answer.status, answer.text).toBe(200);
    const { n, q_bits, security_level } = answer.body as { n: number; q_bits: number; security_level: number };
    expect(security_level).toBeGreaterThanOrEqual(level);
    expect(q_bits).toBeLessThanOrEqual(mostBits(LIMITS_2024, n, level));
    expect(answer.at('security.statement')).toContain('ePrint 2024/463');
  }
});

test('select refuses what is not fast enough, and says what the fastest would take', async () => {
  const answer = await select('general', 128, 1);
  expect([answer.code, answer.headers['x-error-field']]).toEqual(['INVALID_REQUEST', 'max_latency_ms']);
  const [, fastest] = /estimated ([\d.]+) ms at least: with BFV, n = 16384/.exec(String(answer.message)) ?? [];
  expect((await select('general', 128, Number(fastest) * 1.1)).status).toBe(200);
  expect((await select('poetry', 128, 1_000)).code).toBe('INVALID_REQUEST');
  expect((await select('general', 100, 1_000)).code).toBe('INVALID_REQUEST');
});

test.each([3_841, 1e6, 1e15, Number.MAX_SAFE_INTEGER, Array.from({ length: 65 }, () => 30)])(
  'optimize refuses more of Q than SEAL knows, before anything is computed: %j',
  async (q_bits) => {
    const answer = await optimize({ n: 32_768, q_bits }, 'latency', 1_000);
    expect([answer.status, answer.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(answer.headers['x-error-field']).toMatch(/^current_params/);
  },
);

test.each([
  { n: 1_024, q_bits: 1, says: /it has 12 bits at least/ },
  { n: 16_384, q_bits: [56, 56, 12], says: /it has 16 bits at least with n = 16384/ },
  { n: 16_384, q_bits: [1, 1], says: /prime/ },
  { n: 1_024, q_bits: 27, says: /sure to decrypt/ },
  { n: 4_096, q_bits: [28, 60], says: /sure to decrypt/ },
])('optimize refuses parameters under which nothing decrypts: $n, $q_bits', async ({ says, ...current }) => {
  const answer = await optimize(current, 'latency', 1_000_000);
  expect([answer.code, answer.headers['x-error-field']]).toEqual(['INVALID_REQUEST', 'current_params.q_bits']);
  expect(answer.message).toMatch(says);
});

test('optimize for latency: the same depth inside the tables, faster, and what that costs', async () => {
  const answer = await optimize({ n: 32_768, q_bits: Array.from({ length: 15 }, () => 40) }, 'latency', 5_000);
  expect(answer.status, answer.text).toBe(200);
  const { n, q_bits } = answer.at('optimized') as { n: number; q_bits: number };
  expect(q_bits).toBeLessThanOrEqual(mostBits(LIMITS_2024, n, 128));
  expect(answer.at('improvement')).toMatch(/product takes an estimated [\d.]+ ms instead of/);
  expect(answer.at('tradeoff')).toContain('bits of Q more');
  expect(answer.at('security.statement')).toContain('ePrint 2024/463');
});

test('optimize for security: a higher level, slower', async () => {
  const answer = await optimize({ n: 16_384, q_bits: [56, 56, 56, 56, 60] }, 'security', 5_000);
  expect(answer.at('optimized.n')).toBe(32_768);
  expect(answer.at('improvement')).toContain('256 bits of security instead of 192');
  expect(answer.at('tradeoff')).toMatch(/product takes an estimated/);
});

test('parameters outside the tables come back inside, or are refused with what is nearest', async () => {
  const inside = await optimize({ n: 8_192, q_bits: 218 }, 'latency', 5_000);
  expect(inside.at('improvement')).toContain('outside the tables of 2024');
  const refused = await optimize({ n: 8_192, q_bits: 218 }, 'latency', 0.01);
  expect([refused.code, refused.headers['x-error-field']]).toEqual(['INVALID_REQUEST', 'constraint_ms']);
  expect(refused.message).toMatch(/ms at least, with n = \d+ and \d+ bits of Q/);
  const tooDeep = await optimize({ n: 32_768, q_bits: 3_000 }, 'security', 60_000);
  expect([tooDeep.code, tooDeep.headers['x-error-field']]).toEqual(['INVALID_REQUEST', 'current_params']);
  expect(tooDeep.message).toMatch(/; \d+ is the most/);
});

test('where nothing is better, what was sent comes back', async () => {
  const best = (await optimize({ n: 16_384, q_bits: 284 }, 'latency', 5_000)).at('optimized') as object;
  const again = await optimize(best, 'latency', 5_000);
  expect(again.at('optimized')).toEqual(best);
  expect(again.at('improvement')).toContain('None');
});
