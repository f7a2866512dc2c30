import { systemRandom } from '@touchstone/core/random.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSignaturePool, isSignatureTask, type SignaturePool } from '../../src/verifier/signature-pool.ts';

const ENTRY = new URL('../../src/pq-verify.ts', import.meta.url).href;
const provider = createSignatureProvider([], systemRandom);
const message = systemRandom(500);
let pool: SignaturePool;

beforeAll(() => {
  pool = createSignaturePool(provider, 2, ENTRY);
});
afterAll(() => pool.close());

it('judges as the own thread does, many at once and in any order', async () => {
  const { publicKey, secretKey } = await provider.generateKeyPair('ML-DSA-65');
  const signature = await provider.sign('ML-DSA-65', secretKey, message);
  const cases = Array.from({ length: 12 }, (_, at) =>
    at % 3 === 0 ? signature.map((byte, i) => (i === at ? byte ^ 1 : byte)) : signature,
  );
  const holds = await Promise.all(cases.map((one) => pool.verifier.verify('ML-DSA-65', publicKey, message, one)));
  expect(holds).toEqual(cases.map((_, at) => at % 3 !== 0));
  expect(await pool.verifier.verify('ML-DSA-65', publicKey, message, new Uint8Array(0))).toBe(false);
});

it('leaves other algorithms to the own thread', async () => {
  const { publicKey, secretKey } = await provider.generateKeyPair('Ed25519');
  const signature = await provider.sign('Ed25519', secretKey, message);
  expect(await pool.verifier.verify('Ed25519', publicKey, message, signature)).toBe(true);
  expect(await pool.verifier.verify('Ed25519', publicKey, message.slice(1), signature)).toBe(false);
});

it('tells its threads from those that judge files', () => {
  expect(isSignatureTask({ task: 'signatures' })).toBe(true);
  for (const other of [null, 'signatures', {}, { task: 'files' }, { kind: 'session' }])
    expect(isSignatureTask(other)).toBe(false);
});
