import * as nodeCrypto from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, test } from 'vitest';
import { parameterSets } from '../../src/sign/ed25519.ts';
import { passesEdgeRule } from '../../src/sign/ed25519-rule.ts';
import type { SignatureFamily } from '../../src/sign/family.ts';
import { nodeBackend } from '../../src/sign/node-backend.ts';
import { webBackend } from '../../src/sign/web-backend.ts';
import { cases, describeVectors, flipBit, hex, readVectorJson, readVectorText, sample } from '../vectors.ts';

const family = parameterSets[0] as SignatureFamily;
const node = nodeBackend(nodeCrypto);
const web = webBackend<nodeCrypto.webcrypto.CryptoKey>(nodeCrypto.webcrypto.subtle);

/** noble's answer, after making sure that OpenSSL behind node:crypto and behind WebCrypto gives the same. */
async function verdict(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  const answer = family.verify(publicKey, message, signature);
  if (publicKey.length === 32 && signature.length === 64) {
    expect(await node.verify?.('Ed25519', publicKey, message, signature)).toBe(answer);
    expect(await web.verify?.('Ed25519', publicKey, message, signature)).toBe(answer);
  }
  return answer;
}

describe('RFC 8032 section 7.1', () => {
  const secretKey = hex('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb');
  const publicKey = hex('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c');
  const signature = hex(
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  );

  test('test 2: key, signature, verification', async () => {
    expect(family.publicKeyOf(secretKey)).toEqual(publicKey);
    expect(family.sign(secretKey, hex('72'))).toEqual(signature);
    expect(await verdict(publicKey, hex('72'), signature)).toBe(true);
  });

  test('another message and every kind of damage are refused', async () => {
    expect(await verdict(publicKey, hex('73'), signature)).toBe(false);
    for (let bit = 0; bit < 512; bit += 37) {
      expect(await verdict(publicKey, hex('72'), flipBit(signature, bit))).toBe(false);
    }
  });
});

describe('the edge rule', () => {
  const { Point } = ed25519;
  const secretKey = new Uint8Array(32).fill(7);
  const publicKey = family.publicKeyOf(secretKey);
  const message = new TextEncoder().encode('edge');
  const signature = family.sign(secretKey, message);
  /** A generator of the torsion subgroup: of order 8. */
  const torsion = Point.fromBytes(hex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'));

  test('accepts an ordinary key and signature', () => {
    expect(passesEdgeRule(publicKey, signature)).toBe(true);
    expect(passesEdgeRule(publicKey, signature)).toBe(true);
  });

  test('refuses all eight points of small order, as A and as R', () => {
    const seen = new Set<string>();
    let point = Point.ZERO;
    for (let i = 0; i < 8; i++) {
      const encoded = point.toBytes();
      seen.add(encoded.join());
      expect(passesEdgeRule(encoded, signature)).toBe(false);
      expect(passesEdgeRule(publicKey, Uint8Array.of(...encoded, ...signature.subarray(32)))).toBe(false);
      point = point.add(torsion);
    }
    expect(seen.size).toBe(8);
  });

  test('refuses a key with a torsion component, and R with one, in every backend', async () => {
    const mixed = Point.fromBytes(publicKey).add(torsion).toBytes();
    expect(passesEdgeRule(mixed, signature)).toBe(false);
    expect(await verdict(mixed, message, signature)).toBe(false);
    const mixedR = Point.fromBytes(signature.subarray(0, 32)).add(torsion).toBytes();
    expect(await verdict(publicKey, message, Uint8Array.of(...mixedR, ...signature.subarray(32)))).toBe(false);
  });

  test('refuses S + L, and y at or above p', async () => {
    const order = hex('edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010');
    const raised = signature.slice();
    let carry = 0;
    for (let i = 0; i < 32; i++) {
      const sum = (raised[32 + i] ?? 0) + (order[i] ?? 0) + carry;
      raised[32 + i] = sum & 255;
      carry = sum >> 8;
    }
    expect(passesEdgeRule(publicKey, raised)).toBe(false);
    expect(await verdict(publicKey, message, raised)).toBe(false);
    const prime = hex('edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f');
    const atLeastPrime = Uint8Array.of(...prime);
    for (let low = 0xed; low <= 0xff; low++) {
      atLeastPrime[0] = low;
      expect(passesEdgeRule(atLeastPrime, signature)).toBe(false);
      expect(passesEdgeRule(publicKey, Uint8Array.of(...atLeastPrime, ...signature.subarray(32)))).toBe(false);
    }
    expect(passesEdgeRule(publicKey, Uint8Array.of(...signature.subarray(0, 32), ...order))).toBe(false);
  });

  test('refuses a key that is no point', () => {
    expect(passesEdgeRule(hex(`02${'00'.repeat(31)}`), signature)).toBe(false);
  });
});

describeVectors('official vectors', () => {
  test('Wycheproof Ed25519', async () => {
    const file = readVectorJson<{
      testGroups: { publicKey: { pk: string }; tests: { msg: string; sig: string; result: string; tcId: number }[] }[];
    }>('pqc/wycheproof/ed25519_test.json.gz');
    const all = file.testGroups.flatMap(({ publicKey, tests }) => tests.map((row) => ({ ...row, pk: publicKey.pk })));
    for (const { pk, msg, sig, result, tcId } of cases(all, 'Wycheproof Ed25519')) {
      expect(await verdict(hex(pk), hex(msg), hex(sig)), `tcId ${tcId}`).toBe(result === 'valid');
    }
    expect(all).toHaveLength(151);
  });

  test('RFC 8032 section 7.1', async () => {
    const rows = readVectorJson<{ secretKey: string; publicKey: string; message: string; signature: string }[]>(
      'pqc/ed25519/rfc8032-ed25519.json.gz',
    );
    for (const row of cases(rows, 'RFC 8032')) {
      expect(family.publicKeyOf(hex(row.secretKey))).toEqual(hex(row.publicKey));
      expect(family.sign(hex(row.secretKey), hex(row.message))).toEqual(hex(row.signature));
      expect(await verdict(hex(row.publicKey), hex(row.message), hex(row.signature))).toBe(true);
      expect(await verdict(hex(row.publicKey), hex(`${row.message}00`), hex(row.signature))).toBe(false);
    }
  });

  test('djb sign.input', async () => {
    const lines = readVectorText('pqc/ed25519/djb-sign-input.txt.gz').trim().split('\n');
    for (const line of sample(lines, 128, 'sign.input')) {
      const [secret = '', publicKey = '', message = '', signed = ''] = line.split(':');
      expect(family.sign(hex(secret.slice(0, 64)), hex(message))).toEqual(hex(signed.slice(0, 128)));
      expect(await verdict(hex(publicKey), hex(message), hex(signed.slice(0, 128)))).toBe(true);
    }
    expect(lines).toHaveLength(1024);
  });

  test('speccheck: every backend refuses all twelve edge cases', async () => {
    const rows = readVectorJson<{ message: string; pub_key: string; signature: string }[]>(
      'pqc/ed25519/speccheck-cases.json',
    );
    for (const row of cases(rows, 'speccheck')) {
      expect(await verdict(hex(row.pub_key), hex(row.message), hex(row.signature))).toBe(false);
    }
    expect(rows).toHaveLength(12);
  });

  test('ZIP-215: every backend refuses all small-order combinations', async () => {
    const rows = readVectorJson<{ vk_bytes: string; sig_bytes: string }[]>('pqc/ed25519/zip215.json');
    for (const row of cases(rows, 'zip215')) {
      const message = new TextEncoder().encode('Zcash');
      expect(await verdict(hex(row.vk_bytes), message, hex(row.sig_bytes))).toBe(false);
    }
    expect(rows).toHaveLength(196);
  });
});

test('the edge rule leaves its input as it is, also in a Buffer, whose slice() is a view', () => {
  const signature = Buffer.alloc(64);
  const publicKey = Buffer.from(family.generateKeyPair(new Uint8Array(32).fill(7)).publicKey);
  publicKey[31] = (publicKey[31] ?? 0) | 0x80;
  const before = publicKey.toString('hex');
  passesEdgeRule(publicKey, signature);
  expect(publicKey.toString('hex')).toBe(before);
});
