/**
 * The database as the rooms see it. Everything that depends on which database it is stands behind these functions and in the
 * engine's own folder (`sqlite/`); ADR 0018 says what they promise.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChangedKind } from '@touchstone/core/api/changed-kinds.ts';
import type { SelectQueryBuilder } from 'kysely';
import type { ChainName, ChainScope } from './chains.ts';
import type { Db, Engine, Lease, Settle } from './database.ts';
import type { LockPlace } from './lock-order.ts';
import { placeOf, type Unfinished } from './place.ts';
import type { ListChange, Topic } from './topics.ts';

export type { Db, Lease } from './database.ts';

/**
 * Runs an action in a transaction that it may share with others, and answers when that is on the disk: all that the action
 * wrote, or nothing. The action may be run again where the database asks for that, so it has no effect outside of the
 * transaction; such effects come after the answer. It uses the `transaction` that it is given and no other database, and
 * reads by `lockRow` what it then changes. Never within a transaction.
 */
export function write<T>(db: Db, action: (transaction: Db) => Promise<T>): Promise<T> {
  return outside(db).groups.write(db, allowed(action));
}

/**
 * A write for each of many: they share transactions, and each locks in the order of locks. Rejects with the first failure once
 * all have ended.
 */
export async function writeEach<T>(
  db: Db,
  items: readonly T[],
  action: (transaction: Db, item: T) => Promise<unknown>,
): Promise<void> {
  const outcomes = await Promise.allSettled(items.map((item) => write(db, (transaction) => action(transaction, item))));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/**
 * Leaves work for the end of a `write`: what is slow and needs no database meanwhile, such as signing, and what locks that
 * everybody needs. `work` gets the items of all writes whose work it is, in their order; `place` is what it locks first, and
 * says whose work comes before whose. What the other writes do until then cannot see its effect. Where it fails, all fail.
 */
export async function togetherAtCommit<T>(
  transaction: Db,
  place: LockPlace,
  work: (transaction: Db, items: readonly T[]) => Promise<unknown>,
  item: T,
): Promise<void> {
  awaited(transaction).left.push({
    kind: work,
    place,
    item,
    work: async (items) => void (await work(transaction, items as readonly T[])),
  });
}

/** Runs an action that reads the database as it stands at one moment, whatever is written meanwhile. It writes nothing. */
export function snapshot<T>(db: Db, action: (moment: Db) => Promise<T>): Promise<T> {
  outside(db);
  return db.transaction().setAccessMode('read only').execute(action);
}

/**
 * The first of `count` positions at the end of a chain, without a gap, in the order in which transactions are committed. Until
 * the transaction ends nobody else gets one of this chain. What they are for is inserted, or the action fails.
 */
export async function takePositions<C extends ChainName>(
  transaction: Db,
  chain: C,
  scope: ChainScope<C>,
  count = 1,
): Promise<number> {
  within(transaction);
  return placeOf(transaction).engine.takePositions(transaction, chain, scope, count);
}

/** Nobody else takes a position of this chain until the transaction ends: for who locks several and then takes positions of each. */
export async function lockChain<C extends ChainName>(transaction: Db, chain: C, scope: ChainScope<C>): Promise<void> {
  await takePositions(transaction, chain, scope, 0);
}

/** The newest position of a chain, which is how many it has; 0 where it has none. */
export function lastPosition<C extends ChainName>(db: Db, chain: C, scope: ChainScope<C>): Promise<number> {
  return placeOf(db).engine.lastPosition(db, chain, scope);
}

/**
 * A query whose rows nobody else changes until the transaction ends: for what the transaction goes on to change. `of` names
 * the one table that is changed where several are joined. Rows are locked in the order in which the query answers them.
 */
export function lockRow<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  of?: TB & string,
): SelectQueryBuilder<DB, TB, O> {
  return of === undefined ? query.forUpdate() : query.forUpdate(of);
}

/**
 * Runs an action in a transaction of its own that a power cut within the next moment may undo: for what nobody was promised,
 * such as counts. Answers when the disk was told to keep it. Never within a transaction.
 */
export function writeSoon(db: Db, action: (transaction: Db) => Promise<void>): Promise<void> {
  return outside(db).writeSoon(db, allowed(action));
}

/**
 * Within a long transaction, brings what it has written so far to the disk beside the event loop, so that its commit does not hold
 * the loop for all of it. Promises nothing: that does the commit.
 */
export function syncAhead(transaction: Db): Promise<void> {
  within(transaction);
  return placeOf(transaction).engine.syncAhead(transaction);
}

/**
 * Runs an action that writes much, and lets `settle` do what the database would do with it after the commit. Rooms call
 * `largeWrite` (`workers/large-writes.ts`). Never within a transaction.
 */
export function writingMuch<T>(db: Db, settle: Settle, action: () => Promise<T>): Promise<T> {
  return outside(db).writingMuch(db, settle, action);
}

/** Takes a lease; null where another process has it. */
export function lease(db: Db, name: string): Promise<Lease | null> {
  return outside(db).lease(db, name);
}

const leases = new AsyncLocalStorage<Lease>();

/** Runs an action that only the holder of a lease may do: each of its writes fails, and leaves nothing, once another has it. */
export function underLease<T>(held: Lease, action: () => Promise<T>): Promise<T> {
  return leases.run(held, action);
}

function allowed<T>(action: (transaction: Db) => Promise<T>): (transaction: Db) => Promise<T> {
  const held = leases.getStore();
  if (held === undefined) return action;
  return async (transaction) => {
    await held.require(transaction);
    return action(transaction);
  };
}

/** Says that this transaction changes what is remembered under a topic: once it is committed, everybody reads that anew. */
export function changed(transaction: Db, topic: Topic): void {
  awaited(transaction).topics.push(topic);
}

/**
 * Says that this transaction changes lists of a kind, of a project or of the whole server (null): once it is committed, whoever
 * watches them hears of it. A hint: who was not there asks for everything anew.
 */
export function listsChanged(transaction: Db, kind: ChangedKind, projectId: string | null): void {
  awaited(transaction).lists.push({ kind, projectId });
}

/** Calls `listener` for each list that a commit has changed, until the answer is called. It must not throw. */
export function watchLists(db: Db, listener: (change: ListChange) => void): () => void {
  return placeOf(db).engine.watchLists(listener);
}

/** Another number after each commit that has changed what the topic names. */
export function versionOf(db: Db, topic: Topic): number {
  return placeOf(db).engine.versionOf(topic);
}

/**
 * Takes what was deleted out of the database's journal too, as far as the engine has that in its hands. Answers false where
 * somebody still reads it; the next call then does it. Never within a transaction.
 */
export function erase(db: Db): Promise<boolean> {
  return outside(db).erase(db);
}

/** How many rows this process has changed since it opened the database: whether there was anything since the last look. */
export function changedRows(db: Db): Promise<number> {
  return placeOf(db).engine.changedRows(db);
}

/** By what a worker opens this database for reading. */
export function addressOf(db: Db): string {
  return placeOf(db).engine.address;
}

/** The bytes that the database takes. */
export function bytesOf(db: Db): Promise<number> {
  return placeOf(db).engine.bytes();
}

/** A transaction that asks for another one would wait for itself. */
function outside(db: Db): Engine {
  const { engine, unfinished } = placeOf(db);
  if (unfinished !== null) throw new TypeError('internal: this is asked within a transaction');
  return engine;
}

function within(transaction: Db): Unfinished {
  const { unfinished } = placeOf(transaction);
  if (unfinished === null) throw new TypeError('internal: this belongs into a transaction');
  return unfinished;
}

function awaited(transaction: Db): Unfinished {
  const unfinished = within(transaction);
  if (!unfinished.isAwaited) throw new TypeError('internal: this belongs into a write');
  return unfinished;
}
