/** Looks for receipts of a session by what a person types. */

export interface FindSource {
  readonly count: number;
  readonly textsAt: (row: number) => readonly string[];
  readonly isTrouble: (row: number) => boolean;
}

export interface FoundRows {
  readonly rows: readonly number[];
  /** There are more than were asked for. */
  readonly more: boolean;
}

/** The first `most` rows: with this number, failed ones (`failed`), or with this text in them. All where nothing is typed. */
export function findRows(source: FindSource, typed: string, most: number): FoundRows {
  const needle = typed.trim().toLowerCase();
  const number = /^#?(\d{1,9})$/.exec(needle)?.[1];
  const matches = (row: number): boolean => {
    if (needle === '') return true;
    if (needle === 'failed') return source.isTrouble(row);
    if (number !== undefined && row + 1 === Number(number)) return true;
    return source.textsAt(row).some((text) => text.toLowerCase().includes(needle));
  };
  const rows: number[] = [];
  for (let row = 0; row < source.count; row++) {
    if (!matches(row)) continue;
    if (rows.length === most) return { rows, more: true };
    rows.push(row);
  }
  return { rows, more: false };
}
