/** How a database, and each transaction of it, knows the engine that it is of: by the adapter that Kysely hands on. */
import type { Kysely } from 'kysely';
import type { Engine } from './database.ts';
import type { LockPlace } from './lock-order.ts';
import type { LockWatch } from './lock-watch.ts';
import type { Tables } from './tables.ts';
import type { ListChange, Topic } from './topics.ts';

/** Work on everything of its kind that the writes of a transaction have left. */
export interface DeferredWork {
  /** The same for all items that are worked on together. */
  readonly kind: unknown;
  /** What it locks first. */
  readonly place: LockPlace;
  readonly item: unknown;
  readonly work: (items: readonly unknown[]) => Promise<void>;
}

/** What the writes of one transaction have left for its end. */
export interface Unfinished {
  /** Whether somebody will do what is left, and hear of the topics: not so in a snapshot. */
  isAwaited: boolean;
  readonly left: DeferredWork[];
  /** The last position that was taken of each chain. */
  readonly taken: Map<string, number>;
  /** What they have changed of what others remember. */
  readonly topics: Topic[];
  /** Lists that they have changed. */
  readonly lists: ListChange[];
  /** In tests; null where nobody watches. */
  readonly watch: LockWatch | null;
}

/** Where a query runs. */
export interface Place {
  readonly engine: Engine;
  /** null outside of transactions. */
  readonly unfinished: Unfinished | null;
}

/** Under this name an engine keeps it on the adapters that it gives to Kysely: one for the database, and one for each transaction. */
export const PLACE: unique symbol = Symbol('place');

/** Throws TypeError for a database that no engine of ours has opened. */
export function placeOf(db: Kysely<Tables>): Place {
  const { adapter } = db.getExecutor();
  if (!isPlaced(adapter)) throw new TypeError('internal: this database is of no engine');
  return adapter[PLACE];
}

function isPlaced(adapter: object): adapter is { readonly [PLACE]: Place } {
  return PLACE in adapter;
}
