/** Our families sign pure with an empty context; vectors of the internal interface or with a prehash test the primitive under them. */
import { sha256 } from '@noble/hashes/sha2.js';
import * as slhDsa from '@noble/post-quantum/slh-dsa.js';
import { describe, expect, test } from 'vitest';
import { concat } from '../../src/bytes.ts';
import { parameterSets } from '../../src/sign/slh-dsa.ts';
import {
  type AcvpFile,
  cases,
  describeVectors,
  field,
  flipBit,
  hex,
  readRecords,
  readVectorJson,
  SET_TIMEOUT_MS,
  SOAK,
  sample,
} from '../vectors.ts';

const PRIMITIVES: Readonly<Record<string, typeof slhDsa.slh_dsa_sha2_128f>> = {
  'SLH-DSA-SHA2-128s': slhDsa.slh_dsa_sha2_128s,
  'SLH-DSA-SHA2-128f': slhDsa.slh_dsa_sha2_128f,
  'SLH-DSA-SHA2-192s': slhDsa.slh_dsa_sha2_192s,
  'SLH-DSA-SHA2-192f': slhDsa.slh_dsa_sha2_192f,
  'SLH-DSA-SHA2-256s': slhDsa.slh_dsa_sha2_256s,
  'SLH-DSA-SHA2-256f': slhDsa.slh_dsa_sha2_256f,
  'SLH-DSA-SHAKE-128s': slhDsa.slh_dsa_shake_128s,
  'SLH-DSA-SHAKE-128f': slhDsa.slh_dsa_shake_128f,
  'SLH-DSA-SHAKE-192s': slhDsa.slh_dsa_shake_192s,
  'SLH-DSA-SHAKE-192f': slhDsa.slh_dsa_shake_192f,
  'SLH-DSA-SHAKE-256s': slhDsa.slh_dsa_shake_256s,
  'SLH-DSA-SHAKE-256f': slhDsa.slh_dsa_shake_256f,
};

function primitive(name: string) {
  const found = PRIMITIVES[name];
  if (found === undefined) throw new Error(`no primitive ${name}`);
  return found;
}

function accepts(call: () => boolean): boolean {
  try {
    return call();
  } catch {
    return false;
  }
}

describe('ACVP SLH-DSA-keyGen-FIPS205, the first case of each set', () => {
  const rows = [
    [
      'SLH-DSA-SHA2-128s',
      '173d04c938c1c36bf289c3c022d04b1463ae23c41aa546da589774ac20b745c40d794777914c99766827f0f09ca972be',
      '0d794777914c99766827f0f09ca972be0162c10219d422adba1359e6aa65299c',
    ],
    [
      'SLH-DSA-SHA2-128f',
      'c42bcb3b5a6f331f5cce899253c6d9e29ff2b7ead7a04bab1794db8cc659c3b4a868f1bd5debc12d4c9fad66aabd0a94',
      'a868f1bd5debc12d4c9fad66aabd0a94b546df247be4c457f3d467cdfcfabd39',
    ],
    [
      'SLH-DSA-SHA2-256s',
      'fcbf36a9807b30697be063a5105e091b412a391dd39e1326eba23cbd4096ca77ef4121c08dd71be913572f1f91e57d0acbcd5cec28539ac275832bbaa6c11081a0b4f5549ebcadb951dc2e512c76b0620d8fb8100b4ee886ef8784780d52a254',
      'a0b4f5549ebcadb951dc2e512c76b0620d8fb8100b4ee886ef8784780d52a2543e57ab494d47068ffee4b8244aad6f19cdf94a2172bd134a15a6b5f298d5a80e',
    ],
    [
      'SLH-DSA-SHAKE-128s',
      'c151951f3811029239b74add24c506afdd30363e156e6fe936ec6ed0231feb5c529ffe86200d1f32c2b60d0cd909f190',
      '529ffe86200d1f32c2b60d0cd909f1900761f9b727afa724b47223016bb5b2ba',
    ],
    [
      'SLH-DSA-SHAKE-128f',
      '3956ab391b4d22fc907af0740326d061ab0eb206436f2b86ebe086d77739b3e456505c229f4e7fa6b201714c7dcc9da3',
      '56505c229f4e7fa6b201714c7dcc9da366578f1f24c3fe371c97c14ce0e79cdc',
    ],
    [
      'SLH-DSA-SHAKE-256s',
      'e440e39644a11a6a58e850c09c8f03c273e465237f3bef7c58de62281e676cea99c199c00db30f8499a61b5b9dc8a361725f6ae80e97037176f408c30b38844dd7b5e755b4879fde3288a21af3e32fbb006fd9b8bc2b180eb9b0d82c9f3157af',
      'd7b5e755b4879fde3288a21af3e32fbb006fd9b8bc2b180eb9b0d82c9f3157af02acd6b3198ee1c9fe9afe61fd86d1e0877ad9061980b57b178ce27191d8eb1b',
    ],
  ] as const;

  test.each(rows)('%s', (name, seed, publicKey) => {
    const family = parameterSets.find(({ algorithm }) => algorithm === name);
    const pair = family?.generateKeyPair(hex(seed));
    expect(pair?.publicKey).toEqual(hex(publicKey));
    expect(pair?.secretKey).toEqual(hex(seed + publicKey.slice(publicKey.length / 2)));
    expect(family?.publicKeyOf(hex(seed + publicKey.slice(publicKey.length / 2)))).toEqual(hex(publicKey));
  });

  test('another seed gives another root', () => {
    const [name, seed, publicKey] = rows[1];
    const family = parameterSets.find(({ algorithm }) => algorithm === name);
    expect(family?.generateKeyPair(flipBit(hex(seed), 3)).publicKey).not.toEqual(hex(publicKey));
  });
});

describeVectors('ACVP SLH-DSA', () => {
  test(
    'keyGen',
    () => {
      const file = readVectorJson<AcvpFile<{ skSeed: string; skPrf: string; pkSeed: string; sk: string; pk: string }>>(
        'pqc/acvp/SLH-DSA-keyGen-FIPS205/internalProjection.json.gz',
      );
      let made = 0;
      for (const { parameterSet, tests } of cases(file.testGroups, 'SLH-DSA keyGen')) {
        const isSlow = parameterSet.endsWith('s');
        for (const row of sample(tests, isSlow ? 1 : 5, 'SLH-DSA keyGen group')) {
          const pair = primitive(parameterSet).keygen(hex(row.skSeed + row.skPrf + row.pkSeed));
          expect(pair.publicKey).toEqual(hex(row.pk));
          expect(pair.secretKey).toEqual(hex(row.sk));
          made++;
        }
      }
      expect(made).toBe(SOAK ? 120 : 36);
    },
    SET_TIMEOUT_MS,
  );

  test('sigVer (internal interface)', () => {
    const file = readVectorJson<
      AcvpFile<{ tcId: number; testPassed: boolean; pk: string; message: string; signature: string }>
    >('pqc/acvp/SLH-DSA-sigVer-FIPS205-rustcrypto/internalProjection.json.gz');
    let valid = 0;
    let refused = 0;
    for (const { parameterSet, tests } of cases(file.testGroups, 'SLH-DSA sigVer')) {
      for (const row of tests) {
        const answer = accepts(() =>
          primitive(parameterSet).internal.verify(hex(row.signature), hex(row.message), hex(row.pk)),
        );
        expect(answer, `${parameterSet} tcId ${row.tcId}`).toBe(row.testPassed);
        if (answer) valid++;
        else refused++;
      }
    }
    expect([valid, refused]).toEqual([15, 30]);
  });
});

const BORINGSSL = [
  ['sha2_128s', 'SLH-DSA-SHA2-128s'],
  ['shake_256f', 'SLH-DSA-SHAKE-256f'],
] as const;

describeVectors('BoringSSL SLH-DSA', () => {
  test.each(BORINGSSL)('%s keygen', (file, name) => {
    const records = readRecords(`pqc/slhdsa-boringssl/slhdsa_${file}_keygen.txt.gz`);
    for (const record of sample(records, 3, 'BoringSSL keygen')) {
      const pair = primitive(name).keygen(hex(field(record, 'seed')));
      expect(pair.publicKey).toEqual(hex(field(record, 'pub')));
      expect(pair.secretKey).toEqual(hex(field(record, 'priv')));
    }
  });

  test.each(BORINGSSL)(
    '%s siggen',
    (file, name) => {
      const records = readRecords(`pqc/slhdsa-boringssl/slhdsa_${file}_siggen.txt.gz`);
      for (const record of sample(records, 1, 'BoringSSL siggen')) {
        const signature = primitive(name).internal.sign(hex(field(record, 'msg')), hex(field(record, 'priv')), {
          extraEntropy: hex(field(record, 'entropy')),
        });
        expect(signature).toEqual(hex(field(record, 'sig')));
      }
      expect(records).toHaveLength(7);
    },
    SET_TIMEOUT_MS,
  );

  test.each(BORINGSSL)('%s sigver', (file, name) => {
    const records = readRecords(`pqc/slhdsa-boringssl/slhdsa_${file}_sigver.txt.gz`);
    const answers = cases(records, 'BoringSSL sigver').map((record) => {
      const answer = accepts(() =>
        primitive(name).internal.verify(
          hex(field(record, 'sig')),
          hex(field(record, 'msg')),
          hex(field(record, 'pub')),
        ),
      );
      expect(answer).toBe(field(record, 'valid') === 'true');
      return answer;
    });
    expect(new Set(answers)).toEqual(new Set([true, false]));
  });

  test('prehash', () => {
    const records = readRecords('pqc/slhdsa-boringssl/slhdsa_sha2_128s_prehash.txt.gz');
    for (const record of cases(records, 'BoringSSL prehash')) {
      const arc = { 'SHA-256': 1, 'SHA-384': 2 }[field(record, 'hash')];
      if (arc === undefined) throw new Error(`unknown hash ${field(record, 'hash')}`);
      const context = hex(field(record, 'context'));
      // FIPS 205 algorithm 25: M' = 01, |ctx|, ctx, OID of the hash (2.16.840.1.101.3.4.2.arc), PH(M); the file holds PH(M).
      const oid = Uint8Array.of(6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, arc);
      const digest = hex(field(record, 'msg'));
      const message = concat(Uint8Array.of(1, context.length), context, oid, digest);
      const { internal } = primitive('SLH-DSA-SHA2-128s');
      const [signature, publicKey] = [hex(field(record, 'sig')), hex(field(record, 'pub'))];
      expect(internal.verify(signature, message, publicKey)).toBe(true);
      expect(internal.verify(signature, flipBit(message, message.length * 8 - 1), publicKey)).toBe(false);
    }
    expect(records).toHaveLength(2);
  });
});

interface CrossValidated {
  readonly vectors: readonly {
    readonly parameterSet: string;
    readonly keygenSeed: string;
    readonly publicKey: string;
    readonly secretKey: string;
    readonly message: string;
    readonly deterministicSigSha256: string;
    readonly context: string;
    readonly deterministicSigCtxSha256: string;
  }[];
}

describeVectors('cross-validated SLH-DSA signatures', () => {
  test(
    'noble makes the signatures that OpenSSL and liboqs accepted',
    () => {
      const { vectors } = readVectorJson<CrossValidated>('pqc/slhdsa-crossvalidated.json');
      const all = cases(vectors, 'slhdsa-crossvalidated');
      const quick = all.filter(({ parameterSet }) => /SHA2-(128f|192f)$|SHAKE-128f$/.test(parameterSet));
      for (const row of SOAK ? all : cases(quick, 'quick cross-validated')) {
        const options = { extraEntropy: false } as const;
        const [message, secretKey] = [hex(row.message), hex(row.secretKey)];
        const signer = primitive(row.parameterSet);
        const signature = signer.sign(message, secretKey, options);
        expect(sha256(signature)).toEqual(hex(row.deterministicSigSha256));
        expect(signer.verify(signature, message, hex(row.publicKey))).toBe(true);
        const context = hex(row.context);
        expect(sha256(signer.sign(message, secretKey, { ...options, context }))).toEqual(
          hex(row.deterministicSigCtxSha256),
        );
        expect(signer.verify(signature, message, hex(row.publicKey), { context })).toBe(false);
      }
      expect(all).toHaveLength(12);
    },
    SET_TIMEOUT_MS,
  );
});
