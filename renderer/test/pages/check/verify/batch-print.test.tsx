import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PrintedBatch } from '../../../../src/pages/check/verify/batch-print.tsx';
import { type Row, summarise } from '../../../../src/parts/verification/batch.ts';
import { row } from '../../../parts/verification/rows.ts';

const printed = (rows: readonly Row[]) =>
  renderToStaticMarkup(<PrintedBatch rows={rows} summary={summarise(rows)} leftOut={0} />);
const rowsIn = (html: string) => html.split('<tr').length - 2;

test('a batch on paper says of every file its outcome, name, subject and reason', () => {
  const html = printed([row(0), row(1, null, { status: 'cancelled' })]);
  expect(rowsIn(html)).toBe(2);
  expect(html).toContain('Worst outcome: 1 not verified');
  expect(html).toContain('2 files.');
  expect(html).toContain('exit code 3');
  expect(html).toContain('Cancelled: this file was not verified.');
  expect(html).not.toContain('left out');
});

test('of more files than anybody reads on paper the worst are printed, and it says how many are not', () => {
  const rows = Array.from({ length: 5_002 }, (_, id) => row(id));
  const html = printed([...rows, row(5_002, { outcome: 'FAILED', code: 'HASH_MISMATCH' })]);
  expect(rowsIn(html)).toBe(5_000);
  expect(html).toContain('file-5002.pqv.json');
  expect(html).toContain('Printed are the first 5,000 files, the worst first. 3 are left out');
});
