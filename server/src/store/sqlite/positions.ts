/** Positions in SQLite: it has one writer, so that nothing comes between reading the newest and inserting the next. */
import { type CompiledQuery, sql } from 'kysely';
import { CHAINS, type ChainName } from '../chains.ts';
import type { Db } from '../database.ts';
import { placeOf } from '../place.ts';

/** The text for each chain is made once: Kysely takes longer for it than SQLite does to run it. */
const queries = new Map<ChainName, CompiledQuery<{ newest: number | null }>>();

/** The first of so many positions: the database is asked once in a transaction, which remembers what it has taken. */
export async function takePositions(
  transaction: Db,
  chain: ChainName,
  scope: Readonly<Record<string, string>>,
  count: number,
): Promise<number> {
  const { unfinished } = placeOf(transaction);
  if (unfinished === null) throw new TypeError('internal: positions are taken in a transaction');
  const name = [chain, ...CHAINS[chain].within.map((column) => scope[column])].join('\n');
  unfinished.watch?.takes(chain, name);
  const before = unfinished.taken.get(name) ?? (await newestPosition(transaction, chain, scope));
  // Asked again, as others of this transaction may have taken some meanwhile.
  const first = (unfinished.taken.get(name) ?? before) + 1;
  unfinished.taken.set(name, first + count - 1);
  return first;
}

/** The newest of a chain; 0 where it has none. */
export async function newestPosition(
  db: Db,
  chain: ChainName,
  scope: Readonly<Record<string, string>>,
): Promise<number> {
  const { table, column, within } = CHAINS[chain];
  const known = queries.get(chain);
  const query = known ?? newestIn(table, column, within).compile(db);
  if (known === undefined) queries.set(chain, query);
  const parameters = within.map((name) => scope[name]);
  const { rows } = await db.executeQuery<{ newest: number | null }>({ ...query, parameters });
  return rows[0]?.newest ?? 0;
}

function newestIn(table: string, column: string, within: readonly string[]) {
  const isIn = within.map((name) => sql`${sql.ref(name)} = ${''}`);
  const where = isIn.length === 0 ? sql`` : sql` WHERE ${sql.join(isIn, sql` AND `)}`;
  return sql<{ newest: number | null }>`SELECT max(${sql.ref(column)}) AS newest FROM ${sql.table(table)}${where}`;
}
