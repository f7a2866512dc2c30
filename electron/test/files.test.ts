import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dataDirFromArgv,
  filesFromArgv,
  filesFromSecondStart,
  MOST_FILES,
  OpenedFiles,
  readFiles,
} from '../src/files.ts';

const CWD = path.resolve('/somewhere/here');

describe('filesFromArgv', () => {
  it('takes files in any order, absolute and once', () => {
    const argv = ['touchstone', '--enable-x', 'a.pqv.json', '--data-dir=/d', path.resolve('/t/b.PQV'), 'a.pqv.json'];
    expect(filesFromArgv(argv, CWD)).toEqual([path.join(CWD, 'a.pqv.json'), path.resolve('/t/b.PQV')]);
  });
  it.skipIf(process.platform === 'win32')('takes the addresses that desktops of Linux hand over', () => {
    const argv = ['touchstone', 'file:///t/a%20b.pqv.json', 'file://elsewhere/t/c.json', 'file:///t/%2Fetc.json'];
    expect(filesFromArgv(argv, CWD)).toEqual(['/t/a b.pqv.json']);
  });
  it('takes nothing else', () => {
    expect(filesFromArgv(['x.json', '-a.json', '', '.', 'main.mjs', 'pqv://verify', 'a\0.json'], CWD)).toEqual([]);
  });
});

describe('dataDirFromArgv', () => {
  it('reads both spellings', () => {
    expect(dataDirFromArgv(['t', '--data-dir', 'd'], CWD)).toBe(path.join(CWD, 'd'));
    expect(dataDirFromArgv(['t', '--data-dir=/d=e'], CWD)).toBe(path.resolve('/d=e'));
  });
  it('is null without a value', () => {
    expect(dataDirFromArgv(['t'], CWD)).toBeNull();
    expect(dataDirFromArgv(['t', '--data-dir'], CWD)).toBeNull();
    expect(dataDirFromArgv(['t', '--data-dir='], CWD)).toBeNull();
    expect(dataDirFromArgv(['t', '--data-dir', '--other'], CWD)).toBeNull();
  });
});

describe('filesFromSecondStart', () => {
  it('takes absolute paths only', () => {
    const file = path.resolve('/a.pqv.json');
    expect(filesFromSecondStart({ files: [file, 'b.json', 3, null, `${file}\0`] })).toEqual([file]);
  });
  it.each([null, undefined, 'x', [], {}, { files: 'x' }])('takes nothing of %j', (data) => {
    expect(filesFromSecondStart(data)).toEqual([]);
  });
});

describe('readFiles', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'touchstone-files-'));
    writeFileSync(path.join(folder, 'a.pqv.json'), '{}');
    writeFileSync(path.join(folder, 'big.json'), '');
    truncateSync(path.join(folder, 'big.json'), 64 * 1024 * 1024 + 1);
    mkdirSync(path.join(folder, 'folder.json'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('reads files and says why it did not', async () => {
    const names = ['a.pqv.json', 'big.json', 'folder.json', 'missing.json'];
    const { files, refused } = await readFiles(names.map((name) => path.join(folder, name)));
    expect(files).toEqual([{ name: 'a.pqv.json', bytes: new Uint8Array([0x7b, 0x7d]) }]);
    expect(refused.map(({ name }) => name)).toEqual(['big.json', 'folder.json', 'missing.json']);
    expect(refused[0]?.reason).toMatch(/64 MiB/);
  });

  it('reads at most 500 at once and names the rest', async () => {
    const paths = Array.from({ length: MOST_FILES + 2 }, () => path.join(folder, 'a.pqv.json'));
    const { files, refused } = await readFiles(paths);
    expect(files).toHaveLength(MOST_FILES);
    expect(refused).toHaveLength(2);
  });

  it('keeps opened files until they are taken, once', async () => {
    let announced = 0;
    const opened = new OpenedFiles(() => {
      announced += 1;
    });
    opened.add([]);
    expect(announced).toBe(0);
    opened.add([path.join(folder, 'a.pqv.json')]);
    expect(announced).toBe(1);
    expect((await opened.take()).files).toHaveLength(1);
    expect((await opened.take()).files).toHaveLength(0);
  });
});
