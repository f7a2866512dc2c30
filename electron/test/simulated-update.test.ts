/** The built shell under a simulated Electron, with a pinned release set: an update is verified by what BoringSSL has, and noble. */
import * as crypto from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { utf8 } from '@touchstone/core/bytes.ts';
import { generateKeySet } from '@touchstone/core/keys/generate.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { RELEASE_ALGORITHMS } from '@touchstone/core/release/release-set.ts';
import { signRelease } from '@touchstone/core/release/sign-release.ts';
import type { ShellUpdate } from '@touchstone/core/shell.ts';
import { nodeBackend } from '@touchstone/core/sign/node-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { expect, it } from 'vitest';
import { SimulatedShell } from './simulator/shell.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const DAY = 86_400_000;

it('verifies an update and keeps the copy in the profile, though the data folder is refused', async () => {
  const home = mkdtempSync(path.join(tmpdir(), 'touchstone-update-'));
  const app = path.join(home, 'app');
  cpSync(path.join(ROOT, 'electron/dist'), path.join(app, 'electron/dist'), { recursive: true });
  mkdirSync(path.join(app, 'renderer'));
  symlinkSync(path.join(ROOT, 'renderer/dist'), path.join(app, 'renderer/dist'));
  const signer = createSignatureProvider([nodeBackend(crypto)], systemRandom);
  const plan = {
    keyset_id: 'release',
    issuer: 'Touchstone',
    principal: 'release',
    use: 'release' as const,
    serial: 1,
    notBefore: Date.now() - DAY,
    notAfter: Date.now() + DAY,
    algorithms: RELEASE_ALGORITHMS,
  };
  const set = await generateKeySet(plan, signer);
  writeFileSync(path.join(app, 'electron/dist/release.pqkeys.json'), JSON.stringify(set.keySet));
  const contents = utf8('the new program');
  const hash = (name: 'sha256' | 'sha512') => crypto.createHash(name).update(contents).digest('hex');
  const facts = {
    format: 'svc-release/v1' as const,
    product: 'Touchstone',
    version: '99.0.0',
    platform: `linux-${process.arch}`,
    released_at: new Date().toISOString(),
    file: { name: 'new.deb', size: contents.length, sha256: hash('sha256'), sha512: hash('sha512') },
  };
  const manifest = path.join(home, 'new.deb.pqrelease.json');
  writeFileSync(manifest, await signRelease(facts, set, null, signer));
  writeFileSync(path.join(home, 'new.deb'), contents);
  // No server: it is not needed for this, and nothing is written into a folder of somebody else's.
  const data = path.join(home, 'Documents');
  mkdirSync(data);
  writeFileSync(path.join(data, 'thesis.odt'), '');

  const shell = new SimulatedShell({ home, appDir: app, chosen: [manifest], args: ['--data-dir', data] });
  try {
    await shell.loaded();
    const update = await shell.call<ShellUpdate>('verifyUpdate');
    if (update.outcome !== 'verified') throw new Error(JSON.stringify(update));
    expect(update.version).toBe('99.0.0');
    expect(path.relative(path.join(home, '.config/touchstone-window/updates'), update.path)).not.toMatch(/^\.\./);
    expect(new Uint8Array(readFileSync(update.path))).toEqual(contents);
    expect(shell.all('progress')).toEqual([1, -1]);
    expect(readdirSync(data)).toEqual(['thesis.odt']);
    writeFileSync(path.join(home, 'new.deb'), utf8('another program'));
    expect(await shell.call<ShellUpdate>('verifyUpdate')).toMatchObject({ outcome: 'refused' });
    expect(await shell.quit()).toBe(0);
  } finally {
    await shell.kill();
    rmSync(home, { recursive: true, force: true });
  }
});
