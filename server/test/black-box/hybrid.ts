/** Document 2, "Hybrid signatures" and "Hybrid wire format"; decisions §7; S6. */
import { describe, expect, test } from 'vitest';
import type { Account, Service } from './client.ts';
import { bytes, damaged, type Family, isSigned, sha3 } from './independent.ts';

const MESSAGE = Buffer.from('Nachricht');
const message = MESSAGE.toString('base64');

interface Scheme {
  readonly scheme: string;
  readonly families: readonly Family[];
  readonly lengths: readonly number[];
  readonly units: number;
}

const SCHEMES: readonly Scheme[] = [
  { scheme: 'CONCAT_ED25519_DILITHIUM3', families: ['Ed25519', 'ML-DSA-44'], lengths: [64, 2420], units: 1 },
  { scheme: 'NESTED_ED25519_DILITHIUM3', families: ['Ed25519', 'ML-DSA-44'], lengths: [64, 2420], units: 1 },
  {
    scheme: 'TRIPLE_ED25519_DILITHIUM5_FALCON512',
    families: ['Ed25519', 'ML-DSA-65', 'FALCON-512'],
    lengths: [64, 3309, 666],
    units: 4,
  },
  {
    scheme: 'TRIPLE_ED25519_DILITHIUM5_SPHINCS128S',
    families: ['Ed25519', 'ML-DSA-65', 'SLH-DSA-SHA2-128s'],
    lengths: [64, 3309, 7856],
    units: 4,
  },
  {
    scheme: 'TRIPLE_ED25519_DILITHIUM5_SPHINCS128F',
    families: ['Ed25519', 'ML-DSA-65', 'SLH-DSA-SHA2-128f'],
    lengths: [64, 3309, 17088],
    units: 4,
  },
  {
    scheme: 'ARCHIVAL_ED25519_DILITHIUM5_FALCON512_SPHINCS128F',
    families: ['Ed25519', 'ML-DSA-65', 'FALCON-512', 'SLH-DSA-SHA2-128f'],
    lengths: [64, 3309, 666, 17088],
    units: 6,
  },
];

const layer = (index: number) => `layer${index + 1}`;

export function hybridSuite(service: () => Service, client: () => Account): void {
  const post = (name: string, json: object, key = client().key) => service().post(`/v1/hybrid/${name}`, json, key);

  describe.each(SCHEMES.map((one) => [one.scheme, one] as const))('%s', (scheme, { families, lengths, units }) => {
    test('each layer covers exactly its bytes, is judged alone, and costs what is documented', async () => {
      const pair = await post('keygen', { scheme });
      const before = Number(await service().credits(client()));
      const signed = await post('sign', { message, scheme, key_id: pair.at('key_id') });
      expect(before - Number(await service().credits(client()))).toBe(units);
      expect(JSON.parse(signed.text)).toMatchObject({
        scheme,
        key_id: pair.at('key_id'),
        public_keys: pair.at('public_keys'),
      });
      expect(signed.at('wireVersion')).toBe(scheme.startsWith('ARCHIVAL') ? '0x04' : undefined);

      const parts = families.map((_, at) => bytes(signed.str(`signatures.${layer(at)}`)));
      expect(parts.map(({ length }) => length)).toEqual(lengths);
      expect(signed.at('onchain_hash')).toBe(parts[2] === undefined ? undefined : sha3(parts[2]).toString('hex'));
      const payload = Buffer.concat([Buffer.from(`svc-hybrid/v1\0${scheme}\0`), MESSAGE]);
      const isConcatenated = scheme.startsWith('CONCAT');
      const holds = families.map((family, at) => {
        const covered = isConcatenated ? payload : Buffer.concat([payload, ...parts.slice(0, at)]);
        return isSigned(family, covered, parts[at] ?? Buffer.alloc(0), bytes(signed.str(`public_keys.${layer(at)}`)));
      });
      expect(holds).toEqual(families.map(() => true));

      const signatures = signed.at('signatures') as Record<string, string>;
      const verdict = async (changed: object) => {
        const reply = await post('verify', { message, scheme, signatures, ...changed });
        return { valid: reply.at('valid'), layers: reply.at('layers') };
      };
      const expected = (isValid: (at: number) => boolean) => ({
        valid: families.every((_, at) => isValid(at)),
        layers: Object.fromEntries(families.map((_, at) => [layer(at), isValid(at)])),
      });
      expect(await verdict({})).toEqual(expected(() => true));
      expect(await verdict({ key_id: pair.at('key_id') })).toEqual(expected(() => true));
      expect(await verdict({ public_keys: pair.at('public_keys') })).toEqual(expected(() => true));
      for (const [broken] of families.entries()) {
        const changed = { ...signatures, [layer(broken)]: damaged(signatures[layer(broken)] ?? '') };
        const isValid = (at: number) => (isConcatenated ? at !== broken : at < broken);
        expect(await verdict({ signatures: changed })).toEqual(expected(isValid));
      }
      const { [layer(families.length - 1)]: _last, ...short } = signatures;
      expect((await verdict({ signatures: short })).valid).toBe(false);
      if (families.length < 4)
        expect((await verdict({ signatures: { ...signatures, layer4: 'AAAA' } })).valid).toBe(false);
      expect((await verdict({ message: '' })).valid).toBe(false);

      const stranger = await service().account();
      expect((await post('verify', { message, scheme, signatures }, stranger.key)).at('valid')).toBe(false);
      const foreign = await post('verify', { message, scheme, signatures, key_id: pair.at('key_id') }, stranger.key);
      expect(foreign.at('error.code')).toBe('NOT_FOUND');
    });
  });

  test.each([
    [{ security_level: 'standard' }, 'CONCAT_ED25519_DILITHIUM3'],
    [{ security_level: '128' }, 'NESTED_ED25519_DILITHIUM3'],
    [{ security_level: '256' }, 'TRIPLE_ED25519_DILITHIUM5_FALCON512'],
    [{ signatureMode: 'concatenated' }, 'CONCAT_ED25519_DILITHIUM3'],
    [{ signatureMode: 'nested' }, 'NESTED_ED25519_DILITHIUM3'],
    [{ signatureMode: 'triple-nested' }, 'TRIPLE_ED25519_DILITHIUM5_FALCON512'],
    [{ security_level: '128', signatureMode: 'archival' }, 'ARCHIVAL_ED25519_DILITHIUM5_FALCON512_SPHINCS128F'],
  ])('%j selects %s', async (selector, scheme) => {
    expect((await post('sign', { message, ...selector })).at('scheme')).toBe(scheme);
  });

  test('a key serves one scheme and no other endpoint; a signature of one mode is none of another', async () => {
    const nested = await post('sign', { message, scheme: 'NESTED_ED25519_DILITHIUM3' });
    const wrong = await post('sign', { message, scheme: 'CONCAT_ED25519_DILITHIUM3', key_id: nested.at('key_id') });
    expect(wrong.at('error.code')).toBe('INVALID_REQUEST');
    const { signatures, public_keys } = JSON.parse(nested.text);
    const other = await post('verify', { message, scheme: 'CONCAT_ED25519_DILITHIUM3', signatures, public_keys });
    expect(other.at('valid')).toBe(false);
    const elsewhere = { message, key_id: nested.at('key_id') };
    expect((await service().post('/v1/crypto/dilithium/sign', elsewhere, client().key)).status).toBe(404);
  });

  test.each([
    { message },
    { message, scheme: 'UNKNOWN' },
    { message, signatureMode: 'triple' },
    { message, scheme: 'CONCAT_ED25519_DILITHIUM3', signatureMode: 'nested' },
    { message: 'A', security_level: '128' },
  ])('sign refuses %j', async (json) => {
    expect((await post('sign', json)).at('error.code')).toBe('INVALID_REQUEST');
  });

  test('the algorithms are listed under the documents\u2019 labels', async () => {
    const listed = await service().get('/v1/hybrid/algorithms', client().key);
    expect(listed.at('available')).toEqual({
      classical: ['ed25519'],
      lattice: ['dilithium2', 'dilithium3', 'dilithium5', 'falcon512'],
      hashBased: ['sphincsPlus128s'],
    });
    expect(Object.keys(listed.at('configurations') as object)).toEqual([
      'H0',
      'SVC',
      'H-256-L',
      'H-256-H',
      'SVC-Archival',
    ]);
    expect(listed.at('configurations.SVC-Archival')).toMatchObject({ units: 6, wireVersion: '0x04' });
    expect(listed.at('labels.dilithium3.algorithm')).toBe('ML-DSA-44');
    expect(listed.at('labels.dilithium5.algorithm')).toBe('ML-DSA-65');
  });
}
