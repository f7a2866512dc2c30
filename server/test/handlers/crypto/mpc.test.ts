import { fromBase64, fromUtf8, toBase64 } from '@touchstone/core/bytes.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { fromInteger, MODULUS } from '@touchstone/core/mpc/field.ts';
import { verifyStatementFile } from '@touchstone/core/statement/verify.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, openTestServer, type TestServer } from '../../harness.ts';
import { sealed, sealedShares, sessionIn } from '../../mpc/contribution.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  ({ key: token } = await server.newKey({ plan: 'business' }));
});
afterAll(() => server.close());

const call = (method: string, path: string, json?: object, key = token) =>
  server.call(method, `/v1/mpc${path}`, { token: key, ...(json === undefined ? {} : { json }) });

async function init(json: object): Promise<Answer> {
  const answer = await call('POST', '/init', { participants: 3, threshold: 2, computation: 'sum', ...json });
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

async function contribute(made: Answer, participant: string, input: number, more: object = {}): Promise<Answer> {
  const encrypted_share = await sealed(sessionIn(made.at('public_params')), participant, input);
  return call('POST', `/${made.at('session_id')}/contribute`, {
    participant_id: participant,
    encrypted_share,
    ...more,
  });
}

/** The result of a session in which p1, p2 … contribute these. */
async function computed(json: object, inputs: readonly number[]): Promise<Answer> {
  const made = await init({ participants: inputs.length, ...json });
  for (const [i, input] of inputs.entries()) {
    const answer = await contribute(made, `p${i + 1}`, input);
    expect(answer.status, answer.text).toBe(200);
  }
  const answer = await call('POST', `/${made.at('session_id')}/compute`);
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

describe('S32: computations over HTTP give what the inputs give in clear', () => {
  const INPUTS = [12, -7, 2_147_483_648, -2_147_483_648, 40];
  test.each([
    ['sum', {}, INPUTS, 45],
    ['average', {}, INPUTS, 9],
    ['max', {}, INPUTS, 2_147_483_648],
    ['min', {}, INPUTS, -2_147_483_648],
    ['custom', { kind: 'weighted_sum', weights: [1, -2, 3, 4, 5] }, INPUTS, 12 + 14 + 200 - 2_147_483_648],
    ['custom', { kind: 'variance' }, [1, 2, 3, 4], 1.25],
    ['custom', { kind: 'count_above', threshold: 12 }, INPUTS, 2],
  ] as const)('%s %j', async (computation, custom, inputs, expected) => {
    const json = computation === 'custom' ? { computation, custom } : { computation };
    expect((await computed(json, inputs)).at('result')).toBe(expected);
  });
});

test('S32: a session from its opening to its signed transcript', async () => {
  const made = await init({});
  const path = `/${made.at('session_id')}`;
  expect(made.at('participant_ids')).toEqual(['p1', 'p2', 'p3']);
  expect(made.at('trust_model')).toContain('The operator of the server runs all three');
  const session = sessionIn(made.at('public_params'));
  expect([session.session_id, session.computation, session.most_input]).toEqual([
    made.at('session_id'),
    'sum',
    2 ** 31,
  ]);
  expect((await call('POST', `${path}/compute`)).code).toBe('CONFLICT');
  expect((await contribute(made, 'p3', 30)).body).toEqual({ accepted: true, contributions: 1, needed: 2 });
  expect((await call('GET', path)).body).toMatchObject({ state: 'collecting', contributed: ['p3'] });
  expect((await contribute(made, 'p1', -8)).body).toEqual({ accepted: true, contributions: 2, needed: 2 });
  expect((await call('GET', path)).body).toMatchObject({ state: 'ready', contributed: ['p1', 'p3'], needed: 2 });

  const both = await Promise.all([call('POST', `${path}/compute`), call('POST', `${path}/compute`)]);
  const [first, second] = both;
  expect([first?.at('result'), second?.body]).toEqual([22, first?.body]);
  const again = await call('POST', `${path}/compute`);
  expect(again.body).toEqual(first?.body);
  expect((await call('GET', path)).body).toMatchObject({ state: 'computed', ...(first?.body as object) });
  // Late, and twice.
  for (const participant of ['p2', 'p1']) expect((await contribute(made, participant, 1)).code).toBe('CONFLICT');

  const proof = fromBase64(String(first?.at('proof'))) ?? new Uint8Array();
  const trust = { ...EMPTY_TRUST_STORE };
  const options = { fileName: 'a', trust, verifier: server.deps.signer, now: server.deps.clock(), product: PRODUCT };
  const report = await verifyStatementFile(proof, options);
  expect([report.outcome, report.code]).toEqual(['PENDING', 'SIGNER_NOT_TRUSTED']);
  expect(report.checks.filter(({ group, status }) => group === 'integrity' && status !== 'passed')).toEqual([]);
  const file = JSON.parse(fromUtf8(proof) ?? '') as JsonObject;
  const verify = await server.deps.statements.verifier();
  const body = file.body as JsonObject;
  expect(await verify('mpc-proof', body, String(file.signature), String(body.keyset_id))).toBe(true);
  expect(await verify('mpc-proof', { ...body, result: 23 }, String(file.signature), String(body.keyset_id))).toBe(
    false,
  );

  // What opened an input is gone.
  const { db } = server.deps;
  const row = await db
    .selectFrom('mpc_sessions')
    .selectAll()
    .where('id', '=', String(made.at('session_id')))
    .executeTakeFirst();
  expect([row?.envelope, row?.contributions]).toEqual([null, 2]);
  const shares = db
    .selectFrom('mpc_contributions')
    .select('sealed_shares')
    .where('session_id', '=', row?.id ?? '');
  expect((await shares.execute()).every(({ sealed_shares: one }) => one === null)).toBe(true);
});

describe('S32: what is not taken', () => {
  let made: Answer;
  beforeAll(async () => {
    made = await init({});
  });
  const send = (encrypted_share: string, participant_id = 'p1') =>
    call('POST', `/${made.at('session_id')}/contribute`, { participant_id, encrypted_share });
  const bytesOf = async () =>
    fromBase64(await sealed(sessionIn(made.at('public_params')), 'p1', 5)) ?? new Uint8Array();

  test('malformed ones', async () => {
    const good = await bytesOf();
    for (const wrong of [
      new Uint8Array(),
      good.slice(0, -1),
      new Uint8Array([...good, 0]),
      new Uint8Array(good.length),
    ]) {
      expect((await send(toBase64(wrong))).code).toBe('INVALID_CIPHERTEXT');
    }
    expect((await send('no base64')).code).toBe('INVALID_REQUEST');
  });

  test('one with any bit changed', async () => {
    const good = await bytesOf();
    // Each part: header, hash, and of each box KEM ciphertext, nonce, share and tag.
    const box = (good.length - 43) / 3;
    const inBox = [0, 1_500, 1_570, 1_582, box - 1];
    for (const at of [0, 11, 42, ...[0, 1, 2].flatMap((i) => inBox.map((offset) => 43 + i * box + offset))]) {
      const changed = good.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect([at, (await send(toBase64(changed))).code]).toEqual([at, 'INVALID_CIPHERTEXT']);
    }
  });

  test('one for another participant, another session, or boxes in another order', async () => {
    const session = sessionIn(made.at('public_params'));
    expect((await send(await sealed(session, 'p2', 5))).code).toBe('INVALID_CIPHERTEXT');
    const other = sessionIn((await init({})).at('public_params'));
    expect((await send(await sealed(other, 'p1', 5))).code).toBe('INVALID_CIPHERTEXT');
    // The same parties and session under another description: computing the maximum instead of the sum.
    expect((await send(await sealed({ ...session, computation: 'max' }, 'p1', 5))).code).toBe('INVALID_CIPHERTEXT');
    expect((await send(await sealed({ ...session, threshold: 3 }, 'p1', 5))).code).toBe('INVALID_CIPHERTEXT');
    const good = await bytesOf();
    const box = (good.length - 43) / 3;
    const swapped = new Uint8Array([
      ...good.slice(0, 43),
      ...good.slice(43 + box, 43 + 2 * box),
      ...good.slice(43, 43 + box),
      ...good.slice(43 + 2 * box),
    ]);
    expect((await send(toBase64(swapped))).code).toBe('INVALID_CIPHERTEXT');
  });

  test('shares that do not belong together, and numbers outside the range', async () => {
    const session = sessionIn(made.at('public_params'));
    for (const shares of [
      [1n, 2n, 4n],
      [0n, 0n, 1n],
      [MODULUS - 1n, 5n, 6n],
    ]) {
      expect((await send(await sealedShares(session, 'p1', shares))).code).toBe('INVALID_CIPHERTEXT');
    }
    // A line with slope 0: each share is the number itself.
    const flat = (value: bigint) => [value, value, value].map((one) => fromInteger(one));
    const limit = 2n ** 31n;
    for (const value of [limit + 1n, -limit - 1n, 2n ** 60n - 1n]) {
      expect((await send(await sealedShares(session, 'p1', flat(value)))).code).toBe('INVALID_CIPHERTEXT');
    }
    // 2^61 − 1 is no element, and would be 0.
    expect((await send(await sealedShares(session, 'p1', [MODULUS, MODULUS, MODULUS]))).code).toBe(
      'INVALID_CIPHERTEXT',
    );
    expect((await send(await sealedShares(session, 'p1', flat(-limit)))).status).toBe(200);
    expect((await send(await sealedShares(session, 'p1', flat(0n)))).code).toBe('CONFLICT');
  });

  test('a participant who is none, a session that is none or of another project', async () => {
    expect((await send(toBase64(await bytesOf()), 'p4')).code).toBe('NOT_FOUND');
    const { key } = await server.newKey({ plan: 'business' });
    const path = `/${made.at('session_id')}`;
    for (const [method, end] of [
      ['GET', ''],
      ['POST', '/compute'],
      ['DELETE', ''],
    ] as const) {
      expect((await call(method, path + end, undefined, key)).code).toBe('NOT_FOUND');
    }
    expect((await call('GET', `/00000000-0000-4000-8000-000000000000`)).code).toBe('NOT_FOUND');
  });

  test('a second contribution of the same participant at the same moment', async () => {
    const encrypted = await sealed(sessionIn(made.at('public_params')), 'p2', 5);
    const codes = (await Promise.all([send(encrypted, 'p2'), send(encrypted, 'p2')])).map(({ code }) => code);
    expect(codes.toSorted()).toEqual(['CONFLICT', null]);
  });
});

test('12.37: with tokens nobody contributes in the name of another', async () => {
  const made = await init({ participant_tokens: true });
  const tokens = made.at('participant_tokens') as Record<string, string>;
  expect(Object.keys(tokens)).toEqual(['p1', 'p2', 'p3']);
  expect(new Set(Object.values(tokens)).size).toBe(3);
  expect((await contribute(made, 'p1', 1)).code).toBe('INVALID_SCOPE');
  expect((await contribute(made, 'p1', 1, { participant_token: tokens.p2 })).code).toBe('INVALID_SCOPE');
  expect((await contribute(made, 'p1', 1, { participant_token: tokens.p1 })).status).toBe(200);
  const [row] = await server.deps.db
    .selectFrom('mpc_sessions')
    .selectAll()
    .where('token_hashes', 'is not', null)
    .execute();
  expect(row?.token_hashes).not.toContain(tokens.p1);
  expect((await call('GET', `/${made.at('session_id')}`)).at('has_tokens')).toBe(true);
  const without = await init({});
  const wrong = await contribute(without, 'p1', 1, { participant_token: tokens.p1 });
  expect([wrong.code, wrong.headers['x-error-field']]).toEqual(['INVALID_REQUEST', 'participant_token']);
});

test.each([
  [{ threshold: 4 }, 'threshold'],
  [{ custom: { kind: 'variance' } }, 'custom'],
  [{ computation: 'custom' }, 'custom'],
  [{ computation: 'custom', custom: { kind: 'weighted_sum', weights: [1, 2] } }, 'custom.weights'],
  [{ computation: 'custom', custom: { kind: 'weighted_sum', weights: [1, 0, 2] } }, 'custom.weights.1'],
  [{ computation: 'custom', custom: { kind: 'weighted_sum', weights: [4_194_304, 1, 1] } }, 'custom.weights'],
  [{ computation: 'custom', custom: { kind: 'count_above' } }, 'custom.threshold'],
  [{ computation: 'custom', custom: { kind: 'variance', threshold: 1 } }, 'custom.threshold'],
  [{ computation: 'custom', custom: { kind: 'variance', weights: [1, 1, 1] } }, 'custom.weights'],
])('init refuses %j', async (json, field) => {
  const answer = await call('POST', '/init', { participants: 3, threshold: 2, computation: 'sum', ...json });
  expect([answer.code, answer.headers['x-error-field']]).toEqual(['INVALID_REQUEST', field]);
});

test('a session ends with its time', async () => {
  const [open, done] = [await init({}), await init({ participants: 2 })];
  for (const participant of ['p1', 'p2']) await contribute(done, participant, 4);
  await call('POST', `/${done.at('session_id')}/compute`);
  server.advance(DAY_MS);
  expect((await call('GET', `/${open.at('session_id')}`)).code).toBe('SESSION_EXPIRED');
  expect((await contribute(open, 'p1', 4)).code).toBe('SESSION_EXPIRED');
  expect((await call('POST', `/${open.at('session_id')}/compute`)).code).toBe('SESSION_EXPIRED');
  // What is computed stays.
  expect((await call('GET', `/${done.at('session_id')}`)).at('result')).toBe(8);
  expect((await call('POST', `/${done.at('session_id')}/compute`)).at('result')).toBe(8);
});

test('12.36: sessions are listed page by page, newest first, and deleted with what is theirs', async () => {
  const { key } = await server.newKey({ plan: 'business' });
  const open = async () =>
    String((await call('POST', '/init', { participants: 2, threshold: 2, computation: 'max' }, key)).at('session_id'));
  const ids = [await open(), await open(), await open()].reverse();
  const listed: unknown[] = [];
  let cursor: unknown = '';
  do {
    const page = await call('GET', `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`, undefined, key);
    listed.push(...(page.at('items') as { session_id: string }[]).map(({ session_id: id }) => id));
    cursor = page.at('next_cursor');
  } while (cursor !== null);
  expect(listed).toEqual(ids);
  const [first] = ids;
  expect((await call('DELETE', `/${first}`, undefined, key)).body).toEqual({ session_id: first, status: 'deleted' });
  expect((await call('DELETE', `/${first}`, undefined, key)).code).toBe('NOT_FOUND');
  expect((await call('GET', '', undefined, key)).at('items')).toHaveLength(2);
});

test('a repeated compute costs nothing, a first one five units', async () => {
  const { key } = await server.newKey({ plan: 'business' });
  const balance = async () =>
    (await server.call('GET', '/api/v1/admin/accounts?limit=200', { token: server.admin })).text;
  const made = await call('POST', '/init', { participants: 2, threshold: 2, computation: 'sum' }, key);
  for (const participant of ['p1', 'p2']) {
    const encrypted_share = await sealed(sessionIn(made.at('public_params')), participant, 1);
    await call('POST', `/${made.at('session_id')}/contribute`, { participant_id: participant, encrypted_share }, key);
  }
  await call('POST', `/${made.at('session_id')}/compute`, undefined, key);
  const before = await balance();
  expect((await call('POST', `/${made.at('session_id')}/compute`, undefined, key)).at('result')).toBe(2);
  expect(await balance()).toBe(before);
});
