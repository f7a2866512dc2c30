import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { concat, toBase64 } from '@touchstone/core/bytes.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import type { PassphraseKdf } from '@touchstone/core/keys/passphrase.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  loadMasterKey,
  type MasterKeySource,
  masterKeyKind,
  rekeyMasterKey,
  sweepKeyFiles,
} from '../../src/vault/master-key.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-rekey-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A cheap stand-in: the derivation is not the subject. */
const kdf: PassphraseKdf = async (passphrase, salt) => sha3_256(concat(passphrase, salt));
const ONE = 'the one passphrase';
const OTHER = 'the other passphrase';
const sourceOf = (passphrase: string | null): MasterKeySource =>
  passphrase === null ? { kind: 'key-file' } : { kind: 'passphrase', passphrase };
const load = (passphrase: string | null, isNew = false) =>
  loadMasterKey(folder, sourceOf(passphrase), isNew, systemRandom, kdf);
const rekey = (present: string | null, next: string | null) =>
  rekeyMasterKey(folder, { present, next }, systemRandom, kdf);
const text = () => readFileSync(join(folder, 'master-key.json'), 'utf8');

test('12.29: a passphrase is set, changed and removed, and the master key stays the same', async () => {
  const key = await load(null, true);
  await rekey(null, ONE);
  expect([masterKeyKind(folder), await load(ONE)]).toEqual(['passphrase', key]);
  expect(text()).not.toContain(toBase64(key));
  await rekey(ONE, OTHER);
  expect(await load(OTHER)).toEqual(key);
  await expect(load(ONE)).rejects.toThrow('passphrase is wrong');
  await rekey(OTHER, null);
  expect([masterKeyKind(folder), await load(null)]).toEqual(['key-file', key]);
  expect(readdirSync(folder)).toEqual(['master-key.json']);
});

test('12.29: a wrong passphrase, or none where there is one, changes nothing', async () => {
  await load(null, true);
  await rekey(null, ONE);
  const before = text();
  for (const present of [OTHER, null, `${ONE} `, '']) {
    for (const next of [OTHER, null]) await expect(rekey(present, next)).rejects.toThrow(/passphrase/);
  }
  expect(text()).toBe(before);
});

test.each([
  ['set and remove', '-', ONE],
  ['change', ONE, OTHER],
])('12.29: a kill at any moment of %s leaves the former passphrase or the new one in force', async (_, one, other) => {
  const key = await load(null, true);
  if (one !== '-') await rekey(null, one);
  let first: string | null = one;
  for (let round = 0; round < 6; round++) {
    const second = first === one ? other : one;
    const script = fileURLToPath(new URL('rekey-process.ts', import.meta.url));
    const child = spawn(process.execPath, [script, folder, String(first), second], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close');
    await once(child.stdout, 'data');
    await pause(randomInt(20));
    child.kill('SIGKILL');
    await ended;
    const opening: string[] = [];
    for (const each of [one, other]) {
      const opened = await load(each === '-' ? null : each).catch(() => null);
      if (opened === null) continue;
      expect(opened).toEqual(key);
      opening.push(each);
    }
    expect(opening).toHaveLength(1);
    first = opening[0] ?? one;
    sweepKeyFiles(folder);
    expect(readdirSync(folder)).toEqual(['master-key.json']);
  }
});

test('12.29: what a kill has left beside the key file goes, and nothing else', () => {
  for (const name of ['master-key.json', 'master-key.json.123.new', 'master-key.keychain', 'touchstone.db.new']) {
    writeFileSync(join(folder, name), 'x');
  }
  sweepKeyFiles(folder);
  expect(readdirSync(folder).sort()).toEqual(['master-key.json', 'master-key.keychain', 'touchstone.db.new']);
});
