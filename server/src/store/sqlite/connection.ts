/**
 * The one connection under Kysely. SQLite answers at once, so that a query is run where it is asked for, without the
 * dozen promises that Kysely takes for it; only what comes while somebody else has a transaction open waits for its end.
 */
import type SqliteDatabase from 'better-sqlite3';
import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  type TransactionSettings,
} from 'kysely';
import type { Db } from '../database.ts';
import { createLockWatch } from '../lock-watch.ts';
import { PLACE, type Place } from '../place.ts';
import type { Tables } from '../tables.ts';
import { COMPILER, DIALECT } from './dialect.ts';
import { createSqliteEngine, type SqliteEngineOptions } from './engine.ts';
import type { RequireOwnSchema } from './schema-watch.ts';

/** Is told what SQLite throws, whoever catches it later. */
export type OnFault = (error: unknown) => unknown;

export interface ConnectionOptions extends SqliteEngineOptions {
  readonly onFault?: OnFault | undefined;
  /** Asked before each commit of something written, which it ends by throwing. */
  readonly requireOwnSchema?: RequireOwnSchema | undefined;
}

/** Kysely over an open database, which `destroy` closes. */
export function kyselyOver(sqlite: SqliteDatabase.Database, options: ConnectionOptions = {}): Db {
  const { onFault, requireOwnSchema, ...engineOptions } = options;
  const connection = new Connection(sqlite, { onFault, requireOwnSchema });
  const driver = new OneConnection(connection);
  const dialect = { ...DIALECT, createDriver: () => driver };
  const lent = { connection, isFree: () => !driver.isTaken };
  const place = { engine: createSqliteEngine(sqlite.name, engineOptions), unfinished: null };
  const executor = new DirectExecutor(new DefaultConnectionProvider(driver), lent, place);
  return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor });
}

/** The texts that Kysely makes of our queries are few; preparing one costs more than running it. */
const MOST_STATEMENTS = 500;

/** SQLite does what most pragmas say while it prepares them, and so prepares them for each run: keeping one gains nothing. */
const PRAGMA = /^\s*pragma\b/i;

/** Why nothing streams: rows that are read while others write would be torn. */
const NO_STREAMS = 'internal: queries are not streamed';
const NO_TRANSACTION = 'internal: the transaction has ended';
const ONLY_READS = 'internal: a snapshot is written to';

interface Statement {
  readonly sqlite: SqliteDatabase.Statement;
  /** Whether it reads and does nothing else. */
  readonly isRead: boolean;
  /** Whether it may change the database; what begins and ends transactions does not. */
  readonly isWrite: boolean;
}

/**
 * Runs queries and keeps their statements, but for pragmas. Outside of transactions, the reads of one turn of the event loop
 * share one read transaction: beginning and ending one asks the operating system for locks, which takes longer than a small
 * read does. It ends with the turn, and before whatever is more than a read. A connection that can only read is a worker's,
 * whose turn may be a whole job: each of its reads is on its own, so that the journal can be emptied meanwhile.
 */
class Connection implements DatabaseConnection {
  readonly #sqlite: SqliteDatabase.Database;
  readonly #onFault: OnFault;
  readonly #requireOwnSchema: RequireOwnSchema;
  readonly #statements = new Map<string, Statement>();
  readonly #begin: SqliteDatabase.Statement;
  readonly #commit: SqliteDatabase.Statement;
  #isReading = false;
  #endIsDue = false;
  /** Whether a transaction was begun and neither committed nor taken back. */
  #isWriting = false;
  /** Whether anything was written within it. */
  #hasWritten = false;
  /** Whether that transaction is for reading only. */
  #isSnapshot = false;
  /** What SQLite said last within it. */
  #fault: unknown = null;

  constructor(
    sqlite: SqliteDatabase.Database,
    { onFault = () => undefined, requireOwnSchema = () => undefined }: ConnectionOptions,
  ) {
    this.#sqlite = sqlite;
    this.#onFault = onFault;
    this.#requireOwnSchema = requireOwnSchema;
    this.#begin = sqlite.prepare('BEGIN');
    this.#commit = sqlite.prepare('COMMIT');
  }

  /** Throws what SQLite throws. */
  run<R>(query: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<R> {
    this.#requireTransaction();
    return this.#told(() => this.#run(query));
  }

  /** Whatever goes wrong is told, and kept as the reason why a transaction ended. */
  #told<R>(action: () => R): R {
    try {
      return action();
    } catch (error) {
      if (this.#isWriting) this.#fault = error;
      this.#onFault(error);
      throw error;
    }
  }

  begin(isSnapshot: boolean): void {
    this.run(statement('begin'));
    this.#isWriting = true;
    this.#hasWritten = false;
    this.#isSnapshot = isSnapshot;
    this.#fault = null;
  }

  /** The schema is judged here rather than at the beginning, where reading it would keep the transaction from waiting its turn. */
  commit(): void {
    this.#isSnapshot = false;
    if (this.#hasWritten) this.#told(this.#requireOwnSchema);
    this.run(statement('commit'));
    this.#isWriting = false;
  }

  /** Does nothing where SQLite has taken the transaction back by itself, as it does where the disk is full or fails. */
  rollback(): void {
    this.#isSnapshot = false;
    this.#isWriting = false;
    if (this.#sqlite.inTransaction) this.run(statement('rollback'));
  }

  /** What follows must not be written without the transaction that it belongs to. Throws what ended it. */
  #requireTransaction(): void {
    if (this.#isWriting && !this.#sqlite.inTransaction) throw this.#fault ?? new TypeError(NO_TRANSACTION);
  }

  #run<R>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<R> {
    const { sqlite, isRead, isWrite } = this.#statementOf(sql);
    if (this.#isSnapshot && isWrite) throw new TypeError(ONLY_READS);
    if (isRead) this.#beginReading();
    else this.#endReading();
    if (isWrite && !this.#sqlite.inTransaction) return this.#writeAlone(() => answerOf<R>(sqlite, parameters));
    if (isWrite) this.#hasWritten = true;
    return answerOf(sqlite, parameters);
  }

  /** A transaction for one statement, so that it can still be taken back. */
  #writeAlone<R>(write: () => R): R {
    this.#begin.run();
    try {
      const answer = write();
      this.#requireOwnSchema();
      this.#commit.run();
      return answer;
    } catch (error) {
      if (this.#sqlite.inTransaction) this.#sqlite.exec('ROLLBACK');
      throw error;
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.run(query);
  }

  streamQuery(): never {
    throw new TypeError(NO_STREAMS);
  }

  close(): void {
    this.#sqlite.close();
  }

  #statementOf(text: string): Statement {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    if (PRAGMA.test(text)) {
      // Before it is prepared, as some are refused within a transaction.
      this.#endReading();
      return { sqlite: this.#sqlite.prepare(text), isRead: false, isWrite: false };
    }
    if (this.#statements.size >= MOST_STATEMENTS) this.#statements.clear();
    const sqlite = this.#sqlite.prepare(text);
    const isRead = sqlite.reader && sqlite.readonly && /^select\b/i.test(text);
    const statement = { sqlite, isRead, isWrite: !sqlite.readonly };
    this.#statements.set(text, statement);
    return statement;
  }

  #beginReading(): void {
    if (this.#sqlite.inTransaction || this.#sqlite.readonly) return;
    this.#begin.run();
    this.#isReading = true;
    if (this.#endIsDue) return;
    this.#endIsDue = true;
    setImmediate(() => {
      this.#endIsDue = false;
      this.#endReading();
    });
  }

  #endReading(): void {
    if (!this.#isReading) return;
    this.#isReading = false;
    // Closing ends it, and SQLite does so by itself where the disk fails.
    if (!this.#sqlite.open || !this.#sqlite.inTransaction) return;
    try {
      this.#commit.run();
    } catch (error) {
      // A page that could not be read makes the end of reading fail as well. Nothing was written that could be lost, and
      // whoever read has been told.
      this.#onFault(error);
      if (this.#sqlite.inTransaction) this.#sqlite.exec('ROLLBACK');
    }
  }
}

/** Lends the connection to one transaction after the other, in the order in which they ask. */
class OneConnection implements Driver {
  readonly #connection: Connection;
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get isTaken(): boolean {
    return this.#isTaken;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    return this.#connection;
  }

  /** Whoever waits longest gets it at once, so that nobody comes between. */
  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isTaken = false;
    else next();
  }

  async beginTransaction(_connection: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    this.#connection.begin(accessMode === 'read only');
  }

  async commitTransaction(): Promise<void> {
    this.#connection.commit();
  }

  async rollbackTransaction(): Promise<void> {
    this.#connection.rollback();
  }

  async destroy(): Promise<void> {
    this.#connection.close();
  }
}

function answerOf<R>(sqlite: SqliteDatabase.Statement, parameters: readonly unknown[]): QueryResult<R> {
  if (sqlite.reader) return { rows: sqlite.all(parameters).map(plainRow) as R[] };
  const { changes, lastInsertRowid } = sqlite.run(parameters);
  return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
}

function statement(sql: string): Pick<CompiledQuery, 'sql' | 'parameters'> {
  return { sql, parameters: [] };
}

class PlacedAdapter extends SqliteAdapter {
  readonly [PLACE]: Place;
  constructor(place: Place) {
    super();
    this[PLACE] = place;
  }
}

interface Lent {
  readonly connection: Connection;
  /** Whether nobody has a transaction open. */
  readonly isFree: () => boolean;
}

/** Runs a query at once where the connection is free, or held by whoever asks. */
class DirectExecutor extends DefaultQueryExecutor {
  readonly #lent: Lent;
  readonly #place: Place;

  constructor(provider: ConnectionProvider, lent: Lent, place: Place) {
    super(COMPILER, new PlacedAdapter(place), provider);
    this.#lent = lent;
    this.#place = place;
  }

  get #isHolder(): boolean {
    return this.#place.unfinished !== null;
  }

  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { connection, isFree } = this.#lent;
    if (this.#isHolder || isFree()) {
      const result = connection.run<R>(query);
      this.#place.unfinished?.watch?.sees(query, result);
      return result;
    }
    return super.executeQuery(query);
  }

  /** Kysely asks for one whenever it lends the connection, and once more for each query of a transaction. */
  override withConnectionProvider(provider: ConnectionProvider): DirectExecutor {
    if (this.#isHolder) return this;
    const { engine } = this.#place;
    const watch = engine.rehearsesWrites ? createLockWatch() : null;
    const unfinished = { isAwaited: false, left: [], taken: new Map<string, number>(), topics: [], lists: [], watch };
    return new DirectExecutor(provider, this.#lent, { engine, unfinished });
  }
}

/** A Buffer's `slice` is a view where a Uint8Array's is a copy: nobody above this file should have to know. */
function plainRow(row: unknown): unknown {
  const columns = row as Record<string, unknown>;
  for (const name in columns) {
    const value = columns[name];
    if (Buffer.isBuffer(value)) columns[name] = new Uint8Array(value);
  }
  return columns;
}
