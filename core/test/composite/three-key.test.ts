import * as nodeCrypto from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { concat, toHex, utf8 } from '../../src/bytes.ts';
import { signThreeKey, type ThreeKeySigned } from '../../src/composite/sign-three-key.ts';
import {
  parseThreeKey,
  THREE_KEY_FAMILIES,
  type ThreeKeyBytes,
  threeKeyMessage,
  threeKeysOf,
  verifyThreeKey,
} from '../../src/composite/three-key.ts';
import { sha3_256 } from '../../src/hash.ts';
import { type KeyUse, publicJwk, sealKeySet } from '../../src/keys/key-set.ts';
import { systemRandom } from '../../src/random.ts';
import type { SignatureVerifier } from '../../src/sign/family.ts';
import { nodeBackend } from '../../src/sign/node-backend.ts';
import { createSignatureProvider } from '../../src/sign/provider.ts';
import { flipBit } from '../vectors.ts';

const provider = createSignatureProvider([nodeBackend(nodeCrypto)], systemRandom);
const data = utf8('three families');
let publicKeys: ThreeKeyBytes;
let secretKeys: ThreeKeyBytes;
let signed: ThreeKeySigned;

beforeAll(async () => {
  const [a, b, c] = await Promise.all(THREE_KEY_FAMILIES.map((family) => provider.generateKeyPair(family)));
  if (!a || !b || !c) throw new Error('three key pairs expected');
  publicKeys = { Ed25519: a.publicKey, 'ML-DSA-65': b.publicKey, 'FALCON-512': c.publicKey };
  secretKeys = { Ed25519: a.secretKey, 'ML-DSA-65': b.secretKey, 'FALCON-512': c.secretKey };
  signed = await signThreeKey(data, secretKeys, provider, Date.UTC(2026, 10, 21, 12));
});

function parsed(): ThreeKeyBytes {
  const signatures = parseThreeKey(signed.signature);
  if (signatures === null) throw new Error('our own signature does not parse');
  return signatures;
}

describe('signing', () => {
  test('answers as document 1 says', () => {
    expect(signed).toEqual({
      signature: expect.stringMatching(/^3key:[A-Za-z0-9+/]+=*:[A-Za-z0-9+/]+=*:[A-Za-z0-9+/]+=*$/),
      algorithm: 'SVC-3-Key',
      families: ['Ed25519', 'ML-DSA-65', 'FALCON-512'],
      data_hash: toHex(sha3_256(data)),
      timestamp: '2026-11-21T12:00:00.000Z',
    });
    expect(THREE_KEY_FAMILIES.map((family) => parsed()[family].length)).toEqual([64, 3309, 666]);
  });

  test('every layer signs svc-3key/v1 00 SHA3-256(data), not the bare data (S4)', async () => {
    const message = concat(utf8('svc-3key/v1'), Uint8Array.of(0), sha3_256(data));
    expect(threeKeyMessage(data)).toEqual(message);
    for (const family of THREE_KEY_FAMILIES) {
      expect(await provider.verify(family, publicKeys[family], message, parsed()[family])).toBe(true);
      expect(await provider.verify(family, publicKeys[family], data, parsed()[family])).toBe(false);
    }
  });
});

describe('verification (S7)', () => {
  test('all three layers hold', async () => {
    expect(await verifyThreeKey(data, parsed(), publicKeys, provider)).toEqual({
      valid: true,
      algorithm: 'SVC-3-Key',
      layers: {
        ed25519: { valid: true, family: 'classical' },
        dilithium: { valid: true, family: 'lattice' },
        falcon: { valid: true, family: 'lattice-ntru' },
      },
    });
  });

  test('other data: every layer is refused', async () => {
    const { valid, layers } = await verifyThreeKey(utf8('three familie5'), parsed(), publicKeys, provider);
    expect([valid, layers.ed25519.valid, layers.dilithium.valid, layers.falcon.valid]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  test.each([
    ['Ed25519', [false, true, true]],
    ['ML-DSA-65', [true, false, true]],
    ['FALCON-512', [true, true, false]],
  ] as const)('a damaged %s signature: only that layer is invalid, and the whole', async (family, expected) => {
    const damaged = { ...parsed(), [family]: flipBit(parsed()[family], 123) };
    const { valid, layers } = await verifyThreeKey(data, damaged, publicKeys, provider);
    expect(valid).toBe(false);
    expect([layers.ed25519.valid, layers.dilithium.valid, layers.falcon.valid]).toEqual(expected);
  });

  test('a wrong length is judged, not refused', async () => {
    const short = parseThreeKey('3key:AAAA:AAAA:');
    if (short === null) throw new Error('well formed');
    expect((await verifyThreeKey(data, short, publicKeys, provider)).valid).toBe(false);
  });

  test('all layers are evaluated even when the first is invalid', async () => {
    const asked: string[] = [];
    const spy: SignatureVerifier = {
      async verify(algorithm) {
        asked.push(algorithm);
        return false;
      },
    };
    await verifyThreeKey(data, parsed(), publicKeys, spy);
    expect(asked).toEqual(['Ed25519', 'ML-DSA-65', 'FALCON-512']);
  });
});

test.each([
  ['no prefix', (text: string) => text.slice(5)],
  ['another prefix', (text: string) => `4key:${text.slice(5)}`],
  ['two parts', (text: string) => text.slice(0, text.lastIndexOf(':'))],
  ['four parts', (text: string) => `${text}:AAAA`],
  ['white space', (text: string) => `${text}\n`],
  ['base64url', (text: string) => `${text.slice(0, 6)}-${text.slice(7)}`],
  ['missing padding', (text: string) => text.replace('=', '')],
  ['upper-case prefix', (text: string) => `3KEY:${text.slice(5)}`],
])('malformed text is null: %s', (_, change) => {
  expect(parseThreeKey(signed.signature)).not.toBeNull();
  expect(parseThreeKey(change(signed.signature))).toBeNull();
});

describe('the keys of a key set', () => {
  function keySet(use: KeyUse, families: readonly ('Ed25519' | 'ML-DSA-65' | 'FALCON-512')[]) {
    return sealKeySet({
      keyset_id: 'ks_test',
      issuer: 'Tester',
      principal: 'test',
      use,
      serial: 1,
      not_before: '2026-01-01T00:00:00Z',
      not_after: '2027-01-01T00:00:00Z',
      keys: families.map((family) => publicJwk(family, publicKeys[family])),
    });
  }

  test('are taken by family, in any order', () => {
    expect(threeKeysOf(keySet('3key', ['FALCON-512', 'Ed25519', 'ML-DSA-65']))).toEqual(publicKeys);
  });

  test('are refused for another use, a missing or a doubled family (S4)', () => {
    expect(threeKeysOf(keySet('receipt', ['Ed25519', 'ML-DSA-65', 'FALCON-512']))).toBeNull();
    expect(threeKeysOf(keySet('3key', ['Ed25519', 'ML-DSA-65']))).toBeNull();
    expect(threeKeysOf(keySet('3key', ['Ed25519', 'ML-DSA-65', 'ML-DSA-65']))).toBeNull();
  });
});
