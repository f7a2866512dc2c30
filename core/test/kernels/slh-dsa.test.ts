/** SLH-DSA over the kernels: the same bytes as the official vectors and as noble, by vectors and by their scalar twin. */
import { gzipSync } from 'node:zlib';
import { sha256 } from '@noble/hashes/sha2.js';
import * as noble from '@noble/post-quantum/slh-dsa.js';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { utf8 } from '../../src/bytes.ts';
import { createSlhDsa, type SlhDsa } from '../../src/kernels/slh-dsa.ts';
import { moduleFor } from '../../src/kernels/slh-dsa-kernel.ts';
import { writeSlhDsaModule } from '../../src/kernels/slh-dsa-module.ts';
import { type SlhDsaSet, signatureBytes, slhDsaSet } from '../../src/kernels/slh-dsa-sets.ts';
import { systemRandom } from '../../src/random.ts';
import {
  type AcvpFile,
  cases,
  describeVectors,
  field,
  flipBit,
  hex,
  readRecords,
  readVectorJson,
  SOAK,
  sample,
} from '../vectors.ts';

const SETS = ['SHA2', 'SHAKE'].flatMap((hash) =>
  ['128s', '128f', '192s', '192f', '256s', '256f'].map((size) => `${hash}-${size}`),
);
/** noble signs with the small sets in seconds: the official vectors are for those. */
const COMPARED: Readonly<Record<string, typeof noble.slh_dsa_sha2_128f>> = {
  'SHA2-128f': noble.slh_dsa_sha2_128f,
  'SHA2-192f': noble.slh_dsa_sha2_192f,
  'SHA2-256f': noble.slh_dsa_sha2_256f,
  'SHAKE-128f': noble.slh_dsa_shake_128f,
  ...(SOAK ? { 'SHAKE-192f': noble.slh_dsa_shake_192f, 'SHAKE-256f': noble.slh_dsa_shake_256f } : {}),
};

function setOf(name: string): SlhDsaSet {
  const set = slhDsaSet(name.startsWith('SLH-DSA-') ? name : `SLH-DSA-${name}`);
  if (set === undefined) throw new Error(`there is no set ${name}`);
  return set;
}

const kept = new Map<string, Promise<SlhDsa>>();
function kernel(name: string): Promise<SlhDsa> {
  const short = name.replace('SLH-DSA-', '');
  const found = kept.get(short) ?? createSlhDsa(setOf(short));
  kept.set(short, found);
  return found;
}

/** The sections of a module, by their ids: 1 types, 2 imports, 3 functions, 5 memory, 7 exports, 10 code, 11 data. */
function sectionsOf(bytes: Uint8Array): ReadonlyMap<number, Uint8Array> {
  const sections = new Map<number, Uint8Array>();
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const id = bytes[at++] ?? 0;
    const length = number();
    sections.set(id, bytes.subarray(at, at + length));
    at += length;
  }
  return sections;
}

describe.each(SETS)('the module of %s', (name) => {
  test('hashes in several lanes, takes nothing from outside, keeps its memory, and is small', () => {
    const { bytes, f } = moduleFor(setOf(name));
    expect(f.several.lanes).toBe(name.startsWith('SHA2') ? 4 : 2);
    expect(gzipSync(bytes).length).toBeLessThan(30_000);
    const sections = sectionsOf(bytes);
    expect([...sections.keys()]).toEqual([1, 3, 5, 7, 10, 11]);
    const [memories, hasMaximum, least, most] = sections.get(5) ?? [];
    expect([memories, hasMaximum, least]).toEqual([1, 1, most]);
  });

  test('is the same bytes whenever it is written', () => {
    for (const hasVectors of [true, false]) {
      expect(writeSlhDsaModule(setOf(name), hasVectors)).toEqual(writeSlhDsaModule(setOf(name), hasVectors));
    }
  });
});

test('an engine without vectors gets the twin that has none', () => {
  const set = setOf('SHA2-128f');
  const withVectors = moduleFor(set);
  vi.stubGlobal('WebAssembly', { validate: (bytes: Uint8Array) => Buffer.compare(bytes, withVectors.bytes) !== 0 });
  const twin = moduleFor(set);
  // Now, since the next thing to run is a hook, not a test.
  vi.unstubAllGlobals();
  expect(twin.f.several).toBe(twin.f.one);
  expect(twin).toEqual(writeSlhDsaModule(set, false));
  // The type of a vector, as a local variable of one of them or more.
  const hasVectors = (bytes: Uint8Array) => Buffer.from(sectionsOf(bytes).get(10) ?? []).includes(Buffer.of(1, 0x7b));
  expect([hasVectors(withVectors.bytes), hasVectors(twin.bytes)]).toEqual([true, false]);
});

describe.each(Object.entries(COMPARED))('%s and noble', (name, reference) => {
  /** The kernel with vectors, and its twin. */
  let both: readonly SlhDsa[];
  beforeAll(async () => {
    const set = setOf(name);
    both = [await kernel(name), await createSlhDsa(set, writeSlhDsaModule(set, false))];
  });

  test('the same keys, signatures and answers', () => {
    const n = setOf(name).n;
    for (let round = 0; round < (SOAK ? 300 : 1); round++) {
      const seed = systemRandom(3 * n);
      const randomness = systemRandom(n);
      const message = systemRandom(round * 37);
      const keys = reference.keygen(seed);
      const signature = reference.internal.sign(message, keys.secretKey, { extraEntropy: randomness });
      for (const slhDsa of both) {
        expect(slhDsa.generateKeyPair(seed)).toEqual(keys);
        expect(Buffer.compare(slhDsa.sign(keys.secretKey, message, randomness), signature)).toBe(0);
        expect(slhDsa.verify(keys.publicKey, message, signature)).toBe(true);
      }
    }
  });

  test('a changed bit of signature, key or message is refused by both', () => {
    const n = setOf(name).n;
    const { publicKey, secretKey } = reference.keygen(systemRandom(3 * n));
    const message = systemRandom(48);
    const [vectors, twin] = both as [SlhDsa, SlhDsa];
    const signature = vectors.sign(secretKey, message, null);
    expect(twin.verify(publicKey, message, signature)).toBe(true);
    for (let round = 0; round < (SOAK ? 20_000 : 12); round++) {
      const changed = flipBit(signature, Math.floor(Math.random() * signature.length * 8));
      expect(vectors.verify(publicKey, message, changed)).toBe(false);
      if (round < 100) expect(twin.verify(publicKey, message, changed)).toBe(false);
      if (round < 4) expect(reference.internal.verify(changed, message, publicKey)).toBe(false);
    }
    for (let bit = 0; bit < publicKey.length * 8; bit += SOAK ? 1 : 61) {
      expect(vectors.verify(flipBit(publicKey, bit), message, signature)).toBe(false);
    }
    expect(vectors.verify(publicKey, flipBit(message, 8), signature)).toBe(false);
    expect(vectors.verify(publicKey, message.subarray(1), signature)).toBe(false);
    expect(vectors.verify(publicKey, message, signature)).toBe(true);
  });
});

describe('the memory of a kernel', () => {
  /** Parts of the bytes that stand anywhere in the memory. */
  const partsIn = (memory: Uint8Array, secret: Uint8Array) =>
    Array.from({ length: secret.length - 7 }, (_, at) => secret.subarray(at, at + 8)).filter((part) =>
      Buffer.from(memory).includes(Buffer.from(part)),
    );
  const reversed = (bytes: Uint8Array) => bytes.map((_, at) => bytes[at ^ 3] ?? 0);

  test.each(['SHA2-128f', 'SHA2-256f'])(
    '%s: has nothing of a key after it was made and after it signed',
    async (name) => {
      const slhDsa = await createSlhDsa(setOf(name));
      const { n } = setOf(name);
      const before = slhDsa.memory.slice();
      const seed = systemRandom(3 * n);
      const { publicKey, secretKey } = slhDsa.generateKeyPair(seed);
      expect(Buffer.compare(slhDsa.memory, before)).toBe(0);
      const signature = slhDsa.sign(secretKey, utf8('wiped'), systemRandom(n));
      expect(Buffer.compare(slhDsa.memory, before)).toBe(0);
      const wrongRoot = flipBit(secretKey, secretKey.length * 8 - 1);
      expect(() => slhDsa.sign(wrongRoot, utf8('wiped'), null)).toThrow('another root');
      expect(Buffer.compare(slhDsa.memory, before)).toBe(0);
      expect(slhDsa.verify(publicKey, utf8('wiped'), signature)).toBe(true);
      for (const secret of [seed.subarray(0, n), seed.subarray(n, 2 * n)]) {
        expect(partsIn(slhDsa.memory, secret)).toEqual([]);
        expect(partsIn(slhDsa.memory, reversed(secret))).toEqual([]);
      }
    },
  );

  test('the search finds a secret that is there', async () => {
    const slhDsa = await createSlhDsa(setOf('SHA2-128f'));
    const secret = systemRandom(16);
    slhDsa.memory.set(secret, 5000);
    expect(partsIn(slhDsa.memory, secret)).toHaveLength(9);
  });
});

/** Wrong lengths are refused before a kernel is asked. */
const isWhole = (set: SlhDsaSet, signature: Uint8Array) => signature.length === signatureBytes(set);

describeVectors('official vectors', () => {
  test('ACVP SLH-DSA keyGen', async () => {
    const file = readVectorJson<AcvpFile<{ skSeed: string; skPrf: string; pkSeed: string; sk: string; pk: string }>>(
      'pqc/acvp/SLH-DSA-keyGen-FIPS205/internalProjection.json.gz',
    );
    for (const { parameterSet, tests } of cases(file.testGroups, 'SLH-DSA keyGen')) {
      const slhDsa = await kernel(parameterSet);
      for (const row of sample(tests, parameterSet.endsWith('s') ? 1 : 4, 'SLH-DSA keyGen group')) {
        const pair = slhDsa.generateKeyPair(hex(row.skSeed + row.skPrf + row.pkSeed));
        expect(pair).toEqual({ publicKey: hex(row.pk), secretKey: hex(row.sk) });
      }
    }
    expect(file.testGroups).toHaveLength(12);
  });

  test('ACVP SLH-DSA sigVer', async () => {
    const file = readVectorJson<
      AcvpFile<{ tcId: number; testPassed: boolean; pk: string; message: string; signature: string }>
    >('pqc/acvp/SLH-DSA-sigVer-FIPS205-rustcrypto/internalProjection.json.gz');
    const answers: boolean[] = [];
    for (const { parameterSet, tests } of cases(file.testGroups, 'SLH-DSA sigVer')) {
      const [slhDsa, set] = [await kernel(parameterSet), setOf(parameterSet)];
      for (const row of tests) {
        const [publicKey, signature] = [hex(row.pk), hex(row.signature)];
        const answer = isWhole(set, signature) && slhDsa.verify(publicKey, hex(row.message), signature);
        expect(answer, `${parameterSet} tcId ${row.tcId}`).toBe(row.testPassed);
        answers.push(answer);
      }
    }
    expect(new Set(answers)).toEqual(new Set([true, false]));
  });

  test.each([
    ['sha2_128s', 'SHA2-128s'],
    ['shake_256f', 'SHAKE-256f'],
  ])('BoringSSL siggen and sigver of %s', async (file, name) => {
    const slhDsa = await kernel(name);
    for (const record of sample(readRecords(`pqc/slhdsa-boringssl/slhdsa_${file}_siggen.txt.gz`), 2, 'siggen')) {
      const [secretKey, message] = [hex(field(record, 'priv')), hex(field(record, 'msg'))];
      const signature = slhDsa.sign(secretKey, message, hex(field(record, 'entropy')));
      expect(Buffer.compare(signature, hex(field(record, 'sig')))).toBe(0);
    }
    for (const record of cases(readRecords(`pqc/slhdsa-boringssl/slhdsa_${file}_sigver.txt.gz`), 'sigver')) {
      const signature = hex(field(record, 'sig'));
      const answer =
        isWhole(setOf(name), signature) &&
        slhDsa.verify(hex(field(record, 'pub')), hex(field(record, 'msg')), signature);
      expect(answer).toBe(field(record, 'valid') === 'true');
    }
  });

  test('the deterministic signatures that noble made and OpenSSL and liboqs accepted', async () => {
    const { vectors } = readVectorJson<{ vectors: readonly Record<string, string>[] }>(
      'pqc/slhdsa-crossvalidated.json',
    );
    const quick = vectors.filter(({ parameterSet = '' }) => SOAK || !/(192|256)s$/.test(parameterSet));
    for (const { parameterSet = '', message = '', secretKey = '', ...row } of quick) {
      const slhDsa = await kernel(parameterSet);
      for (const [context, hash] of [
        ['', row.deterministicSigSha256],
        [row.context, row.deterministicSigCtxSha256],
      ] as const) {
        const bytes = hex(context ?? '');
        const whole = Uint8Array.of(0, bytes.length, ...bytes, ...hex(message));
        expect(sha256(slhDsa.sign(hex(secretKey), whole, null))).toEqual(hex(hash ?? ''));
        if (!SOAK) break;
      }
    }
    expect(vectors).toHaveLength(12);
  });
});
