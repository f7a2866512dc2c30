/** Fraud signals: what is released, and what never is (S33). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FRAUD_FACTORS } from '@touchstone/core/api/crypto/fraud-factors.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { weightsOf } from '../../../src/fraud/scores.ts';
import { pastFraudSignals } from '../../../src/fraud/signals.ts';
import { sealedSignal } from '../../encrypted-inputs.ts';
import { type Answer, openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
interface Member {
  readonly key: string;
  readonly projectId: string;
}
const members: Member[] = [];
let publicKey: string;
beforeAll(async () => {
  server = await openTestServer();
  for (let at = 0; at < 5; at++) members.push(await server.newKey({ plan: 'enterprise_plus' }));
  publicKey = String((await server.call('GET', '/v1/share/key', { token: members[0]?.key ?? '' })).at('public_key'));
});
afterAll(() => server.close());

function member(at: number): Member {
  const found = members[at];
  if (found === undefined) throw new TypeError('no such member');
  return found;
}

let entities = 0;
const newEntity = () => (++entities).toString(16).padStart(64, 'e');

const post = (name: string, json: object, as = member(0)) =>
  server.call('POST', `/v1/share/${name}`, { token: as.key, json });

async function contribute(as: Member, entity: string, factors: readonly number[], ttl_hours = 72): Promise<Answer> {
  const data = await sealedSignal(publicKey, as.projectId, factors, entity);
  return post('contribute', { signal_type: 'account_takeover', data, ttl_hours }, as);
}

const score = (entity: string, as = member(0)) => post('score', { entity_hash: entity, context: 'payment' }, as);
const query = (entity: string, as = member(0)) =>
  post('query', { query_type: 'risk_factors', entity_hash: entity }, as);

const UNKNOWN = { score: 0, level: 'unknown', factors: [], signals_evaluated: 0 };
const EMPTY = { risk_factors: [], signal_count: 0, freshness_hours: 0 };

describe('what is released', () => {
  test('nothing below three contributors, however many signals', async () => {
    const entity = newEntity();
    expect((await score(entity)).body).toEqual(UNKNOWN);
    for (const at of [0, 0, 0, 1, 1]) await contribute(member(at), entity, new Array(8).fill(1000));
    expect((await score(entity)).body).toEqual(UNKNOWN);
    expect((await query(entity)).body).toEqual(EMPTY);
    await contribute(member(2), entity, new Array(8).fill(1000));
    expect((await score(entity)).body).toMatchObject({ score: 1, level: 'high', signals_evaluated: 6 });
  });

  test('means of the means of contributors in steps of 0.05, as plain computation has them', async () => {
    for (let round = 0; round < 4; round++) {
      const entity = newEntity();
      const all = Array.from({ length: 3 + 2 * round }, () =>
        FRAUD_FACTORS.map(() => Math.floor(Math.random() * 1001)),
      );
      for (const [at, factors] of all.entries()) await contribute(member(at % 5), entity, factors);
      // Member `at` has contributed every fifth of them, once or twice: a mean is counted in halves, so that what lies
      // in the middle between two steps is not moved by what a division leaves.
      const sums = FRAUD_FACTORS.map((_, factor) =>
        all.reduce((sum, factors, at) => sum + (factors[factor] ?? 0) * (at >= 5 || at + 5 < all.length ? 1 : 2), 0),
      );
      const halves = 2 * Math.min(5, all.length);
      const step = (sum: number, count: number) => (5 * Math.round((20 * sum) / (1000 * count))) / 100;
      const levels = FRAUD_FACTORS.map((factor, at) => ({ factor, level: step(sums[at] ?? 0, halves) }));
      const expected = levels.toSorted((a, b) => b.level - a.level);
      const released = await query(entity);
      expect(released.body).toEqual({ risk_factors: expected, signal_count: all.length, freshness_hours: 0 });
      const total = step(
        sums.reduce((before, sum) => before + sum, 0),
        halves * sums.length,
      );
      const scored = await score(entity, member(3));
      expect(scored.at('score')).toBe(total);
      expect(scored.at('level')).toBe(total >= 0.65 ? 'high' : total >= 0.35 ? 'medium' : 'low');
      const strongest = expected.filter(({ level }) => level > 0 && level >= total).map(({ factor }) => factor);
      expect(scored.at('factors')).toEqual(strongest.slice(0, 3));
    }
  });

  test('stays the same for an hour, whoever contributes, withdraws or asks meanwhile', async () => {
    const entity = newEntity();
    for (const at of [0, 1, 2]) await contribute(member(at), entity, new Array(8).fill(200));
    const before = (await score(entity)).body;
    const added = await contribute(member(3), entity, new Array(8).fill(1000));
    expect((await score(entity, member(3))).body).toEqual(before);
    server.advance(1_800_000);
    expect((await query(entity)).at('freshness_hours')).toBe(0.5);
    server.advance(1_800_000);
    expect((await score(entity)).body).toMatchObject({ score: 0.4, level: 'medium', signals_evaluated: 4 });
    await server.call('DELETE', `/v1/share/signals/${added.at('signal_id')}`, { token: member(3).key });
    expect((await score(entity)).at('score')).toBe(0.4);
    server.advance(3_600_000);
    expect((await score(entity)).body).toMatchObject({ score: 0.2, level: 'low', signals_evaluated: 3 });
  });

  test('of many who ask at once all are told the same', async () => {
    const entity = newEntity();
    for (const at of [0, 1, 2]) await contribute(member(at), entity, new Array(8).fill(500));
    const answers = await Promise.all([
      score(entity),
      contribute(member(3), entity, new Array(8).fill(1000)),
      ...Array.from({ length: 4 }, () => score(entity)),
    ]);
    const scores = new Set(
      answers.filter((answer) => answer.at('score') !== undefined).map((answer) => answer.at('score')),
    );
    expect(scores.size).toBe(1);
  });

  test('a signal counts until its time is over, and is gone then', async () => {
    const entity = newEntity();
    for (const at of [0, 1]) await contribute(member(at), entity, new Array(8).fill(600), 100);
    await contribute(member(2), entity, new Array(8).fill(600), 1);
    expect((await score(entity)).at('signals_evaluated')).toBe(3);
    server.advance(3_600_000);
    expect((await score(entity)).body).toEqual(UNKNOWN);
    const listed = async () =>
      (await server.call('GET', '/v1/share/signals', { token: member(2).key })).at('items') as object[];
    await pastFraudSignals.run(server.deps);
    expect((await listed()).every((item) => 'expires_at' in item && String(item.expires_at) > '2026')).toBe(true);
  });

  test('nobody pushes the others out of the sum, or sets it alone', async () => {
    const many = (project: string, count: number) =>
      Array.from({ length: count }, (_, at) => ({ id: `${project}${at}`, project_id: project }));
    const weights = weightsOf([...many('loud', 5_000), ...many('b', 2), ...many('c', 1)]) ?? new Map();
    const of = (project: string) => [...weights].flatMap(([id, weight]) => (id.startsWith(project) ? [weight] : []));
    expect(of('loud')).toEqual(new Array(333).fill(1));
    expect(of('b')).toEqual([167, 166]);
    expect(of('c')).toEqual([333]);
    expect(weightsOf([...many('a', 10), ...many('b', 10)])).toBe(null);

    const entity = newEntity();
    for (const at of [0, 1, 2, 2, 2, 2, 2, 2])
      await contribute(member(at), entity, new Array(8).fill(at < 2 ? 0 : 900));
    expect((await score(entity)).body).toMatchObject({ score: 0.3, level: 'low', signals_evaluated: 8 });
  });
});

describe('what is refused', () => {
  test('boxes that do not open, of another project, sent twice, or with something else in them', async () => {
    const entity = newEntity();
    const own = await sealedSignal(publicKey, member(0).projectId, undefined, entity);
    const send = (data: string, as = member(0)) => post('contribute', { signal_type: 'x', data, ttl_hours: 1 }, as);
    expect((await send(own, member(1))).code).toBe('INVALID_CIPHERTEXT');
    const bytes = Buffer.from(own, 'base64');
    for (const at of [0, 1567, 1570, 1590, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 4;
      const answer = await send(changed.toString('base64'));
      expect([answer.code, answer.headers['x-error-field']]).toEqual(['INVALID_CIPHERTEXT', 'data']);
    }
    for (const data of [
      '',
      bytes.subarray(1).toString('base64'),
      Buffer.concat([bytes, Buffer.alloc(9000)]).toString('base64'),
    ]) {
      expect((await send(data)).code).toBe('INVALID_CIPHERTEXT');
    }
    for (const factors of [[1, 2], new Array(8).fill(1001), new Array(8).fill(-1), new Array(8).fill(0.5)]) {
      expect((await contribute(member(0), entity, factors)).code).toBe('INVALID_CIPHERTEXT');
    }
    expect((await contribute(member(0), entity.toUpperCase(), new Array(8).fill(1))).code).toBe('INVALID_CIPHERTEXT');
    expect((await send(own)).status).toBe(200);
    expect((await send(own)).code).toBe('CONFLICT');
    expect((await send('no base64')).code).toBe('INVALID_REQUEST');
    for (const signal_type of ['', 'a\u0007b', 'a\nb', 'x'.repeat(65)]) {
      const answer = await post('contribute', { signal_type, data: own, ttl_hours: 1 });
      expect([answer.code, answer.headers['x-error-field']]).toEqual(['INVALID_REQUEST', 'signal_type']);
    }
    expect((await post('query', { query_type: 'risk_factors', entity_hash: 'ab' })).code).toBe('INVALID_REQUEST');
    expect(server.logged.join('')).not.toContain('replaced');
  });
});

test('participants have pseudonyms that stay; signals of one are listed and withdrawn by it alone', async () => {
  const { key } = await server.newKey();
  const own = {
    key,
    projectId: String((await server.call('GET', '/v1/share/key', { token: key })).at('context.project')),
  };
  const made = await contribute(own, newEntity(), new Array(8).fill(1));
  expect(made.body).toMatchObject({ accepted: true, signal_id: expect.stringMatching(/^sig_[0-9a-f]{16}$/) });
  const list = await server.call('GET', '/v1/share/participants', { token: key });
  expect(list.at('total')).toBe(made.at('consortium_size'));
  expect(list.text).not.toContain(own.projectId);
  const last = (list.at('participants') as { id: string; joined: string; signals_contributed: number }[]).at(-1);
  expect(last).toMatchObject({ id: expect.stringMatching(/^par_[0-9a-f]{16}$/), signals_contributed: 1 });
  await contribute(own, newEntity(), new Array(8).fill(1));
  const again = (await server.call('GET', '/v1/share/participants', { token: key })).at('participants') as object[];
  expect(again.at(-1)).toEqual({ ...last, signals_contributed: 2 });
  const signals = (query: string) => server.call('GET', `/v1/share/signals${query}`, { token: key });
  const first = await signals('?limit=1');
  expect(first.at('items.0.signal_id')).toBe(made.at('signal_id'));
  expect((await signals(`?cursor=${first.at('next_cursor')}`)).at('items')).toHaveLength(1);
  const path = `/v1/share/signals/${made.at('signal_id')}`;
  expect((await server.call('DELETE', path, { token: member(0).key })).code).toBe('NOT_FOUND');
  expect((await server.call('DELETE', path, { token: key })).body).toEqual({
    signal_id: made.at('signal_id'),
    status: 'deleted',
  });
  expect((await server.call('DELETE', path, { token: key })).code).toBe('NOT_FOUND');
});

test('no entity and no factor lies in the data folder or the log', async () => {
  const entity = 'c0ffee17'.repeat(8);
  const factors = [911, 7, 823, 5, 641, 3, 499, 1];
  for (const at of [0, 1, 2]) await contribute(member(at), entity, factors);
  await score(entity);
  const files = readdirSync(server.deps.dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const held = [
    ...files.map((entry) => readFileSync(join(entry.parentPath, entry.name))),
    Buffer.from(server.logged.join('\n')),
  ];
  const words = Buffer.alloc(32);
  for (const [at, factor] of factors.slice(0, 4).entries()) words.writeBigUInt64LE(BigInt(factor), 8 * at);
  const raw = Buffer.from(entity, 'hex');
  for (const found of held) {
    for (const part of [
      raw,
      Buffer.from(entity),
      Buffer.from(raw.toString('base64')),
      words,
      Buffer.from(factors.join()),
    ]) {
      expect(found.includes(part)).toBe(false);
    }
  }
});
