import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AutoLock } from '../../../src/parts/lock/auto-lock.ts';

const LIMIT = 300_000;

describe('AutoLock', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function watched() {
    const lock = new AutoLock(LIMIT);
    const reasons: string[] = [];
    lock.onForget((reason) => reasons.push(reason));
    lock.start();
    return { lock, reasons };
  }

  it('locks after the limit without a touch, once, and not a moment before', () => {
    const { lock, reasons } = watched();
    vi.advanceTimersByTime(LIMIT - 1);
    expect(lock.isLocked()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(lock.isLocked()).toBe(true);
    vi.advanceTimersByTime(10 * LIMIT);
    expect(reasons).toEqual(['idle']);
    expect(lock.lockCount()).toBe(1);
  });

  it('locks at once with the desktop, also in a call, and once', () => {
    const { lock, reasons } = watched();
    const release = lock.keep();
    lock.left();
    lock.left();
    expect(lock.isLocked()).toBe(true);
    expect(reasons).toEqual(['idle']);
    release();
  });

  it('counts from the last touch', () => {
    const { lock } = watched();
    vi.advanceTimersByTime(LIMIT - 1);
    lock.touched();
    vi.advanceTimersByTime(LIMIT - 1);
    expect(lock.isLocked()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(lock.isLocked()).toBe(true);
  });

  it('is locked by the first touch, or the first look, after a sleep in which no timer ran', () => {
    for (const wake of ['touched', 'shown'] as const) {
      const { lock, reasons } = watched();
      vi.setSystemTime(Date.now() + LIMIT);
      lock[wake]();
      expect(lock.isLocked()).toBe(true);
      expect(reasons).toEqual(['idle']);
      lock.stop();
    }
  });

  it('is not unlocked by a touch, but by hand; then it counts anew', () => {
    const { lock, reasons } = watched();
    vi.advanceTimersByTime(LIMIT);
    lock.touched();
    expect(lock.isLocked()).toBe(true);
    lock.unlock();
    expect(lock.isLocked()).toBe(false);
    vi.advanceTimersByTime(LIMIT);
    expect(reasons).toEqual(['idle', 'idle']);
  });

  it('does not lock while something goes on without a touch, but after a sleep, and counts from its end', () => {
    const { lock, reasons } = watched();
    const end = lock.keep();
    vi.advanceTimersByTime(10 * LIMIT);
    expect(lock.isLocked()).toBe(false);
    end();
    vi.advanceTimersByTime(LIMIT);
    expect(reasons).toEqual(['idle']);

    lock.unlock();
    const endAgain = lock.keep();
    vi.setSystemTime(Date.now() + LIMIT);
    vi.advanceTimersByTime(15_000);
    expect(lock.isLocked()).toBe(true);
    endAgain();
  });

  it('makes secrets go when hidden, without locking; who has left hears nothing', () => {
    const { lock, reasons } = watched();
    const end = lock.onForget(() => reasons.push('left'));
    end();
    lock.hidden();
    expect(reasons).toEqual(['hidden']);
    expect(lock.isLocked()).toBe(false);
  });

  it('takes another limit at once', () => {
    const { lock } = watched();
    vi.advanceTimersByTime(60_000);
    lock.setLimit(60_000);
    vi.advanceTimersByTime(1);
    expect(lock.isLocked()).toBe(true);
  });
});
