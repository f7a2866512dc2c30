/** The append-only log of receipts: leaves, tiles, signed heads. */
import { fromHex, toHex } from '@touchstone/core/bytes.ts';
import type { Selectable } from 'kysely';
import { type Db, lastPosition, takePositions } from '../store/engine.ts';
import { hexOf } from '../store/hex.ts';
import { prepared } from '../store/prepared.ts';
import { preparedRows } from '../store/prepared-rows.ts';
import type { Tables } from '../store/tables.ts';

const insertRows = preparedRows<{ position: number; data: Uint8Array }>()((db, value, rows) =>
  db.insertInto('log_leaves').values(rows.map((at) => ({ position: value('position', at), data: value('data', at) }))),
);

/** Appends leaves in their order. Answers the index of the first, from 0. `db` is a transaction. */
export async function insertLeaves(db: Db, leaves: readonly Uint8Array[]): Promise<number> {
  const first = await takePositions(db, 'log_leaves', {}, leaves.length);
  await insertRows(
    db,
    leaves.map((data, at) => ({ position: first + at, data })),
  );
  return first - 1;
}

/** How many leaves there are. */
export async function countLeaves(db: Db): Promise<number> {
  return lastPosition(db, 'log_leaves', {});
}

const leavesBetween = prepared<{ above: number; last: number }>()((db, value) =>
  db
    .selectFrom('log_leaves')
    .select(hexOf('data').as('hex'))
    .where('position', '>', value('above'))
    .where('position', '<=', value('last'))
    .orderBy('position'),
);

/** The data of leaves from an index on; fewer than `count` at the end. */
export async function readLeaves(db: Db, index: number, count: number): Promise<readonly Uint8Array[]> {
  const rows = await leavesBetween.all(db, { above: index, last: index + count });
  const bytes = new Uint8Array(Buffer.from(rows.map(({ hex }) => hex).join(''), 'hex'));
  let end = 0;
  return rows.map(({ hex }) => {
    const start = end;
    end += hex.length / 2;
    return bytes.subarray(start, end);
  });
}

/** The data of leaves by their indexes, as far as there are such. */
export async function readLeavesAt(db: Db, indexes: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
  if (indexes.length === 0) return new Map();
  const rows = await db
    .selectFrom('log_leaves')
    .selectAll()
    .where(
      'position',
      'in',
      indexes.map((index) => index + 1),
    )
    .execute();
  return new Map(rows.map(({ position, data }) => [position - 1, data]));
}

/** The index of the first leaf with this data; null where there is none. */
export async function indexOfLeaf(db: Db, data: Uint8Array): Promise<number | null> {
  const row = await db
    .selectFrom('log_leaves')
    .select(({ fn }) => fn.min('position').as('position'))
    .where('data', '=', data)
    .executeTakeFirst();
  return row?.position == null ? null : row.position - 1;
}

export interface Tile {
  /** 32 bytes. */
  readonly root: Uint8Array;
  /** 256 × 32 bytes. */
  readonly hashes: Uint8Array;
}

const insertTileRows = preparedRows<{ level: number; position: number } & Tile>()((db, value, rows) =>
  db.insertInto('log_tiles').values(
    rows.map((at) => ({
      level: value('level', at),
      position: value('position', at),
      root: value('root', at),
      hashes: value('hashes', at),
    })),
  ),
);

/** Writes tiles that follow each other. */
export async function insertTiles(db: Db, level: number, first: number, tiles: readonly Tile[]): Promise<void> {
  await insertTileRows(
    db,
    tiles.map((tile, at) => ({ level, position: first + at, ...tile })),
  );
}

const tileAt = prepared<{ level: number; position: number }>()((db, value) =>
  db
    .selectFrom('log_tiles')
    .select(['root', 'hashes'])
    .where('level', '=', value('level'))
    .where('position', '=', value('position')),
);

/** null where it is not written. */
export async function findTile(db: Db, level: number, position: number): Promise<Tile | null> {
  return tileAt.first(db, { level, position });
}

/** How many tiles of a level are written: they are written in order. */
export async function countTiles(db: Db, level: number): Promise<number> {
  const row = await db
    .selectFrom('log_tiles')
    .select('position')
    .where('level', '=', level)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? 0 : row.position + 1;
}

const tileRoots = prepared<{ level: number; first: number; end: number }>()((db, value) =>
  db
    .selectFrom('log_tiles')
    .select('root')
    .where('level', '=', value('level'))
    .where('position', '>=', value('first'))
    .where('position', '<', value('end'))
    .orderBy('position'),
);

/** Roots of tiles of a level from a position on; fewer than `count` where they are not written. */
export async function readTileRoots(
  db: Db,
  level: number,
  position: number,
  count: number,
): Promise<readonly Uint8Array[]> {
  const rows = await tileRoots.all(db, { level, first: position, end: position + count });
  return rows.map(({ root }) => root);
}

export type LogRow = Selectable<Tables['logs']>;
export type LogHeadRow = Selectable<Tables['log_heads']>;

/** The log that goes on; null before the first head. */
export async function currentLog(db: Db): Promise<LogRow | null> {
  const row = await db.selectFrom('logs').selectAll().orderBy('position', 'desc').limit(1).executeTakeFirst();
  return row ?? null;
}

/** Begins a log over the leaves that are there. `db` is a transaction. */
export async function beginLog(
  db: Db,
  log: { readonly id: string; readonly begunAt: number; readonly restored: RestoreTimes | null },
): Promise<void> {
  await db
    .insertInto('logs')
    .values({
      position: await takePositions(db, 'logs', {}),
      id: log.id,
      begun_at: log.begunAt,
      first_size: log.restored === null ? 0 : await countLeaves(db),
      restored_at: log.restored?.restoredAt ?? null,
      backup_created_at: log.restored?.backupCreatedAt ?? null,
    })
    .execute();
}

export interface RestoreTimes {
  readonly restoredAt: number;
  readonly backupCreatedAt: number;
}

/** All logs that this folder has had, the oldest first. */
export async function listLogs(db: Db): Promise<readonly LogRow[]> {
  return db.selectFrom('logs').selectAll().orderBy('position').execute();
}

/** Stores a head unless one of this log and size is there already. Answers the one that is there then. `db` is a transaction. */
export async function insertHead(db: Db, head: Omit<LogHeadRow, 'position'>): Promise<LogHeadRow> {
  const known = await findHead(db, head.log_id, head.tree_size);
  if (known !== null) return known;
  const row = { ...head, position: await takePositions(db, 'log_heads', {}) };
  await db.insertInto('log_heads').values(row).execute();
  return row;
}

/** The newest head of a log, or of a size of it; null where there is none. */
export async function findHead(db: Db, logId: string, size?: number): Promise<LogHeadRow | null> {
  const heads = db.selectFrom('log_heads').selectAll().where('log_id', '=', logId);
  const row = await (size === undefined ? heads : heads.where('tree_size', '=', size))
    .orderBy('tree_size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The newest first, from below a position. */
export async function headsBelow(db: Db, below: number | null, limit: number): Promise<readonly LogHeadRow[]> {
  return db
    .selectFrom('log_heads')
    .selectAll()
    .where('position', '<', below ?? Number.MAX_SAFE_INTEGER)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
}

/** Heads behind a position (0: all), the oldest first. */
export async function headsAbove(db: Db, above: number, limit: number): Promise<readonly LogHeadRow[]> {
  return db
    .selectFrom('log_heads')
    .selectAll()
    .where('position', '>', above)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** Receipts whose on_chain_hash is no leaf. Answers ids. */
export async function receiptsOutsideTheLog(db: Db): Promise<readonly string[]> {
  const missing: string[] = [];
  const rows = await db.selectFrom('receipts').select(['id', 'on_chain_hash']).orderBy('id').execute();
  for (const { id, on_chain_hash: hash } of rows) {
    if (missing.length >= MOST_NAMED) break;
    const data = fromHex(hash);
    if (data === null || (await indexOfLeaf(db, data)) === null) missing.push(id);
  }
  return missing;
}

/** Leaves that stand for no node and no receipt. Answers their indexes. */
export async function strayLeaves(db: Db): Promise<readonly number[]> {
  const known = await db
    .selectFrom('log_leaves')
    .leftJoin('agent_nodes', (join) =>
      join
        .on(({ eb, ref }) => eb('agent_nodes.log_index', '=', eb(ref('log_leaves.position'), '-', 1)))
        .onRef('agent_nodes.hash', '=', 'log_leaves.data'),
    )
    .select(['log_leaves.position', 'log_leaves.data'])
    .where('agent_nodes.id', 'is', null)
    .orderBy('log_leaves.position')
    .execute();
  const receipts = new Set(
    (await db.selectFrom('receipts').select('on_chain_hash').execute()).map(({ on_chain_hash: hash }) => hash),
  );
  return known
    .filter(({ data }) => !receipts.has(toHex(data)))
    .slice(0, MOST_NAMED)
    .map(({ position }) => position - 1);
}

const MOST_NAMED = 20;
