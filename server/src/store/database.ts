/** A database and the engine behind it, as types: what `engine.ts` offers and what an engine's own folder brings. */
import type { Kysely } from 'kysely';
import type { ChainName } from './chains.ts';
import type { NumberedRow, Tables } from './tables.ts';
import type { ListChange, Topic } from './topics.ts';

/** A database, or a transaction of it. */
export type Db = Kysely<Tables>;

/** What an engine brings. */
export interface Engine {
  /** By which a worker opens the database for reading. */
  readonly address: string;
  /** For tests: every transaction runs its writes, takes them back, and runs them again, and is held to the rules of locks. */
  readonly rehearsesWrites: boolean;
  readonly groups: Groups;
  /** What this process remembers beside the database. */
  readonly memories: Map<string, unknown>;
  takePositions(transaction: Db, chain: ChainName, scope: AnyScope, count: number): Promise<number>;
  lastPosition(db: Db, chain: ChainName, scope: AnyScope): Promise<number>;
  writeSoon(db: Db, action: (transaction: Db) => Promise<void>): Promise<void>;
  syncAhead(transaction: Db): Promise<void>;
  writingMuch<T>(db: Db, settle: Settle, action: () => Promise<T>): Promise<T>;
  lease(db: Db, name: string): Promise<Lease | null>;
  changed(transaction: Db, topic: Topic): Promise<void>;
  versionOf(topic: Topic): number;
  /** Calls `listener` for each list that a commit has changed, until the answer is called. */
  watchLists(listener: (change: ListChange) => void): () => void;
  erase(db: Db): Promise<boolean>;
  changedRows(db: Db): Promise<number>;
  bytes(): Promise<number>;
  /** Rows of a table behind the one of a number, in the order in which they were stored. */
  rowsAfter<T extends TableName>(db: Db, table: T, after: number, limit: number): Promise<readonly NumberedRow<T>[]>;
  rowsWith<T extends TableName>(
    db: Db,
    table: T,
    column: keyof Tables[T] & string,
    text: string,
  ): Promise<readonly NumberedRow<T>[]>;
}

/** Does in a worker, which opens the database by this address, what a large write has left to do. */
export type Settle = (address: string) => Promise<unknown>;

/** Within what a chain counts. */
export type AnyScope = Readonly<Record<string, string>>;
export type TableName = keyof Tables & string;

export interface Groups {
  /** Runs an action in a transaction of `db` that it may share with others, and answers when that is on the disk. */
  write<T>(db: Db, action: (transaction: Db) => Promise<T>): Promise<T>;
}

/** What only one may do at a time, held by whoever got this. */
export interface Lease {
  /** Grows with each holder. */
  readonly token: number;
  /** Throws, within the transaction of what the lease allows, where another has it by now. */
  require(transaction: Db): Promise<void>;
}
