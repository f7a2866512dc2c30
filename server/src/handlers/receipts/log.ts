import { api } from '@touchstone/core/api/api.ts';
import { fromHex, toBase64, toHex } from '@touchstone/core/bytes.ts';
import { networkOf } from '@touchstone/core/ledger/anchor.ts';
import type { SignedLogHead } from '@touchstone/core/log/head.ts';
import { tileWidth } from '@touchstone/core/log/tiles.ts';
import type { Random } from '@touchstone/core/random.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import { findAgentNode } from '../../agents/store/nodes.ts';
import { ApiError, invalid } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import type { Statements } from '../../key-sets/statements.ts';
import { AUDIT_NETWORK } from '../../ledger/chain.ts';
import { statusOf } from '../../ledger/local-ledger.ts';
import { anchorOf, currentHead, headOf } from '../../log/heads.ts';
import { hexPath, proveConsistency, proveInclusion, signedHeadOf } from '../../log/proofs.ts';
import { countLeaves, headsBelow, indexOfLeaf, type LogHeadRow, listLogs } from '../../log/store.ts';
import { readTile } from '../../log/tiles.ts';
import type { Db } from '../../store/engine.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly statements: Statements;
}

const PAGE_ITEMS = 50;

export const log = implement(api.receipts.log)<Needs>({
  async head({ deps }) {
    return entryOf(deps, await currentHead(deps));
  },

  async heads({ deps }, { query }) {
    const limit = query.limit ?? PAGE_ITEMS;
    const rows = await headsBelow(deps.db, positionIn(query.cursor), limit + 1);
    const page = rows.slice(0, limit);
    const items = [];
    for (const row of page) items.push(await entryOf(deps, row));
    return { items, next_cursor: rows.length > limit ? String(page.at(-1)?.position) : null };
  },

  async inclusion({ deps }, { query }) {
    const index = await indexMeant(deps, query);
    const size = query.tree_size ?? (await currentHead(deps)).tree_size;
    const proof = index === null ? null : await proveInclusion(deps.db, index, size);
    if (proof === null) throw new ApiError('NOT_FOUND', 'The log does not contain this.');
    return {
      index: proof.index,
      tree_size: proof.size,
      data: toHex(proof.data),
      path: hexPath(proof.path),
      root: toHex(proof.root),
      head: await signedHeadOf(deps.db, size),
    };
  },

  async consistency({ deps }, { query: { first, second } }) {
    if (first > second) throw invalid('first', '`first` must not be greater than `second`.');
    const proof = await proveConsistency(deps.db, first, second);
    if (proof === null) throw new ApiError('NOT_FOUND', 'The log has not reached this size.');
    return {
      first,
      second,
      first_root: toHex(proof.firstRoot),
      second_root: toHex(proof.secondRoot),
      path: hexPath(proof.path),
    };
  },

  async tile({ deps }, { params }) {
    const name = { level: Number(params.level), index: Number(params.index) };
    const width = tileWidth(name, await countLeaves(deps.db));
    if (width === 0) throw new ApiError('NOT_FOUND', 'The log has no such tile.');
    return { ...name, width, hashes: toBase64(await readTile(deps.db, name.level, name.index, width)) };
  },
});

interface LeafName {
  readonly index?: number;
  readonly node_id?: string;
  readonly hash?: string;
}

/** The leaf that a query names; null where the log has none. */
async function indexMeant({ db }: Needs, { index, node_id: nodeId, hash }: LeafName): Promise<number | null> {
  if ([index, nodeId, hash].filter((stated) => stated !== undefined).length !== 1) {
    throw invalid('index', 'Exactly one of `index`, `node_id` and `hash` must be stated.');
  }
  if (index !== undefined) return index;
  if (nodeId !== undefined) return (await findAgentNode(db, nodeId))?.log_index ?? null;
  return indexOfLeaf(db, fromHex(hash ?? '') ?? new Uint8Array(0));
}

async function entryOf({ db }: Needs, row: LogHeadRow) {
  const head = headOf(row);
  const logs = await listLogs(db);
  const own = logs.find(({ id }) => id === row.log_id);
  return {
    head,
    is_current_log: logs.at(-1)?.id === row.log_id,
    restored:
      own?.restored_at == null
        ? null
        : {
            restored_at: formatIsoTime(own.restored_at),
            backup_created_at: formatIsoTime(own.backup_created_at ?? own.restored_at),
            first_size: own.first_size,
          },
    anchor: await anchorFacts(db, head),
  };
}

async function anchorFacts(db: Db, head: SignedLogHead) {
  const anchor = await anchorOf(db, head);
  if (anchor === null) return null;
  const { confirmed } = await statusOf(db, AUDIT_NETWORK, anchor);
  const { tx, commitment } = anchor;
  return { chain: AUDIT_NETWORK, network: networkOf(AUDIT_NETWORK), tx, commitment, confirmed } as const;
}

function positionIn(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  if (!/^[1-9]\d{0,14}$/.test(cursor)) throw invalid('cursor', '`cursor` must be the next_cursor of an earlier page.');
  return Number(cursor);
}
