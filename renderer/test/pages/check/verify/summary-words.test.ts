import { describe, expect, test } from 'vitest';
import { countsWords, headlineOf, outcomeSentence } from '../../../../src/pages/check/verify/summary-words.ts';
import { type Row, summarise } from '../../../../src/parts/verification/batch.ts';
import { words } from '../../../../src/words/check/verify.ts';
import { row } from '../../../parts/verification/rows.ts';

const failed = (id: number) => row(id, { outcome: 'FAILED', code: 'HASH_MISMATCH' });
const cancelled = (id: number) => row(id, null, { status: 'cancelled' });
const waiting = (id: number) => row(id, null);
const rowsOf = (count: number, make: (id: number) => Row) => Array.from({ length: count }, (_, id) => make(id));
const headline = (...rows: readonly Row[]) => headlineOf(summarise(rows));
const counts = (...rows: readonly Row[]) => countsWords(summarise(rows), 0);
const sentence = (...rows: readonly Row[]) => outcomeSentence(rows, summarise(rows));

describe('many files', () => {
  test('all verified: the only case that says so', () => {
    expect(headline(row(0), row(1))).toEqual({ label: 'Worst outcome', word: 'Verified', look: 'verified' });
    expect(counts(row(0), row(1))).toBe('2 files');
    expect(sentence(row(0), row(1))).toBe('2 files. Worst outcome: Verified, 2 files.');
  });

  test('while files wait, the good ones say nothing of the rest', () => {
    expect(headline(row(0), waiting(1))).toEqual({ label: 'So far', word: '1 not verified', look: 'inconclusive' });
    expect(counts(row(0), waiting(1))).toBe('2 files');
  });

  test('what was cancelled was not verified', () => {
    const rows = [...rowsOf(39, row), ...rowsOf(1461, (id) => cancelled(id))];
    expect(headline(...rows)).toEqual({ label: 'Worst outcome', word: '1,461 not verified', look: 'inconclusive' });
    expect(counts(...rows)).toBe('1,500 files');
    expect(sentence(...rows)).toBe('1,500 files. 1,461 files not verified.');
  });

  test('a failure stays the worst, and the rest is still said to be open', () => {
    expect(headline(failed(0), waiting(1))).toMatchObject({ label: 'Worst outcome so far', word: 'Failed' });
    expect(counts(failed(0), waiting(1))).toBe('2 files, 1 not verified');
    expect(sentence(failed(0), cancelled(1), cancelled(2))).toBe(
      '3 files. Worst outcome: Failed, 1 file. 2 files not verified.',
    );
  });

  test('files that could not be read are counted once', () => {
    const unread = row(1, null, { status: 'error', message: 'Too large.' });
    expect(sentence(row(0), unread)).toBe('2 files. Worst outcome: Not verified, 1 file.');
  });

  test('what else there is to say follows', () => {
    expect(countsWords(summarise([row(0, { demo: true }), row(1)]), 1)).toBe(
      '2 files, 1 under demo keys, 1 left out because it is not .json',
    );
    expect(headlineOf(summarise([]))).toBeNull();
  });
});

describe('one file', () => {
  test('says its outcome, or that it has none', () => {
    expect(sentence(row(0))).toBe('Verified. All contents are intact.');
    expect(sentence(row(0, null, { status: 'error', message: 'Too large.' }))).toBe('Not verified.');
  });
});

test('one file is not "1 files", and large numbers are grouped', () => {
  expect([words.files(1), words.files(0), words.files(1502)]).toEqual(['1 file', '0 files', '1,502 files']);
});
