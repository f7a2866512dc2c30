import { PRODUCT } from '@touchstone/core/version.ts';
import { expect, it } from 'vitest';
import { painter } from '../../src/terminal.ts';
import { printSingle } from '../../src/verifier/print.ts';
import { unreadable } from '../../src/verifier/unreadable.ts';

it('prints no control character, wherever the file put it', () => {
  const text = '\u001b[2J\u0007\u202e';
  const report = unreadable('receipt', text, { fileName: text, now: 0, product: PRODUCT });
  const checks = [
    { id: `format.${text}`, group: 'format', status: 'failed', sentence: text, expected: text, found: text } as const,
  ];
  const printed = printSingle({ ...report, checks }, null, { paint: painter(false), isVerbose: true });
  expect(printed).toContain('format.[U+001B][2J[U+0007][U+202E]: ');
  expect(printed.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
});
