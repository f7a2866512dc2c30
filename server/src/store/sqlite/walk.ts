/** The order in which rows were stored: SQLite numbers them. */
import { sql } from 'kysely';
import type { Db } from '../engine.ts';
import type { NumberedRow, Tables } from '../tables.ts';

export async function rowsAfter<T extends keyof Tables & string>(
  db: Db,
  table: T,
  after: number,
  limit: number,
): Promise<readonly NumberedRow<T>[]> {
  const page = sql<NumberedRow<T>>`SELECT *, rowid AS row_number FROM ${sql.table(table)}
    WHERE rowid > ${after} ORDER BY rowid LIMIT ${limit}`;
  return (await page.execute(db)).rows;
}

export async function rowsWith<T extends keyof Tables & string>(
  db: Db,
  table: T,
  column: keyof Tables[T] & string,
  text: string,
): Promise<readonly NumberedRow<T>[]> {
  const query = sql<NumberedRow<T>>`SELECT *, rowid AS row_number FROM ${sql.table(table)}
    WHERE ${sql.ref(column)} = ${text} ORDER BY rowid`;
  return (await query.execute(db)).rows;
}
