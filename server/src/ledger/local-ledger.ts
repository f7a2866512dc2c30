/**
 * The embedded ledger: one chain of signed blocks for each of the ten, in the database (decisions, section 8). An anchor is
 * accepted in its caller's transaction; blocks take in what waits.
 *
 * A block is made where there is something to say: anchors wait, or those of a recent block lack confirmations, or the
 * ledger was restored. An idle ledger makes none, so it neither fills the disk nor signs all day.
 */
import { CHAIN_NAMES, type ChainName } from '@touchstone/core/api/common.ts';
import { canonicalJson } from '@touchstone/core/canonical-json.ts';
import { type AnchorEntry, COMMITMENT_FORM, networkOf, transactionId } from '@touchstone/core/ledger/anchor.ts';
import {
  anchorsRoot,
  headerBody,
  headerHash,
  type LedgerBlock,
  type LedgerHeader,
} from '@touchstone/core/ledger/block.ts';
import { parseHeader } from '@touchstone/core/ledger/export.ts';
import type { Random } from '@touchstone/core/random.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { StatementSigner, Statements } from '../key-sets/statements.ts';
import type { SettingsAccess } from '../settings/settings.ts';
import { type Db, listsChanged, lockChain, takePositions, write } from '../store/engine.ts';
import type { ChainAdapter, Chains } from './chain.ts';
import { type LedgerOrigin, openOrigin } from './origin.ts';
import {
  type AnchorRow,
  anchorsOfBlocks,
  type BlockRow,
  blocksFrom,
  confirmingHeight,
  countPending,
  findAnchor,
  findBlock,
  insertAnchor,
  insertBlock,
  lastBlock,
  lockPendingAnchors,
  nextAnchorPosition,
  takeIntoBlock,
} from './store.ts';

/** The bounds of the setting `ledger_depth`. */
export const MOST_DEPTH = 6;

/** Hashing this many takes about 10 ms; what is over waits for the next block. */
const MOST_ANCHORS_A_BLOCK = 500;

export interface LocalLedger extends Chains {
  readonly origin: LedgerOrigin;
  /** Makes one block on each chain where one is due, each in a transaction. Answers how many. */
  makeBlocks(): Promise<number>;
}

interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly statements: Pick<Statements, 'signing'>;
  readonly settings: Pick<SettingsAccess, 'read'>;
}

export async function openLocalLedger({ db, clock, random, statements, settings }: Needs): Promise<LocalLedger> {
  const origin = await openOrigin(db, random);
  const adapters = new Map(CHAIN_NAMES.map((chain) => [chain, createAdapter(chain, origin.id, clock)]));

  /** What a block on this chain would follow; undefined where none is due. */
  async function due(moment: Db, chain: ChainName): Promise<BlockRow | null | undefined> {
    const head = await lastBlock(moment, chain);
    if (origin.restored !== null && head?.ledger_id !== origin.id) return head;
    if ((await countPending(moment, chain)) > 0) return head;
    const isAwaited = head !== null && head.height < (await confirmingHeight(moment, chain, MOST_DEPTH));
    return isAwaited ? head : undefined;
  }

  async function makeBlock(chain: ChainName, signer: StatementSigner, depth: number): Promise<boolean> {
    return write(db, async (transaction) => {
      await lockChain(transaction, 'ledger_blocks', { chain });
      const head = await due(transaction, chain);
      if (head === undefined) return false;
      const before = head === null ? null : headerOf(head);
      const rows = await lockPendingAnchors(transaction, chain, MOST_ANCHORS_A_BLOCK);
      const entries = rows.map(entryOf);
      const first = before === null ? 1 : before.first_position + before.anchors;
      if (entries.some(({ position }, index) => position !== first + index)) {
        throw new TypeError(`internal: an anchor of ${chain} is missing before position ${first + entries.length}`);
      }
      // Time does not run backwards on a chain, whatever the machine's clock does.
      const now = Math.max(clock(), head?.created_at ?? 0);
      const isNewLedger = origin.restored !== null && before?.ledger_id !== origin.id;
      const restored = isNewLedger ? origin.restored : null;
      const header: LedgerHeader = {
        ledger_id: origin.id,
        network: networkOf(chain),
        height: await takePositions(transaction, 'ledger_blocks', { chain }),
        previous: before === null ? null : headerHash(before),
        anchors_root: anchorsRoot(entries),
        anchors: entries.length,
        first_position: first,
        depth,
        created_at: formatIsoTime(now),
        restored: restored === null ? null : { ...restored, previous_ledger_id: before?.ledger_id ?? null },
        keyset_id: signer.keySetId,
      };
      const body = headerBody(header);
      listsChanged(transaction, 'ledger', null);
      await insertBlock(transaction, {
        chain,
        height: header.height,
        hash: headerHash(header),
        header: canonicalJson(body),
        signature: await signer.sign('ledger-header', body),
        ledger_id: header.ledger_id,
        anchors: header.anchors,
        depth: header.depth,
        created_at: now,
      });
      if (entries.length > 0) {
        await takeIntoBlock(transaction, chain, header.height, { first, last: first + entries.length - 1 });
      }
      return true;
    });
  }

  return {
    mode: 'embedded',
    origin,

    get(chain) {
      const adapter = adapters.get(chain);
      if (adapter === undefined) throw new TypeError(`there is no chain ${chain}`);
      return adapter;
    },

    async makeBlocks() {
      const waiting: ChainName[] = [];
      for (const chain of CHAIN_NAMES) if ((await due(db, chain)) !== undefined) waiting.push(chain);
      // Without work no key is opened.
      if (waiting.length === 0) return 0;
      const { ledger_depth: depth } = await settings.read();
      return statements.signing(async (signer) => {
        let made = 0;
        for (const chain of waiting) if (await makeBlock(chain, signer, depth)) made++;
        return made;
      });
    },
  };
}

function createAdapter(chain: ChainName, ledgerId: string, clock: Clock): ChainAdapter {
  const network = networkOf(chain);
  return {
    chain,
    network,

    async anchor(db, kind, commitment) {
      if (!COMMITMENT_FORM.test(commitment)) throw new TypeError('a commitment is 64 lower-case hex digits');
      const position = await nextAnchorPosition(db, chain);
      const acceptedAt = clock();
      const row = { chain, position, ledger_id: ledgerId, kind, commitment, accepted_at: acceptedAt, block: null };
      const tx = transactionId(chain, entryOf(row));
      await insertAnchor(db, { ...row, tx });
      return { tx, network, acceptedAt };
    },

    async status(db, tx) {
      const row = await findAnchor(db, chain, tx);
      return row === null ? null : statusOf(db, chain, row);
    },

    async height(db) {
      return (await lastBlock(db, chain))?.height ?? 0;
    },
  };
}

/** How far an anchor is; its block's own depth decides, so that a later setting takes nothing back. */
export async function statusOf(db: Db, chain: ChainName, row: AnchorRow) {
  const { kind, commitment, block: height, accepted_at: acceptedAt } = row;
  const facts = { kind, commitment, acceptedAt, block: height };
  const block = height === null ? null : await findBlock(db, chain, height);
  if (block === null) return { ...facts, confirmations: 0, confirmed: false, confirmedAt: null };
  const tip = await lastBlock(db, chain);
  const confirmations = (tip?.height ?? block.height) - block.height + 1;
  const confirmed = confirmations >= block.depth;
  const confirming = confirmed ? await findBlock(db, chain, block.height + block.depth - 1) : null;
  return { ...facts, confirmations, confirmed, confirmedAt: confirming?.created_at ?? null };
}

/** An anchor as blocks and exports state it. */
export function entryOf(row: Omit<AnchorRow, 'tx'>): AnchorEntry {
  return {
    network: `embedded:${row.chain}`,
    ledger_id: row.ledger_id,
    position: row.position,
    kind: row.kind,
    commitment: row.commitment,
    accepted_at: formatIsoTime(row.accepted_at),
  };
}

/** The signed header of a stored block. Throws TypeError where the database was damaged. */
export function headerOf(row: BlockRow): LedgerHeader {
  const header = parseHeader(row.header);
  if (header === null) throw new TypeError(`internal: block ${row.height} of ${row.chain} cannot be read`);
  return header;
}

/** As many anchors as an export holds beyond its first block. */
const MOST_ANCHORS_AN_EXPORT = 5_000;

/** Blocks with their anchors as they stand, in the order of the chain: at most `limit`, fewer where they have many anchors. */
export async function readBlocks(
  db: Db,
  chain: ChainName,
  from: number,
  limit: number,
): Promise<readonly LedgerBlock[]> {
  let anchors = 0;
  const found = await blocksFrom(db, chain, from, limit);
  const rows = found.filter((row, index) => {
    anchors += row.anchors;
    return index === 0 || anchors <= MOST_ANCHORS_AN_EXPORT;
  });
  const last = rows.at(-1)?.height ?? from;
  const covered = Map.groupBy(await anchorsOfBlocks(db, chain, { first: from, last }), ({ block }) => block);
  return rows.map((row) => ({
    header: headerOf(row),
    signature: row.signature,
    anchors: (covered.get(row.height) ?? []).map(entryOf),
  }));
}
