import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readBounded } from '../../src/files/bounded-read.ts';
import { findTargets, isAbsent } from '../../src/verifier/targets.ts';

const EXTENSION = '.pqv.json';

let folder: string;
let inside: (name: string) => string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-files-'));
  inside = (name) => path.join(folder, name);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('gives the files of a folder in order, through links to files, and those of a linked folder of the same tree once', () => {
  mkdirSync(inside('b'));
  for (const name of ['c.pqv.json', 'a.pqv.json', 'b/x.pqv.json', 'b/other.json']) writeFileSync(inside(name), '{}');
  symlinkSync(inside('a.pqv.json'), inside('d.pqv.json'));
  symlinkSync(folder, inside('circle.pqv.json'));
  symlinkSync('b', inside('latest'));
  for (const [target, name] of [
    ['b/other.json', 'other-link.json'],
    ['nowhere', 'dangling-link'],
    ['self', 'self'],
  ] as const) {
    symlinkSync(target, inside(name));
  }
  const names = ['a.pqv.json', 'b/x.pqv.json', 'c.pqv.json', 'd.pqv.json'];
  expect(findTargets([folder], EXTENSION)).toEqual({
    targets: names.map((name) => ({ path: inside(name), size: 2 })),
    skipped: expect.arrayContaining([{ path: inside('b/other.json'), reason: 'not looked for' }]),
    isBatch: true,
  });
});

it('says that a linked folder was not searched, unless it is named as well', () => {
  for (const name of ['elsewhere', 'inbox', 'inbox/below']) mkdirSync(inside(name));
  for (const name of ['elsewhere/x.pqv.json', 'inbox/a.pqv.json']) writeFileSync(inside(name), '{}');
  symlinkSync('../../elsewhere', inside('inbox/below/link'));
  symlinkSync('..', inside('inbox/up'));
  const own = { path: inside('inbox/a.pqv.json'), size: 2 };
  const fault = expect.stringContaining('links to folders are not followed. Name this folder as well');
  const up = { path: inside('inbox/up'), fault };
  expect(findTargets([inside('inbox')], EXTENSION).targets).toEqual([
    own,
    { path: inside('inbox/below/link'), fault },
    up,
  ]);
  const link = inside('inbox/below/link');
  expect(findTargets([inside('inbox'), link], EXTENSION).targets).toEqual([
    own,
    up,
    { path: path.join(link, 'x.pqv.json'), size: 2 },
  ]);
});

it('finds an extension in capitals', () => {
  for (const name of ['UP.PQV.JSON', 'low.pqv.json', 'no.PQR.JSON']) writeFileSync(inside(name), '{}');
  expect(findTargets([folder], EXTENSION).targets.map((target) => path.basename(target.path))).toEqual([
    'UP.PQV.JSON',
    'low.pqv.json',
  ]);
});

it('makes a bad entry of a folder a fault of its own that hides no other', () => {
  writeFileSync(inside('a.pqv.json'), '{}');
  symlinkSync('self.pqv.json', inside('self.pqv.json'));
  symlinkSync('nowhere', inside('dangling.pqv.json'));
  writeFileSync(inside('z.pqv.json'), '{}');
  expect(findTargets([folder], EXTENSION).targets).toEqual([
    { path: inside('a.pqv.json'), size: 2 },
    { path: inside('dangling.pqv.json'), fault: expect.stringContaining('no such file') },
    { path: inside('self.pqv.json'), fault: expect.stringContaining('too many symbolic links') },
    { path: inside('z.pqv.json'), size: 2 },
  ]);
});

it.skipIf(process.platform === 'win32')('never opens a pipe in a folder, also behind a link', () => {
  expect(spawnSync('mkfifo', [inside('pipe.pqv.json')]).status).toBe(0);
  symlinkSync('pipe.pqv.json', inside('q.pqv.json'));
  const fault = 'The file could not be read: it is not a regular file.';
  expect(findTargets([folder], EXTENSION).targets).toEqual(
    ['pipe.pqv.json', 'q.pqv.json'].map((name) => ({ path: inside(name), fault })),
  );
  expect(findTargets([inside('pipe.pqv.json')], EXTENSION).targets).toEqual([
    { path: inside('pipe.pqv.json'), size: Number.POSITIVE_INFINITY },
  ]);
});

it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('names an unreadable subfolder and goes on', () => {
  mkdirSync(inside('closed'));
  writeFileSync(inside('z.pqv.json'), '{}');
  chmodSync(inside('closed'), 0);
  expect(findTargets([folder], EXTENSION).targets).toEqual([
    { path: inside('closed'), fault: 'The folder could not be read: permission denied.' },
    { path: inside('z.pqv.json'), size: 2 },
  ]);
});

it('says why a named file cannot be read, whatever the reason', () => {
  symlinkSync('self', inside('self'));
  for (const [name, reason] of [
    [inside('self'), 'too many symbolic links'],
    [inside('x'.repeat(300)), 'the name is too long'],
    [inside('missing'), 'there is no such file or folder'],
  ] as const) {
    expect(findTargets([name], EXTENSION)).toEqual({ targets: [{ path: name, size: 0 }], skipped: [], isBatch: false });
    expect(readBounded(name)).toEqual({ ok: false, fault: `The file could not be opened: ${reason}.` });
  }
});

it('tells a file that is absent from one that cannot be seen', () => {
  writeFileSync(inside('file'), '');
  symlinkSync('nowhere', inside('dangling'));
  symlinkSync('self', inside('self'));
  expect(isAbsent(inside('missing'))).toBe(true);
  expect(isAbsent(inside('no/such/folder'))).toBe(true);
  for (const name of ['file', 'dangling', 'self', 'dangling/below', 'self/below', 'file/below', 'x'.repeat(300)]) {
    expect(isAbsent(inside(name)), name).toBe(false);
  }
});
