/** The one rule of opened secrets: shared by those who begin within 100 ms while one is used, wiped behind the last. */
import { afterEach, expect, test, vi } from 'vitest';
import { createLeases } from '../../src/vault/lease.ts';

afterEach(() => vi.restoreAllMocks());

/** Leases of secrets that are numbered as they are opened. */
function watched() {
  const wiped: string[] = [];
  let opened = 0;
  const leases = createLeases<string>((secret) => wiped.push(secret));
  const open = (name: string) => () => `${name}${++opened}`;
  return { wiped, open, lend: leases.lend };
}

test('each name is opened for itself, once in an action, and all are given back', async () => {
  const { wiped, open, lend } = watched();
  await lend(async (borrow) => {
    expect([borrow('a', open('a')), borrow('b', open('b')), borrow('a', open('a'))]).toEqual(['a1', 'b2', 'a1']);
    expect(wiped).toEqual([]);
  });
  expect(wiped).toEqual(['a1', 'b2']);
});

test('who begins when its time is over, or when nobody uses it, opens anew', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const { wiped, open, lend } = watched();
  const once = () => lend(async (borrow) => borrow('a', open('a')));
  await lend(async (borrow) => {
    expect(borrow('a', open('a'))).toBe('a1');
    clock.mockReturnValue(99);
    expect(await once()).toBe('a1');
    clock.mockReturnValue(100);
    // Joining does not prolong it.
    expect(await once()).toBe('a2');
    expect(wiped).toEqual(['a2']);
    // This action keeps what it has borrowed.
    expect(borrow('a', open('a'))).toBe('a1');
  });
  expect(wiped).toEqual(['a2', 'a1']);
  expect(await once()).toBe('a3');
});

test('an action that fails gives back what it borrowed; what does not open is lent to nobody', async () => {
  const { wiped, open, lend } = watched();
  const failing = lend(async (borrow) => {
    borrow('a', open('a'));
    borrow('b', () => {
      throw new Error('it does not open');
    });
  });
  await expect(failing).rejects.toThrow('it does not open');
  expect(wiped).toEqual(['a1']);
  expect(await lend(async (borrow) => borrow('b', open('b')))).toBe('b2');
});

test('what lingers is shared for 100 ms without a user too, and wiped when they are over and nobody uses it', async () => {
  vi.useFakeTimers();
  try {
    const wiped: string[] = [];
    let opened = 0;
    const { lend } = createLeases<string>((secret) => wiped.push(secret), { lingers: true });
    const borrowed = () => lend(async (borrow) => borrow('a', () => `a${++opened}`));
    expect(await borrowed()).toBe('a1');
    vi.advanceTimersByTime(99);
    expect(await borrowed()).toBe('a1');
    expect(wiped).toEqual([]);
    vi.advanceTimersByTime(1);
    // Joining did not prolong it.
    expect(wiped).toEqual(['a1']);
    await lend(async (borrow) => {
      expect(borrow('a', () => `a${++opened}`)).toBe('a2');
      vi.advanceTimersByTime(200);
      expect(wiped).toEqual(['a1']);
      expect(await borrowed()).toBe('a3');
    });
    expect(wiped).toEqual(['a1', 'a2']);
    vi.advanceTimersByTime(100);
    expect(wiped).toEqual(['a1', 'a2', 'a3']);
  } finally {
    vi.useRealTimers();
  }
});
