import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readKeySet } from '@touchstone/core/keys/key-set.ts';
import { readSecretKeysHeader } from '@touchstone/core/keys/secret-keys.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeNew } from '../../src/files/read-and-write.ts';
import { keyFolder, requireOnly, saveKeySet } from '../../src/keys/key-folder.ts';
import { EXAMPLE_FOLDER, ROOT } from '../programs.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-output-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('writeNew', () => {
  it('writes a new file with its mode, in a folder that need not exist, and replaces none', () => {
    const file = path.join(folder, 'sub', 'a'.repeat(250));
    writeNew(file, 'first', 0o600);
    expect(() => writeNew(file, 'second')).toThrow('already exists');
    expect(readFileSync(file, 'utf8')).toBe('first');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(path.dirname(file))).toHaveLength(1);
  });

  // A limit on the size of files cuts a write as a full disk does.
  it.skipIf(process.platform === 'win32')('leaves nothing where the file could not be written whole', () => {
    const module = path.join(ROOT, 'cli/src/files/read-and-write.ts');
    const program = `const { writeNew } = await import(process.argv[1]); writeNew('f', 'x'.repeat(1 << 20));`;
    const node = [process.execPath, '--input-type=module', '-e', program, module];
    const limited = ['-c', 'ulimit -f 8; exec "$@"', 'sh', ...node];
    const { status, stderr } = spawnSync('sh', limited, { cwd: folder, encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringContaining('f could not be written')]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

it('saveKeySet leaves no secret keys where the public ones could not be written', () => {
  const set = readKeySet(JSON.parse(readFileSync(path.join(EXAMPLE_FOLDER, 'keys/demo-office.pqkeys.json'), 'utf8')));
  if (!set.ok) throw new TypeError(set.message);
  const saved = saveKeySet(folder, set.keySet, 'secret');
  rmSync(saved.secretFile);
  writeFileSync(saved.publicFile, 'of another');
  expect(() => saveKeySet(folder, set.keySet, 'secret')).toThrow('already exists');
  expect(existsSync(saved.secretFile)).toBe(false);
  expect(readdirSync(keyFolder(folder))).toHaveLength(1);
});

it('of two runs that make one edition at the same time, one at least keeps nothing', () => {
  const golden = readFileSync(path.join(ROOT, 'core/test/golden/secret-keys-v1.pqsecret.json'), 'utf8');
  const keySet = readSecretKeysHeader(golden);
  if (keySet === null) throw new TypeError('no header');
  const first = saveKeySet(folder, { ...keySet, keyset_id: 'one' }, golden);
  requireOnly(folder, first);
  const second = saveKeySet(folder, { ...keySet, keyset_id: 'two' }, golden);
  expect(() => requireOnly(folder, second)).toThrow('at the same time');
  expect(readdirSync(keyFolder(folder))).toHaveLength(2);
  requireOnly(folder, first);
});
