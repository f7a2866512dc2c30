import type { ChangedKind } from '@touchstone/core/api/changed-kinds.ts';
import { describe, expect, it } from 'vitest';
import { createListRefresher } from '../../src/app/list-refresher.ts';

/** Rounds that end when the test says so. */
function rounds() {
  const asked: ChangedKind[][] = [];
  const pauses: number[] = [];
  let time = 0;
  const left = { rounds: 0 };
  let next = Promise.withResolvers<void>();
  const refresher = createListRefresher({
    ask(kinds) {
      asked.push([...kinds]);
      return next.promise;
    },
    isBehind: () => left.rounds-- > 0,
    now: () => time,
    async pause(milliseconds) {
      pauses.push(milliseconds);
    },
  });
  return {
    refresher,
    asked,
    pauses,
    left,
    /** Ends the round that is under way after so many milliseconds. */
    async end(took: number, how: 'well' | 'badly' = 'well') {
      time += took;
      const ended = next;
      next = Promise.withResolvers();
      if (how === 'well') ended.resolve();
      else ended.reject(new Error('no answer'));
      for (let at = 0; at < 10; at++) await Promise.resolve();
    },
  };
}

describe('asking anew for what has changed', () => {
  it('happens at once, and for what comes meanwhile in one more round', async () => {
    const { refresher, asked, pauses, end } = rounds();
    void refresher.changed(['receipts']);
    void refresher.changed(['secrets']);
    void refresher.changed(['secrets', 'cache']);
    expect(asked).toEqual([['receipts']]);
    await end(10);
    expect(asked).toEqual([['receipts'], ['secrets', 'cache']]);
    await end(10);
    expect([asked.length, pauses]).toEqual([2, [1_000, 1_000]]);
    void refresher.changed(['keys']);
    expect(asked.at(-1)).toEqual(['keys']);
  });

  it('pauses for longer after lists that took long, and goes on after a failure', async () => {
    const { refresher, asked, pauses, end } = rounds();
    void refresher.changed(['agents']);
    void refresher.changed(['cache']);
    await end(3_000, 'badly');
    expect(pauses).toEqual([12_000]);
    expect(asked).toEqual([['agents'], ['cache']]);
  });

  it('goes on in rounds of its own while something was left', async () => {
    const { refresher, asked, left, end } = rounds();
    const done = refresher.changed(['receipts']);
    left.rounds = 2;
    for (let at = 0; at < 3; at++) await end(1);
    await done;
    expect(asked).toEqual([['receipts'], [], []]);
  });
});
