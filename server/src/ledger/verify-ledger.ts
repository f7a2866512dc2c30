/** Walks a chain in the database: blocks, anchors, and the columns by which they are looked up. */
import type { ChainName } from '@touchstone/core/api/common.ts';
import { transactionId } from '@touchstone/core/ledger/anchor.ts';
import { headerHash, type LedgerBlock } from '@touchstone/core/ledger/block.ts';
import { parseHeader } from '@touchstone/core/ledger/export.ts';
import {
  type BlockFault,
  type ChainVerdict,
  type DoubtfulBlocks,
  type JudgeSignature,
  verifyChain,
} from '@touchstone/core/ledger/verify-chain.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { type Db, snapshot } from '../store/engine.ts';
import { entryOf } from './local-ledger.ts';
import { type AnchorRow, anchorsOfBlocks, type BlockRow, blocksFrom, lastBlock, pendingAnchors } from './store.ts';

/** `STORED`: a row's columns do not say what was signed, or anchors stand beside the blocks. */
export interface StoredVerdict extends Omit<ChainVerdict, 'brokenAt'> {
  readonly brokenAt: { readonly height: number; readonly fault: BlockFault | 'STORED' } | null;
  /** Anchors that no block has taken in yet. */
  readonly pending: number;
}

/** Few enough to be quick, so that between two batches others have their turn. */
const BATCH = 50;

/** Verifies a whole chain as it stands. Reads at several moments: blocks that are made meanwhile do no harm. */
export async function verifyStoredChain(db: Db, chain: ChainName, judge: JudgeSignature): Promise<StoredVerdict> {
  let storedFault: number | null = null;

  async function* walk(): AsyncGenerator<LedgerBlock> {
    for (let next = 1; ; ) {
      const rows = await blocksFrom(db, chain, next, BATCH);
      const range = { first: next, last: rows.at(-1)?.height ?? next };
      const anchors = Map.groupBy(await anchorsOfBlocks(db, chain, range), ({ block }) => block);
      for (const [index, row] of rows.entries()) {
        const own = anchors.get(row.height) ?? [];
        const block = blockOf(row, own);
        if (block === null) {
          storedFault = next + index;
          return;
        }
        yield block;
      }
      if (rows.length < BATCH) return;
      next = range.last + 1;
    }
  }

  const verdict = await verifyChain(chain, walk(), judge, true);
  if (verdict.brokenAt !== null) return { ...verdict, pending: 0 };
  if (storedFault !== null) {
    return { ...verdict, intact: false, brokenAt: { height: storedFault, fault: 'STORED' }, pending: 0 };
  }
  const { tip, pending } = await snapshot(db, async (moment) => ({
    tip: (await lastBlock(moment, chain))?.height ?? 0,
    pending: await pendingAnchors(moment, chain, Number.MAX_SAFE_INTEGER),
  }));
  const first = pending[0]?.position ?? verdict.anchors + 1;
  const isInOrder = pending.every((row, index) => row.position === first + index && isOfEntry(chain, row));
  // Where a block was made since the walk, what waits begins later.
  const isNext = tip === verdict.blocks ? first === verdict.anchors + 1 : first > verdict.anchors;
  if (isInOrder && isNext) return { ...verdict, pending: pending.length };
  const brokenAt = { height: verdict.blocks + 1, fault: 'STORED' } as const;
  return { ...verdict, intact: false, brokenAt, pending: pending.length };
}

/** Blocks whose signer nobody vouches for: its set is not known, or its key is revoked. */
export function vouchedByNobody(doubts: readonly DoubtfulBlocks[]): number {
  const named = doubts.filter(({ code }) => code === 'KEY_REVOKED' || code === 'SIGNER_NOT_TRUSTED');
  return named.reduce((sum, { blocks }) => sum + blocks, 0);
}

/** null where header or columns say something else than each other. */
function blockOf(row: BlockRow, anchors: readonly AnchorRow[]): LedgerBlock | null {
  const header = parseHeader(row.header);
  if (header === null) return null;
  const stated: readonly (readonly [unknown, unknown])[] = [
    [row.hash, headerHash(header)],
    [row.height, header.height],
    [row.chain, header.network.replace(/^embedded:/, '')],
    [row.ledger_id, header.ledger_id],
    [row.anchors, header.anchors],
    [row.depth, header.depth],
    [formatIsoTime(row.created_at), header.created_at],
  ];
  const agree = stated.every(([column, signed]) => column === signed);
  if (!agree || !anchors.every((anchor) => isOfEntry(anchor.chain as ChainName, anchor))) return null;
  return { header, signature: row.signature, anchors: anchors.map(entryOf) };
}

function isOfEntry(chain: ChainName, row: AnchorRow): boolean {
  return row.tx === transactionId(chain, entryOf(row));
}
