import { spawn, spawnSync } from 'node:child_process';
import { closeSync, copyFileSync, existsSync, mkdtempSync, openSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXAMPLE_FOLDER, programs } from '../programs.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-terminal-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const KEYS = ['--keys', path.join(EXAMPLE_FOLDER, 'keys'), '--data-dir', path.join(EXAMPLE_FOLDER, 'keys')];

/** As `pq-verify … | head -1`: the reader goes away after the first output. */
function readAndClose(args: readonly string[]): Promise<{ status: number | null; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn(programs().node, [programs().pqVerify, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let stderr = '';
    child.stdout.once('data', () => child.stdout.destroy());
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.on('close', (status) => resolve({ status, stderr }));
  });
}

function fill(...names: readonly string[]): void {
  for (const [index, name] of names.entries()) {
    copyFileSync(path.join(EXAMPLE_FOLDER, name), path.join(folder, `${String(index).padStart(3, '0')}.pqv.json`));
  }
}

describe('a reader that closes the pipe', () => {
  it.each([1, 2])('does not hide a FAILED file that comes later (%i threads)', async (jobs) => {
    fill(...Array.from({ length: 30 }, () => 'verified.pqv.json'), 'broken-hash.pqv.json');
    const result = await readAndClose(['artifact', ...KEYS, '--jobs', String(jobs), folder]);
    expect(result).toEqual({ status: 1, stderr: '' });
  });

  it('does not make valid files look bad', async () => {
    fill(...Array.from({ length: 30 }, () => 'verified.pqv.json'));
    expect(await readAndClose(['artifact', ...KEYS, folder])).toEqual({ status: 0, stderr: '' });
  });
});

it.skipIf(!existsSync('/dev/full'))('output that cannot be written is exit code 2 and one line', () => {
  const full = openSync('/dev/full', 'w');
  for (const node of [programs().node, programs().oldNode].filter((name) => name !== null)) {
    const args = [programs().pqVerify, 'artifact', ...KEYS, path.join(EXAMPLE_FOLDER, 'verified.pqv.json')];
    const { status, stderr } = spawnSync(node, args, { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' });
    expect(stderr).toBe('pq-verify: Unexpected error: the disk is full\n');
    expect(status).toBe(2);
  }
  closeSync(full);
});

it.each([
  ['a link to itself', (name: string) => symlinkSync(path.basename(name), name), 'self.pqv.json'],
  ['a name that is too long', () => undefined, `${'x'.repeat(300)}.pqv.json`],
])('%s is exit code 2 without a stack trace', (_, make, name) => {
  const file = path.join(folder, name);
  make(file);
  const { status, stdout, stderr } = spawnSync(programs().node, [programs().pqVerify, 'artifact', ...KEYS, file], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 2, stderr: '' });
  expect(stdout).toContain('The file could not be opened: ');
});
