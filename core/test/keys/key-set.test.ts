import { toBase64Url } from '@touchstone/core/bytes.ts';
import {
  type KeySet,
  keySetFingerprint,
  keyThumbprint,
  parseKeySet,
  publicJwk,
  sealKeySet,
} from '@touchstone/core/keys/key-set.ts';
import { describe, expect, it } from 'vitest';

const falcon = publicJwk('FALCON-1024', new Uint8Array(1793).fill(7));
const ed25519 = publicJwk('Ed25519', new Uint8Array(32).fill(9));
const DOCUMENT = {
  keyset_id: 'ks_1',
  issuer: 'Touchstone Authority',
  principal: 'release-office',
  use: 'artifact',
  serial: 1,
  not_before: '2026-01-01T00:00:00Z',
  not_after: '2027-01-01T00:00:00Z',
  keys: [falcon, ed25519],
} as const satisfies Omit<KeySet, 'fingerprint'>;
const keySet = sealKeySet(DOCUMENT);
const parse = (value: unknown) => parseKeySet(JSON.stringify(value));

describe('parseKeySet', () => {
  it('accepts what sealKeySet made', () => {
    expect(parse(keySet)).toEqual({ ok: true, keySet });
    expect(parse(sealKeySet({ ...DOCUMENT, demo: true }))).toMatchObject({ ok: true, keySet: { demo: true } });
  });

  it('S8: the fingerprint covers the whole document and is always recomputed', () => {
    const changes: Partial<KeySet>[] = [
      { serial: 2 },
      { principal: 'x' },
      { demo: true },
      { not_after: '2028-01-01T00:00:00Z' },
      { keys: [falcon] },
    ];
    for (const change of changes) {
      expect(keySetFingerprint({ ...DOCUMENT, ...change })).not.toBe(keySet.fingerprint);
      expect(parse({ ...keySet, ...change })).toMatchObject({ ok: false, field: 'fingerprint' });
    }
  });

  it('names the field of every fault', () => {
    const faults: [Record<string, unknown>, string][] = [
      [{ use: 'other' }, 'use'],
      [{ serial: 0 }, 'serial'],
      [{ serial: 1.5 }, 'serial'],
      [{ demo: false }, 'demo'],
      [{ issuer: '' }, 'issuer'],
      [{ not_before: 'yesterday' }, 'not_before'],
      [{ not_after: '2025-01-01T00:00:00Z' }, 'not_after'],
      [{ keys: [] }, 'keys'],
      [{ keys: [falcon, { ...ed25519, kid: falcon.kid }] }, 'keys[1].kid'],
      [{ keys: [{ ...falcon, alg: 'RSA' }] }, 'keys[0].alg'],
      [{ keys: [{ ...falcon, alg: 'FALCON-512' }] }, 'keys[0].pub'],
      [{ keys: [{ ...ed25519, x: `${toBase64Url(new Uint8Array(32))}=` }] }, 'keys[0].x'],
      [{ keys: [{ ...ed25519, kty: 'RSA' }] }, 'keys[0].kty'],
      [{ extra: 1 }, 'extra'],
    ];
    for (const [change, field] of faults) expect(parse({ ...keySet, ...change })).toMatchObject({ ok: false, field });
  });

  it('S8: refuses private members', () => {
    for (const name of ['priv', 'd', 'seed']) {
      const result = parse({ ...keySet, keys: [{ ...falcon, [name]: 'AA' }] });
      expect(result).toMatchObject({
        ok: false,
        field: `keys[0].${name}`,
        message: expect.stringContaining('private'),
      });
    }
  });
});

it('thumbprints follow RFC 7638 and RFC 8037, appendix A.3', () => {
  const key = { kty: 'OKP', crv: 'Ed25519', kid: '', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' } as const;
  expect(keyThumbprint(key)).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
  expect(keyThumbprint(falcon)).toBe(falcon.kid);
});
