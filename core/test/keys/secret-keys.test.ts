import nodeCrypto from 'node:crypto';
import { toHex } from '@touchstone/core/bytes.ts';
import { nobleArgon2id, nodeArgon2id, passphraseBytes } from '@touchstone/core/keys/passphrase.ts';
import { openSecretKeys, readSecretKeysHeader, sealSecretKeys } from '@touchstone/core/keys/secret-keys.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { newKeySet } from '../artifact/fixture.ts';

const native = nodeArgon2id(nodeCrypto);
if (native === null) throw new Error('this Node has no argon2');
const kdf = native;

let keys: Awaited<ReturnType<typeof newKeySet>>;
let file: string;

beforeAll(async () => {
  keys = await newKeySet({ algorithms: ['ML-DSA-87', 'Ed25519'] });
  file = await sealSecretKeys(keys.keySet, keys.secretKeys, 'correct horse', kdf, systemRandom);
});

describe('secret key files', () => {
  it('open under the passphrase and give back the same keys', async () => {
    const opened = await openSecretKeys(file, 'correct horse', kdf);
    expect(opened).toMatchObject({ ok: true, keySet: keys.keySet });
    if (opened.ok) expect(new Map(opened.secretKeys)).toEqual(new Map(keys.secretKeys));
    expect(readSecretKeysHeader(file)).toEqual(keys.keySet);
  });

  it('a composed and a decomposed passphrase are the same one', () => {
    expect(passphraseBytes('caf\u00e9')).toEqual(passphraseBytes('cafe\u0301'));
  });

  it('refuse a wrong passphrase and every change', async () => {
    expect(await openSecretKeys(file, 'wrong horse', kdf)).toMatchObject({ ok: false, code: 'WRONG_PASSPHRASE' });
    const other = await newKeySet({ algorithms: ['ML-DSA-87', 'Ed25519'] });
    const swapped = JSON.stringify({ ...JSON.parse(file), key_set: other.keySet });
    expect(await openSecretKeys(swapped, 'correct horse', kdf)).toMatchObject({ ok: false, code: 'WRONG_PASSPHRASE' });
    for (const [from, to] of [
      ['"passes": 3', '"passes": 4'],
      ['AES-256-GCM', 'AES-128-GCM'],
      ['"box"', '"more": 1, "box"'],
      ['svc-secret-keys/v1', 'svc-secret-keys/v2'],
    ] as const) {
      expect(file).toContain(from);
      expect(await openSecretKeys(file.replace(from, to), 'correct horse', kdf)).toMatchObject({
        ok: false,
        code: 'FORMAT',
      });
    }
  });

  it('hold no secret in clear', () => {
    for (const secret of keys.secretKeys.values()) {
      expect(file).not.toContain(toHex(secret));
      expect(file).not.toContain(Buffer.from(secret).toString('base64'));
      expect(file).not.toContain(Buffer.from(secret).toString('base64url'));
    }
  });
});

it('noble and OpenSSL make the same key of a passphrase', async () => {
  const salt = new Uint8Array(16).fill(5);
  expect(await kdf(passphraseBytes('correct horse'), salt)).toEqual(
    await nobleArgon2id(passphraseBytes('correct horse'), salt),
  );
  expect(nodeArgon2id({})).toBeNull();
}, 180_000);
