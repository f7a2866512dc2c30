import { describe, expect, test } from 'vitest';
import { csvCell } from '../../../src/parts/list-page/csv.ts';

describe('a cell', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1+1', '\t=1', '\u0000=1'])('%j is shown and not run', (text) => {
    expect(csvCell(text)).toBe(`"'${text}"`);
  });

  test.each([
    '\uFF1D1+1',
    '\uFF0B1',
    '\uFF201',
    '\u200B=1',
    '\u2060=1',
    '\u00AD=1',
    '\u202E=1',
    ' \u200B\uFF1D1',
    '\uFE661',
  ])('security LOW-4: %j is shown and not run', (text) => {
    expect(csvCell(text)).toBe(`"'${text}"`);
  });

  test('plain text and numbers stay as they are, quotes are doubled', () => {
    expect(csvCell('a=b')).toBe('"a=b"');
    expect(csvCell('\u00ADa')).toBe('"\u00ADa"');
    expect(csvCell('say "x", twice\n')).toBe('"say ""x"", twice\n"');
    expect(csvCell(-5)).toBe('-5');
  });
});
