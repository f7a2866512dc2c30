/** Walks the whole audit of a project's secrets, oldest entry first, through a list that answers the newest first. */
import type { shield } from '@touchstone/core/api/crypto/shield.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { CHAIN_START, type ChainEntry, type ChainPlace, type Walked } from '../../../parts/chain/chain-jobs.ts';

export type SecretAuditItem = OutputOf<typeof shield.audit>['entries'][number];
export type AuditPage = OutputOf<typeof shield.audit>;

/** Entries of one request: the most that the server gives. */
export const WALK_PAGE = 200;

export interface WalkSteps {
  readonly read: (window: { readonly limit: number; readonly offset: number }) => Promise<AuditPage>;
  readonly walk: (entries: readonly ChainEntry[], from: ChainPlace) => Promise<Walked>;
  /** How many entries hold so far, and how many there are. */
  readonly onProgress: (done: number, total: number) => void;
}

export interface WalkVerdict extends Walked {
  readonly entries: number;
}

/** An entry as it was hashed and signed. */
export function chainEntry({ dilithium_sig: signature, ...body }: SecretAuditItem): ChainEntry {
  return { body, signature };
}

/**
 * Reads and walks until the newest entry, also of those that come meanwhile, or to the first that does not hold. What
 * `read` and `walk` throw goes through: no verdict then.
 */
export async function walkAudit({ read, walk, onProgress }: WalkSteps): Promise<WalkVerdict> {
  let { total } = await read({ limit: 1, offset: 0 });
  let walked: Walked = { head: CHAIN_START, brokenAt: null };
  // How many entries of the list, counted from the oldest, are behind. It is the position while the chain is whole.
  let done = 0;
  onProgress(0, total);
  while (done < total) {
    const limit = Math.min(WALK_PAGE, total - done);
    const page = await read({ limit, offset: total - done - limit });
    if (page.total !== total) {
      // Entries came meanwhile, and every offset means another place.
      ({ total } = page);
      continue;
    }
    if (page.entries.length === 0) break;
    walked = await walk(page.entries.toReversed().map(chainEntry), walked.head);
    if (walked.brokenAt !== null) break;
    done += page.entries.length;
    onProgress(done, total);
  }
  return { ...walked, entries: total };
}
