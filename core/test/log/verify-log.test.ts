import { toHex, utf8 } from '@touchstone/core/bytes.ts';
import type { JsonObject, JsonValue } from '@touchstone/core/canonical-json.ts';
import type { GeneratedKeySet } from '@touchstone/core/keys/generate.ts';
import { keyThumbprint } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { revokeKey } from '@touchstone/core/keys/trust-changes.ts';
import { consistencyPath } from '@touchstone/core/log/proofs.ts';
import { leafHashes } from '@touchstone/core/log/tree.ts';
import { verifyLog } from '@touchstone/core/log/verify-log.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import type { AgentReport } from '@touchstone/core/verdict/verification-report.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, type Members, NOW, newServiceSet, optionsFor, signHead, trusting } from '../agent/bundle-fixture.ts';
import { STARTED_AT } from '../agent/fixture.ts';
import { naiveRoot } from './naive.ts';
import { createTileStore } from './tile-store.ts';

const SIZES = [0, 1, 5, 5, 300];
const data = Array.from({ length: 300 }, (_, at) => utf8(`leaf ${at}`));
let service: GeneratedKeySet;
let trust: TrustStore;
let heads: JsonObject[];
let consistency: JsonObject[];

const headOf = (size: number, at: number, change: Members = {}) =>
  signHead(
    {
      log_id: 'log_1',
      tree_size: size,
      root: toHex(naiveRoot(data.slice(0, size))),
      timestamp: formatIsoTime(STARTED_AT + 1_000 * at),
      ...change,
    },
    service,
  );

beforeAll(async () => {
  service = await newServiceSet();
  trust = trusting(service);
  const store = createTileStore();
  await store.append(leafHashes(data));
  heads = await Promise.all(SIZES.map((size, at) => headOf(size, at)));
  const pairs = [
    [1, 5],
    [5, 300],
  ] as const;
  consistency = await Promise.all(
    pairs.map(async ([first, second]) => ({
      first,
      second,
      path: (await consistencyPath(store.hashes, first, second)).map(toHex),
    })),
  );
});

const exported = (change: Members = {}): Members => ({
  format: 'svc-log/v1',
  exported_at: formatIsoTime(NOW),
  heads,
  consistency,
  ...change,
});
const judge = (log: JsonValue, store = trust): Promise<AgentReport> => verifyLog(bytesOf(log), optionsFor(store));
const replaced = (at: number, head: JsonObject) => heads.map((one, i) => (i === at ? head : one));

describe('agents MEDIUM 3: what is not covered', () => {
  it('is the time of the export, and every proof that nothing is concluded from', async () => {
    expect((await judge(exported())).not_covered).toEqual(['exported_at']);
    const [first = {}, second = {}] = consistency;
    const idle = [
      first,
      { first: 5, second: 5, path: [] },
      second,
      { ...first, path: [] },
      { first: 1, second: 300, path: [] },
    ];
    const report = await judge(exported({ consistency: idle }));
    expect(report.outcome).toBe('VERIFIED');
    expect(report.not_covered).toEqual(['exported_at', 'consistency[1]', 'consistency[3]', 'consistency[4]']);
  });

  it('is nothing else: every other text and number of the file decides', async () => {
    const document = exported();
    const text = JSON.stringify(document);
    for (const { 0: value, index } of text.matchAll(/"[^"]*"(?=[,}\]])|(?<=[:[])\d+/g)) {
      if (value === `"${String(document.exported_at)}"`) continue;
      const other = /^\d/.test(value)
        ? String(Number(value) + 1)
        : value.replace(/^"(.)?/, (_, first) => `"${first === '0' ? '1' : '0'}`);
      const changed = text.slice(0, index) + other + text.slice(index + value.length);
      expect([value.slice(0, 40), (await judge(JSON.parse(changed))).outcome]).not.toContain('VERIFIED');
    }
  });
});

describe('an intact export', () => {
  it('is VERIFIED', async () => {
    const report = await judge(exported());
    expect(report.checks.filter(({ status }) => status === 'failed' || status === 'pending')).toEqual([]);
    expect(report).toMatchObject({ kind: 'log', outcome: 'VERIFIED', exit_code: 0 });
    expect(report.subject).toMatchObject({ log_id: 'log_1', heads: 5, leaves: 300 });
  });

  it('S41: without trusted keys, under a revoked key or from the future is PENDING, never broken', async () => {
    expect(await judge(exported(), EMPTY_TRUST_STORE)).toMatchObject({
      outcome: 'PENDING',
      code: 'SIGNER_NOT_TRUSTED',
    });
    const [key] = service.keySet.keys;
    if (key === undefined) throw new Error('a key');
    const revoked = revokeKey(trust, keyThumbprint(key), NOW, 'lost');
    expect(await judge(exported(), revoked.ok ? revoked.store : trust)).toMatchObject({ code: 'KEY_REVOKED' });
    const late = await headOf(300, 0, { timestamp: formatIsoTime(NOW + 600_000) });
    expect(await judge(exported({ heads: replaced(4, late) }))).toMatchObject({
      outcome: 'PENDING',
      code: 'TIME_AHEAD',
      broken: null,
    });
    const old = await headOf(0, -90 * 86_400);
    expect(await judge(exported({ heads: replaced(0, old) }))).toMatchObject({
      outcome: 'PENDING',
      code: 'KEY_NOT_VALID',
    });
  });

  it('a receipt set does not count', async () => {
    const receipts = await newServiceSet('receipt');
    expect(await judge(exported(), trusting(receipts))).toMatchObject({ code: 'SIGNER_NOT_TRUSTED' });
  });
});

describe('a log that does not hold', () => {
  it.each<[string, () => Promise<Members>, number, string]>([
    [
      'a leaf that was changed',
      async () => ({
        heads: replaced(4, await headOf(300, 4, { root: toHex(naiveRoot([utf8('x'), ...data.slice(1)])) })),
      }),
      4,
      'consistency',
    ],
    ['a log that was cut', async () => ({ heads: replaced(4, await headOf(4, 4)) }), 4, 'size'],
    [
      'two roots of one size',
      async () => ({ heads: replaced(3, await headOf(5, 3, { root: toHex(naiveRoot(data.slice(1, 6))) })) }),
      3,
      'consistency',
    ],
    [
      'an empty tree with a root',
      async () => ({ heads: replaced(0, await headOf(0, 0, { root: toHex(naiveRoot(data)) })) }),
      0,
      'root',
    ],
    ['another log', async () => ({ heads: replaced(4, await headOf(300, 4, { log_id: 'log_2' })) }), 4, 'log'],
    ['time that runs backwards', async () => ({ heads: replaced(4, await headOf(300, 1)) }), 4, 'time'],
    ['a proof that is missing', async () => ({ consistency: consistency.slice(0, 1) }), 4, 'consistency'],
    [
      'a proof of other sizes',
      async () => ({ consistency: [...consistency, { first: 7, second: 9, path: [] }] }),
      4,
      'consistency',
    ],
  ])('%s', async (_, change, index, what) => {
    const report = await judge(exported(await change()));
    expect(report).toMatchObject({ outcome: 'FAILED', exit_code: 1, code: 'LOG_MISMATCH' });
    expect(report.broken).toMatchObject({ index, what });
  });

  it('a head that was changed after it was signed', async () => {
    const report = await judge(
      exported({ heads: replaced(2, { ...heads[2], timestamp: formatIsoTime(STARTED_AT + 2_001) }) }),
    );
    expect(report).toMatchObject({ outcome: 'FAILED', code: 'SIGNATURE_INVALID', broken: null });
    expect(report.checks.find(({ status }) => status === 'failed')?.id).toBe('signature.head_3');
  });
});

describe('what is no export', () => {
  it.each<[string, () => JsonValue, string]>([
    ['another format', () => exported({ format: 'svc-log/v2' }), 'format.schema.format'],
    ['no heads', () => exported({ heads: [] }), 'format.schema.heads'],
    ['an unknown member', () => exported({ note: 1 }), 'format.schema.note'],
    [
      'a path that is none',
      () => exported({ consistency: [{ first: 1, second: 5, path: ['x'] }] }),
      'format.schema.consistency[0].path[0]',
    ],
    ['half a leaf', () => exported({ heads: [{ ...heads[1], tree_size: 0.5 }] }), 'format.schema.heads[0].tree_size'],
  ])('%s', async (_, log, id) => {
    const report = await judge(log());
    expect(report).toMatchObject({ outcome: 'INPUT_ERROR', exit_code: 2, code: 'FORMAT' });
    expect(report.checks.find(({ status }) => status === 'failed')?.id).toBe(id);
  });
});
