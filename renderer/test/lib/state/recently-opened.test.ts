import { expect, it } from 'vitest';
import { MOST_OPENED, type OpenedThing, RecentlyOpened } from '../../../src/lib/state/recently-opened.ts';

function storage(text: string | null = null) {
  let kept = text;
  return {
    getItem: () => kept,
    setItem: (_: string, next: string) => {
      kept = next;
    },
    removeItem: () => {
      kept = null;
    },
  };
}

const thing = (name: string, change: Partial<OpenedThing> = {}): OpenedThing => ({
  kind: 'secret',
  title: name,
  to: '/secrets',
  search: { secret: name },
  projectId: 'prj_local',
  ...change,
});

it('keeps the newest first, each once, under its present name, and drops the oldest', () => {
  const kept = storage();
  const recent = new RecentlyOpened(kept);
  for (let at = 0; at < MOST_OPENED + 2; at++) recent.keep(thing(String(at)));
  expect(recent.snapshot()).toHaveLength(MOST_OPENED);
  recent.keep(thing('5', { title: 'Renamed' }));
  expect(
    recent
      .snapshot()
      .map(({ title }) => title)
      .slice(0, 3),
  ).toEqual(['Renamed', '13', '12']);
  expect(recent.snapshot()).toHaveLength(MOST_OPENED);
  expect(new RecentlyOpened(kept).snapshot()).toEqual(recent.snapshot());
  recent.clear();
  expect([recent.snapshot(), kept.getItem()]).toEqual([[], null]);
});

it('fits into what the server keeps of it', () => {
  const kept = storage();
  const recent = new RecentlyOpened(kept);
  for (let at = 0; at < MOST_OPENED; at++) {
    recent.keep(
      thing(`${at}`, { title: 'x'.repeat(5_000), search: { q: `${at}`.padEnd(500, 'y'), sort: 'z'.repeat(50) } }),
    );
  }
  expect(kept.getItem()?.length).toBeLessThan(16_384);
});

it('takes nothing that cannot be read', () => {
  for (const text of [
    '',
    '{',
    '[1]',
    '{"a":1}',
    '[{"kind":"secret"}]',
    JSON.stringify([thing('a', { search: { q: null } as never })]),
  ]) {
    expect(new RecentlyOpened(storage(text)).snapshot()).toEqual([]);
  }
});
