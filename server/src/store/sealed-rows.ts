/**
 * Rows that open doors, with their seals (S35). Whatever writes such a row goes through here: a new one gets its seal, a
 * changed one gets another if the one before was genuine, so that no change of ours blesses somebody else's.
 */
import { type Insertable, type Selectable, sql } from 'kysely';
import { type Db, lockRow } from './engine.ts';
import { rankOf } from './lock-order.ts';
import { createMemory } from './memories.ts';
import { type DigestedRow, type DigestMaker, moveRowDigest } from './row-digest.ts';
import {
  createRowSealer,
  mustBeSealed,
  type RowSealer,
  SEALED,
  SEALED_NAMES,
  type SealedName,
  sealedRowName,
} from './row-seal.ts';
import type { Tables } from './tables.ts';

interface Attached {
  readonly sealer: RowSealer;
  readonly maker: DigestMaker;
  /** Called at most once for each row. */
  readonly onFalse: (table: SealedName, row: string) => void;
}

/** Who seals and judges the rows; nobody in a database that is being looked at. */
const attached = createMemory('store/sealed-rows', (): { sealer?: Attached } => ({}));

/** Rows that were complained of, lest somebody fill the log. */
const MOST_TOLD = 1_000;

/**
 * From now on the rows of this database, also within its transactions, are sealed when they are written and judged when they
 * are read. A database without a sealer is being looked at or put together: nothing that it opens is served.
 */
export function attachSealer(
  db: Db,
  maker: DigestMaker,
  onFalse: (table: SealedName, row: string) => void = () => undefined,
): void {
  const told = new Set<string>();
  attached.of(db).sealer = {
    sealer: createRowSealer(maker),
    maker,
    onFalse(table, row) {
      const name = `${table} ${row}`;
      if (told.has(name) || told.size >= MOST_TOLD) return;
      told.add(name);
      onFalse(table, row);
    },
  };
}

function attachedTo(db: Db): Attached | undefined {
  return attached.of(db).sealer;
}

/** A row with its seal, to be inserted. */
export function sealed<T extends SealedName>(db: Db, table: T, row: Insertable<Tables[T]>): Insertable<Tables[T]> {
  const at = attachedTo(db);
  if (at === undefined || !mustBeSealed(table, row)) return row;
  return { ...row, seal: at.sealer.seal(table, row) };
}

/** Columns by whose values rows of a table are found. */
export type RowsWhere = readonly [table: SealedName, where: Readonly<Record<string, string | null>>];

/**
 * Runs a change that inserts, replaces or removes rows, and brings the digest over all rows along, within the caller's
 * transaction. `places` say where the rows stand that it touches, also those that go with others.
 */
export async function changingRows<T>(db: Db, places: readonly RowsWhere[], change: () => Promise<T>): Promise<T> {
  const at = attachedTo(db);
  if (at === undefined) return change();
  const before = await rowsAt(db, places, lockRow);
  const result = await change();
  await moveRowDigest(db, at.maker, before, await rowsAt(db, places));
  return result;
}

/** What stands there afterwards is locked by the change itself. */
async function rowsAt(db: Db, places: readonly RowsWhere[], lock?: typeof lockRow): Promise<readonly DigestedRow[]> {
  const found: DigestedRow[] = [];
  for (const [table, where] of places) {
    const { table: named, ref } = db.dynamic;
    const rows = Object.entries(where).reduce(
      (query, [name, value]) => query.where(ref(name), value === null ? 'is' : '=', value),
      db.selectFrom(named(table).as('sealed')).selectAll(),
    );
    found.push(...(await (lock?.(rows) ?? rows).execute()).map((row): DigestedRow => [table, row]));
  }
  return found;
}

/** Whether a row as it was read, with all that is sealed, is this service's. One that is not is logged and opens nothing. */
export function isGenuine(db: Db, table: SealedName, row: object): boolean {
  const at = attachedTo(db);
  if (at === undefined || !mustBeSealed(table, row) || at.sealer.holds(table, row)) return true;
  at.onFalse(table, sealedRowName(table, row));
  return false;
}

/** The rows that are genuine. */
export function genuine<T extends SealedName, R extends object>(db: Db, table: T, rows: readonly R[]): readonly R[] {
  return rows.filter((row) => isGenuine(db, table, row));
}

/**
 * Changes a row that was just read, within the caller's transaction, and seals it anew. One whose seal does not hold keeps
 * the seal that it has, and opens as little as before.
 */
export async function changeSealed<T extends SealedName>(
  db: Db,
  table: T,
  row: Selectable<Tables[T]>,
  change: Partial<Selectable<Tables[T]>>,
): Promise<void> {
  const at = attachedTo(db);
  const isSealed = at !== undefined && mustBeSealed(table, row) && isGenuine(db, table, row);
  const seal = isSealed ? { seal: at.sealer.seal(table, { ...row, ...change }) } : {};
  await write(db, table, row, { ...change, ...seal });
  if (isSealed) await moveRowDigest(db, at.maker, [[table, row]], [[table, { ...row, ...change, ...seal }]]);
}

async function write(db: Db, table: SealedName, row: object, change: object): Promise<void> {
  const set = Object.entries(change).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  if (set.length === 0) return;
  await sql`UPDATE ${sql.table(table)} SET ${sql.join(set)} WHERE ${keyOf(table, row)}`.execute(db);
}

function keyOf(table: SealedName, row: object) {
  const values = row as Readonly<Record<string, unknown>>;
  const parts = SEALED[table].key.map((name) => sql`${sql.ref(name)} = ${values[name]}`);
  return sql.join(parts, sql` AND `);
}

/**
 * Seals the rows of a folder from before there were seals, within the caller's transaction. False, and nothing done, where
 * some row has a seal already: then they were all sealed once, and those without are not ours.
 */
export async function sealRowsOfBefore(db: Db): Promise<boolean> {
  const at = attachedTo(db);
  if (at === undefined) throw new TypeError('internal: rows are sealed without a sealer');
  for (const table of SEALED_NAMES) {
    const found = await sql`SELECT 1 FROM ${sql.table(table)} WHERE seal IS NOT NULL LIMIT 1`.execute(db);
    if (found.rows.length > 0) return false;
  }
  for (const table of SEALED_NAMES.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const rows = await lockRow(db.selectFrom(db.dynamic.table(table).as('sealed')).selectAll()).execute();
    for (const row of rows) {
      if (mustBeSealed(table, row)) await write(db, table, row, { seal: at.sealer.seal(table, row) });
    }
  }
  return true;
}
