import { describe, expect, test } from 'vitest';
import { fromDataTransfer, fromPicker, fromText } from '../../../src/parts/verification/collect.ts';

/** A folder of the browser's file entries; `readEntries` gives two at a time, as browsers give a hundred. */
function folder(path: string, content: readonly FileSystemEntry[]): FileSystemEntry {
  const entry = { isDirectory: true, isFile: false, name: path.split('/').at(-1) ?? '', fullPath: path };
  const createReader = () => {
    let at = 0;
    return {
      readEntries: (done: (entries: readonly FileSystemEntry[]) => void) => {
        done(content.slice(at, at + 2));
        at += 2;
      },
    };
  };
  return Object.assign(Object.create(null), entry, { createReader });
}

function file(path: string): FileSystemEntry {
  const name = path.split('/').at(-1) ?? '';
  const entry = { isDirectory: false, isFile: true, name, fullPath: path };
  return Object.assign(Object.create(null), entry, {
    file: (done: (file: File) => void) => done(new File(['{}'], name)),
  });
}

function dropOf(...entries: readonly FileSystemEntry[]): Pick<DataTransfer, 'items' | 'files'> {
  const items = entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry }));
  return Object.assign(Object.create(null), { items, files: [] });
}

const names = (files: readonly { name: string }[]) => files.map(({ name }) => name);

describe('collect', () => {
  test('walks folders to their end and takes only JSON files of them', async () => {
    const many = ['c', 'a', 'b', 'e', 'd'].map((name) => file(`/in/${name}.pqv.json`));
    const drop = dropOf(folder('/in', [...many, file('/in/photo.jpg'), folder('/in/sub', [file('/in/sub/x.JSON')])]));
    const collected = await fromDataTransfer(drop);
    expect(names(collected.files)).toEqual([
      'in/a.pqv.json',
      'in/b.pqv.json',
      'in/c.pqv.json',
      'in/d.pqv.json',
      'in/e.pqv.json',
      'in/sub/x.JSON',
    ]);
    expect(collected.leftOut).toBe(1);
  });

  test('a file that is dropped by itself is taken whatever its name', async () => {
    expect(names((await fromDataTransfer(dropOf(file('/photo.jpg')))).files)).toEqual(['photo.jpg']);
  });

  test('a file picker takes all, a folder picker the JSON files', async () => {
    const inFolder = (path: string) =>
      Object.assign(new File([''], path.split('/').at(-1) ?? ''), { webkitRelativePath: path });
    expect(names((await fromPicker([new File([''], 'a.txt')])).files)).toEqual(['a.txt']);
    expect(await fromPicker([inFolder('d/a.json'), inFolder('d/.DS_Store')])).toMatchObject({
      files: [{ name: 'd/a.json' }],
      leftOut: 1,
    });
  });

  test('pasted text becomes a file; white space does not', async () => {
    expect(await fromText('  {"a":1}\n')?.file.text()).toBe('{"a":1}');
    expect(fromText(' \n')).toBeNull();
  });
});
