export type CsvColumn<T> = readonly [title: string, value: (item: T) => string | number];

/**
 * What a spreadsheet may take for a formula (S25): = + - @, also in the full-width and small forms that some locales take for them
 * (OWASP, CSV injection), and behind white space, control characters and characters that nobody sees.
 */
const FORMULA =
  /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B]/u;

/** One cell (RFC 4180). Text that a spreadsheet would run gets an apostrophe in front, so that it is shown and not run. */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) || /^[\t\r]/.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** CSV with a header line, CRLF between lines; cells that a spreadsheet would run as a formula are defused (S25). */
export function csvText<T>(items: readonly T[], columns: readonly CsvColumn<T>[]): string {
  const lines = [columns.map(([title]) => title).join(',')];
  for (const item of items) lines.push(columns.map(([, value]) => csvCell(value(item))).join(','));
  return `${lines.join('\r\n')}\r\n`;
}
