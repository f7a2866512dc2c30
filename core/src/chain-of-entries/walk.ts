/**
 * Verifies a chain of entries from one head to the next, offline: positions, links and signatures. One signature may cover
 * the last entries of a commit together (ADR 0015), because the last of them names the hash of the one before, and so on.
 */
import type { JsonObject } from '../canonical-json.ts';
import {
  type ChainDescription,
  type ChainHead,
  type ChainOwner,
  entryHash,
  type PlaceFault,
  positionFault,
} from './chain.ts';

export interface ChainEntry {
  /** The signed part. */
  readonly body: JsonObject;
  /** Base64: the signature of the entry at `signedPosition`. null where it is not repeated, for entries that are not signed themselves. */
  readonly signature: string | null;
  /** Position of the entry whose signature covers this one: its own, or a later one of the same commit. */
  readonly signedPosition: number;
}

/** The most entries that one signature covers. Whoever reads a chain keeps that many until the signature comes. */
export const MOST_COVERED = 128;

/** Whether a body is signed by the key set of that id. */
export type EntrySignatureCheck = (body: JsonObject, signature: string, keySetId: string) => Promise<boolean>;

export type ChainFault = PlaceFault | 'SIGNATURE';

export interface ChainWalk {
  /** The last entry up to which everything holds. */
  readonly head: ChainHead;
  /**
   * Position of the first entry that was changed, is missing, or is not signed; null where none is found. Nobody vouches for
   * the entries between `head` and it.
   */
  readonly brokenAt: number | null;
  /** What is wrong there; null where nothing is. */
  readonly fault: ChainFault | null;
}

/**
 * Walks entries that follow `from`. Where the last entries given are covered by one that is yet to come, `head` stands before
 * them: give them again together with what follows. Where nothing follows, `unsignedAt` says where the chain is broken.
 */
export async function walkChain<Owner extends string>(
  chain: ChainDescription<Owner>,
  owner: ChainOwner<Owner>,
  from: ChainHead,
  entries: readonly ChainEntry[],
  check: EntrySignatureCheck,
): Promise<ChainWalk> {
  let head = from;
  let covered: ChainEntry[] = [];
  for (const entry of entries) {
    const position = head.position + covered.length + 1;
    const misplaced = positionFault(chain, owner, position, entry.body);
    if (misplaced !== null) return { head, brokenAt: position, fault: misplaced };
    if (covered.length === MOST_COVERED) return { head, brokenAt: position, fault: 'SIGNATURE' };
    covered.push(entry);
    if (entry.signedPosition !== position) continue;
    const next = await afterSigned(chain, head, covered, entry, check);
    if ('fault' in next) return { head, ...next };
    head = next;
    covered = [];
  }
  return { head, brokenAt: null, fault: null };
}

/** Where a chain is broken that ends with entries that no signature covers; null where it does not end so. */
export function unsignedAt(entries: readonly ChainEntry[], { position }: ChainHead): number | null {
  const [first] = entries;
  if (first === undefined) return null;
  return Math.max(position + 1, Math.min(first.signedPosition, position + entries.length + 1));
}

interface BrokenEntry {
  readonly brokenAt: number;
  readonly fault: ChainFault;
}

/** The head after the entries that the signature of `last` covers, or the first of them that does not hold. */
async function afterSigned(
  chain: ChainDescription,
  head: ChainHead,
  covered: readonly ChainEntry[],
  last: ChainEntry,
  check: EntrySignatureCheck,
): Promise<ChainHead | BrokenEntry> {
  const { body, signature } = last;
  const keySetId = body[chain.keySetId];
  const end = head.position + covered.length;
  // An entry that is covered by its own signature alone: a wrong link says more than that the signature fails too.
  if (covered.length === 1 && body[chain.previousHash] !== head.hash) return { brokenAt: end, fault: 'LINK' };
  if (signature === null || typeof keySetId !== 'string' || !(await check(body, signature, keySetId))) {
    return { brokenAt: end, fault: 'SIGNATURE' };
  }
  // From the signed entry back: an entry is unchanged if the one after it, which is unchanged, names its hash.
  let named = body[chain.previousHash];
  for (let at = covered.length - 2; at >= 0; at--) {
    const before = covered[at];
    if (before === undefined || entryHash(chain, before.body, before.signature) !== named) {
      return { brokenAt: head.position + 1 + at, fault: 'LINK' };
    }
    named = before.body[chain.previousHash];
  }
  if (named !== head.hash) return { brokenAt: head.position + 1, fault: 'LINK' };
  const stranger = covered.findIndex(
    (entry) =>
      entry.signedPosition !== end ||
      entry.body[chain.keySetId] !== keySetId ||
      (entry.signature !== null && entry.signature !== signature),
  );
  if (stranger !== -1) return { brokenAt: head.position + 1 + stranger, fault: 'SIGNATURE' };
  return { position: end, hash: entryHash(chain, body, signature) };
}
