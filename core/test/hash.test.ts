import * as nodeCrypto from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { utf8 } from '../src/bytes.ts';
import {
  chooseHashes,
  type HashBackend,
  hkdfSha3_256,
  hmacSha3_256,
  sha3_256,
  sha3_384,
  sha256,
  startSha3_256,
} from '../src/hash.ts';
import { nodeHashes } from '../src/node-hash.ts';
import { hex } from './vectors.ts';

const native = nodeHashes(nodeCrypto);
const wrong = () => new Uint8Array(32);
const broken: HashBackend = { ...native, sha256: wrong, sha3_256: wrong };

// A backend that fails gives its place to noble.
afterEach(() => void chooseHashes(broken));

function inPieces(message: Uint8Array, length: number): Uint8Array {
  const hash = startSha3_256();
  for (let at = 0; at < message.length; at += length) hash.update(message.subarray(at, at + length));
  return hash.digest();
}

/** Everything that hashes, of one message. */
function hashesOf(message: Uint8Array): readonly Uint8Array[] {
  const key = message.subarray(0, 150);
  return [
    sha256(message),
    sha3_256(message),
    inPieces(message, 100),
    sha3_384(message),
    hmacSha3_256(key, message),
    hkdfSha3_256(message, key, 'a test', 300),
  ];
}

describe.each(['noble', 'node'] as const)('%s', (name) => {
  test('gives the examples of FIPS 180-4 and FIPS 202', () => {
    expect(chooseHashes(name === 'node' ? native : broken)).toEqual({ sha2: name, sha3: name });
    const abc = utf8('abc');
    expect(sha256(abc)).toEqual(hex('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'));
    expect(sha3_256(abc)).toEqual(hex('3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'));
    expect(inPieces(abc, 2)).toEqual(sha3_256(abc));
    expect(sha3_384(abc)).toEqual(
      hex('ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25'),
    );
    expect(sha256(utf8('abd'))).not.toEqual(sha256(abc));
  });
});

describe('node beside noble', () => {
  test.each([0, 1, 63, 64, 65, 135, 136, 137, 1_000, 100_000])('the same of %d bytes', (length) => {
    const message = new Uint8Array(nodeCrypto.randomBytes(length));
    const ofNoble = hashesOf(message);
    expect(chooseHashes(native)).toEqual({ sha2: 'node', sha3: 'node' });
    expect(hashesOf(message)).toEqual(ofNoble);
    const shared = new Uint8Array(new SharedArrayBuffer(length));
    shared.set(message);
    expect(hashesOf(shared)).toEqual(ofNoble);
  });

  test('answers are plain bytes of their own', () => {
    chooseHashes(native);
    for (const answer of hashesOf(utf8('own'))) {
      expect(Object.getPrototypeOf(answer)).toBe(Uint8Array.prototype);
      expect(answer.buffer.byteLength).toBe(answer.length);
    }
  });
});

describe('a backend is refused for what it does otherwise', () => {
  function hashesBy(backend: HashBackend) {
    const abc = utf8('abc');
    return [
      backend.sha256(abc),
      backend.sha3_256(abc),
      backend.sha3_256(abc),
      backend.sha3_384(abc),
      backend.hmacSha3_256(abc, abc),
      backend.hkdfSha3_256(abc, abc, utf8('a test'), 300),
    ];
  }

  const oneOf = (name: 'sha256' | 'sha3_256' | 'sha3_384') => ({
    ...native,
    [name]: (message: Uint8Array) => (message.length === 136 ? new Uint8Array(32) : native[name](message)),
  });

  test.each([
    ['whose sha256 differs for one length', oneOf('sha256')],
    ['whose sha3_256 differs for one length', oneOf('sha3_256')],
    ['whose sha3_384 differs for one length', oneOf('sha3_384')],
    [
      'whose hash of pieces forgets the first one',
      { ...native, startSha3_256: () => ({ update: () => {}, digest: () => native.sha3_256(new Uint8Array(0)) }) },
    ],
    ['whose HMAC takes no key', { ...native, hmacSha3_256: (_key, message) => native.sha3_256(message) }],
    [
      'whose HKDF takes no salt',
      { ...native, hkdfSha3_256: (ikm, _salt, info, n) => native.hkdfSha3_256(ikm, ikm, info, n) },
    ],
    [
      'that lacks SHA-3, as Electron does',
      {
        ...native,
        sha3_256: () => {
          throw new Error('Digest method not supported');
        },
      },
    ],
  ] satisfies [string, HashBackend][])('%s', (name, backend) => {
    const isSha2 = name.includes('sha256');
    expect(chooseHashes(backend)).toEqual({ sha2: isSha2 ? 'noble' : 'node', sha3: isSha2 ? 'node' : 'noble' });
    expect(hashesOf(utf8('abc'))).toEqual(hashesBy(native));
  });
});
