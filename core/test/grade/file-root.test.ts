import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8 } from '../../src/bytes.ts';
import { comparePaths, fileRoot, linkEntry, type TreeEntry } from '../../src/grade/file-root.ts';

const HASH = '0'.repeat(64);
const entry = (path: string, more: Partial<TreeEntry> = {}): TreeEntry => ({
  path,
  kind: 'file',
  size: 1,
  sha256: HASH,
  ...more,
});

describe('12.34: the file root', () => {
  it('sorts paths by their UTF-8 bytes', () => {
    const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(utf8(a)), Buffer.from(utf8(b)));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(Math.sign(comparePaths(a, b))).toBe(byBytes(a, b));
      }),
    );
    // In UTF-16 the order is the other one.
    expect(['\u{1f600}', '\uff5e'].sort(comparePaths)).toEqual(['\uff5e', '\u{1f600}']);
  });

  it('is another one for another path, kind, size or content', () => {
    const roots = [
      [entry('a')],
      [entry('b')],
      [entry('a', { kind: 'link' })],
      [entry('a', { size: 2 })],
      [entry('a', { sha256: '1'.repeat(64) })],
      [entry('a'), entry('b')],
      [entry('a'), entry('a/b')],
    ].map(fileRoot);
    expect(new Set(roots).size).toBe(roots.length);
    expect(fileRoot([entry('a'), entry('b')])).toBe(fileRoot([entry('a'), entry('b')]));
  });

  it('takes a link as its text', () => {
    expect(linkEntry('l', '../a')).toMatchObject({ path: 'l', kind: 'link', size: 4 });
    expect(linkEntry('l', '../a').sha256).not.toBe(linkEntry('l', '../b').sha256);
  });
});
