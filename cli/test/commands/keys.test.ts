import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLE_FOLDER, ROOT } from '../programs.ts';

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
  const program = path.join(ROOT, 'cli/src/touchstone.ts');
  return spawnSync(process.execPath, [program, 'keys', ...args], { encoding: 'utf8', cwd: folder });
}

describe('touchstone keys import --fingerprint', () => {
  it.each([
    ['in groups of eight', groups(8, ' ')],
    ['with colons, in capitals', groups(2, ':').toUpperCase()],
    ['with dashes', groups(4, '-')],
    ['over two lines', groups(32, '\n')],
  ])('takes it %s', (name, written) => {
    const data = path.join(folder, name.replaceAll(/\W/g, '-'));
    const { status, stdout } = keys('import', FILE, '--data-dir', data, '--fingerprint', written, '--by', 'Ada');
    expect([status, stdout]).toEqual([0, expect.stringContaining('Pinned')]);
    const exported = keys('export', written, '--data-dir', data, '--out', `${data}.json`);
    expect(exported.status, exported.stderr).toBe(0);
  });

  it('refuses another one, and one that is not whole', () => {
    const other = `${fingerprint.startsWith('0') ? '1' : '0'}${fingerprint.slice(1)}`;
    for (const written of [other, fingerprint.slice(0, 56)]) {
      const { status, stderr } = keys('import', FILE, '--data-dir', path.join(folder, 'no'), '--fingerprint', written);
      expect([status, stderr]).toEqual([1, expect.stringContaining('NOT imported')]);
    }
  });
});
