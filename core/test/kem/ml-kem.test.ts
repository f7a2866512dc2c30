import * as nodeCrypto from 'node:crypto';
import { ml_kem512, ml_kem768, ml_kem1024 } from '@noble/post-quantum/ml-kem.js';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../src/hash.ts';
import { KEM_ALGORITHMS, type KemAlgorithm, type KemBackend, kemLengths } from '../../src/kem/backend.ts';
import { createKem } from '../../src/kem/kem.ts';
import { liboqsKem } from '../../src/kem/liboqs-kem.ts';
import { expandKemSeed, nobleKem } from '../../src/kem/ml-kem.ts';
import { nodeKem } from '../../src/kem/node-kem.ts';
import { systemRandom } from '../../src/random.ts';
import { type AcvpFile, cases, describeVectors, flipBit, hex, readVectorJson, SOAK } from '../vectors.ts';

const PRIMITIVES = { 'ML-KEM-512': ml_kem512, 'ML-KEM-768': ml_kem768, 'ML-KEM-1024': ml_kem1024 } as const;
const noble = createKem([], systemRandom);
const native = createKem([nodeKem(nodeCrypto)], systemRandom);
const liboqs = createKem([liboqsKem(systemRandom)], systemRandom);

describe('ACVP ML-KEM-keyGen-FIPS203, the first case of each set', () => {
  test.each([
    [
      'ML-KEM-512',
      '47b893474672ba92e4b12ee44fb32953af8e8503b5fb471d1614fb8a021a660a1f8cb39e9e30bc458a0dc5408884b1187fb217018df760fa57317703b844a0a9',
      '7e4a2b716a684c1ad33c43c808782da9e1a72f14ccda82723f712d49f53a9f28',
      'c725c25ca8636d75653a07e7a9ccf0b3c2b927617e8f99f0f05ab1f9cb7e046d',
    ],
    [
      'ML-KEM-768',
      'e582b7d75e6c80b05ae392a1fc9f7153b12390fd99930368cc67a768baebc8a01cdacb8740c0b87c4a379575f187b367cbfa3b300bf591b109f79816e9cbe8f0',
      '4158f6afb5e516c99f1da07da8c651348422b17c1f4e9a08ad73fb1f91249b3e',
      '7aab35839207f72b310abe36e2daa1cc7ff6f7fa8941e439967cd47d9b437079',
    ],
    [
      'ML-KEM-1024',
      'f3a706faf090c03db506863ab0b20bd8a1627956318e88c67eb875e8e726600935d2bc43dd1cc879f765bf2a0c5e297889dde910e57e2bb0eae417b90ab7a275',
      'b78619e4fceeeb86dee3fedb945eca6da61dae312771ef8fa871951d391bd7b6',
      '925ed6f1cf0379ede29d8209432d6e08c73ed0423883febf85416343f4fa1f86',
    ],
  ] as const)('%s: seed to the hashes of ek and dk', async (algorithm, seed, ekHash, dkHash) => {
    const { publicKey, secretKey } = await noble.generateKeyPair(algorithm, hex(seed));
    expect(sha256(publicKey)).toEqual(hex(ekHash));
    expect(secretKey).toEqual(hex(seed));
    expect(sha256(expandKemSeed(algorithm, secretKey))).toEqual(hex(dkHash));
    expect(sha256((await noble.generateKeyPair(algorithm, flipBit(hex(seed), 0))).publicKey)).not.toEqual(hex(ekHash));
  });
});

describe.each(KEM_ALGORITHMS)('%s', (algorithm) => {
  const lengths = kemLengths(algorithm);

  test.each([
    ['noble', noble, noble],
    ['node', native, native],
    ['noble to node', noble, native],
    ['node to noble', native, noble],
    ['noble to liboqs', noble, liboqs],
    ['liboqs to node', liboqs, native],
  ] as const)('%s: what one encapsulates, the other decapsulates', async (_, sender, receiver) => {
    const { publicKey, secretKey } = await receiver.generateKeyPair(algorithm);
    expect(publicKey).toHaveLength(lengths.publicKey);
    expect(secretKey).toHaveLength(64);
    expect((await receiver.generateKeyPair(algorithm)).secretKey).not.toEqual(secretKey);
    expect((await sender.generateKeyPair(algorithm, secretKey)).publicKey).toEqual(publicKey);
    const sent = await sender.encapsulate(algorithm, publicKey);
    if (sent === null) throw new Error('encapsulation refused a good key');
    expect(sent.ciphertext).toHaveLength(lengths.ciphertext);
    expect(sent.sharedSecret).toHaveLength(32);
    expect(await receiver.decapsulate(algorithm, secretKey, sent.ciphertext)).toEqual(sent.sharedSecret);
    const expanded = expandKemSeed(algorithm, secretKey);
    expect(expanded).toHaveLength(lengths.expandedKey);
    expect(await receiver.decapsulate(algorithm, expanded, sent.ciphertext)).toEqual(sent.sharedSecret);
    expect(await receiver.publicKeyOf(algorithm, secretKey)).toEqual(publicKey);
    expect(await receiver.publicKeyOf(algorithm, expanded)).toEqual(publicKey);
    const rejected = await receiver.decapsulate(algorithm, secretKey, flipBit(sent.ciphertext, 100));
    expect(rejected).toHaveLength(32);
    expect(rejected).not.toEqual(sent.sharedSecret);
    expect(
      await (sender === noble ? native : noble).decapsulate(algorithm, secretKey, flipBit(sent.ciphertext, 100)),
    ).toEqual(rejected);
  });

  test.each([
    ['noble', noble],
    ['node', native],
    ['liboqs', liboqs],
  ] as const)('%s: inputs that fail the checks of FIPS 203 section 7 are null', async (_, kem) => {
    const { publicKey, secretKey } = await kem.generateKeyPair(algorithm);
    expect(await kem.encapsulate(algorithm, publicKey.subarray(1))).toBeNull();
    expect(await kem.encapsulate(algorithm, new Uint8Array(lengths.publicKey).fill(255))).toBeNull();
    expect(await kem.decapsulate(algorithm, secretKey, new Uint8Array(lengths.ciphertext - 1))).toBeNull();
    const zeros = new Uint8Array(lengths.ciphertext);
    expect(await kem.decapsulate(algorithm, new Uint8Array(65), zeros)).toBeNull();
    const expanded = expandKemSeed(algorithm, secretKey);
    const wrongHash = flipBit(expanded, (lengths.expandedKey - 64) * 8);
    expect(await kem.decapsulate(algorithm, expanded, zeros)).toHaveLength(32);
    expect(await kem.decapsulate(algorithm, wrongHash, zeros)).toBeNull();
    expect(await kem.publicKeyOf(algorithm, wrongHash)).toBeNull();
    await expect(kem.generateKeyPair(algorithm, new Uint8Array(63))).rejects.toThrow(RangeError);
  });

  test('random keys and ciphertexts, whole and changed: all three agree', { timeout: 7_200_000 }, async () => {
    for (let round = 0; round < (SOAK ? 10_000 : 2); round++) {
      const { publicKey, secretKey } = await noble.generateKeyPair(algorithm);
      for (const sender of [noble, native, liboqs]) {
        expect((await sender.generateKeyPair(algorithm, secretKey)).publicKey).toEqual(publicKey);
        const sent = await sender.encapsulate(algorithm, publicKey);
        if (sent === null) throw new Error('a good key was refused');
        const changed = flipBit(sent.ciphertext, (round * 7919) % (sent.ciphertext.length * 8));
        const rejected = await noble.decapsulate(algorithm, secretKey, changed);
        for (const receiver of [noble, native, liboqs]) {
          expect(await receiver.decapsulate(algorithm, secretKey, sent.ciphertext)).toEqual(sent.sharedSecret);
          expect(await receiver.decapsulate(algorithm, secretKey, changed)).toEqual(rejected);
        }
      }
    }
  });

  test('malformed keys: the same are refused', { timeout: 7_200_000 }, async () => {
    const { publicKey } = await noble.generateKeyPair(algorithm);
    const count = { refused: 0, taken: 0 };
    for (let round = 0; round < (SOAK ? 100_000 : 40); round++) {
      // A flipped bit makes a coefficient too large in one of a few cases; random bytes nearly always.
      const key =
        round % 4 === 0 ? systemRandom(publicKey.length) : flipBit(publicKey, (round * 7919) % (publicKey.length * 8));
      const [ours, ...others] = await Promise.all(
        [liboqs, native, noble].map(async (kem) => (await kem.encapsulate(algorithm, key)) !== null),
      );
      expect(others).toEqual([ours, ours]);
      count[ours ? 'taken' : 'refused']++;
    }
    expect(Math.min(count.refused, count.taken)).toBeGreaterThan(0);
  });

  test('node:crypto serves it here; a backend with wrong answers does not', async () => {
    expect(await native.backendFor(algorithm)).toBe('node');
    expect(await noble.backendFor(algorithm)).toBe('noble');
    expect(await liboqs.backendFor(algorithm)).toBe('liboqs');
    const honest = nodeKem(nodeCrypto);
    const wrong: readonly KemBackend[] = [
      { ...honest, decapsulate: async () => new Uint8Array(32) },
      { ...honest, publicKeyOf: async () => new Uint8Array(lengths.publicKey) },
      { ...honest, encapsulate: async () => null },
      {
        ...honest,
        freshKeyPair: async () => ({ publicKey: new Uint8Array(lengths.publicKey), secretKey: new Uint8Array(64) }),
      },
      { ...honest, encapsulate: () => Promise.reject(new Error('not here')) },
      { ...honest, supports: () => false },
      // Takes whatever has the length of a key.
      {
        ...honest,
        encapsulate: async (name, publicKey) =>
          (await honest.encapsulate(name, publicKey)) ?? {
            ciphertext: new Uint8Array(lengths.ciphertext),
            sharedSecret: new Uint8Array(32),
          },
      },
    ];
    // What makes no pairs of its own gets seeds.
    const seeded = createKem([{ ...honest, freshKeyPair: async () => null }], (length) =>
      new Uint8Array(length).fill(7),
    );
    expect(await seeded.backendFor(algorithm)).toBe('node');
    expect((await seeded.generateKeyPair(algorithm)).secretKey).toEqual(new Uint8Array(64).fill(7));
    for (const backend of wrong) {
      expect(await createKem([backend], systemRandom).backendFor(algorithm)).toBe('noble');
    }
  });
});

test('a platform that does not take seeds as PKCS #8 gets them alone', async () => {
  const imported: string[] = [];
  const createPrivateKey = (key: object | string) => {
    const { format } = key as { format: string };
    imported.push(format);
    if (format === 'der') throw new Error('not here');
    return nodeCrypto.createPrivateKey(key as nodeCrypto.PrivateKeyInput);
  };
  const backend = nodeKem({ ...nodeCrypto, createPrivateKey });
  const plain = createKem([backend], systemRandom);
  for (const algorithm of KEM_ALGORITHMS) {
    const { publicKey, secretKey } = await native.generateKeyPair(algorithm, new Uint8Array(64).fill(3));
    expect(await plain.publicKeyOf(algorithm, secretKey)).toEqual(publicKey);
    expect(await plain.backendFor(algorithm)).toBe('node');
  }
  expect(imported.filter((format) => format === 'der')).toHaveLength(1);
});

describeVectors('ACVP ML-KEM', () => {
  test('keyGen', async () => {
    const file = readVectorJson<AcvpFile<{ d: string; z: string; ek: string; dk: string }>>(
      'pqc/acvp/ML-KEM-keyGen-FIPS203/internalProjection.json.gz',
    );
    let made = 0;
    for (const { parameterSet, tests } of cases(file.testGroups, 'ML-KEM keyGen')) {
      const algorithm = parameterSet as KemAlgorithm;
      for (const row of tests) {
        const seed = hex(row.d + row.z);
        expect(await nobleKem.publicKeyOf(algorithm, seed)).toEqual(hex(row.ek));
        for (const kem of [native, liboqs]) expect(await kem.publicKeyOf(algorithm, seed)).toEqual(hex(row.ek));
        expect(expandKemSeed(algorithm, seed)).toEqual(hex(row.dk));
        made++;
      }
    }
    expect(made).toBe(75);
  });

  test('encapsulation, decapsulation and key checks', async () => {
    interface Row {
      readonly tcId: number;
      readonly ek: string;
      readonly dk: string;
      readonly c: string;
      readonly k: string;
      readonly m: string;
      readonly testPassed: boolean;
    }
    const file = readVectorJson<AcvpFile<Row, { function: string }>>(
      'pqc/acvp/ML-KEM-encapDecap-FIPS203/internalProjection.json.gz',
    );
    const counts: Record<string, number> = {};
    for (const group of cases(file.testGroups, 'ML-KEM encapDecap')) {
      const algorithm = group.parameterSet as KemAlgorithm;
      for (const row of group.tests) {
        counts[group.function] = (counts[group.function] ?? 0) + 1;
        if (group.function === 'encapsulation') {
          const { cipherText, sharedSecret } = PRIMITIVES[algorithm].encapsulate(hex(row.ek), hex(row.m));
          expect(cipherText).toEqual(hex(row.c));
          expect(sharedSecret).toEqual(hex(row.k));
          expect(await liboqsKem(() => hex(row.m)).encapsulate(algorithm, hex(row.ek))).toEqual({
            ciphertext: hex(row.c),
            sharedSecret: hex(row.k),
          });
          expect(await noble.decapsulate(algorithm, hex(row.dk), hex(row.c))).toEqual(hex(row.k));
        } else if (group.function === 'decapsulation') {
          expect(await noble.decapsulate(algorithm, hex(row.dk), hex(row.c))).toEqual(hex(row.k));
        } else if (group.function === 'decapsulationKeyCheck') {
          const publicKey = await noble.publicKeyOf(algorithm, hex(row.dk));
          expect(publicKey !== null, `tcId ${row.tcId}`).toBe(row.testPassed);
        } else {
          for (const kem of [noble, native, liboqs]) {
            const sent = await kem.encapsulate(algorithm, hex(row.ek));
            expect(sent !== null, `tcId ${row.tcId}`).toBe(row.testPassed);
          }
        }
      }
    }
    expect(counts).toEqual({
      encapsulation: 75,
      decapsulation: 30,
      decapsulationKeyCheck: 30,
      encapsulationKeyCheck: 30,
    });
  });
});

interface WycheproofRow {
  readonly tcId: number;
  readonly result: 'valid' | 'invalid';
  readonly seed: string;
  readonly ek: string;
  readonly dk: string;
  readonly c: string;
  readonly K: string;
  readonly m: string;
}

function wycheproof(name: string): readonly WycheproofRow[] {
  const file = readVectorJson<{ testGroups: { tests: WycheproofRow[] }[] }>(`pqc/wycheproof/${name}.json.gz`);
  return cases(
    file.testGroups.flatMap(({ tests }) => tests),
    `Wycheproof ${name}`,
  );
}

describeVectors('Wycheproof ML-KEM', () => {
  test.each([512, 768, 1024] as const)('ML-KEM-%i', async (size) => {
    const algorithm = `ML-KEM-${size}` as const;
    for (const row of wycheproof(`mlkem_${size}_keygen_seed_test`)) {
      expect(row.result).toBe('valid');
      expect(await noble.publicKeyOf(algorithm, hex(row.seed))).toEqual(hex(row.ek));
      expect(expandKemSeed(algorithm, hex(row.seed))).toEqual(hex(row.dk));
    }
    for (const row of wycheproof(`mlkem_${size}_test`)) {
      for (const kem of [noble, native, liboqs]) {
        const sharedSecret = await kem.decapsulate(algorithm, hex(row.seed), hex(row.c));
        expect(sharedSecret, `tcId ${row.tcId}`).toEqual(row.result === 'valid' ? hex(row.K) : null);
      }
    }
    for (const row of wycheproof(`mlkem_${size}_encaps_test`)) {
      for (const kem of [noble, native, liboqs]) {
        expect((await kem.encapsulate(algorithm, hex(row.ek))) !== null, `tcId ${row.tcId}`).toBe(
          row.result === 'valid',
        );
      }
      if (row.result !== 'valid') continue;
      const sent = PRIMITIVES[algorithm].encapsulate(hex(row.ek), hex(row.m));
      expect([sent.cipherText, sent.sharedSecret]).toEqual([hex(row.c), hex(row.K)]);
    }
    for (const row of wycheproof(`mlkem_${size}_semi_expanded_decaps_test`)) {
      const sharedSecret = await noble.decapsulate(algorithm, hex(row.dk), hex(row.c));
      expect(sharedSecret, `tcId ${row.tcId}`).toEqual(row.result === 'valid' ? hex(row.K) : null);
    }
  });
});
