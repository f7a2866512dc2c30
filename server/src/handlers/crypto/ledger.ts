import { api } from '@touchstone/core/api/api.ts';
import { CHAIN_NAMES, type ChainName } from '@touchstone/core/api/common.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { isTransactionId, networkOf } from '@touchstone/core/ledger/anchor.ts';
import { proveAnchor } from '@touchstone/core/ledger/block.ts';
import { LEDGER_EXPORT_FORMAT } from '@touchstone/core/ledger/export.ts';
import { judgeUnder } from '@touchstone/core/ledger/judge-signature.ts';
import type { SignatureProvider } from '@touchstone/core/sign/provider.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import { ApiError, invalid } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import type { KeySets } from '../../key-sets/key-sets.ts';
import { entryOf, headerOf, type LocalLedger, readBlocks, statusOf } from '../../ledger/local-ledger.ts';
import {
  type AnchorRow,
  anchorsOfBlocks,
  blocksBelow,
  countAnchors,
  countPending,
  findAnchor,
  findBlock,
  lastBlock,
  listAnchors,
} from '../../ledger/store.ts';
import { verifyStoredChain, vouchedByNobody } from '../../ledger/verify-ledger.ts';
import type { Db } from '../../store/engine.ts';
import type { TrustStoreAccess } from '../../trust/store-file.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly signer: SignatureProvider;
  readonly keySets: KeySets;
  readonly chains: LocalLedger;
  readonly trustStore: TrustStoreAccess;
}

const PAGE_ITEMS = 50;
const EXPORT_BLOCKS = 500;

export const ledger = implement(api.crypto.ledger)<Needs>({
  async chains({ deps: { db, chains } }) {
    const { id, restored } = chains.origin;
    const found = [];
    for (const chain of CHAIN_NAMES) {
      const head = await lastBlock(db, chain);
      found.push({
        chain,
        network: networkOf(chain),
        height: head?.height ?? 0,
        head: head?.hash ?? null,
        last_block_at: head === null ? null : formatIsoTime(head.created_at),
        anchors: await countAnchors(db, chain),
        pending: await countPending(db, chain),
      });
    }
    return { ledger_id: id, restored, chains: found };
  },

  async blocks({ deps: { db } }, { params: { chain }, query }) {
    const limit = query.limit ?? PAGE_ITEMS;
    const rows = await blocksBelow(db, chain, positionIn(query.cursor) ?? null, limit + 1);
    const page = rows.slice(0, limit);
    const items = page.map((row) => {
      const { height, previous, anchors, created_at, restored } = headerOf(row);
      return { height, hash: row.hash, previous, anchors, created_at, restored: restored !== null };
    });
    return { items, next_cursor: rows.length > limit ? String(page.at(-1)?.height) : null };
  },

  async block({ deps: { db } }, { params: { chain, height } }) {
    const row = await findBlock(db, chain, Number(height));
    if (row === null) throw new ApiError('NOT_FOUND', 'The chain has no such block.');
    const anchors = await anchorsOfBlocks(db, chain, { first: row.height, last: row.height });
    return { header: headerOf(row), signature: row.signature, anchors: anchors.map(entryOf), hash: row.hash };
  },

  async anchors({ deps: { db } }, { params: { chain }, query }) {
    const { limit = PAGE_ITEMS, kind, commitment } = query;
    const below = positionIn(query.cursor);
    const rows = await listAnchors(db, chain, {
      ...(kind === undefined ? {} : { kind }),
      ...(commitment === undefined ? {} : { commitment }),
      ...(below === undefined ? {} : { below }),
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    const items = [];
    for (const row of page) items.push(await anchorOf(db, chain, row));
    return { items, next_cursor: rows.length > limit ? String(page.at(-1)?.position) : null };
  },

  async anchor({ deps: { db } }, { params: { chain, tx_hash: tx } }) {
    // A text of another form is no transaction of this chain.
    const row = isTransactionId(chain, tx) ? await findAnchor(db, chain, tx) : null;
    if (row === null) throw new ApiError('NOT_FOUND', 'The chain has no such transaction.');
    return { anchor: await anchorOf(db, chain, row), proof: await proofOf(db, chain, row) };
  },

  async export({ deps: { db, chains, clock } }, { params: { chain }, query }) {
    return {
      format: LEDGER_EXPORT_FORMAT,
      network: networkOf(chain),
      ledger_id: chains.origin.id,
      exported_at: formatIsoTime(clock()),
      tip: (await lastBlock(db, chain))?.height ?? null,
      blocks: (await readBlocks(db, chain, query.from ?? 1, query.limit ?? EXPORT_BLOCKS)).map((block) => ({
        ...block,
        anchors: [...block.anchors],
      })),
    };
  },

  async verify({ deps: { db, keySets, trustStore, signer, clock } }, { params: { chain } }) {
    const judge = judgeUnder(await keySets.verifying('service'), trustStore.read(), signer, clock());
    const { intact, blocks, anchors, brokenAt, doubts, head } = await verifyStoredChain(db, chain, judge);
    const broken = { broken_at: brokenAt?.height ?? null, fault: brokenAt?.fault ?? null };
    return {
      intact,
      blocks,
      anchors,
      ...broken,
      untrusted: vouchedByNobody(doubts),
      doubts: [...doubts],
      head: head?.hash ?? null,
    };
  },
});

async function anchorOf(db: Db, chain: ChainName, row: AnchorRow) {
  const { confirmations, confirmed } = await statusOf(db, chain, row);
  return { ...entryOf(row), tx_hash: row.tx, block: row.block ?? 0, confirmations, confirmed };
}

async function proofOf(db: Db, chain: ChainName, { block: height, position }: AnchorRow) {
  const block = height === null ? null : await findBlock(db, chain, height);
  if (block === null) return null;
  const entries = (await anchorsOfBlocks(db, chain, { first: block.height, last: block.height })).map(entryOf);
  const proof = proveAnchor(
    entries,
    entries.findIndex((entry) => entry.position === position),
  );
  return { ...proof, path: proof.path.map(toHex), header: headerOf(block), signature: block.signature };
}

function positionIn(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (!/^[1-9]\d{0,14}$/.test(cursor)) throw invalid('cursor', '`cursor` must be the next_cursor of an earlier page.');
  return Number(cursor);
}
