import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';

/**
 * Changes what is stored in a data folder behind its server's back, by the server's own library: another copy of SQLite in one
 * process would take the server's locks away where it closes the file (sqlite.org, "How To Corrupt", 2.2.1).
 *
 * @returns the row that the statement returns, where it returns one
 */
export function editDatabase(dataDir: string, sql: string, ...values: readonly unknown[]): unknown {
  const sqlite = new SqliteDatabase(join(dataDir, 'touchstone.db'));
  try {
    const statement = sqlite.prepare(sql);
    return statement.reader ? statement.get(...values) : void statement.run(...values);
  } finally {
    sqlite.close();
  }
}
