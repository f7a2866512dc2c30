/** Statements over several rows whose text is made once for each number of rows. */
import type { Compilable, RawBuilder } from 'kysely';
import type { Db } from './engine.ts';
import { type PreparedQuery, prepared } from './prepared.ts';

/** The place of a member of the row at an index. */
export type RowValueOf<Row> = <K extends keyof Row & string>(name: K, at: number) => RawBuilder<Row[K]>;

/** Rows that one statement takes: as many as actions share a transaction. */
const MOST_ROWS = 16;

/**
 * Runs one statement for every 16 rows, in their order, and answers what the statements give:
 * `preparedRows<{ data: Uint8Array }>()((db, value, rows) => db.insertInto('log_leaves').values(rows.map((at) => ({ data: value('data', at) }))))`.
 */
export function preparedRows<Row extends object>() {
  return <R>(build: (db: Db, value: RowValueOf<Row>, rows: readonly number[]) => Compilable<R>) => {
    const queries = new Map<number, PreparedQuery<Record<string, unknown>, R>>();

    function queryFor(count: number): PreparedQuery<Record<string, unknown>, R> {
      const known = queries.get(count);
      if (known !== undefined) return known;
      const query = prepared<Record<string, unknown>>()((db, value) =>
        build(
          db,
          <K extends keyof Row & string>(name: K, at: number) => value(placeOf(name, at)) as RawBuilder<Row[K]>,
          Array.from({ length: count }, (_, at) => at),
        ),
      );
      queries.set(count, query);
      return query;
    }

    return async (db: Db, rows: readonly Row[]): Promise<readonly R[]> => {
      const answers: R[] = [];
      for (let from = 0; from < rows.length; from += MOST_ROWS) {
        const some = rows.slice(from, from + MOST_ROWS);
        const values: Record<string, unknown> = {};
        for (const [at, row] of some.entries()) {
          for (const [name, value] of Object.entries(row)) values[placeOf(name, at)] = value;
        }
        answers.push(...(await queryFor(some.length).all(db, values)));
      }
      return answers;
    };
  };
}

const placeOf = (name: string, at: number) => `${name} ${at}`;
