/**
 * Queries whose text is made once. Kysely builds and compiles a query at every call, which takes longer than the database does to
 * run a small one; what every request asks is prepared here instead, with the same builder and the same types.
 */
import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  QueryNode,
  type RawBuilder,
  SelectModifierNode,
  SelectQueryNode,
  sql,
} from 'kysely';
import type { Db } from './engine.ts';
import { DIALECT } from './sqlite/dialect.ts';
import type { Tables } from './tables.ts';

/** Stands in a query for what a call gives. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** The place in a query of the value that calls give by this name. */
export type ValueOf<V> = <K extends keyof V & string>(name: K) => RawBuilder<V[K]>;

export interface PreparedQuery<V, R> {
  all(db: Db, values: V): Promise<readonly R[]>;
  /** null where there is none. */
  first(db: Db, values: V): Promise<R | null>;
  /** As `first`; nobody else changes the row until the transaction ends: the `lockRow` of what is prepared. */
  lock(transaction: Db, values: V): Promise<R | null>;
  /** How many rows were inserted, changed or deleted. */
  change(db: Db, values: V): Promise<number>;
}

/** Makes queries only; it has no database. */
const builder = new Kysely<Tables>({ dialect: { ...DIALECT, createDriver: () => new DummyDriver() } });

const placeFor = <T>(name: string): RawBuilder<T> => sql<T>`${new Placeholder(name)}`;

/**
 * A query that is compiled at its first use. `V` are the values that each call gives:
 * `prepared<{ id: string }>()((db, value) => db.selectFrom('accounts').selectAll().where('id', '=', value('id')))`.
 */
export function prepared<V extends object>() {
  return <R>(build: (db: Db, value: ValueOf<V>) => Compilable<R>): PreparedQuery<V, R> => {
    let compiled: CompiledQuery<R> | null = null;
    let locking: CompiledQuery<R> | null = null;

    const run = (db: Db, values: V, locks = false) => {
      compiled ??= build(builder, placeFor).compile();
      if (locks) locking ??= lockingForm(compiled);
      const { sql: text, query, queryId } = (locks ? locking : null) ?? compiled;
      return db.executeQuery<R>({ sql: text, query, queryId, parameters: filled(compiled.parameters, values) });
    };

    return {
      all: async (db, values) => (await run(db, values)).rows,
      first: async (db, values) => (await run(db, values)).rows[0] ?? null,
      lock: async (db, values) => (await run(db, values, true)).rows[0] ?? null,
      change: async (db, values) => Number((await run(db, values)).numAffectedRows ?? 0n),
    };
  };
}

function lockingForm<R>(compiled: CompiledQuery<R>): CompiledQuery<R> {
  const { query } = compiled;
  if (!SelectQueryNode.is(query)) throw new TypeError('internal: only what is selected is locked');
  // Those that are joined to it are only read.
  const first = query.from?.froms.slice(0, 1) ?? [];
  const locking = QueryNode.cloneWithEndModifier(query, SelectModifierNode.create('ForUpdate', first));
  return builder.getExecutor().compileQuery<R>(locking, compiled.queryId);
}

/** The parameters of a query with what a call gives in their places. */
function filled(parameters: readonly unknown[], values: object): readonly unknown[] {
  const given = values as Readonly<Record<string, unknown>>;
  return parameters.map((parameter) => {
    if (!(parameter instanceof Placeholder)) return parameter;
    const { name } = parameter;
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined) throw new TypeError(`internal: no value for ${name}`);
    return value;
  });
}
