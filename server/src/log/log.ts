/** The append-only log of receipts (decisions, section 9): every node of an agent and every receipt of the service. */
import { fromHex } from '@touchstone/core/bytes.ts';
import { TILE_WIDTH } from '@touchstone/core/log/tiles.ts';
import { type Db, togetherAtCommit } from '../store/engine.ts';
import { insertLeaves } from './store.ts';
import { writeFullTiles } from './tiles.ts';

const LEAF_LENGTH = 32;

/**
 * Appends leaves in the transaction that stores what they stand for: node hashes and on_chain_hashes, 32 bytes each (else
 * TypeError). Answers the index of the first, from 0; the others follow it. One statement in most cases.
 */
export async function appendToLog(db: Db, hashes: readonly Uint8Array[]): Promise<number> {
  if (hashes.length === 0 || hashes.some(({ length }) => length !== LEAF_LENGTH)) {
    throw new TypeError('the log takes one or more hashes of 32 bytes');
  }
  const first = await insertLeaves(db, hashes);
  const size = first + hashes.length;
  if (Math.floor(size / TILE_WIDTH) > Math.floor(first / TILE_WIDTH)) await writeFullTiles(db, size);
  return first;
}

/** Appends a receipt of the service by its on_chain_hash, 64 hex digits, at the end of the write that stores it. */
export async function logReceipt(transaction: Db, onChainHash: string): Promise<void> {
  const leaf = fromHex(onChainHash);
  if (leaf?.length !== LEAF_LENGTH) throw new TypeError('the log takes one or more hashes of 32 bytes');
  await togetherAtCommit(transaction, 'end of log_leaves', appendToLog, leaf);
}
