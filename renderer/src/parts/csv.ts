import { csvCell } from '../verification/batch-export.ts';

export type CsvColumn<T> = readonly [title: string, value: (item: T) => string | number];

/** CSV with a header line, CRLF between lines; cells that a spreadsheet would run as a formula are defused (S25). */
export function csvText<T>(items: readonly T[], columns: readonly CsvColumn<T>[]): string {
  const lines = [columns.map(([title]) => title).join(',')];
  for (const item of items) lines.push(columns.map(([, value]) => csvCell(value(item))).join(','));
  return `${lines.join('\r\n')}\r\n`;
}
