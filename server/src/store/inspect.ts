/** Looks at a database file without changing it, and tells what is wrong with it. */
import SqliteDatabase from 'better-sqlite3';
import { Kysely, type Selectable, SqliteDialect, sql } from 'kysely';
import { unitSums } from '../accounts/store/accounts.ts';
import { contentsPlace, type DatabasePlace } from './database-place.ts';
import type { Db } from './db.ts';
import { openOrCopy } from './readable-copy.ts';
import { type SchemaFault, schemaFaults } from './schema.ts';
import type { Tables } from './tables.ts';

export interface Inspection {
  /** For questions only: the connection refuses to write. */
  readonly db: Db;
  /** What SQLite's own check of pages and indexes finds; empty where all is well. */
  integrityFaults(): readonly string[];
  /** Rows that refer to a row that is not there. */
  foreignKeyFaults(): readonly string[];
  /** How the schema differs from the one that this program makes. */
  schemaFaults(): readonly SchemaFault[];
  /** Whose tables these are (S36). `hasKey`: whether the folder has a key file. */
  place(hasKey: boolean): DatabasePlace;
  close(): Promise<void>;
}

/** Enough to tell that there is damage; a broken page can give thousands. */
const MOST_FAULTS = 20;

/**
 * Opens a database for looking only, on a read-only medium a copy of it. Throws what SQLite throws where that is
 * impossible, and StoreError where there is no room for the copy.
 */
export function inspectDatabase(file: string): Inspection {
  const { opened: sqlite, remove } = openOrCopy(file, openToRead);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) });
  return {
    db,
    integrityFaults: () => integrityFaults(sqlite),

    foreignKeyFaults() {
      const rows = sqlite.pragma('foreign_key_check') as { table: string; rowid: number | null; parent: string }[];
      const shown = rows.slice(0, MOST_FAULTS);
      return shown.map(({ table, rowid, parent }) => `${table}, row ${rowid ?? '?'}: no such row in ${parent}`);
    },

    schemaFaults: () => schemaFaults(sqlite),
    place: (hasKey) => contentsPlace(file, sqlite, hasKey),

    async close() {
      await db.destroy();
      remove();
    },
  };
}

function openToRead(file: string): SqliteDatabase.Database {
  const sqlite = new SqliteDatabase(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  try {
    sqlite.pragma('trusted_schema = OFF');
    sqlite.prepare('SELECT count(*) FROM sqlite_schema').get();
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

function integrityFaults(sqlite: SqliteDatabase.Database): readonly string[] {
  try {
    const rows = sqlite.pragma(`integrity_check(${MOST_FAULTS})`) as { integrity_check: string }[];
    return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
  } catch (error) {
    return [error instanceof Error ? error.message : 'unknown reason'];
  }
}

export interface KeySetRow {
  readonly fingerprint: string;
  readonly keyset_use: string;
  readonly serial: number;
  readonly state: 'current' | 'retired' | 'revoked';
  readonly document: string;
}

/** The key sets as they stand, not understood yet. */
export async function keySetRows(db: Db): Promise<readonly KeySetRow[]> {
  return db
    .selectFrom('key_sets')
    .select(['fingerprint', 'keyset_use', 'serial', 'state', 'document'])
    .orderBy('keyset_use')
    .orderBy('serial')
    .execute();
}

export interface UnitFault {
  readonly id: string;
  readonly granted: number;
  readonly spent: number;
  readonly remaining: number;
}

/** Accounts that owe units, or where what was granted is not what was spent and remains. Read at one moment. */
export async function accountsWithUnitFaults(db: Db): Promise<readonly UnitFault[]> {
  return db.transaction().execute(async (moment) => {
    const faults: UnitFault[] = [];
    for (const { id, credits } of await moment
      .selectFrom('accounts')
      .select(['id', 'credits'])
      .orderBy('id')
      .execute()) {
      const { granted, spent } = await unitSums(moment, id);
      if (credits < 0 || granted !== spent + credits) faults.push({ id, granted, spent, remaining: credits });
    }
    return faults;
  });
}

/** Times that the clock gave when something was recorded, by table, column, and what a row is called for people. */
const RECORDED = [
  ['ledger_blocks', 'created_at', 'blocks of the ledger'],
  ['agent_nodes', 'time_ms', 'receipts of agents'],
  ['agent_seals', 'sealed_at', 'seals'],
  ['receipts', 'created_at', 'receipts'],
  ['artifacts', 'created_at', 'artifacts'],
  ['key_events', 'created_at', 'events of keys'],
  ['audit_entries', 'created_at', 'entries of the audit'],
  ['platform_audit', 'created_at', "entries of the platform's audit"],
] as const;

export interface RowsAhead {
  readonly name: string;
  readonly rows: number;
  /** The latest time; milliseconds since 1970. */
  readonly latest: number;
}

/** What was recorded at times after `time`, in milliseconds since 1970. */
export async function rowsAhead(db: Db, time: number): Promise<readonly RowsAhead[]> {
  const found: RowsAhead[] = [];
  for (const [table, column, name] of RECORDED) {
    const query = sql<{
      rows: number;
      latest: number | null;
    }>`SELECT count(*) AS rows, max(${sql.ref(column)}) AS latest
      FROM ${sql.table(table)} WHERE ${sql.ref(column)} > ${time}`;
    const [{ rows, latest } = { rows: 0, latest: null }] = (await query.execute(db)).rows;
    if (latest !== null) found.push({ name, rows, latest });
  }
  return found;
}

/** A row as it stands, and its number in the table. */
export type NumberedRow<T extends keyof Tables> = Selectable<Tables[T]> & { readonly row_number: number };

const ROWS = 200;

/** All rows of a table in the order in which they were stored, a few at a time. */
export async function* rowsOf<T extends keyof Tables & string>(db: Db, table: T): AsyncGenerator<NumberedRow<T>> {
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const page = sql<NumberedRow<T>>`SELECT *, rowid AS row_number FROM ${sql.table(table)}
      WHERE rowid > ${after} ORDER BY rowid LIMIT ${ROWS}`;
    const { rows } = await page.execute(db);
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
  const query = sql<NumberedRow<T>>`SELECT *, rowid AS row_number FROM ${sql.table(table)}
    WHERE ${sql.ref(column)} = ${text} ORDER BY rowid`;
  return (await query.execute(db)).rows;
}
