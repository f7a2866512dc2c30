/** FALCON signing by our kernel: the same bytes as the official answers and as noble; others verify them. */
import { gzipSync } from 'node:zlib';
import { rngAesCtrDrbg256 } from '@noble/ciphers/aes.js';
import { __tests, falcon512padded, falcon1024, falcon1024padded } from '@noble/post-quantum/falcon.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { concat, utf8 } from '../../src/bytes.ts';
import { createFalcon, type Falcon } from '../../src/kernels/falcon.ts';
import { FFT_ROOTS } from '../../src/kernels/falcon-fft.ts';
import { writeFalconModule } from '../../src/kernels/falcon-module.ts';
import { falconSet } from '../../src/kernels/falcon-sets.ts';
import { systemRandom } from '../../src/random.ts';
import { knownAnswerOf } from '../../src/sign/known-answer.ts';
import { signatureLengths } from '../../src/sign/lengths.ts';
import { liboqsBackend } from '../../src/sign/liboqs-backend.ts';
import { createSignatureProvider } from '../../src/sign/provider.ts';
import { cases, describeVectors, field, flipBit, hex, readRecords, SOAK } from '../vectors.ts';

const NONCE_BYTES = 40;
const SEED_BYTES = 48;
const SETS = [
  { algorithm: 'FALCON-512', degree: 512, noble: falcon512padded },
  { algorithm: 'FALCON-1024', degree: 1024, noble: falcon1024padded },
] as const;

const liboqs = createSignatureProvider([liboqsBackend(systemRandom)], systemRandom);

function setOf(name: string) {
  const set = falconSet(name);
  if (set === undefined) throw new Error(`there is no set ${name}`);
  return set;
}

/** noble's signature with this nonce and this seed of its sampler. */
function nobleSign(
  noble: typeof falcon512padded,
  secretKey: Uint8Array,
  message: Uint8Array,
  nonce: Uint8Array,
  seed: Uint8Array,
): Uint8Array {
  const given = [nonce.slice(), seed.slice()];
  // noble takes it, and its types do not say so.
  const options: object = { random: () => given.shift() ?? new Uint8Array() };
  return noble.sign(message, secretKey, options);
}

test('the roots are those of the reference implementation, to the last bit', () => {
  // The first two are not used.
  expect(FFT_ROOTS.subarray(4)).toEqual(__tests.COMPLEX_ROOTS.subarray(4));
});

describe.each(SETS)('$algorithm', ({ algorithm, noble }) => {
  let withVectors: Falcon;
  let twin: Falcon;
  let known: Awaited<ReturnType<typeof knownAnswerOf>>;
  beforeAll(async () => {
    withVectors = await createFalcon(setOf(algorithm));
    twin = await createFalcon(setOf(algorithm), writeFalconModule(setOf(algorithm), false));
    known = await knownAnswerOf(algorithm);
  });

  test('the module is small, and the same bytes whenever it is written', () => {
    for (const hasVectors of [true, false]) {
      const { bytes } = writeFalconModule(setOf(algorithm), hasVectors);
      expect(writeFalconModule(setOf(algorithm), hasVectors).bytes).toEqual(bytes);
      expect(gzipSync(bytes).length).toBeLessThan(8_000);
    }
  });

  test('signs as noble does, and liboqs verifies it', async () => {
    let { publicKey, secretKey } = known;
    for (let round = 0; round < (SOAK ? 10_000 : 10); round++) {
      if (SOAK && round % 100 === 0) ({ publicKey, secretKey } = noble.keygen());
      const [nonce, seed, message] = [systemRandom(NONCE_BYTES), systemRandom(SEED_BYTES), systemRandom(round % 300)];
      const signature = withVectors.sign(secretKey, message, nonce, seed);
      expect(Buffer.compare(signature, nobleSign(noble, secretKey, message, nonce, seed))).toBe(0);
      expect(Buffer.compare(signature, twin.sign(secretKey, message, nonce, seed))).toBe(0);
      expect(await liboqs.verify(algorithm, publicKey, message, signature)).toBe(true);
      const changed = flipBit(signature, Math.floor(Math.random() * signature.length * 8));
      expect(await liboqs.verify(algorithm, publicKey, message, changed)).toBe(false);
    }
  });

  test('what is not a secret key is refused, with nothing left in the memory', () => {
    const before = withVectors.memory.slice();
    const sign = (secretKey: Uint8Array) =>
      withVectors.sign(secretKey, utf8('malformed'), new Uint8Array(NONCE_BYTES), new Uint8Array(SEED_BYTES));
    const length = signatureLengths(algorithm).secretKey;
    const malformed = [
      new Uint8Array(length),
      new Uint8Array(length).fill(255),
      flipBit(known.secretKey, 0),
      Uint8Array.of(known.secretKey[0] ?? 0, ...systemRandom(length - 1)),
      // All coefficients 0.
      Uint8Array.of(known.secretKey[0] ?? 0, ...new Uint8Array(length - 1)),
    ];
    for (const secretKey of malformed) {
      expect(() => sign(secretKey)).toThrow(/the secret key has/);
      expect(() => noble.sign(utf8('malformed'), secretKey)).toThrow();
    }
    for (let round = 0; round < (SOAK ? 100_000 : 20); round++) {
      expect(() => sign(flipBit(known.secretKey, Math.floor(Math.random() * length * 8)))).toThrow(
        /the secret key has/,
      );
    }
    expect(Buffer.compare(withVectors.memory, before)).toBe(0);
  });

  test('the memory has nothing of a key or a seed after a signature', () => {
    const before = withVectors.memory.slice();
    const seed = systemRandom(SEED_BYTES);
    const one = withVectors.sign(known.secretKey, utf8('one'), systemRandom(NONCE_BYTES), seed);
    expect(Buffer.compare(withVectors.memory, before)).toBe(0);
    const other = withVectors.sign(known.secretKey, utf8('one'), systemRandom(NONCE_BYTES), seed);
    expect(other).not.toEqual(one);
    expect(Buffer.compare(withVectors.memory, before)).toBe(0);
  });
});

test('a signature that is too long is made anew, as by noble', async () => {
  const { secretKey } = await knownAnswerOf('FALCON-1024');
  const falcon = await createFalcon(setOf('FALCON-1024'));
  // One in about a thousand: found by trying, with a seed of zeros.
  const nonce = new Uint8Array(NONCE_BYTES);
  nonce.set([753 >> 8, 753 & 255], 2);
  const [message, seed] = [utf8('long'), new Uint8Array(SEED_BYTES)];
  const unbounded = nobleSign(falcon1024, secretKey, message, nonce, seed);
  expect(unbounded.length).toBeGreaterThan(signatureLengths('FALCON-1024').signature);
  const signature = falcon.sign(secretKey, message, nonce, seed);
  expect(Buffer.compare(signature, nobleSign(falcon1024padded, secretKey, message, nonce, seed))).toBe(0);
});

describeVectors('official vectors', () => {
  test.each(SETS)('$algorithm: the signatures of the 100 known answers', async ({ algorithm, degree }) => {
    const falcon = await createFalcon(setOf(algorithm));
    const { signatureBytes, logDegree } = setOf(algorithm);
    const records = readRecords(`pqc/falcon-kat/falcon${degree}-KAT.rsp`).filter((record) => record.has('count'));
    let compared = 0;
    for (const record of cases(records, 'FALCON KAT')) {
      const [message, signed] = [hex(field(record, 'msg')), hex(field(record, 'sm'))];
      const generator = rngAesCtrDrbg256(hex(field(record, 'seed')));
      // What key generation took.
      generator.randomBytes(SEED_BYTES);
      const nonce = generator.randomBytes(NONCE_BYTES);
      const seed = generator.randomBytes(SEED_BYTES);
      // Length of header and s2, nonce, message, header, s2.
      const s2 = signed.subarray(2 + NONCE_BYTES + message.length + 1);
      const padding = signatureBytes - 1 - NONCE_BYTES - s2.length;
      if (padding < 0) continue;
      const padded = concat(Uint8Array.of(0x30 + logDegree), nonce, s2, new Uint8Array(padding));
      expect(Buffer.compare(falcon.sign(hex(field(record, 'sk')), message, nonce, seed), padded)).toBe(0);
      compared++;
    }
    expect(records).toHaveLength(100);
    expect(compared).toBeGreaterThan(95);
  });
});
