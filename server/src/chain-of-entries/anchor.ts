/**
 * The newest entries of chains enter the ledger (S15): a chain whose end was cut off no longer holds what was anchored of it.
 */
import { AUDIT_NETWORK, type Chains } from '../ledger/chain.ts';
import { listAnchors } from '../ledger/store.ts';
import { type Db, write } from '../store/engine.ts';
import { type StoredChain, textHash } from './stored-chain.ts';

const BATCH = 200;

/** Anchors the heads that are not on the ledger yet. Answers how many. */
export async function anchorHeads(db: Db, ledger: Chains, chains: readonly StoredChain[]): Promise<number> {
  let anchored = 0;
  for (const stored of chains) {
    const { kind, what } = stored.anchored;
    if (what !== 'heads') continue;
    for await (const owner of stored.owners(db)) {
      const { hash } = await stored.head(db, owner);
      if (hash === null) continue;
      const known = await listAnchors(db, AUDIT_NETWORK, { kind, commitment: hash, limit: 1 });
      if (known.length > 0) continue;
      await write(db, (transaction) => ledger.get(AUDIT_NETWORK).anchor(transaction, kind, hash));
      anchored++;
    }
  }
  return anchored;
}

/** The chains that lack an entry whose hash stands on the ledger. */
export async function lostChains(db: Db, chains: readonly StoredChain[]): Promise<readonly StoredChain[]> {
  const lost: StoredChain[] = [];
  for (const stored of chains) if (await lacksAnchored(db, stored)) lost.push(stored);
  return lost;
}

/** Whether a chain lacks an entry whose hash stands on the ledger: it was changed, or the end was cut off. */
export async function lacksAnchored(db: Db, stored: StoredChain): Promise<boolean> {
  const missing = new Set(await anchoredHashes(db, stored));
  if (missing.size === 0) return false;
  for await (const owner of stored.owners(db)) {
    for (let after = 0; ; ) {
      const rows = await stored.entriesAfter(db, owner, after, BATCH);
      for (const { body } of rows) missing.delete(textHash(body));
      if (rows.length < BATCH) break;
      after = rows.at(-1)?.position ?? after;
    }
  }
  return missing.size > 0;
}

async function anchoredHashes(db: Db, { anchored: { kind } }: StoredChain): Promise<readonly string[]> {
  const found: string[] = [];
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await listAnchors(db, AUDIT_NETWORK, { kind, below, limit: BATCH });
    for (const { commitment } of rows) found.push(commitment);
    if (rows.length < BATCH) return found;
    below = rows.at(-1)?.position ?? 0;
  }
}
