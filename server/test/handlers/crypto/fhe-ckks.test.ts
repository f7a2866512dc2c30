/** CKKS against plain computation, and what a session refuses (S29). */

import { HEADER_BYTES } from '@touchstone/core/fhe/envelope.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schemaFaults } from '../../../../core/test/schemas/validator.ts';
import { endedFheSessions } from '../../../src/fhe/sessions.ts';
import { type Answer, openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let token: string;
let session: string;
beforeAll(async () => {
  server = await openTestServer();
  token = (await server.newKey({ plan: 'enterprise_plus' })).key;
  session = await open();
});
afterAll(() => server.close());

function call(name: string, json: unknown = {}, as = token): Promise<Answer> {
  return server.call('POST', `/v1/fhe/ckks/${name}`, { token: as, json });
}

async function open(as = token): Promise<string> {
  const answer = await call('session', {}, as);
  expect(answer.status, answer.text).toBe(200);
  return String(answer.at('session_id'));
}

async function ciphertextOf(answer: Promise<Answer>): Promise<string> {
  const { status, text, at } = await answer;
  expect(status, text.slice(0, 300)).toBe(200);
  return String(at('ciphertext'));
}

const encrypted = (plaintext: readonly number[], id = session) =>
  ciphertextOf(call('encrypt', { session_id: id, plaintext }));
const multiplied = (a: string, b: string) =>
  ciphertextOf(call('multiply', { session_id: session, ciphertext_a: a, ciphertext_b: b }));
const added = (a: string, b: string) =>
  ciphertextOf(call('add', { session_id: session, ciphertext_a: a, ciphertext_b: b }));

async function decrypted(ciphertext: string): Promise<number[]> {
  const answer = await call('decrypt', { session_id: session, ciphertext });
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  return answer.at('plaintext') as number[];
}

function randoms(count: number, most = 1): number[] {
  return Array.from({ length: count }, () => (Math.random() * 2 - 1) * most);
}

/** Every value within `most` of what was expected. */
function expectClose(found: readonly number[], expected: readonly number[], most: number): void {
  expect(found).toHaveLength(expected.length);
  expect(Math.max(...found.map((value, at) => Math.abs(value - (expected[at] ?? Number.NaN))))).toBeLessThan(most);
}

/** Six standard deviations of the noise, half a step of rounding, and the error of the scheme. */
const CLOSE = 6 * 2 ** -19 + 2 ** -19 + 2 ** -20;

test('sums, products and rotations are those of the numbers, at every depth', async () => {
  const [a, b] = [randoms(8192), randoms(600)];
  const [x, y] = [await encrypted(a), await encrypted(b)];
  const padded = a.map((_, at) => b[at] ?? 0);
  expectClose(await decrypted(y), b, CLOSE);
  expectClose(
    await decrypted(await added(x, y)),
    a.map((value, at) => value + (padded[at] ?? 0)),
    CLOSE,
  );
  let [deep, expected] = [x, a];
  for (let depth = 1; depth <= 5; depth++) {
    deep = await multiplied(deep, x);
    expected = expected.map((value, at) => value * (a[at] ?? 0));
    expectClose(await decrypted(deep), expected, CLOSE);
    // A fresh one joins it at its depth.
    const sum = await added(y, deep);
    expectClose(
      await decrypted(sum),
      expected.map((value, at) => value + (padded[at] ?? 0)),
      CLOSE,
    );
  }
  const answer = await call('multiply', { session_id: session, ciphertext_a: deep, ciphertext_b: x });
  expect(answer.code).toBe('NOISE_BUDGET_EXHAUSTED');
  const refreshed = await ciphertextOf(call('refresh', { session_id: session, ciphertext: deep }));
  const further = await multiplied(refreshed, x);
  expectClose(
    await decrypted(further),
    expected.map((value, at) => value * (a[at] ?? 0)),
    CLOSE,
  );
  for (const steps of [1, -3, 8191, 0]) {
    const rotated = await ciphertextOf(call('rotate', { session_id: session, ciphertext: y, steps }));
    const turned = padded.map((_, at) => padded[(at + steps + 8192) % 8192] ?? 0);
    expectClose(await decrypted(rotated), turned, CLOSE);
  }
});

test('values that outgrow the levels are refused, never answered wrong', async () => {
  const x = await encrypted([1_000, 3]);
  let deep = x;
  const codes: (string | null)[] = [];
  for (let depth = 1; depth <= 5; depth++) {
    const answer = await call('multiply', { session_id: session, ciphertext_a: deep, ciphertext_b: deep });
    codes.push(answer.code);
    if (answer.code !== null) break;
    deep = String(answer.at('ciphertext'));
    // Relative precision: the error grows with the values.
    const found = await decrypted(deep);
    expect(Math.abs((found[0] ?? 0) / 1_000 ** (2 ** depth) - 1)).toBeLessThan(2 ** -18);
  }
  // 10^24 fits three deep; 10^48 needs 160 bits and has 98.
  expect(codes).toEqual([null, null, null, 'NOISE_BUDGET_EXHAUSTED']);
  const tooLarge = await call('encrypt', { session_id: session, plaintext: [2 ** 41] });
  expect(tooLarge.code).toBe('INVALID_REQUEST');
});

test('the same ciphertext gives the same multiples of 2^-18, with noise', async () => {
  const plaintext = randoms(1_000);
  const ciphertext = await encrypted(plaintext);
  const found = await decrypted(ciphertext);
  expect(await decrypted(ciphertext)).toEqual(found);
  for (const value of found) expect(Number.isInteger(value * 2 ** 18)).toBe(true);
  const errors = found.map((value, at) => value - (plaintext[at] ?? 0));
  const deviation = Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);
  // Noise of 2^-19 and rounding of 2^-18/√12 make 2.2·10^-6; rounding alone would make 1.1·10^-6.
  expect(deviation).toBeGreaterThan(1.8e-6);
  expect(deviation).toBeLessThan(2.8e-6);
  // Equal values in two ciphertexts get noise of their own.
  expect(await decrypted(await encrypted(plaintext))).not.toEqual(found);
});

test('the envelope does not tell the size of the values', async () => {
  const bound = async (value: number) => Buffer.from(await encrypted([value]), 'base64').readUInt32BE(57);
  expect(await bound(1)).not.toBe(await bound(1));
});

test('a wrong session, a changed byte, another depth, another scheme', async () => {
  const other = await open();
  const ciphertext = await encrypted([1, 2]);
  const code = async (text: string, id = session) => (await call('decrypt', { session_id: id, ciphertext: text })).code;
  expect(await code(ciphertext, other)).toBe('INVALID_CIPHERTEXT');
  expect(await code(ciphertext, 'ckks_0000000000000000')).toBe('NOT_FOUND');
  const bytes = Buffer.from(ciphertext, 'base64');
  const places = [
    ...Array(HEADER_BYTES).keys(),
    ...Array.from({ length: 30 }, () => Math.floor(Math.random() * bytes.length)),
  ];
  for (const at of places) {
    const wrong = Buffer.from(bytes);
    wrong[at] = (wrong[at] ?? 0) ^ 1;
    expect(await code(wrong.toString('base64')), `byte ${at}`).toBe('INVALID_CIPHERTEXT');
  }
  expect(await code(bytes.subarray(0, -8).toString('base64'))).toBe('INVALID_CIPHERTEXT');
  const mixed = { session_id: session, ciphertext_a: ciphertext, ciphertext_b: await encrypted([1], other) };
  expect((await call('multiply', mixed)).code).toBe('INVALID_CIPHERTEXT');
  const { key } = await server.newKey({ plan: 'enterprise_plus' });
  expect((await call('decrypt', { session_id: session, ciphertext }, key)).code).toBe('NOT_FOUND');
  expect(await decrypted(ciphertext)).toHaveLength(2);
});

test('a session decrypts 1,000 times', async () => {
  const id = await open();
  const ciphertext = await encrypted([1], id);
  await server.deps.db.updateTable('ckks_sessions').set({ decrypts: 999 }).where('id', '=', id).execute();
  expect((await call('decrypt', { session_id: id, ciphertext })).status).toBe(200);
  expect((await call('decrypt', { session_id: id, ciphertext })).code).toBe('SESSION_EXPIRED');
  const list = await server.call('GET', '/v1/fhe/ckks/sessions?limit=200', { token });
  const found = (list.at('items') as { session_id: string }[]).find(({ session_id }) => session_id === id);
  expect(found).toMatchObject({ state: 'ended', decrypts: 1_000 });
});

test('12.39: time and deletion end a session, its key goes, and a webhook is told', async () => {
  const hook = { url: 'https://hooks.example.com/svc' };
  expect((await server.call('PUT', '/api/v1/admin/webhooks', { token: server.admin, json: hook })).status).toBe(200);
  const [ended, deleted] = [await open(), await open()];
  const ciphertext = await encrypted([1], ended);
  const path = `/v1/fhe/ckks/sessions/${deleted}`;
  expect((await server.call('DELETE', path, { token })).status).toBe(200);
  expect((await call('encrypt', { session_id: deleted, plaintext: [1] })).code).toBe('NOT_FOUND');
  server.advance(3_600_000);
  for (const name of ['decrypt', 'refresh']) {
    expect((await call(name, { session_id: ended, ciphertext })).code).toBe('SESSION_EXPIRED');
  }
  await endedFheSessions.run(server.deps);
  const envelope = async () =>
    server.deps.db.selectFrom('ckks_sessions').select('envelope').where('id', '=', ended).executeTakeFirst();
  expect(await envelope()).toEqual({ envelope: null });
  // Once each, however often the sweep runs.
  await endedFheSessions.run(server.deps);
  const notices = await server.deps.db.selectFrom('webhook_deliveries').select(['event', 'body']).execute();
  expect(new Set(notices.map(({ event }) => event))).toEqual(new Set(['ckks_session.expired']));
  expect(notices.filter(({ body }) => body.includes(ended))).toHaveLength(1);
  expect(notices.flatMap(({ body }) => schemaFaults('webhook-notice', JSON.parse(body)))).toEqual([]);
  expect((await call('decrypt', { session_id: ended, ciphertext })).code).toBe('SESSION_EXPIRED');
  server.advance(31 * 86_400_000);
  await endedFheSessions.run(server.deps);
  expect(await envelope()).toBeUndefined();
});
