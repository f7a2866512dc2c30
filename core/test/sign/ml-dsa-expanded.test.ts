import * as nodeCrypto from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  expandedMlDsaLength,
  expandMlDsaSeed,
  ML_DSA_ALGORITHMS,
  type MlDsaAlgorithm,
  publicKeyOfExpanded,
  signByExpanded,
} from '../../src/sign/ml-dsa-expanded.ts';
import { type AcvpFile, cases, describeVectors, flipBit, hex, readVectorJson } from '../vectors.ts';

const SEED = Uint8Array.from({ length: 32 }, (_, i) => i);
const MESSAGE = new TextEncoder().encode('expanded');

function nodeVerifies(algorithm: MlDsaAlgorithm, publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) {
  const asymmetricKeyType = algorithm.toLowerCase();
  const raw: object = { key: publicKey, format: 'raw-public', asymmetricKeyType };
  return nodeCrypto.verify(null, message, nodeCrypto.createPublicKey(raw as nodeCrypto.JsonWebKeyInput), signature);
}

describe.each(ML_DSA_ALGORITHMS)('%s', (algorithm) => {
  const secretKey = expandMlDsaSeed(algorithm, SEED);

  test('a signature by the expanded key holds for node:crypto, and no other does', () => {
    expect(secretKey.length).toBe(expandedMlDsaLength(algorithm));
    const publicKey = publicKeyOfExpanded(algorithm, secretKey);
    const signature = signByExpanded(algorithm, secretKey, MESSAGE);
    if (publicKey === null || signature === null) throw new TypeError('the key is good');
    expect(nodeVerifies(algorithm, publicKey, MESSAGE, signature)).toBe(true);
    expect(nodeVerifies(algorithm, publicKey, flipBit(MESSAGE, 0), signature)).toBe(false);
  });

  test('signing is hedged', () => {
    expect(signByExpanded(algorithm, secretKey, MESSAGE)).not.toEqual(signByExpanded(algorithm, secretKey, MESSAGE));
  });

  test('a key whose parts do not belong together signs nothing', () => {
    const end = secretKey.length;
    const bytes = { rho: 0, tr: 64, lastOfTr: 127, s1: 128, t0: end - 1, middleOfT0: end - 600 };
    for (const [part, at] of Object.entries(bytes)) {
      const broken = flipBit(secretKey, at * 8);
      expect(signByExpanded(algorithm, broken, MESSAGE), part).toBeNull();
      expect(publicKeyOfExpanded(algorithm, broken), part).toBeNull();
    }
    // K at 32…63 only feeds the randomness of signing: the public key says nothing about it.
    expect(signByExpanded(algorithm, flipBit(secretKey, 32 * 8), MESSAGE)).not.toBeNull();
  });

  test('other lengths are no keys, and a wrong seed is our mistake', () => {
    for (const length of [0, 32, secretKey.length - 1, secretKey.length + 1]) {
      expect(publicKeyOfExpanded(algorithm, new Uint8Array(length))).toBeNull();
      expect(signByExpanded(algorithm, new Uint8Array(length), MESSAGE)).toBeNull();
    }
    expect(() => expandMlDsaSeed(algorithm, new Uint8Array(31))).toThrow(RangeError);
  });
});

describeVectors('ACVP ML-DSA-keyGen-FIPS204', () => {
  test('seeds expand to sk, and sk to pk', () => {
    const file = readVectorJson<AcvpFile<{ seed: string; pk: string; sk: string }>>(
      'pqc/acvp/ML-DSA-keyGen-FIPS204/internalProjection.json.gz',
    );
    let made = 0;
    for (const { parameterSet, tests } of cases(file.testGroups, 'ML-DSA keyGen')) {
      for (const row of tests) {
        expect(expandMlDsaSeed(parameterSet as MlDsaAlgorithm, hex(row.seed))).toEqual(hex(row.sk));
        expect(publicKeyOfExpanded(parameterSet as MlDsaAlgorithm, hex(row.sk))).toEqual(hex(row.pk));
        made++;
      }
    }
    expect(made).toBe(75);
  });
});

describeVectors('Wycheproof ML-DSA, expanded private keys', () => {
  interface Group {
    readonly privateKey: string;
    readonly publicKey: string | null;
    readonly tests: readonly { readonly tcId: number; readonly flags: readonly string[] }[];
  }

  test.each(ML_DSA_ALGORITHMS)('%s', (algorithm) => {
    const name = `pqc/wycheproof/mldsa_${algorithm.slice(-2)}_sign_noseed_test.json.gz`;
    const { testGroups } = readVectorJson<{ testGroups: readonly Group[] }>(name);
    const counts = { good: 0, bad: 0 };
    for (const { privateKey, publicKey, tests } of cases(testGroups, name)) {
      const isBad = tests.some(({ flags }) => flags.some((flag) => /PrivateKey/.test(flag)));
      counts[isBad ? 'bad' : 'good']++;
      const expected = isBad || publicKey === null ? null : hex(publicKey);
      expect(publicKeyOfExpanded(algorithm, hex(privateKey)), `tcId ${tests[0]?.tcId}`).toEqual(expected);
    }
    expect(counts.good).toBeGreaterThan(0);
    expect(counts.bad).toBeGreaterThanOrEqual(3);
  });
});
