/** Our families sign pure with an empty context; vectors with a context, a prehash or the internal interface test the primitive under them. */
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2.js';
import { sha3_224, sha3_256, sha3_384, sha3_512, shake128_32, shake256_64 } from '@noble/hashes/sha3.js';
import type { CHash } from '@noble/hashes/utils.js';
import { ml_dsa44, ml_dsa65, ml_dsa87 } from '@noble/post-quantum/ml-dsa.js';
import { describe, expect, test } from 'vitest';
import { parameterSets } from '../../src/sign/ml-dsa.ts';
import { type AcvpFile, cases, describeVectors, flipBit, hex, readVectorJson, sample } from '../vectors.ts';

const PRIMITIVES = { 'ML-DSA-44': ml_dsa44, 'ML-DSA-65': ml_dsa65, 'ML-DSA-87': ml_dsa87 } as const;
type Name = keyof typeof PRIMITIVES;

const HASHES: Readonly<Record<string, CHash>> = {
  'SHA2-224': sha224,
  'SHA2-256': sha256,
  'SHA2-384': sha384,
  'SHA2-512': sha512,
  'SHA2-512/224': sha512_224,
  'SHA2-512/256': sha512_256,
  'SHA3-224': sha3_224,
  'SHA3-256': sha3_256,
  'SHA3-384': sha3_384,
  'SHA3-512': sha3_512,
  'SHAKE-128': shake128_32,
  'SHAKE-256': shake256_64,
};

function family(name: string) {
  const set = parameterSets.find(({ algorithm }) => algorithm === name);
  if (set === undefined) throw new Error(`no family ${name}`);
  return set;
}

/** HashML-DSA of a hash; null where noble refuses the hash as too weak for the level. */
function prehashed(name: Name, hashAlg: string) {
  const hash = HASHES[hashAlg];
  if (hash === undefined) throw new Error(`unknown hash ${hashAlg}`);
  try {
    return PRIMITIVES[name].prehash(hash);
  } catch {
    return null;
  }
}

const accepts = (call: () => boolean): boolean => {
  try {
    return call();
  } catch {
    return false;
  }
};

interface Mode {
  readonly parameterSet: Name;
  readonly signatureInterface?: 'external' | 'internal';
  readonly preHash?: string;
  readonly externalMu?: boolean;
}

interface SigVerTest {
  readonly tcId: number;
  readonly testPassed: boolean;
  readonly pk: string;
  readonly message?: string;
  readonly mu?: string;
  readonly context?: string;
  readonly hashAlg?: string;
  readonly signature: string;
}

interface SigGenTest {
  readonly tcId: number;
  readonly sk: string;
  readonly message?: string;
  readonly mu?: string;
  readonly context?: string;
  readonly hashAlg?: string;
  readonly rnd?: string;
  readonly expected: string;
}

/** Signs as an ACVP group says; null where the hash is refused. */
function signAs(mode: Mode, row: SigGenTest): Uint8Array | null {
  const primitive = PRIMITIVES[mode.parameterSet];
  const extraEntropy = row.rnd === undefined ? (false as const) : hex(row.rnd);
  const secretKey = hex(row.sk);
  if (mode.signatureInterface === 'external') {
    const options = { extraEntropy, context: hex(row.context ?? '') };
    if (mode.preHash === 'pure') return primitive.sign(hex(row.message ?? ''), secretKey, options);
    return prehashed(mode.parameterSet, row.hashAlg ?? '')?.sign(hex(row.message ?? ''), secretKey, options) ?? null;
  }
  const externalMu = mode.externalMu === true;
  return primitive.internal.sign(hex((externalMu ? row.mu : row.message) ?? ''), secretKey, {
    extraEntropy,
    externalMu,
  });
}

describe('ACVP ML-DSA-keyGen-FIPS204, the first case of each level', () => {
  test.each([
    [
      'ML-DSA-44',
      '7194b13c95231010afd2c909992bd2003ba6f437c3886bdbe3f6b867a14ba161',
      '838b88b6ac41e2c60698173e08ca173d0b0d2839205806e56a8a3d53195f3a03',
    ],
    [
      'ML-DSA-65',
      'a991fd42b071d49c48ae3e75c647459e0daad1e1ba356a04801912d3294bcff8',
      'b1a7d0d2f0d7a04b9d5ffccd9bd578864dab4a01cdd7f70a05cd1f4f0672e43a',
    ],
    [
      'ML-DSA-87',
      'a16f5b0796703e2d1a0140a35cbf36efabe70e752ba59b6a9a0e9c4b05302f73',
      '33f49649f05ec2fc3b050007b18ade043bbc8d1c0ded03a269d540486daaa5f4',
    ],
  ])('%s: seed to SHA-256 of the public key', (name, seed, keyHash) => {
    expect(sha256(family(name).generateKeyPair(hex(seed)).publicKey)).toEqual(hex(keyHash));
    expect(sha256(family(name).generateKeyPair(flipBit(hex(seed), 0)).publicKey)).not.toEqual(hex(keyHash));
  });
});

describeVectors('ACVP ML-DSA', () => {
  test('keyGen', () => {
    const file = readVectorJson<AcvpFile<{ seed: string; pk: string }>>(
      'pqc/acvp/ML-DSA-keyGen-FIPS204/internalProjection.json.gz',
    );
    const all = file.testGroups.flatMap((group) => group.tests.map((row) => ({ ...row, name: group.parameterSet })));
    for (const { name, seed, pk } of cases(all, 'ML-DSA keyGen')) {
      expect(family(name).generateKeyPair(hex(seed)).publicKey).toEqual(hex(pk));
    }
    expect(all).toHaveLength(75);
  });

  test('sigVer', () => {
    const file = readVectorJson<AcvpFile<SigVerTest, Mode>>(
      'pqc/acvp/ML-DSA-sigVer-FIPS204/internalProjection.json.gz',
    );
    let judged = 0;
    let valid = 0;
    for (const mode of cases(file.testGroups, 'ML-DSA sigVer')) {
      for (const row of mode.tests) {
        const primitive = PRIMITIVES[mode.parameterSet];
        const [pk, signature, context] = [hex(row.pk), hex(row.signature), hex(row.context ?? '')];
        const message = hex((mode.externalMu === true ? row.mu : row.message) ?? '');
        const signer = mode.preHash === 'preHash' ? prehashed(mode.parameterSet, row.hashAlg ?? '') : primitive;
        if (signer === null) continue;
        const answer = accepts(() =>
          mode.signatureInterface === 'external'
            ? signer.verify(signature, message, pk, { context })
            : primitive.internal.verify(signature, message, pk, { externalMu: mode.externalMu === true }),
        );
        expect(answer, `${mode.parameterSet} tcId ${row.tcId}`).toBe(row.testPassed);
        judged++;
        if (answer) valid++;
      }
    }
    expect(judged).toBe(157);
    expect(valid).toBeGreaterThan(0);
  });

  test('sigGen', () => {
    const file = readVectorJson<AcvpFile<SigGenTest, Mode>>(
      'pqc/acvp/ML-DSA-sigGen-FIPS204-subset/promptWithExpected.json.gz',
    );
    let made = 0;
    for (const mode of cases(file.testGroups, 'ML-DSA sigGen')) {
      for (const row of mode.tests) {
        const signature = signAs(mode, row);
        if (signature === null) continue;
        expect(signature, `${mode.parameterSet} tcId ${row.tcId}`).toEqual(hex(row.expected));
        made++;
      }
    }
    expect(made).toBe(85);
  });

  test('the older sigGen with the internal interface', () => {
    const folder = 'pqc/acvp/ML-DSA-sigGen-FIPS204-circl';
    const prompt = readVectorJson<AcvpFile<Omit<SigGenTest, 'expected'>, Mode>>(`${folder}/prompt.json.gz`);
    const expected = readVectorJson<AcvpFile<{ tcId: number; signature: string }>>(`${folder}/expectedResults.json.gz`);
    const answers = new Map(expected.testGroups.flatMap(({ tests }) => tests.map((row) => [row.tcId, row.signature])));
    const all = prompt.testGroups.flatMap((mode) => mode.tests.map((row) => ({ mode, row })));
    for (const { mode, row } of cases(all, 'ML-DSA sigGen (circl)')) {
      const answer = answers.get(row.tcId) ?? '';
      expect(signAs(mode, { ...row, expected: answer })).toEqual(hex(answer));
    }
    expect(all).toHaveLength(60);
  });
});

interface WycheproofTest {
  readonly tcId: number;
  readonly msg?: string;
  readonly mu?: string;
  readonly ctx?: string;
  readonly rnd?: string;
  readonly sig: string;
  readonly result: 'valid' | 'invalid';
  readonly flags: readonly string[];
}

interface WycheproofFile {
  readonly testGroups: readonly {
    readonly privateSeed?: string;
    readonly privateKey?: string;
    readonly publicKey: string | null;
    readonly tests: readonly WycheproofTest[];
  }[];
}

describeVectors('Wycheproof ML-DSA', () => {
  test.each([44, 65, 87] as const)('verify, level %i', (level) => {
    const name = `ML-DSA-${level}` as const;
    const file = readVectorJson<WycheproofFile>(`pqc/wycheproof/mldsa_${level}_verify_test.json.gz`);
    const all = file.testGroups.flatMap((group) => group.tests.map((row) => ({ ...row, pk: group.publicKey ?? '' })));
    let valid = 0;
    for (const { pk, msg, ctx, sig, result, tcId } of cases(all, 'Wycheproof ML-DSA verify')) {
      const args = [hex(pk), hex(msg ?? ''), hex(sig)] as const;
      const answer =
        ctx === undefined
          ? family(name).verify(...args)
          : accepts(() => PRIMITIVES[name].verify(args[2], args[1], args[0], { context: hex(ctx) }));
      expect(answer, `tcId ${tcId}`).toBe(result === 'valid');
      if (answer) valid++;
    }
    expect(valid).toBeGreaterThan(0);
  });

  test.each(
    ([44, 65, 87] as const).flatMap((level) => (['seed', 'noseed'] as const).map((form) => [level, form] as const)),
  )('sign, level %i, %s', (level, form) => {
    const primitive = PRIMITIVES[`ML-DSA-${level}`];
    const file = readVectorJson<WycheproofFile>(`pqc/wycheproof/mldsa_${level}_sign_${form}_test.json.gz`);
    const all = file.testGroups.flatMap(({ tests, ...group }) => tests.map((row) => ({ group, row })));
    let made = 0;
    for (const { group, row } of sample(all, 60, 'Wycheproof ML-DSA sign')) {
      const sign = (): Uint8Array => {
        const secretKey =
          group.privateSeed === undefined
            ? hex(group.privateKey ?? '')
            : primitive.keygen(hex(group.privateSeed)).secretKey;
        const extraEntropy = row.rnd === undefined ? (false as const) : hex(row.rnd);
        return row.msg === undefined
          ? primitive.internal.sign(hex(row.mu ?? ''), secretKey, { extraEntropy, externalMu: true })
          : primitive.sign(hex(row.msg), secretKey, { extraEntropy, context: hex(row.ctx ?? '') });
      };
      if (row.result === 'valid') {
        expect(sign(), `tcId ${row.tcId}`).toEqual(hex(row.sig));
        made++;
      } else {
        expect(sign, `tcId ${row.tcId}`).toThrow();
      }
    }
    expect(made).toBeGreaterThan(0);
  });
});
