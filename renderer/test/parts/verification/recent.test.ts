import { describe, expect, test } from 'vitest';
import {
  MOST_RECENT,
  type RecentVerification,
  RecentVerifications,
  readRecent,
} from '../../../src/parts/verification/recent.ts';

const OPENED = { files: [], leftOut: 0, lent: null };

function entry(id: string, members: Partial<RecentVerification> = {}): RecentVerification {
  const at = '2026-11-22T10:00:00.000Z';
  return {
    id,
    name: `${id}.pqv.json`,
    kind: 'artifact',
    outcome: 'VERIFIED',
    demo: false,
    at,
    sha256: null,
    ...members,
  };
}

/** A storage that can refuse to take anything. */
function fakeStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => {
      items.set(key, text);
    },
    removeItem: (key: string) => void items.delete(key),
  };
}

describe('recent verifications', () => {
  test('the newest first, a bounded number, and there again after a reload, without the files', () => {
    const storage = fakeStorage();
    const recent = new RecentVerifications(storage);
    for (let i = 0; i < MOST_RECENT + 3; i++) recent.keep(entry(`e${i}`), OPENED);
    const ids = recent.snapshot().map(({ id }) => id);
    expect(ids).toHaveLength(MOST_RECENT);
    expect(ids[0]).toBe(`e${MOST_RECENT + 2}`);
    expect(recent.openedOf('e0')).toBeNull();
    expect(recent.openedOf(ids[0] ?? '')).toBe(OPENED);

    const reloaded = new RecentVerifications(storage);
    expect(reloaded.snapshot()).toEqual(recent.snapshot());
    expect(reloaded.openedOf(ids[0] ?? '')).toBeNull();
  });

  test('keeps the seven facts and no others', () => {
    const storage = fakeStorage();
    new RecentVerifications(storage).keep(entry('a'), OPENED);
    const [stored] = JSON.parse([...storage.items.values()][0] ?? '');
    expect(Object.keys(stored).sort()).toEqual(['at', 'demo', 'id', 'kind', 'name', 'outcome', 'sha256']);
  });

  test('a verification once more takes the place of the one before, by id and by name and bytes', () => {
    const recent = new RecentVerifications(fakeStorage());
    const sha256 = 'ab'.repeat(32);
    recent.keep(entry('a', { outcome: 'PENDING' }), OPENED);
    recent.keep(entry('b', { sha256, name: 'same' }), OPENED);
    recent.keep(entry('a', { outcome: 'VERIFIED' }), OPENED);
    recent.keep(entry('c', { sha256, name: 'same' }), OPENED);
    recent.keep(entry('d', { sha256, name: 'copy' }), OPENED);
    expect(recent.snapshot().map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([
      'd VERIFIED',
      'c VERIFIED',
      'a VERIFIED',
    ]);
  });

  test('clearing forgets the list, the stored list and the files', () => {
    const storage = fakeStorage();
    const recent = new RecentVerifications(storage);
    let told = 0;
    recent.subscribe(() => {
      told += 1;
    });
    recent.keep(entry('a'), OPENED);
    recent.clear();
    recent.clear();
    expect(recent.snapshot()).toEqual([]);
    expect(recent.openedOf('a')).toBeNull();
    expect(storage.items.size).toBe(0);
    expect(told).toBe(2);
  });

  test('leaves out what cannot be read, and shortens names', () => {
    const good = entry('good', { name: 'n'.repeat(1000) });
    const bad = [null, 7, { ...good, id: 1 }, { ...good, kind: 'x' }, { ...good, outcome: 'GREAT' }];
    const text = JSON.stringify([
      ...bad,
      { ...good, at: 'today' },
      { ...good, demo: 'no' },
      { ...good, sha256: 'xyz' },
      good,
    ]);
    expect(readRecent(text)).toEqual([{ ...good, name: 'n'.repeat(300) }]);
    expect(readRecent('{')).toEqual([]);
    expect(readRecent('{}')).toEqual([]);
    expect(readRecent(null)).toEqual([]);
  });
});
