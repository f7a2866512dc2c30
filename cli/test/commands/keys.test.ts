import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentIn } from '../documents.ts';
import { EXAMPLE_FOLDER, programs } from '../programs.ts';

const FILE = path.join(EXAMPLE_FOLDER, 'keys', 'demo-office.pqkeys.json');
const { fingerprint }: { fingerprint: string } = JSON.parse(readFileSync(FILE, 'utf8'));
const groups = (size: number, between: string) =>
  fingerprint.match(new RegExp(`.{1,${size}}`, 'g'))?.join(between) ?? '';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-keys-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function keys(...args: readonly string[]) {
  return spawnSync(process.execPath, [programs().touchstone, 'keys', ...args], { encoding: 'utf8', cwd: folder });
}

describe('touchstone keys import --fingerprint', () => {
  it.each([
    ['in groups of eight', groups(8, ' ')],
    ['with colons, in capitals', groups(2, ':').toUpperCase()],
    ['with dashes', groups(4, '-')],
    ['over two lines', groups(32, '\n')],
  ])('takes it %s', (name, written) => {
    const data = path.join(folder, name.replaceAll(/\W/g, '-'));
    const { status, stdout } = keys('import', '--data-dir', data, '--fingerprint', written, '--by', 'Ada', FILE);
    expect([status, stdout]).toEqual([0, expect.stringContaining('Pinned')]);
    const exported = keys('export', '--data-dir', data, '--out', `${data}.json`, written);
    expect(exported.status, exported.stderr).toBe(0);
  });

  it('keys list --json has what was pinned', () => {
    const data = path.join(folder, 'listed');
    keys('import', '--data-dir', data, '--fingerprint', fingerprint, '--by', 'Ada', FILE);
    const list = documentIn('commands/keys-list', keys('list', '--data-dir', data, '--json').stdout);
    expect(list).toMatchObject({ trust_store: { key_sets: [{ held: 'pinned' }] }, states: [{ fingerprint }] });
  });

  it('refuses another one, and one that is not whole', () => {
    const other = `${fingerprint.startsWith('0') ? '1' : '0'}${fingerprint.slice(1)}`;
    for (const written of [other, fingerprint.slice(0, 56)]) {
      const { status, stderr } = keys('import', '--data-dir', path.join(folder, 'no'), '--fingerprint', written, FILE);
      expect([status, stderr]).toEqual([1, expect.stringContaining('NOT imported')]);
    }
  });
});

it('touchstone keys import asks for --by where the system has no name for the user', () => {
  const nameless =
    "import os from 'node:os'; import { syncBuiltinESMExports } from 'node:module';" +
    "os.userInfo = () => { throw new Error('ENOENT'); }; syncBuiltinESMExports();";
  const start = ['--import', `data:text/javascript,${encodeURIComponent(nameless)}`, programs().touchstone];
  const named = ['keys', 'import', '--fingerprint', fingerprint, '--data-dir', path.join(folder, 'nameless'), FILE];
  const { status, stderr } = spawnSync(process.execPath, [...start, ...named], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([2, expect.stringContaining('--by is required')]);
});

describe('touchstone keys revoke', () => {
  it.each([
    ['as it is', []],
    ['after --', ['--']],
  ])('takes a thumbprint that begins with a hyphen %s', (name, before) => {
    const data = path.join(folder, `revoke-${name.replaceAll(/\W/g, '')}`);
    mkdirSync(data);
    const thumbprint = `-${'a'.repeat(42)}`;
    const { status, stdout, stderr } = keys('revoke', '--yes', '--data-dir', data, ...before, thumbprint);
    expect([status, stdout], stderr).toEqual([0, expect.stringContaining(`Revoked ${thumbprint}.`)]);
  });

  it('refuses a data folder that is not there, where a revocation would be lost', () => {
    const data = path.join(folder, 'slip');
    const { status, stderr } = keys('revoke', '--yes', '--data-dir', data, 'a'.repeat(43));
    expect([status, stderr]).toEqual([2, expect.stringContaining('there is no such folder')]);
  });

  it('takes no such word for the value of an option, nor a shorter one for a key', () => {
    for (const [wrong, reason] of [
      [['--reason', `-${'a'.repeat(42)}`], '--reason needs a value'],
      [[`-${'a'.repeat(41)}`], 'Unknown option -a'],
    ] as const) {
      const { status, stderr } = keys('revoke', '--yes', '--data-dir', path.join(folder, 'none'), ...wrong);
      expect([status, stderr]).toEqual([2, expect.stringContaining(reason)]);
    }
  });
});

it.each(['9999-12-30T00:00:00Z', '0000-01-01T00:00:00+10:00'])(
  'touchstone keys new refuses a validity from %s, which no reader of the key set accepts',
  (from) => {
    const data = path.join(folder, 'far');
    const { status, stderr } = keys('new', '--principal', 'office', '--from', from, '--data-dir', data);
    expect([status, stderr]).toEqual([2, expect.stringContaining('--from')]);
  },
);
