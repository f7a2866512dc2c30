/** docs/desktop-first-run.md: its last section names, for each finding and each part of the shell, tests and lines that exist. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PAGE = readFileSync(path.join(ROOT, 'docs/desktop-first-run.md'), 'utf8');
const cellsOf = (line: string) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
const rows = PAGE.split('\n')
  .filter((line) => /^\| *[HMLRP]?\d+ *\|/.test(line))
  .map(cellsOf);
const lines = rows.filter(([id = '']) => /^\d+$/.test(id)).map(([id]) => Number(id));
const findings = rows.filter(([id = '']) => /^[HMLRP]/.test(id));

const upTo = (letter: string, count: number) => Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);

describe('the page on the first run', () => {
  it('numbers its lines in their order, each once', () => {
    expect(lines.length).toBeGreaterThan(30);
    expect(lines).toEqual([...new Set(lines)].sort((one, other) => one - other));
  });

  it('names every finding and every part', () => {
    expect(findings.map(([id]) => id)).toEqual([
      ...upTo('H', 7),
      ...upTo('M', 15),
      ...upTo('L', 8),
      ...upTo('R', 38),
      ...upTo('P', 14),
    ]);
  });

  it.each(findings)('has tests and lines that exist for %s, %s', (_id, _what, tests = '', named = '') => {
    const found = tests.split(/; (?=`)/).map((test) => /^`([^`]+)`: (.+)$/.exec(test)?.slice(1) ?? [test, '']);
    for (const [file = '', title = ''] of found) {
      const whole = path.join(ROOT, file);
      expect([file, title, existsSync(whole) && title !== '' && readFileSync(whole, 'utf8').includes(title)]).toEqual([
        file,
        title,
        true,
      ]);
    }
    for (const line of named === '' ? [] : named.split(', ')) expect(lines).toContain(Number(line));
  });
});
