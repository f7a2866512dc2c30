import * as crypto from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { toBase64, toHex, utf8 } from '@touchstone/core/bytes.ts';
import { algorithmOf, type KeySet, publicJwk, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import { nodeBackend } from '@touchstone/core/sign/node-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pinnedReleaseKeys } from '../src/release-keys.ts';
import {
  compareVersions,
  copyVerified,
  RELEASE_ALGORITHMS,
  type ReleaseManifest,
  releaseMessage,
  verifyRelease,
} from '../src/updates.ts';

const NOW = Date.UTC(2026, 10, 21);
const INSTALLED = { product: 'Touchstone', version: '1.2.3', platform: 'linux-x64' };
const CONTENTS = utf8('the new program');
const verifier = createSignatureProvider([nodeBackend(crypto)], (length) => new Uint8Array(crypto.randomBytes(length)));

interface Release {
  readonly manifest: ReleaseManifest;
  readonly signatures: Record<string, string>;
}

let keySet: KeySet;
const secretKeys = new Map<string, Uint8Array>();
let good: Release;
let folder = '';

const manifestOf = (change: Partial<ReleaseManifest> = {}): ReleaseManifest => ({
  format: 'svc-release/v1',
  product: 'Touchstone',
  version: '1.3.0',
  platform: 'linux-x64',
  released_at: '2026-11-20T00:00:00Z',
  file: {
    name: 'touchstone-1.3.0.deb',
    size: CONTENTS.length,
    sha256: toHex(crypto.createHash('sha256').update(CONTENTS).digest()),
    sha512: toHex(crypto.createHash('sha512').update(CONTENTS).digest()),
  },
  ...change,
});

async function sign(manifest: ReleaseManifest): Promise<Release> {
  const signatures: Record<string, string> = {};
  for (const key of keySet.keys) {
    const secretKey = secretKeys.get(algorithmOf(key));
    const algorithm = RELEASE_ALGORITHMS.find((name) => name === algorithmOf(key));
    if (secretKey === undefined || algorithm === undefined) throw new Error('no key');
    signatures[algorithm] = toBase64(await verifier.sign(algorithm, secretKey, releaseMessage(manifest)));
  }
  return { manifest, signatures };
}

const bytesOf = ({ manifest, signatures }: Release) => utf8(JSON.stringify({ ...manifest, signatures }));
const verify = (release: Release | Uint8Array, set = keySet, now = NOW) =>
  verifyRelease(release instanceof Uint8Array ? release : bytesOf(release), {
    keySet: set,
    installed: INSTALLED,
    verifier,
    now,
  });

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-update-'));
  const keys = [];
  for (const algorithm of RELEASE_ALGORITHMS) {
    const pair = await verifier.generateKeyPair(algorithm);
    secretKeys.set(algorithm, pair.secretKey);
    keys.push(publicJwk(algorithm, pair.publicKey));
  }
  keySet = sealKeySet({
    keyset_id: 'release-2026',
    issuer: 'Touchstone Authority',
    principal: 'release',
    use: 'release',
    serial: 1,
    not_before: '2026-01-01T00:00:00Z',
    not_after: '2028-01-01T00:00:00Z',
    keys,
  });
  good = await sign(manifestOf());
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

describe('S12: a release manifest', () => {
  it('is accepted when everything holds', async () => {
    expect(await verify(good)).toEqual({ ok: true, manifest: good.manifest });
  });

  it.each(RELEASE_ALGORITHMS)('needs the %s signature', async (algorithm) => {
    const broken = { ...good, signatures: { ...good.signatures, [algorithm]: toBase64(new Uint8Array(64)) } };
    expect(await verify(broken)).toMatchObject({ ok: false, reason: 'SIGNATURE_INVALID' });
    const { [algorithm]: _, ...rest } = good.signatures;
    expect(await verify({ ...good, signatures: rest })).toMatchObject({ ok: false, reason: 'FORMAT' });
  });

  it.each([
    ['product', { product: 'Other' }],
    ['version', { version: '1.4.0' }],
    ['platform', { platform: 'win32-x64' }],
    ['time', { released_at: '2026-11-21T00:00:00Z' }],
  ] as const)('covers the %s', async (_name, change) => {
    expect(await verify({ ...good, manifest: manifestOf(change) })).toMatchObject({ reason: 'SIGNATURE_INVALID' });
  });

  it('is for another product, platform or not newer, though well signed', async () => {
    const cases: [Partial<ReleaseManifest>, string][] = [
      [{ product: 'Other' }, 'WRONG_PRODUCT'],
      [{ platform: 'win32-x64' }, 'WRONG_PLATFORM'],
      [{ version: '1.2.3' }, 'NOT_NEWER'],
      [{ version: '0.9.0' }, 'NOT_NEWER'],
    ];
    for (const [change, reason] of cases) {
      expect(await verify(await sign(manifestOf(change)))).toMatchObject({ ok: false, reason });
    }
  }, 120_000);

  it.each(['not json', '{}', '[]', '{"format":"svc-release/v1","format":"svc-release/v1"}'])(
    'has its form: %s',
    async (text) => {
      expect(await verify(utf8(text))).toMatchObject({ ok: false, reason: 'FORMAT' });
    },
  );

  it.each(['../x', 'a/b', '.hidden', '', 'a b'])('names a plain file, not %j', async (name) => {
    const { file } = good.manifest;
    expect(await verify({ ...good, manifest: manifestOf({ file: { ...file, name } }) })).toMatchObject({
      reason: 'FORMAT',
    });
  });

  it('counts only under a valid release set of all three families', async () => {
    const { fingerprint: _, ...document } = keySet;
    const wrong = [
      sealKeySet({ ...document, use: 'artifact' }),
      sealKeySet({ ...document, keys: document.keys.slice(0, 2) }),
      sealKeySet({ ...document, not_after: '2026-11-01T00:00:00Z' }),
    ];
    for (const set of wrong) expect(await verify(good, set)).toMatchObject({ reason: 'RELEASE_KEYS_UNUSABLE' });
  });
});

describe('S12: the file', () => {
  it('becomes a private copy that equals the manifest', async () => {
    const source = path.join(folder, 'touchstone-1.3.0.deb');
    writeFileSync(source, CONTENTS);
    const copied = await copyVerified(source, good.manifest, path.join(folder, 'private'));
    if (!copied.ok) throw new Error(copied.message);
    expect(new Uint8Array(readFileSync(copied.path))).toEqual(CONTENTS);
    if (process.platform !== 'win32') expect(statSync(path.dirname(copied.path)).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['another byte', utf8('the new prograM')],
    ['a longer file', utf8('the new program!')],
    ['a shorter file', utf8('the new')],
  ])('is refused and leaves nothing behind: %s', async (_name, contents) => {
    const source = path.join(folder, 'changed.deb');
    writeFileSync(source, contents);
    const target = mkdtempSync(path.join(folder, 'target-'));
    expect(await copyVerified(source, good.manifest, target)).toMatchObject({ ok: false, reason: 'FILE_MISMATCH' });
    expect(readdirSync(target)).toEqual([]);
  });

  it('is refused when it is missing', async () => {
    const copied = await copyVerified(path.join(folder, 'none'), good.manifest, path.join(folder, 'private'));
    expect(copied).toMatchObject({ ok: false, reason: 'FILE_MISMATCH' });
  });
});

describe('compareVersions', () => {
  it('orders numbers, not text', () => {
    expect(compareVersions('1.10.0', '1.9.9')).toBe(1);
    expect(compareVersions('1.2.3', '1.2.3')).toBe(0);
    expect(compareVersions('0.9.9', '1.0.0')).toBe(-1);
  });
  it.each(['1.2', '1.2.3-beta', '01.2.3', 'v1.2.3', ''])('knows no %j', (version) => {
    expect(compareVersions(version, '1.0.0')).toBeNull();
  });
});

describe('the pinned release set', () => {
  it('is absent in a build without one, and a damaged one stops the build', () => {
    const empty = mkdtempSync(path.join(folder, 'build-'));
    expect(pinnedReleaseKeys(empty)).toBeNull();
    writeFileSync(path.join(empty, 'release.pqkeys.json'), JSON.stringify(keySet));
    expect(pinnedReleaseKeys(empty)).toEqual(keySet);
    writeFileSync(path.join(empty, 'release.pqkeys.json'), JSON.stringify({ ...keySet, serial: 2 }));
    expect(() => pinnedReleaseKeys(empty)).toThrow(/damaged/);
  });
});
