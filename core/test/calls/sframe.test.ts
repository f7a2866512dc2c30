import { createHmac } from 'node:crypto';
import { fromHex, toHex, utf8 } from '@touchstone/core/bytes.ts';
import {
  decodeHeader,
  decryptFrame,
  deriveFrameKey,
  encodeHeader,
  encryptFrame,
  ratchetBaseKey,
} from '@touchstone/core/calls/sframe.ts';
import { expect, test } from 'vitest';

const hex = (text: string) => fromHex(text) ?? new Uint8Array();

/** RFC 9605, appendix C.1: KID, CTR, the bytes. */
const HEADERS = [
  [0, 0, '00'],
  [0, 1, '01'],
  [0, 0xff, '08ff'],
  [0, 0x100, '090100'],
  [1, 0xffff, '19ffff'],
  [0xff, 0, '80ff'],
  [0xff, 0x10000, '8aff010000'],
  [0x100, 0xffffff, '9a0100ffffff'],
  [0x10000, 0xffffffff, 'ab010000ffffffff'],
  [0xffffffff, 0x100000000, 'bcffffffff0100000000'],
] as const;

test('headers are those of RFC 9605, appendix C.1', () => {
  for (const [keyId, counter, encoded] of HEADERS) {
    expect(toHex(encodeHeader({ keyId, counter }))).toBe(encoded);
    expect(decodeHeader(hex(`${encoded}beef`))).toEqual({ keyId, counter, length: encoded.length / 2 });
  }
});

test('headers that are cut short, spelled longer than necessary, or too large are refused', () => {
  for (const wrong of [
    '',
    '08',
    '0907',
    '8007',
    '0807',
    '0900ff',
    'a00000ff',
    '0f0100000000000000',
    '0e01000000000000',
  ]) {
    expect([wrong, decodeHeader(hex(wrong))]).toEqual([wrong, null]);
  }
  for (const value of [-1, 0.5, 2 ** 48, Number.NaN]) {
    expect(() => encodeHeader({ keyId: value, counter: 0 })).toThrow(RangeError);
  }
});

test('keys, nonce and ciphertext are those of RFC 9605, appendix C.3, AES_256_GCM_SHA512_128', () => {
  const key = deriveFrameKey(hex('000102030405060708090a0b0c0d0e0f'), 0x123);
  expect(toHex(key.key)).toBe('d3e27b0d4a5ae9e55df01a70e6d4d28d969b246e2936f4b7a5d9b494da6b9633');
  expect(toHex(key.salt)).toBe('84991c167b8cd23c93708ec7');
  const metadata = utf8('IETF SFrame WG');
  const plaintext = utf8('draft-ietf-sframe-enc');
  const frame = encryptFrame(key, 0x4567, metadata, plaintext);
  expect(toHex(frame)).toBe('990123456794f509d36e9beacb0e261d99c7d1e972f1fed787d4049f17ca21353c1cc24d56ceabced279');
  expect(decryptFrame(key, metadata, frame)).toEqual(plaintext);
});

test('a frame of another key, with other metadata, or changed in any byte does not open', () => {
  const key = deriveFrameKey(new Uint8Array(64).fill(7), 5);
  const metadata = Uint8Array.of(1, 2);
  const frame = encryptFrame(key, 9, metadata, utf8('picture'));
  for (let at = 0; at < frame.length; at++) {
    expect(decryptFrame(key, metadata, frame.with(at, (frame[at] ?? 0) ^ 1))).toBeNull();
    expect(decryptFrame(key, metadata, frame.subarray(0, at))).toBeNull();
  }
  expect(decryptFrame(key, Uint8Array.of(1, 3), frame)).toBeNull();
  expect(decryptFrame(deriveFrameKey(new Uint8Array(64).fill(8), 5), metadata, frame)).toBeNull();
  expect(decryptFrame({ ...key, keyId: 6 }, metadata, frame)).toBeNull();
});

test('the ratchet is HKDF with SHA-512, as section 5.1 says, by an independent implementation', () => {
  const baseKey = Uint8Array.from({ length: 64 }, (_, at) => at);
  const secret = createHmac('sha512', '').update(baseKey).digest();
  const expected = createHmac('sha512', secret).update('SFrame 1.0 Ratchet').update(Uint8Array.of(1)).digest('hex');
  expect(toHex(ratchetBaseKey(baseKey))).toBe(expected);
});
