import * as crypto from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { toHex, utf8 } from '@touchstone/core/bytes.ts';
import { type GeneratedKeySet, generateKeySet } from '@touchstone/core/keys/generate.ts';
import { keyThumbprint, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import { endorseKeySet } from '@touchstone/core/keys/sign-endorsement.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { revokeKey } from '@touchstone/core/keys/trust-changes.ts';
import { trustStoreText } from '@touchstone/core/keys/trust-document.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { RELEASE_ALGORITHMS } from '@touchstone/core/release/release-set.ts';
import { signRelease } from '@touchstone/core/release/sign-release.ts';
import { nodeBackend } from '@touchstone/core/sign/node-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import type { BrowserWindow, MessageBoxOptions } from 'electron';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { pinnedReleaseKeys } from '../src/release-keys.ts';
import { type CopyOptions, copyVerified, type UpdateContext, verifyUpdate } from '../src/updates.ts';

const NOW = Date.UTC(2026, 10, 21);
const DAY = 86_400_000;
const NAME = 'touchstone-1.3.0.deb';
/** Two pieces and a bit. */
const CONTENTS = new Uint8Array(5 << 19).fill(7);
const FILE = {
  name: NAME,
  size: CONTENTS.length,
  sha256: toHex(crypto.createHash('sha256').update(CONTENTS).digest()),
  sha512: toHex(crypto.createHash('sha512').update(CONTENTS).digest()),
};
const provider = createSignatureProvider([nodeBackend(crypto)], systemRandom);

let folder = '';
let one: GeneratedKeySet;
/** Manifest of a release that brings the next set. */
let bridge = '';

async function releaseSet(serial: number): Promise<GeneratedKeySet> {
  const notBefore = NOW - 400 * DAY + serial * 100 * DAY;
  return generateKeySet(
    {
      keyset_id: `release-${serial}`,
      issuer: 'Touchstone',
      principal: 'release',
      use: 'release',
      serial,
      notBefore,
      notAfter: notBefore + 1_000 * DAY,
      algorithms: RELEASE_ALGORITHMS,
    },
    provider,
  );
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-update-'));
  one = await releaseSet(1);
  const second = await releaseSet(2);
  const two = { ...second, keySet: await endorseKeySet(second.keySet, one.keySet, one.secretKeys, provider) };
  const facts = {
    format: 'svc-release/v1' as const,
    product: 'Touchstone',
    version: '1.3.0',
    platform: 'linux-x64',
    released_at: '2026-11-20T00:00:00Z',
    file: FILE,
  };
  bridge = await signRelease(facts, one, two, provider);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('S12: an update from a file', () => {
  let asked: MessageBoxOptions[] = [];
  let progress: number[] = [];
  let timers: (() => void)[] = [];
  /** The button of each box that comes; where there is none, the box stays until it is closed. */
  let presses: number[] = [];
  let dataDir = '';
  let manifest = '';

  beforeEach(() => {
    [asked, progress, timers, presses] = [[], [], [], []];
    dataDir = mkdtempSync(path.join(folder, 'data-'));
    const release = mkdtempSync(path.join(folder, 'release-'));
    manifest = path.join(release, `${NAME}.pqrelease.json`);
    writeFileSync(manifest, bridge);
    writeFileSync(path.join(release, NAME), CONTENTS);
  });

  const window = { setProgressBar: (value: number) => progress.push(value) } as unknown as BrowserWindow;
  const context = (version = '1.2.3'): UpdateContext => ({
    about: {
      name: 'Touchstone',
      version,
      platform: 'linux',
      arch: 'x64',
      electron: '45.4.1',
      packaged: true,
      dataDir,
    },
    dialog: {
      showMessageBox: async (...args: unknown[]) => {
        const options = args.at(-1) as MessageBoxOptions;
        asked.push(options);
        const press = presses.shift();
        if (press === undefined) await new Promise((resolve) => options.signal?.addEventListener('abort', resolve));
        return { response: press ?? 0, checkboxChecked: false };
      },
    },
    window: () => window,
    releaseKeys: one.keySet,
    updatesFolder: path.join(dataDir, 'updates'),
    verifier: provider,
    now: () => NOW,
    setTimer: (callback) => {
      timers.push(callback);
      return setTimeout(() => {}, 0);
    },
  });
  const verify = (version?: string) => verifyUpdate(manifest, one.keySet, context(version));

  it('asks about new release keys with both fingerprints, shows how far it is and leaves a private copy', async () => {
    presses = [1];
    const update = await verify();
    if (update.outcome !== 'verified') throw new Error(JSON.stringify(update));
    expect(update.version).toBe('1.3.0');
    expect(new Uint8Array(readFileSync(update.path))).toEqual(CONTENTS);
    expect(update.path.startsWith(path.join(dataDir, 'updates'))).toBe(true);
    if (process.platform !== 'win32') expect(statSync(path.dirname(update.path)).mode & 0o777).toBe(0o700);
    expect(asked).toMatchObject([{ buttons: ['Cancel', 'Verify the release'] }]);
    expect(asked[0]?.detail).toContain(one.keySet.fingerprint);
    expect(progress).toEqual([0.4, 0.8, 1, -1]);
    // The next one removes what this one has left.
    presses = [1];
    expect(await verify()).toMatchObject({ outcome: 'verified' });
    expect(readdirSync(path.join(dataDir, 'updates'))).toHaveLength(1);
  });

  it('ends where the person does not accept the new keys, or cancels what takes long', async () => {
    presses = [0];
    expect(await verify()).toEqual({ outcome: 'cancelled' });
    presses = [1, 0];
    // The box comes with the first piece.
    Object.assign(window, {
      setProgressBar: (value: number) => {
        progress.push(value);
        timers.shift()?.();
      },
    });
    expect(await verify()).toEqual({ outcome: 'cancelled' });
    expect(asked.at(-1)).toMatchObject({ message: `Verifying ${NAME}`, buttons: ['Cancel'] });
    expect(progress.at(-1)).toBe(-1);
    expect(readdirSync(path.join(dataDir, 'updates'))).toEqual([]);
    // A box that stays is closed at the end, and is no answer of the person.
    presses = [1];
    timers = [];
    expect(await verify()).toMatchObject({ outcome: 'verified' });
    expect(asked.at(-1)?.signal?.aborted).toBe(true);
  });

  it('refuses what core refuses, in its words, before anything is copied', async () => {
    expect(await verify('1.3.0')).toEqual({
      outcome: 'refused',
      reason: 'Version 1.3.0 is not newer than the installed 1.3.0.',
    });
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('goes by the revocations of the data folder, and by none that it cannot read', async () => {
    const [key] = one.keySet.keys;
    const change = key && revokeKey(EMPTY_TRUST_STORE, keyThumbprint(key), NOW, 'stolen');
    if (!change?.ok) throw new Error('not revoked');
    const store = path.join(dataDir, 'trust-store.json');
    writeFileSync(store, trustStoreText(change.store));
    expect(await verify()).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('revoked') });
    writeFileSync(store, '{}');
    expect(await verify()).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('trust store') });
  });
});

describe('S12: the file', () => {
  const calm: CopyOptions = { signal: new AbortController().signal, onProgress: () => {} };

  it.each([
    ['another byte', CONTENTS.with(0, 8)],
    ['a longer file', new Uint8Array(CONTENTS.length + 1).fill(7)],
    ['a shorter file', utf8('short')],
  ])('is refused and leaves nothing behind: %s', async (_name, contents) => {
    const source = path.join(folder, 'changed.deb');
    writeFileSync(source, contents);
    const target = path.join(folder, 'private');
    expect(await copyVerified(source, FILE, target, calm)).toMatchObject({ outcome: 'refused' });
    expect(readdirSync(target)).toEqual([]);
  });

  it('R11: is refused where the folder for it cannot be emptied or made', async () => {
    const source = path.join(folder, NAME);
    writeFileSync(source, CONTENTS);
    const inTheWay = path.join(folder, 'a-file');
    writeFileSync(inTheWay, '');
    expect(await copyVerified(source, FILE, path.join(inTheWay, 'updates'), calm)).toMatchObject({
      outcome: 'refused',
      reason: expect.stringMatching(/could not be copied \(ENOTDIR|EEXIST|ENOENT\)/),
    });
  });

  it('is refused when it is missing, or no file', async () => {
    const target = path.join(folder, 'private');
    const missing = await copyVerified(path.join(folder, 'none'), FILE, target, calm);
    expect(missing).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('same folder') });
    const inside = path.join(folder, 'a-folder');
    mkdirSync(inside);
    expect(await copyVerified(inside, FILE, target, calm)).toMatchObject({ outcome: 'refused' });
  });
});

describe('a file that is there and does not open', () => {
  it.each([
    ['EPERM', /may not be read: allow Touchstone the folder/],
    ['EACCES', /may not be read: allow Touchstone the folder/],
    ['EIO', /could not be copied \(EIO\)/],
  ])('R31: is not called missing: %s', async (code, reason) => {
    const open = vi.spyOn(fsPromises, 'open').mockRejectedValueOnce(Object.assign(new Error('refused'), { code }));
    syncBuiltinESMExports();
    try {
      const options = { signal: new AbortController().signal, onProgress: () => {} };
      expect(await copyVerified(path.join(folder, NAME), FILE, path.join(folder, 'private'), options)).toEqual({
        outcome: 'refused',
        reason: expect.stringMatching(reason),
      });
    } finally {
      open.mockRestore();
      syncBuiltinESMExports();
    }
  });
});

describe('the pinned release set', () => {
  it('is absent in a build without one, and a damaged or foreign one stops the build', () => {
    const build = mkdtempSync(path.join(folder, 'build-'));
    const pin = (keySet: object) => writeFileSync(path.join(build, 'release.pqkeys.json'), JSON.stringify(keySet));
    expect(pinnedReleaseKeys(build)).toBeNull();
    pin(one.keySet);
    expect(pinnedReleaseKeys(build)).toEqual(one.keySet);
    pin({ ...one.keySet, serial: 2 });
    expect(() => pinnedReleaseKeys(build)).toThrow(/damaged/);
    const { fingerprint: _, ...document } = one.keySet;
    pin(sealKeySet({ ...document, use: 'artifact' }));
    expect(() => pinnedReleaseKeys(build)).toThrow(/not a release set/);
  });
});
