/** Verifies one anchor down to the signature of its block, and the blocks that confirm it. */
import type { ChainName } from '@touchstone/core/api/common.ts';
import { type AnchorKind, transactionId } from '@touchstone/core/ledger/anchor.ts';
import type { LedgerBlock } from '@touchstone/core/ledger/block.ts';
import { parseHeader } from '@touchstone/core/ledger/export.ts';
import { type JudgeSignature, verifyChain } from '@touchstone/core/ledger/verify-chain.ts';
import type { SignerDoubt } from '@touchstone/core/verdict/conclusion.ts';
import type { Db } from '../store/engine.ts';
import { entryOf, readBlocks } from './local-ledger.ts';
import { type AnchorRow, type BlockRow, findAnchor, lastBlock } from './store.ts';
import { vouchedByNobody } from './verify-ledger.ts';

/** `pending`: it is too early to say. */
export type Outcome = 'passed' | 'failed' | 'pending';

export interface AnchorVerdict {
  /** The ledger accepted this commitment as this kind, under this transaction. */
  readonly anchor: Outcome;
  /** A block covers it: root, and signature of the header. */
  readonly block: Outcome;
  /** The blocks on top of it hold, as many as its block demands. */
  readonly confirmations: Outcome;
  /** Why nothing is concluded although its blocks hold; null where their signatures count. */
  readonly doubt: SignerDoubt | null;
  /** 0 while no block holds it. */
  readonly height: number;
  /** Blocks from its own to the newest; where one of them does not hold, those before it. */
  readonly count: number;
}

const LOST: AnchorVerdict = {
  anchor: 'failed',
  block: 'failed',
  confirmations: 'failed',
  doubt: null,
  height: 0,
  count: 0,
};

export async function verifyAnchor(
  db: Db,
  chain: ChainName,
  { tx, kind, commitment }: { readonly tx: string; readonly kind: AnchorKind; readonly commitment: string },
  judge: JudgeSignature,
): Promise<AnchorVerdict> {
  // Before the anchor: blocks are made meanwhile, and one that is newer than what is read of it would look like a fault.
  const tip = await lastBlock(db, chain);
  const row = await findAnchor(db, chain, tx);
  if (row === null || row.kind !== kind || row.commitment !== commitment) return LOST;
  if (transactionId(chain, entryOf(row)) !== tx) return LOST;
  if (row.block === null) return waiting(tip, row);

  const place = { anchor: 'passed', height: row.block } as const;
  const [own] = await blocksAt(db, chain, row.block, 1);
  if (own === undefined || !(await covers(chain, own, row, judge))) {
    return { ...place, block: 'failed', confirmations: 'failed', doubt: null, count: 0 };
  }
  const { depth } = own.header;
  const above = await blocksAt(db, chain, row.block, depth);
  const { intact, blocks, doubts } = await verifyChain(chain, above, judge, false);
  const count = Math.max(tip?.height ?? 0, above.at(-1)?.header.height ?? 0) - row.block + 1;
  const doubt = doubts[0]?.code ?? null;
  if (!intact || vouchedByNobody(doubts) > 0 || above.length < Math.min(depth, count)) {
    return { ...place, block: 'passed', confirmations: 'failed', doubt, count: blocks };
  }
  return { ...place, block: 'passed', confirmations: count >= depth ? 'passed' : 'pending', doubt, count };
}

async function covers(
  chain: ChainName,
  block: LedgerBlock,
  { block: height, position }: AnchorRow,
  judge: JudgeSignature,
): Promise<boolean> {
  const { intact, doubts } = await verifyChain(chain, [block], judge, false);
  const isThere = block.anchors.some((entry) => entry.position === position);
  return intact && vouchedByNobody(doubts) === 0 && block.header.height === height && isThere;
}

/** Without a block an anchor waits; one that stands before what blocks have covered was taken out of its block. */
function waiting(tip: BlockRow | null, { position }: AnchorRow): AnchorVerdict {
  const header = tip === null ? null : parseHeader(tip.header);
  if (tip !== null && header === null) return LOST;
  const covered = header === null ? 0 : header.first_position + header.anchors - 1;
  if (position <= covered) return { ...LOST, anchor: 'passed' };
  return { anchor: 'passed', block: 'pending', confirmations: 'pending', doubt: null, height: 0, count: 0 };
}

/** Blocks in a row; up to the first whose header cannot be read. */
async function blocksAt(db: Db, chain: ChainName, from: number, limit: number): Promise<readonly LedgerBlock[]> {
  const blocks: LedgerBlock[] = [];
  for (let height = from; height < from + limit; height++) {
    const [block] = await readBlocks(db, chain, height, 1).catch(unreadable);
    if (block === undefined || block.header.height !== height) break;
    blocks.push(block);
  }
  return blocks;
}

function unreadable(error: unknown): readonly LedgerBlock[] {
  if (error instanceof TypeError) return [];
  throw error;
}
