/** How a database, and each transaction of it, knows the engine that it is of: by the executor that Kysely hands on. */
import { DefaultQueryExecutor, type Kysely } from 'kysely';
import type { Engine } from './engine.ts';
import type { Tables } from './tables.ts';
import type { Topic } from './topics.ts';

/** Work on everything of its kind that the writes of a transaction have left. */
export interface Left {
  /** The same for all items that are worked on together. */
  readonly kind: unknown;
  readonly item: unknown;
  readonly work: (items: readonly unknown[]) => Promise<void>;
}

/** What the writes of one transaction have left for its end. */
export interface Unfinished {
  /** Whether somebody will do what is left, and hear of the topics: not so in a snapshot. */
  isAwaited: boolean;
  readonly left: Left[];
  /** What they have changed of what others remember. */
  readonly topics: Topic[];
}

/** What Kysely runs queries by, in every engine. */
export abstract class StoreExecutor extends DefaultQueryExecutor {
  abstract readonly engine: Engine;
  /** null outside of transactions. */
  abstract readonly unfinished: Unfinished | null;
}

/** Throws TypeError for a database that no engine of ours has opened. */
export function executorOf(db: Kysely<Tables>): StoreExecutor {
  const executor = db.getExecutor();
  if (!(executor instanceof StoreExecutor)) throw new TypeError('internal: this database is of no engine');
  return executor;
}
