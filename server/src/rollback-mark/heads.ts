/**
 * The heads that the mark names: of the chains of which a folder has one each. Entries of the chains of projects, keys and sessions
 * stand on the ledger, whose heads are among these.
 */
import { CHAIN_NAMES, type ChainName } from '@touchstone/core/api/common.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import type { ChainHead } from '@touchstone/core/chain-of-entries/chain.ts';
import { auditEntriesAfter, lastAuditEntry } from '../audit/store.ts';
import { textHash } from '../chain-of-entries/stored-chain.ts';
import { countAnchors, listAnchors } from '../ledger/store.ts';
import { countLeaves, readLeaves } from '../log/store.ts';
import type { Db } from '../store/engine.ts';

export interface MarkedHead extends ChainHead {
  /** For people too. */
  readonly chain: string;
}

interface Headed {
  readonly chain: string;
  /** The last position; 0 where there is none. */
  last(db: Db): Promise<number>;
  /** What stands at a position; null where nothing does. */
  at(db: Db, position: number): Promise<string | null>;
}

const HEADED: readonly Headed[] = [
  {
    chain: 'administration audit',
    last: async (db) => (await lastAuditEntry(db))?.position ?? 0,
    async at(db, position) {
      const [entry] = await auditEntriesAfter(db, position - 1, 1);
      return entry?.position === position ? textHash(entry.body) : null;
    },
  },
  {
    chain: 'log of receipts',
    last: countLeaves,
    async at(db, position) {
      const [leaf] = await readLeaves(db, position - 1, 1);
      return leaf === undefined ? null : toHex(leaf);
    },
  },
  ...CHAIN_NAMES.map(ledgerOf),
];

function ledgerOf(name: ChainName): Headed {
  return {
    chain: `ledger ${name}`,
    last: (db) => countAnchors(db, name),
    async at(db, position) {
      const [anchor] = await listAnchors(db, name, { below: position + 1, limit: 1 });
      return anchor?.position === position ? anchor.tx : null;
    },
  };
}

/** Where the chains stand that have anything. */
export async function presentHeads(db: Db): Promise<readonly MarkedHead[]> {
  const heads: MarkedHead[] = [];
  for (const { chain, last, at } of HEADED) {
    const position = await last(db);
    if (position > 0) heads.push({ chain, position, hash: await at(db, position) });
  }
  return heads;
}

/** The chains that do not hold what a mark says of them. */
export async function chainsBehind(db: Db, heads: readonly MarkedHead[]): Promise<readonly string[]> {
  const behind: string[] = [];
  for (const { chain, position, hash } of heads) {
    const headed = HEADED.find((one) => one.chain === chain);
    // A chain of a later version is not known here.
    if (headed !== undefined && (await headed.at(db, position)) !== hash) behind.push(chain);
  }
  return behind;
}
