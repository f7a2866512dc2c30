import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NOT_UTF8, nameFault } from '../../src/files/names.ts';
import { readBytes } from '../../src/files/read-and-write.ts';
import { findTargets } from '../../src/verifier/targets.ts';
import { EXAMPLE_FOLDER, programs } from '../programs.ts';

const EXTENSION = '.pqv.json';
const GOOD = 'x\ufffd.pqv.json';
/** Reads as `GOOD` does. */
const BAD = 'x\u00ff.pqv.json';

let folder: string;
let inside: (name: string) => string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-names-'));
  inside = (name) => path.join(folder, name);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A path in the folder whose last characters are one byte each. */
function bytesOf(name: string): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')]);
}

it('takes a name with a real U+FFFD, by itself and in a folder', () => {
  mkdirSync(inside('\ufffd'));
  writeFileSync(inside(`\ufffd/${GOOD}`), '{}');
  const target = { path: inside(`\ufffd/${GOOD}`), size: 2 };
  expect(findTargets([folder], EXTENSION).targets).toEqual([target]);
  expect(findTargets([target.path], EXTENSION).targets).toEqual([target]);
  expect(nameFault(inside('missing\ufffd'))).toBe(null);
});

// macOS refuses such names, and Windows has no such bytes.
describe.skipIf(process.platform !== 'linux')('a name that is not valid UTF-8', () => {
  it('is a fault in a folder, and hides no other', () => {
    writeFileSync(inside(GOOD), 'good');
    writeFileSync(bytesOf(BAD), 'tampered');
    writeFileSync(bytesOf('notes\u00ff.txt'), '');
    mkdirSync(bytesOf('sub\u00ff'));
    symlinkSync('/', bytesOf('to\u00ff'));
    writeFileSync(inside('z.pqv.json'), '{}');
    const { targets } = findTargets([folder], EXTENSION);
    const fault = { fault: NOT_UTF8 };
    expect(targets).toHaveLength(5);
    expect(targets).toEqual(
      expect.arrayContaining([
        { path: inside(GOOD), size: 4 },
        { path: inside(GOOD), ...fault },
        { path: inside('sub\ufffd'), ...fault },
        { path: inside('to\ufffd'), ...fault },
        { path: inside('z.pqv.json'), size: 2 },
      ]),
    );
  });

  it('is a fault when it is named, also where a good one reads the same', () => {
    writeFileSync(bytesOf(BAD), 'tampered');
    expect(nameFault(inside(GOOD))).toContain('not valid UTF-8');
    writeFileSync(inside(GOOD), 'good');
    expect(nameFault(inside(GOOD))).toContain('not valid UTF-8');
    expect(findTargets([inside(GOOD)], EXTENSION)).toEqual({
      targets: [{ path: inside(GOOD), fault: expect.stringContaining('not valid UTF-8') }],
      skipped: [],
      isBatch: false,
    });
    expect(nameFault(inside('other\ufffd.pqv.json'))).toBe(null);
    // The commands that sign read no other file either.
    expect(() => readBytes(inside(GOOD))).toThrow('not valid UTF-8');
    writeFileSync(inside('other\ufffd.pqv.json'), 'other');
    expect(Buffer.from(readBytes(inside('other\ufffd.pqv.json'))).toString()).toBe('other');
  });

  it('is a fault on the way, too', () => {
    mkdirSync(bytesOf('sub\u00ff'));
    mkdirSync(inside('sub\ufffd'));
    writeFileSync(inside('sub\ufffd/a.pqv.json'), '{}');
    for (const name of ['sub\ufffd/a.pqv.json', 'sub\ufffd', 'sub\ufffd/', `sub\ufffd/${GOOD}`]) {
      expect(nameFault(inside(name)), name).toContain('not valid UTF-8');
    }
  });

  it('never gives one file the verdict of another', () => {
    const verified = readFileSync(path.join(EXAMPLE_FOLDER, 'verified.pqv.json'));
    writeFileSync(inside(GOOD), verified);
    writeFileSync(bytesOf(BAD), readFileSync(path.join(EXAMPLE_FOLDER, 'broken-hash.pqv.json')));
    const keys = path.join(EXAMPLE_FOLDER, 'keys/demo-office.pqkeys.json');
    const { node, pqVerify } = programs();
    const inFolder = spawnSync(node, [pqVerify, 'artifact', '--keys', keys, folder], { encoding: 'utf8' });
    expect(inFolder.stdout).toContain('2 files: 1 Verified (1 demo), 1 Unreadable. Exit code 2.');
    expect(inFolder.status).toBe(2);
    // Node takes arguments as text only: `xargs` hands over the bytes.
    const args = ['-0', node, pqVerify, 'artifact', '--keys', keys, '--file'];
    const named = spawnSync('xargs', args, { input: bytesOf(BAD), encoding: 'utf8' });
    expect(named.stdout).toContain('Unreadable, READ');
    expect(named.stdout).toContain('not valid UTF-8');
    const data = ['-0', node, pqVerify, 'receipt', '--file', inside('r.pqr.json'), '--data'];
    expect(spawnSync('xargs', data, { input: bytesOf(BAD), encoding: 'utf8' }).stderr).toContain('not valid UTF-8');
  });
});
