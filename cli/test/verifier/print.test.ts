import { unreadableFile } from '@touchstone/core/file-kinds/unreadable-file.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { expect, it } from 'vitest';
import { painter } from '../../src/terminal/terminal.ts';
import { printRow, printSingle, printSummary } from '../../src/verifier/print.ts';

it('prints no control character, wherever the file put it', () => {
  const text = '\u001b[2J\u0007\u202e';
  const report = unreadableFile(
    'receipt',
    { code: 'READ', sentence: text },
    { fileName: text, now: 0, product: PRODUCT },
  );
  const checks = [
    { id: `format.${text}`, group: 'format', status: 'failed', sentence: text, expected: text, found: text } as const,
  ];
  const printed = printSingle({ ...report, checks }, null, { paint: painter(false), isVerbose: true });
  expect(printed).toContain('format.[U+001B][2J[U+0007][U+202E]: ');
  expect(printed.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
});

it('says in the row of a file what is a demo, after the outcome, where no file name can', () => {
  const options = { paint: painter(false), isVerbose: false };
  const report = unreadableFile(
    'artifact',
    { code: 'READ', sentence: 'gone' },
    { fileName: 'a (demo).pqv.json', now: 0, product: PRODUCT },
  );
  expect(printRow(report, options)).toMatch(/^Unreadable, READ {5,}a \(demo\)\.pqv\.json\n {4}gone\n$/);
  expect(printRow({ ...report, demo: true }, options)).toMatch(/^Unreadable, READ \(demo\) {5,}a \(demo\)/);
  const { code: _, ...verified } = { ...report, outcome: 'VERIFIED' as const, demo: true };
  expect(printRow(verified, options)).toMatch(/^Verified \(demo\) {5,}a /);
});

it('counts the demos of each outcome', () => {
  const outcomes = { VERIFIED: 4, FAILED: 2, PENDING: 1 };
  expect(printSummary({ total: 7, outcomes, exit_code: 1 }, { VERIFIED: 4, FAILED: 1 })).toBe(
    '7 files: 4 Verified (4 demo), 2 Failed (1 demo), 1 Inconclusive. Exit code 1.\n',
  );
});
