/** Document 2, "Signatures (ML-DSA)" and "Key encapsulation (ML-KEM)", in both custodies (decisions §7). */
import { decapsulate, generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Account, Service } from './client.ts';
import { bytes, damaged, isSigned } from './independent.ts';

const MESSAGE = Buffer.from('Nachricht');
const message = MESSAGE.toString('base64');

export function primitiveSuite(service: () => Service, client: () => Account): void {
  const post = (path: string, json: object, key = client().key) => service().post(`/v1/crypto/${path}`, json, key);

  describe.each([
    ['ML-DSA-44', 1312, 2560, 2420],
    ['ML-DSA-65', 1952, 4032, 3309],
    ['ML-DSA-87', 2592, 4896, 4627],
  ] as const)('%s', (security_level, publicBytes, secretBytes, signatureBytes) => {
    test('signs with a key of the service and with a key of the client, over exactly the bytes that were sent', async () => {
      const held = await post('dilithium/keygen', { security_level });
      const own = await post('dilithium/keygen', { security_level, custody: 'client' });
      expect(held.str('key_id')).toMatch(/^key_dil_/);
      expect(held.at('secret_key')).toBeUndefined();
      expect(own.at('key_id')).toBeUndefined();
      expect(bytes(own.str('secret_key'))).toHaveLength(secretBytes);
      for (const [pair, selector] of [
        [held, { key_id: held.at('key_id') }],
        [own, { secret_key: own.at('secret_key') }],
      ] as const) {
        expect([pair.at('algorithm'), bytes(pair.str('public_key')).length]).toEqual([security_level, publicBytes]);
        const signature = (await post('dilithium/sign', { message, ...selector })).str('signature');
        expect(bytes(signature)).toHaveLength(signatureBytes);
        const public_key = pair.str('public_key');
        expect(isSigned(security_level, MESSAGE, bytes(signature), bytes(public_key))).toBe(true);
        const verdict = async (changed: object) =>
          (await post('dilithium/verify', { message, signature, public_key, ...changed })).at('valid');
        expect(await verdict({})).toBe(true);
        expect(await verdict({ message: '' })).toBe(false);
        expect(await verdict({ signature: damaged(signature) })).toBe(false);
        expect(await verdict({ signature: 'AAAA' })).toBe(false);
        expect(await verdict({ public_key: 'AAAA' })).toBe(false);
      }
      const stranger = await service().account();
      const foreign = await post('dilithium/sign', { message, key_id: held.at('key_id') }, stranger.key);
      expect([foreign.status, foreign.at('error.code')]).toEqual([404, 'NOT_FOUND']);
    });
  });

  test('a 32-byte seed is a secret key too', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ml-dsa-65');
    const seed = bytes(
      String(privateKey.export({ format: 'jwk' }).priv)
        .replaceAll('-', '+')
        .replaceAll('_', '/'),
    );
    const signed = await post('dilithium/sign', {
      message,
      secret_key: seed.toString('base64'),
      security_level: 'ML-DSA-65',
    });
    const raw = Buffer.from(String(publicKey.export({ format: 'jwk' }).pub), 'base64url');
    expect(isSigned('ML-DSA-65', MESSAGE, bytes(signed.str('signature')), raw)).toBe(true);
  });

  test.each([
    ['keygen', {}],
    ['keygen', { security_level: 'ml-dsa-65' }],
    ['keygen', { security_level: 3 }],
    ['keygen', { security_level: 'ML-DSA-65', custody: 'both' }],
    ['sign', { message }],
    ['sign', { message, key_id: 'key_dil_0', secret_key: 'AAAA' }],
    ['sign', { message: 'A', key_id: 'key_dil_0' }],
    ['sign', { message, secret_key: randomBytes(4031).toString('base64') }],
    ['sign', { message, secret_key: randomBytes(4032).toString('base64') }],
    ['verify', { message, signature: 'A', public_key: 'AAAA' }],
    ['verify', { message, signature: 'AAAA' }],
  ])('dilithium/%s refuses %o', async (name, json) => {
    expect((await post(`dilithium/${name}`, json)).at('error.code')).toBe('INVALID_REQUEST');
  });

  describe.each([
    ['ML-KEM-512', 800, 1632, 768],
    ['ML-KEM-768', 1184, 2400, 1088],
    ['ML-KEM-1024', 1568, 3168, 1568],
  ] as const)('%s', (security_level, publicBytes, secretBytes, ciphertextBytes) => {
    test('both sides get the same 32 bytes, and so does an independent implementation', async () => {
      const pair = await post('kyber/keygen', { security_level });
      expect(pair.at('algorithm')).toBe(security_level);
      expect(bytes(pair.str('public_key'))).toHaveLength(publicBytes);
      expect(bytes(pair.str('secret_key'))).toHaveLength(secretBytes);
      const sent = await post('kyber/encapsulate', { public_key: pair.at('public_key') });
      expect(bytes(sent.str('ciphertext'))).toHaveLength(ciphertextBytes);
      expect(bytes(sent.str('shared_secret'))).toHaveLength(32);
      const secret_key = pair.at('secret_key');
      const open = (ciphertext: string) => post('kyber/decapsulate', { ciphertext, secret_key });
      expect((await open(sent.str('ciphertext'))).at('shared_secret')).toBe(sent.at('shared_secret'));
      // FIPS 203: a changed ciphertext gives other bytes, not an error.
      const rejected = await open(damaged(sent.str('ciphertext')));
      expect(rejected.status).toBe(200);
      expect(rejected.at('shared_secret')).not.toBe(sent.at('shared_secret'));
      expect((await open('AAAA')).at('error.code')).toBe('INVALID_CIPHERTEXT');

      const own = ownPair(security_level);
      const toOwn = await post('kyber/encapsulate', { public_key: own.publicKey });
      expect(own.open(bytes(toOwn.str('ciphertext')))).toBe(toOwn.at('shared_secret'));
      const bySeed = await post('kyber/decapsulate', { ciphertext: toOwn.at('ciphertext'), secret_key: own.seed });
      expect(bySeed.at('shared_secret')).toBe(toOwn.at('shared_secret'));
      const unreduced = Buffer.alloc(publicBytes, 255).toString('base64');
      expect((await post('kyber/encapsulate', { public_key: unreduced })).at('error.code')).toBe('INVALID_REQUEST');
    });
  });
}

/** A key pair that Node made, in the service's spelling. */
function ownPair(level: 'ML-KEM-512' | 'ML-KEM-768' | 'ML-KEM-1024') {
  const pair =
    level === 'ML-KEM-512'
      ? generateKeyPairSync('ml-kem-512')
      : level === 'ML-KEM-768'
        ? generateKeyPairSync('ml-kem-768')
        : generateKeyPairSync('ml-kem-1024');
  const { pub, priv } = pair.privateKey.export({ format: 'jwk' });
  return {
    publicKey: Buffer.from(String(pub), 'base64url').toString('base64'),
    seed: Buffer.from(String(priv), 'base64url').toString('base64'),
    open: (ciphertext: Buffer) => decapsulate(pair.privateKey, ciphertext).toString('base64'),
  };
}
