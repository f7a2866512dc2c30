/**
 * Hostile keys and ciphertexts over HTTP, in both schemes: each gets its code, never a number, and the server stays (S28). A
 * share of what `npm run soak` sends.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { HEADER_BYTES, MAC_BYTES, openEnvelope, sealEnvelope } from '@touchstone/core/fhe/envelope.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectSeal, sealerOf } from '../../src/fhe/sealing.ts';
import { openTestServer, type TestServer } from '../harness.ts';

const RUNS = process.env.SOAK === undefined ? 160 : 20_000;

let server: TestServer;
let token: string;
let projectId: string;
beforeAll(async () => {
  server = await openTestServer();
  // A session would be over before the long run is.
  server.tick = 0;
  ({ key: token, projectId } = await server.newKey({ plan: 'enterprise_plus' }));
});
afterAll(() => server.close());

const call = (path: string, json: object, as = token) => server.call('POST', `/v1/fhe/${path}`, { token: as, json });
const random = (below: number) => Math.floor(Math.random() * below);

/** What a stranger does to the bytes of an envelope. */
type Change = (bytes: Buffer, other: Buffer) => Buffer;

function flipped(bytes: Buffer, from: number, to: number): Buffer {
  const at = from + random(to - from);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
  return bytes;
}

/** With the MAC of a project that is not this one, but whose key is known to whoever sends it. */
function sealedElsewhere(bytes: Buffer): Buffer {
  const seal = projectSeal(server.deps.vault, 'prj_another');
  const read = openEnvelope(bytes, sealerOf(projectSeal(server.deps.vault, projectId)));
  if (read === null) throw new Error('a genuine envelope opens');
  return Buffer.from(sealEnvelope(read, sealerOf(seal)));
}

const CHANGES: Readonly<Record<string, Change>> = {
  truncated: (bytes) => bytes.subarray(0, random(bytes.length)),
  'cut by a word': (bytes) => bytes.subarray(0, bytes.length - 8),
  oversized: (bytes) => Buffer.concat([bytes, randomBytes(1 + random(4_096))]),
  'twice as long': (bytes) => Buffer.concat([bytes, bytes]),
  'a bit of the header': (bytes) => flipped(bytes, 0, HEADER_BYTES),
  'a bit of the body': (bytes) => flipped(bytes, HEADER_BYTES, bytes.length - MAC_BYTES),
  'a bit of the MAC': (bytes) => flipped(bytes, bytes.length - MAC_BYTES, bytes.length),
  'other parameters': (bytes) => {
    bytes[12] = 1 + ((bytes[12] ?? 0) % 3);
    return bytes;
  },
  'another kind': (bytes) => {
    bytes[11] = 1 + (((bytes[11] ?? 0) + random(3)) % 5);
    return bytes;
  },
  'another depth': (bytes) => {
    bytes[14] = 1 + random(255);
    return bytes;
  },
  'a header on another body': (bytes, other) =>
    Buffer.concat([bytes.subarray(0, HEADER_BYTES), other.subarray(HEADER_BYTES)]),
  'no MAC': (bytes) => bytes.fill(0, bytes.length - MAC_BYTES),
  'a MAC under a guessed key': (bytes) => {
    const mac = createHmac('sha256', randomBytes(32)).update(bytes.subarray(0, -MAC_BYTES)).digest();
    mac.copy(bytes, bytes.length - MAC_BYTES);
    return bytes;
  },
  'the MAC of another project': sealedElsewhere,
  noise: () => randomBytes(1 + random(2_000_000)),
  'noise behind a header': (bytes) =>
    Buffer.concat([bytes.subarray(0, HEADER_BYTES), randomBytes(bytes.length - HEADER_BYTES)]),
};

test('each gets its code, never a number', async () => {
  const keys = await call('bfv/keygen', {});
  const { key_id, public_key, relin_key } = keys.body as Record<string, string>;
  const bfv = String((await call('bfv/encrypt', { plaintext: [5, 6, 7], public_key })).at('ciphertext'));
  const sessions = [await call('ckks/session', {}), await call('ckks/session', {})];
  const [session_id, other_session] = sessions.map((answer) => answer.at('session_id'));
  const ckksText = async (id: unknown) =>
    String((await call('ckks/encrypt', { session_id: id, plaintext: [0.5, -2] })).at('ciphertext'));
  const [ckks, ofOther] = [await ckksText(session_id), await ckksText(other_session)];

  const codes = new Map<string, Set<string | null>>();
  const names = Object.keys(CHANGES);
  for (let run = 0; run < RUNS; run++) {
    const name = names[run % names.length] ?? '';
    // Each change meets each operation in the long run.
    const which = Math.floor(run / names.length) % 6;
    const isBfv = which < 4;
    const genuine = Buffer.from(which === 3 ? String(public_key) : isBfv ? bfv : ckks, 'base64');
    const other = Buffer.from(isBfv ? ckks : ofOther, 'base64');
    const text = CHANGES[name]?.(genuine, other).toString('base64') ?? '';
    const [path, json] = (
      [
        ['bfv/decrypt', { ciphertext: text, key_id }],
        ['bfv/add', { ciphertext_a: bfv, ciphertext_b: text }],
        ['bfv/multiply', { ciphertext_a: text, ciphertext_b: bfv, relin_key }],
        ['bfv/encrypt', { plaintext: [1], public_key: text }],
        ['ckks/decrypt', { session_id, ciphertext: text }],
        ['ckks/multiply', { session_id, ciphertext_a: ckks, ciphertext_b: text }],
      ] as const
    )[which] ?? ['', {}];
    const answer = await call(path, json);
    expect(answer.status, `${name}, ${path}: ${answer.text.slice(0, 200)}`).toBe(400);
    const set = codes.get(path) ?? new Set();
    codes.set(path, set.add(answer.code));
  }
  for (const [path, set] of codes) {
    expect([...set], path).toEqual([path === 'bfv/encrypt' ? 'INVALID_REQUEST' : 'INVALID_CIPHERTEXT']);
  }

  // Of another session, another key, and another project.
  expect((await call('ckks/decrypt', { session_id, ciphertext: ofOther })).code).toBe('INVALID_CIPHERTEXT');
  const more = await call('bfv/keygen', {});
  expect((await call('bfv/decrypt', { ciphertext: bfv, key_id: more.at('key_id') })).code).toBe('INVALID_CIPHERTEXT');
  const { key: stranger } = await server.newKey({ plan: 'enterprise_plus' });
  expect((await call('bfv/add', { ciphertext_a: bfv, ciphertext_b: bfv }, stranger)).code).toBe('INVALID_CIPHERTEXT');

  // After all that everything is as it was.
  expect((await call('bfv/decrypt', { ciphertext: bfv, key_id })).at('plaintext')).toEqual([5, 6, 7]);
  expect((await call('ckks/decrypt', { session_id, ciphertext: ckks })).at('plaintext')).toHaveLength(2);
  expect(server.logged.join('')).not.toContain('replaced');
  expect(server.logged.join('')).not.toContain('internal');
});
