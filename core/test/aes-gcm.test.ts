import * as nodeCrypto from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { chooseGcm, type GcmBackend, gcmDecrypt, gcmEncrypt } from '../src/aes-gcm.ts';
import { nodeGcm } from '../src/node-aes-gcm.ts';
import { hex } from './vectors.ts';

const native = nodeGcm(nodeCrypto);
const broken: GcmBackend = { ...native, decrypt: () => null };

// A backend that fails gives its place to noble.
afterEach(() => void chooseGcm(broken));

/** Test case 16 of McGrew and Viega, "The Galois/Counter Mode of Operation". */
const KEY = hex('feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308');
const NONCE = hex('cafebabefacedbaddecaf888');
const AAD = hex('feedfacedeadbeeffeedfacedeadbeefabaddad2');
const TEXT = hex(
  'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39',
);
const BOX = hex(
  '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b',
);

describe.each(['noble', 'node'] as const)('%s', (name) => {
  test('gives the published example and takes nothing else', () => {
    expect(chooseGcm(name === 'node' ? native : broken)).toBe(name);
    expect(gcmEncrypt(KEY, NONCE, AAD, TEXT)).toEqual(BOX);
    expect(gcmDecrypt(KEY, NONCE, AAD, BOX)).toEqual(TEXT);
    for (let at = 0; at < BOX.length; at++) {
      expect(gcmDecrypt(KEY, NONCE, AAD, BOX.with(at, (BOX[at] ?? 0) ^ 1))).toBeNull();
    }
    expect(gcmDecrypt(KEY, NONCE, AAD.with(0, 0), BOX)).toBeNull();
    expect(gcmDecrypt(KEY, NONCE.with(0, 0), AAD, BOX)).toBeNull();
    expect(gcmDecrypt(KEY.with(0, 0), NONCE, AAD, BOX)).toBeNull();
    for (const length of [0, 15, 16, BOX.length - 1]) {
      expect(gcmDecrypt(KEY, NONCE, AAD, BOX.subarray(0, length))).toBeNull();
    }
    expect(gcmDecrypt(KEY, NONCE, AAD, gcmEncrypt(KEY, NONCE, AAD, new Uint8Array()))).toEqual(new Uint8Array());
    expect(() => gcmEncrypt(KEY.subarray(1), NONCE, AAD, TEXT)).toThrow(RangeError);
    expect(() => gcmDecrypt(KEY, NONCE.subarray(1), AAD, BOX)).toThrow(RangeError);
  });
});

test('answers of node are plain bytes of their own', () => {
  chooseGcm(native);
  for (const answer of [gcmEncrypt(KEY, NONCE, AAD, TEXT), gcmDecrypt(KEY, NONCE, AAD, BOX)]) {
    expect(Object.getPrototypeOf(answer)).toBe(Uint8Array.prototype);
    expect(answer?.buffer.byteLength).toBe(answer?.length);
  }
});

test.each([
  ['that takes any tag', { ...native, decrypt: (_key, _nonce, _aad, box) => box.subarray(0, -16) }],
  [
    'that leaves associated data out',
    { ...native, encrypt: (key, nonce, _aad, text) => native.encrypt(key, nonce, hex(''), text) },
  ],
  [
    'that is wrong for one length',
    {
      ...native,
      encrypt: (key, nonce, aad, text) => native.encrypt(key, nonce, aad, text.length === 17 ? text.with(0, 1) : text),
    },
  ],
  [
    'that throws',
    {
      ...native,
      encrypt: () => {
        throw new Error('not here');
      },
    },
  ],
] satisfies [string, GcmBackend][])('a backend is refused %s', (_, backend) => {
  expect(chooseGcm(backend)).toBe('noble');
  expect(gcmDecrypt(KEY, NONCE, AAD, BOX)).toEqual(TEXT);
});
