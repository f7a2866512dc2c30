import { describe, expect, test } from 'vitest';
import { toCsv, toJsonParts } from '../../../src/parts/verification/batch-export.ts';
import { row } from './rows.ts';

describe('csv', () => {
  test('a hostile subject stays in its cell', () => {
    const csv = toCsv([row(0, { subject: '=HYPERLINK("http://x")\r\nFAILED,1' })]);
    expect(csv).toContain('"\'=HYPERLINK(""http://x"")\r\nFAILED,1"');
    expect(csv.split('\r\n')[0]).toMatch(/^file,outcome,code/);
  });
});

describe('json', () => {
  test('holds each report and the summary', () => {
    const rows = [row(0), row(1, { outcome: 'FAILED', code: 'HASH_MISMATCH' })];
    const value = JSON.parse(toJsonParts(rows, rows.length).join(''));
    expect(value.results).toEqual([{ outcome: 'VERIFIED' }, { outcome: 'FAILED' }]);
    expect(value.summary).toMatchObject({ files: 2, exit_code: 1, worst: 'FAILED' });
  });

  test('the summary says how many files the filters left out', () => {
    const value = JSON.parse(toJsonParts([row(0)], 3).join(''));
    expect(value.summary).toMatchObject({ files: 1, left_out_by_filters: 2, exit_code: 0, worst: 'VERIFIED' });
    expect(JSON.parse(toJsonParts([row(0)], 1).join('')).summary.left_out_by_filters).toBe(0);
  });

  test('a file without a verdict is listed as not performed', () => {
    const value = JSON.parse(toJsonParts([row(0, null, { status: 'error', message: 'Too large.' })], 1).join(''));
    expect(value.results[0]).toEqual({
      outcome: null,
      not_performed: 'Too large.',
      file: { name: 'file-0.pqv.json', size: 1000 },
    });
    expect(value.summary.exit_code).toBe(2);
  });

  test('files that were cancelled are never summed up as verified', () => {
    const rows = [row(0), row(1, null, { status: 'cancelled' })];
    const value = JSON.parse(toJsonParts(rows, rows.length).join(''));
    expect(value.summary).toMatchObject({ files: 2, not_verified: 1, exit_code: 3, worst: 'CANCELLED' });
    expect(value.results[1].not_performed).toBe('Cancelled: this file was not verified.');
    expect(toCsv(rows)).toContain('"file-1.pqv.json","CANCELLED","","Cancelled: this file was not verified."');
    const waiting = JSON.parse(toJsonParts([row(0), row(1, null)], 2).join(''));
    expect(waiting.summary).toMatchObject({ not_verified: 1, exit_code: null, worst: 'WAITING' });
  });
});
