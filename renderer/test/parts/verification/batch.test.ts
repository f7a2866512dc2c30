import { describe, expect, test } from 'vitest';
import {
  outcomeOf,
  searchOf,
  summarise,
  Tally,
  type View,
  viewFromSearch,
} from '../../../src/parts/verification/batch.ts';
import { row } from './rows.ts';

const ALL: View = { outcomes: [], text: '', sort: 'outcome', descending: false };

describe('summary', () => {
  test('the worst exit code wins in the order 1, 2, 3, 0', () => {
    const verified = row(0);
    const pending = row(1, { outcome: 'PENDING', code: 'SIGNER_NOT_TRUSTED' });
    const unreadable = row(2, { outcome: 'INPUT_ERROR', code: 'FORMAT' });
    const failed = row(3, { outcome: 'FAILED', code: 'HASH_MISMATCH' });
    expect(summarise([verified]).exitCode).toBe(0);
    expect(summarise([verified, pending]).exitCode).toBe(3);
    expect(summarise([verified, pending, unreadable]).exitCode).toBe(2);
    expect(summarise([verified, pending, unreadable, failed])).toMatchObject({
      exitCode: 1,
      worst: 'FAILED',
      total: 4,
    });
  });

  test('a file that crashed the verifier is never counted as verified', () => {
    const crashed = row(1, null, { status: 'error', message: 'The verifier stopped.' });
    expect(summarise([row(0), crashed])).toMatchObject({ exitCode: 2, worst: 'ERROR' });
  });

  test('nothing is verified while files wait: there is no exit code, and the worst is that they wait', () => {
    const waiting = row(0, null);
    const cancelled = row(1, null, { status: 'cancelled' });
    expect(outcomeOf(waiting)).toBe('WAITING');
    expect(summarise([waiting, cancelled])).toMatchObject({ exitCode: null, worst: 'WAITING', finished: 1 });
    expect(summarise([waiting, row(1)])).toMatchObject({ exitCode: null, worst: 'WAITING', notVerified: 1 });
    const pending = row(1, { outcome: 'PENDING', code: 'SIGNER_NOT_TRUSTED' });
    expect(summarise([waiting, pending])).toMatchObject({ exitCode: null, worst: 'PENDING' });
  });

  test('a failure is certain while others wait', () => {
    const failed = row(1, { outcome: 'FAILED', code: 'HASH_MISMATCH' });
    expect(summarise([row(0, null), failed, row(2)])).toMatchObject({ exitCode: 1, worst: 'FAILED', notVerified: 1 });
  });

  test('cancelled files cannot be concluded: never exit code 0, never verified', () => {
    const cancelled = row(1, null, { status: 'cancelled' });
    expect(summarise([row(0), cancelled])).toMatchObject({ exitCode: 3, worst: 'CANCELLED', notVerified: 1 });
    const crashed = row(2, null, { status: 'error', message: 'The verifier stopped.' });
    expect(summarise([row(0), cancelled, crashed])).toMatchObject({ exitCode: 2, worst: 'ERROR', notVerified: 2 });
  });

  test('verdicts under demo keys are counted', () => {
    expect(summarise([row(0, { demo: true }), row(1)]).demo).toBe(1);
  });
});

describe('tally', () => {
  test('counts that follow changes are those of counting anew', () => {
    const before = [row(0, null), row(1, null), row(2, null)];
    const after = [row(0, { demo: true }), row(1, { outcome: 'FAILED', code: 'HASH_MISMATCH' })];
    const tally = new Tally();
    for (const one of before) tally.add(one);
    expect(tally.summary()).toEqual(summarise(before));
    for (const [index, one] of after.entries()) {
      const old = before[index];
      if (old !== undefined) tally.remove(old);
      tally.add(one);
    }
    expect(tally.summary()).toEqual(summarise([...after, row(2, null)]));
    expect(tally.summary()).toMatchObject({ total: 3, finished: 2, demo: 1, worst: 'FAILED', exitCode: 1 });
  });
});

describe('search', () => {
  test('what is written reads back the same', () => {
    const view: View = { outcomes: ['FAILED', 'PENDING'], text: 'a,b', sort: 'size', descending: true };
    expect(viewFromSearch(searchOf(view))).toEqual(view);
    expect(searchOf(ALL)).toEqual({ outcome: undefined, q: undefined, sort: undefined });
  });

  test('unknown words in the address are dropped', () => {
    expect(viewFromSearch({ outcome: 'GREAT,FAILED', sort: 'constructor', q: 7 })).toEqual({
      ...ALL,
      outcomes: ['FAILED'],
    });
  });
});
