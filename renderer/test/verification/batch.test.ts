import { describe, expect, test } from 'vitest';
import { outcomeOf, searchOf, summarise, type View, viewFromSearch, viewOf } from '../../src/verification/batch.ts';
import { row } from './rows.ts';

const ALL: View = { outcomes: [], text: '', sort: 'outcome', descending: false };
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

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

  test('waiting and cancelled files give no exit code', () => {
    const waiting = row(0, null);
    const cancelled = row(1, null, { status: 'cancelled' });
    expect(outcomeOf(waiting)).toBe('WAITING');
    expect(summarise([waiting, cancelled])).toMatchObject({ exitCode: null, worst: null, finished: 1 });
  });

  test('verdicts under demo keys are counted', () => {
    expect(summarise([row(0, { demo: true }), row(1)]).demo).toBe(1);
  });
});

describe('view', () => {
  const rows = [
    row(0, { subject: 'Alpha' }),
    row(1, { outcome: 'FAILED', code: 'HASH_MISMATCH', subject: 'beta' }),
    row(2, { outcome: 'PENDING', code: 'PLACEHOLDER', subject: 'Gamma' }),
    row(3, { outcome: 'FAILED', code: 'SIGNATURE_INVALID', subject: 'delta' }),
  ];

  test('failed files come first and equal ones keep their order', () => {
    expect(ids(viewOf(rows, ALL))).toEqual([1, 3, 2, 0]);
    expect(ids(viewOf(rows, { ...ALL, descending: true }))).toEqual([0, 2, 1, 3]);
  });

  test('outcome and text filters join', () => {
    expect(ids(viewOf(rows, { ...ALL, outcomes: ['FAILED'], text: 'DELTA' }))).toEqual([3]);
    expect(ids(viewOf(rows, { ...ALL, outcomes: ['VERIFIED'], text: 'delta' }))).toEqual([]);
  });

  test('text sorts without regard to case, sizes as numbers', () => {
    expect(ids(viewOf(rows, { ...ALL, sort: 'subject' }))).toEqual([0, 1, 3, 2]);
    expect(ids(viewOf(rows, { ...ALL, sort: 'size', descending: true }))).toEqual([3, 2, 1, 0]);
  });

  test('10,000 rows are viewed in a few milliseconds', () => {
    const many = Array.from({ length: 10_000 }, (_, id) => row(id, { outcome: id % 3 === 0 ? 'FAILED' : 'VERIFIED' }));
    viewOf(many, ALL);
    const started = performance.now();
    expect(viewOf(many, ALL)).toHaveLength(10_000);
    expect(performance.now() - started).toBeLessThan(100);
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
