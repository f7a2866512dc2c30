/** No secret stays in the memory of liboqs: after each call with one it is, byte for byte, what it was before the first. */
import { describe, expect, test } from 'vitest';
import { KEM_ALGORITHMS } from '../../src/kem/backend.ts';
import { openLiboqsKem } from '../../src/kem/liboqs-instance.ts';
import { type CreateModule, openLiboqs } from '../../src/liboqs/instance.ts';
import { systemRandom } from '../../src/random.ts';
import { knownAnswerOf } from '../../src/sign/known-answer.ts';
import { signatureLengths } from '../../src/sign/lengths.ts';
import { LIBOQS_SIGNATURES, openLiboqsSignature, type SignatureModule } from '../../src/sign/liboqs-signature.ts';
import { SOAK } from '../vectors.ts';

const ROUNDS = SOAK ? 1000 : 3;

const holds = (memory: Uint8Array, bytes: Uint8Array) =>
  Buffer.from(memory.buffer, memory.byteOffset, memory.length).includes(Buffer.from(bytes));
const isAs = (memory: Uint8Array, before: Uint8Array) => Buffer.compare(memory, before) === 0;

const createMlDsa44 = async (): Promise<SignatureModule> => {
  const row = LIBOQS_SIGNATURES['ML-DSA-44'];
  if (row === undefined) throw new Error('liboqs has ML-DSA-44');
  return (await row.load()).default();
};

function open(create: CreateModule<SignatureModule> = createMlDsa44) {
  return openLiboqs(create, 'ML-DSA-44', (module, name) => module._OQS_SIG_new(name));
}

describe.each(['ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'] as const)('%s', (algorithm) => {
  test('keys and signatures leave nothing behind', async () => {
    const liboqs = await openLiboqsSignature(algorithm);
    const before = liboqs.memory.slice();
    for (let round = 0; round < ROUNDS; round++) {
      const [seed, randomness] = [systemRandom(32), systemRandom(32)];
      liboqs.keyPair(seed);
      expect(isAs(liboqs.memory, before)).toBe(true);
      liboqs.publicKey(seed);
      expect(isAs(liboqs.memory, before)).toBe(true);
      const message = systemRandom(round === 0 ? 1 << 20 : round * 100);
      expect(liboqs.signWithSeed(seed, message, randomness)).toHaveLength(signatureLengths(algorithm).signature);
      expect(isAs(liboqs.memory, before)).toBe(true);
    }
  });
});

test.each(['FALCON-512', 'FALCON-1024'] as const)(
  '%s: keys leave nothing behind, also beside verifications',
  async (algorithm) => {
    const liboqs = await openLiboqsSignature(algorithm);
    const before = liboqs.memory.slice();
    const seed = systemRandom(48);
    const { secretKey } = liboqs.keyPair(seed);
    expect(isAs(liboqs.memory, before)).toBe(true);
    const known = await knownAnswerOf(algorithm);
    expect(liboqs.verify(known.publicKey, new Uint8Array(9), known.signature)).toBe(false);
    expect(liboqs.keyPair(seed).secretKey).toEqual(secretKey);
    for (const secret of [seed, secretKey.subarray(1), secretKey.subarray(1, 33)]) {
      expect(holds(liboqs.memory, secret)).toBe(false);
    }
  },
);

test.each(KEM_ALGORITHMS)(
  '%s: keys, and secrets that are sent and received, leave nothing behind',
  async (algorithm) => {
    const liboqs = await openLiboqsKem(algorithm);
    const before = liboqs.memory.slice();
    for (let round = 0; round < ROUNDS; round++) {
      const seed = systemRandom(64);
      const publicKey = liboqs.publicKey(seed);
      expect(isAs(liboqs.memory, before)).toBe(true);
      const sent = liboqs.encapsulate(publicKey, systemRandom(32));
      expect(isAs(liboqs.memory, before)).toBe(true);
      if (sent === null) throw new Error('a good key was refused');
      expect(liboqs.decapsulate(seed, sent.ciphertext)).toEqual(sent.sharedSecret);
      expect(isAs(liboqs.memory, before)).toBe(true);
    }
  },
);

describe('an instance', () => {
  test('holds a secret during a call, which these tests would find', async () => {
    const { memory, callSecretly } = await open();
    const secret = systemRandom(32);
    const during = callSecretly([], ({ put }) => {
      put(secret);
      return holds(memory, secret);
    });
    expect([during, holds(memory, secret)]).toEqual([true, false]);
  });

  test.each([
    ['another amount of randomness', [new Uint8Array(7)]],
    ['more randomness than it is given', []],
    ['less randomness than it is given', [new Uint8Array(8), new Uint8Array(8)]],
  ] as const)('that draws %s is wiped as a whole and never used again', async (_, randomness) => {
    const { module, memory, call, callSecretly } = await open();
    const draw = () => callSecretly(randomness, ({ room }) => module._OQS_randombytes(room(8), 8));
    expect(draw).toThrow('randomness');
    expect(memory.every((byte) => byte === 0)).toBe(true);
    expect(() => call(() => 0)).toThrow('broke off earlier');
  });

  test('that grows is wiped as a whole and never used again', async () => {
    const { module, memory, call, callSecretly } = await open();
    const secret = systemRandom(32);
    const grow = () =>
      callSecretly([], ({ put }) => {
        put(secret);
        module._malloc(memory.length);
      });
    expect(grow).toThrow('more memory');
    expect(holds(module.HEAPU8, secret)).toBe(false);
    expect(() => call(() => 0)).toThrow('broke off earlier');
  });

  test('of a module that takes its randomness elsewhere does not open', async () => {
    const elsewhere = async () => {
      const module: SignatureModule = Object.create(await createMlDsa44());
      return Object.assign(module, { _OQS_randombytes: () => undefined });
    };
    await expect(open(elsewhere)).rejects.toThrow();
  });
});
