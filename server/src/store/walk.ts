/** All rows of a table, for whoever looks at every one of them. */
import type { Db } from './database.ts';
import { placeOf } from './place.ts';
import type { NumberedRow, Tables } from './tables.ts';

const ROWS = 200;

/** All rows of a table in the order in which they were stored, a few at a time. */
export async function* rowsOf<T extends keyof Tables & string>(db: Db, table: T): AsyncGenerator<NumberedRow<T>> {
  const { engine } = placeOf(db);
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = await engine.rowsAfter(db, table, after, ROWS);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS) return;
    after = last.row_number;
  }
}

/** The rows of a table that have a text in a column. */
export async function rowsWith<T extends keyof Tables & string>(
  db: Db,
  table: T,
  column: keyof Tables[T] & string,
  text: string,
): Promise<readonly NumberedRow<T>[]> {
  return placeOf(db).engine.rowsWith(db, table, column, text);
}
