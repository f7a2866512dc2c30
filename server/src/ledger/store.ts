/** Blocks and anchors of the embedded ledger. */
import type { ChainName } from '@touchstone/core/api/common.ts';
import { type Db, lastPosition, lockRow, takePositions } from '../store/engine.ts';
import { prepared } from '../store/prepared.ts';
import type { Row } from '../store/tables.ts';
import type { Wallet } from './wallet-figures.ts';

export type BlockRow = Row<'ledger_blocks'>;
export type AnchorRow = Row<'ledger_anchors'> & { readonly block: number | null };

export async function insertBlock(db: Db, block: BlockRow): Promise<void> {
  await db.insertInto('ledger_blocks').values(block).execute();
}

interface OfChain {
  readonly chain: ChainName;
}

const newestBlock = prepared<OfChain>()((db, value) =>
  db.selectFrom('ledger_blocks').selectAll().where('chain', '=', value('chain')).orderBy('height', 'desc').limit(1),
);

/** The newest block; null where there is none. */
export async function lastBlock(db: Db, chain: ChainName): Promise<BlockRow | null> {
  return newestBlock.first(db, { chain });
}

export async function findBlock(db: Db, chain: ChainName, height: number): Promise<BlockRow | null> {
  const row = await db
    .selectFrom('ledger_blocks')
    .selectAll()
    .where('chain', '=', chain)
    .where('height', '=', height)
    .executeTakeFirst();
  return row ?? null;
}

/** The newest first, from below a height. */
export async function blocksBelow(
  db: Db,
  chain: ChainName,
  below: number | null,
  limit: number,
): Promise<readonly BlockRow[]> {
  return db
    .selectFrom('ledger_blocks')
    .selectAll()
    .where('chain', '=', chain)
    .where('height', '<', below ?? Number.MAX_SAFE_INTEGER)
    .orderBy('height', 'desc')
    .limit(limit)
    .execute();
}

/** In the order of the chain, from a height on. */
export async function blocksFrom(
  db: Db,
  chain: ChainName,
  height: number,
  limit: number,
): Promise<readonly BlockRow[]> {
  return db
    .selectFrom('ledger_blocks')
    .selectAll()
    .where('chain', '=', chain)
    .where('height', '>=', height)
    .orderBy('height')
    .limit(limit)
    .execute();
}

export async function insertAnchor(db: Db, anchor: AnchorRow): Promise<void> {
  await db.insertInto('ledger_anchors').values(anchor).execute();
}

/** How many anchors a chain has. */
export async function countAnchors(db: Db, chain: ChainName): Promise<number> {
  return lastPosition(db, 'ledger_anchors', { chain });
}

/** Takes the position of the next anchor. `db` is a transaction. */
export async function nextAnchorPosition(db: Db, chain: ChainName): Promise<number> {
  return takePositions(db, 'ledger_anchors', { chain });
}

export async function findAnchor(db: Db, chain: ChainName, tx: string): Promise<AnchorRow | null> {
  const row = await db
    .selectFrom('ledger_anchors')
    .selectAll()
    .where('chain', '=', chain)
    .where('tx', '=', tx)
    .executeTakeFirst();
  return row ?? null;
}

/** Anchors that no block has taken in, the oldest first. */
export async function pendingAnchors(db: Db, chain: ChainName, limit: number): Promise<readonly AnchorRow[]> {
  return pendingOf(db, chain, limit).execute();
}

/** The same for a transaction that goes on to take them into a block. */
export async function lockPendingAnchors(
  transaction: Db,
  chain: ChainName,
  limit: number,
): Promise<readonly AnchorRow[]> {
  return lockRow(pendingOf(transaction, chain, limit)).execute();
}

function pendingOf(db: Db, chain: ChainName, limit: number) {
  const pending = db.selectFrom('ledger_anchors').selectAll().where('chain', '=', chain).where('block', 'is', null);
  return pending.orderBy('position').limit(limit);
}

const pendingCount = prepared<OfChain>()((db, value) =>
  db
    .selectFrom('ledger_anchors')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('chain', '=', value('chain'))
    .where('block', 'is', null),
);

export async function countPending(db: Db, chain: ChainName): Promise<number> {
  return Number((await pendingCount.first(db, { chain }))?.count ?? 0);
}

/** Puts the pending anchors from one position to another into a block. */
export async function takeIntoBlock(
  db: Db,
  chain: ChainName,
  block: number,
  positions: { readonly first: number; readonly last: number },
): Promise<void> {
  await db
    .updateTable('ledger_anchors')
    .set({ block })
    .where('chain', '=', chain)
    .where('block', 'is', null)
    .where('position', '>=', positions.first)
    .where('position', '<=', positions.last)
    .execute();
}

/** The anchors of blocks in a row, in the order of their positions. */
export async function anchorsOfBlocks(
  db: Db,
  chain: ChainName,
  heights: { readonly first: number; readonly last: number },
): Promise<readonly AnchorRow[]> {
  return db
    .selectFrom('ledger_anchors')
    .selectAll()
    .where('chain', '=', chain)
    .where('block', '>=', heights.first)
    .where('block', '<=', heights.last)
    .orderBy('position')
    .execute();
}

export interface AnchorFilter {
  readonly kind?: string;
  readonly commitment?: string;
  /** Lower positions only. */
  readonly below?: number;
  readonly limit: number;
}

/** The newest first. */
export async function listAnchors(db: Db, chain: ChainName, filter: AnchorFilter): Promise<readonly AnchorRow[]> {
  const { kind, commitment, below, limit } = filter;
  let query = db.selectFrom('ledger_anchors').selectAll().where('chain', '=', chain);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (commitment !== undefined) query = query.where('commitment', '=', commitment);
  if (below !== undefined) query = query.where('position', '<', below);
  return query.orderBy('position', 'desc').limit(limit).execute();
}

const newestDepths = prepared<OfChain & { readonly newest: number }>()((db, value) =>
  db
    .selectFrom('ledger_blocks')
    .select(['height', 'anchors', 'depth'])
    .where('chain', '=', value('chain'))
    .orderBy('height', 'desc')
    .limit(value('newest')),
);

/** The height at which the anchors of the newest blocks are confirmed; 0 where nothing waits for that. */
export async function confirmingHeight(db: Db, chain: ChainName, newest: number): Promise<number> {
  const recent = await newestDepths.all(db, { chain, newest });
  return Math.max(0, ...recent.filter(({ anchors }) => anchors > 0).map(({ height, depth }) => height + depth - 1));
}

const newestMovement = prepared<Wallet & { readonly mint: string }>()((db, value) =>
  db
    .selectFrom('wallet_movements')
    .select('balance_micros')
    .where('chain', '=', value('chain'))
    .where('mint', '=', value('mint'))
    .where('address', '=', value('address'))
    .orderBy('position', 'desc')
    .limit(1),
);

/** What a wallet holds of a token since the last movement; null where nothing was ever moved. */
export async function lastBalance(db: Db, { chain, address }: Wallet, mint: string): Promise<number | null> {
  return (await newestMovement.first(db, { chain, address, mint }))?.balance_micros ?? null;
}

export async function insertMovement(transaction: Db, movement: Row<'wallet_movements'>): Promise<void> {
  await transaction.insertInto('wallet_movements').values(movement).execute();
}
