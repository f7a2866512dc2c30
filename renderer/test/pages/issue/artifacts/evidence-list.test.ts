import { describe, expect, it } from 'vitest';
import {
  type Dropped,
  droppedFiles,
  EvidenceList,
  evidenceOf,
  isRead,
  pickedFiles,
  progressOf,
  type ReadEvidence,
} from '../../../../src/pages/issue/artifacts/evidence-list.ts';
import type { EvidenceRead } from '../../../../src/pages/issue/artifacts/evidence-worker.ts';

const file = (name: string, text = name) => ({ name, file: new File([text], name) });
const hashed = (name: string): EvidenceRead => ({
  kind: 'hashed',
  item: { name, size: name.length, sha256: 'aa', sha3_384: 'bb' },
});
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** Reads when it is told to. */
function reader() {
  const asked: { readonly name: string; readonly signal: AbortSignal; readonly end: (read: EvidenceRead) => void }[] =
    [];
  const read: ReadEvidence = ({ name }, onProgress, signal) =>
    new Promise((resolve, reject) => {
      onProgress(1);
      signal.addEventListener('abort', () => reject(signal.reason));
      asked.push({ name, signal, end: resolve });
    });
  return { asked, read };
}

describe('the files of a new artifact', () => {
  it('are read one after the other, and show how far that is', async () => {
    const { asked, read } = reader();
    const list = new EvidenceList(read);
    list.add([file('a.txt'), file('b.txt')]);
    expect(asked.map(({ name }) => name)).toEqual(['a.txt']);
    expect(progressOf(list.snapshot().files)).toEqual({ done: 1, total: 10 });
    asked[0]?.end(hashed('a.txt'));
    await settled();
    expect(asked.map(({ name }) => name)).toEqual(['a.txt', 'b.txt']);
    asked[1]?.end({ kind: 'bundle', pillar: 'privacy', bundle: { result: 'PASS' } });
    await settled();
    expect(list.snapshot().files.every(isRead)).toBe(true);
    expect(evidenceOf(list.snapshot().files)).toEqual({
      items: [{ name: 'a.txt', size: 5, sha256: 'aa', sha3_384: 'bb' }],
      supplied: { privacy: { result: 'PASS' } },
    });
  });

  it('refuse a name that is there already, and only that', () => {
    const list = new EvidenceList(reader().read);
    list.add([file('a.txt'), file('privacy.json')]);
    list.add([file('a.txt'), file('c.txt'), file('privacy.json')]);
    expect(list.snapshot().files.map(({ name }) => name)).toEqual(['a.txt', 'privacy.json', 'c.txt']);
    expect(list.snapshot().refused).toEqual([
      { kind: 'same_evidence', name: 'a.txt' },
      { kind: 'same_pillar', pillar: 'privacy' },
    ]);
    // It may be removed again, so it is not refused.
    list.add([file('evidence.json')]);
    expect(list.snapshot().refused).toEqual([]);
  });

  it('refuse a name that a file system may take for one that is there', () => {
    const list = new EvidenceList(reader().read);
    list.add([file('caf\u00e9.txt'), file('A.txt')]);
    list.add([file('cafe\u0301.txt'), file('a.TXT'), file('b.txt')]);
    expect(list.snapshot().files.map(({ name }) => name)).toEqual(['A.txt', 'caf\u00e9.txt', 'b.txt']);
    expect(list.snapshot().refused).toEqual([
      { kind: 'alike', name: 'a.TXT', other: 'A.txt' },
      { kind: 'alike', name: 'cafe\u0301.txt', other: 'caf\u00e9.txt' },
    ]);
  });

  it('are taken in the order of their names in UTF-8, whatever the file system says', () => {
    const list = new EvidenceList(reader().read);
    list.add(['\u{1f600}', 'b/a', 'b', '\uffee', 'C', 'a'].map((name) => file(name)));
    expect(list.snapshot().files.map(({ name }) => name)).toEqual(['C', 'a', 'b', 'b/a', '\uffee', '\u{1f600}']);
  });

  it('can be removed while they are read, and cancelled', async () => {
    const { asked, read } = reader();
    const list = new EvidenceList(read);
    list.add([file('a.txt'), file('b.txt'), file('c.txt')]);
    const [first] = list.snapshot().files;
    list.remove(first?.id ?? 0);
    await settled();
    expect(asked.map(({ name, signal }) => [name, signal.aborted])).toEqual([
      ['a.txt', true],
      ['b.txt', false],
    ]);
    asked[1]?.end(hashed('b.txt'));
    await settled();
    list.cancel();
    await settled();
    expect(list.snapshot().files.map(({ name }) => name)).toEqual(['b.txt']);
    expect(asked[2]?.signal.aborted).toBe(true);
    list.add([file('c.txt')]);
    expect(asked[3]?.name).toBe('c.txt');
  });

  it('may be thousands, which are drawn now and then', async () => {
    const list = new EvidenceList(async ({ name }) => hashed(name));
    let drawn = 0;
    list.subscribe(() => drawn++);
    list.add(Array.from({ length: 5_000 }, (_, index) => file(`${index}.txt`)));
    await expect.poll(() => list.snapshot().files.every(isRead)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(drawn).toBeLessThan(400);
    expect(evidenceOf(list.snapshot().files).items).toHaveLength(5_000);
  });

  it('are named as the command line names them: by their paths in the folder', async () => {
    const inFolder = Object.assign(new File([''], 'a.txt'), {});
    Object.defineProperty(inFolder, 'webkitRelativePath', { value: 'evidence/in/a.txt' });
    expect(pickedFiles([new File([''], 'b.txt'), inFolder]).map(({ name }) => name)).toEqual(['b.txt', 'in/a.txt']);
    const dropped = (name: string): Dropped => ({ kind: 'file', name, getFile: async () => new File([''], name) });
    const folder = (name: string, entries: readonly Dropped[]): Dropped => ({
      kind: 'directory',
      name,
      async *getEntries() {
        yield* entries;
      },
    });
    const items = [dropped('x.txt'), folder('evidence', [dropped('b.txt'), folder('in', [dropped('a.txt')])])];
    const found = await droppedFiles([...items, { kind: 'text' }]);
    expect(found.map(({ name }) => name)).toEqual(['x.txt', 'b.txt', 'in/a.txt']);
  });
});
