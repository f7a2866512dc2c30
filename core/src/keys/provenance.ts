/**
 * The provenance of a key (document 2; security, S5): events that the service has signed, each with the hash of the one
 * before, and one signature over the whole chain or, with a page of it, over its head. Offline: what it takes is the answer
 * and the `service` key sets.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { type ChainDescription, entryHash } from '../chain-of-entries/chain.ts';
import { type ChainEntry, walkChain } from '../chain-of-entries/walk.ts';
import type { SignatureVerifier } from '../sign/family.ts';
import { verifyStatement } from '../sign/statement.ts';
import { parseIsoTime } from '../time.ts';

/** The signature is a member of every event that is answered, so the hash of an event covers it. */
export const KEY_PROVENANCE: ChainDescription<'key_id'> = {
  statement: 'provenance-event',
  owner: ['key_id'],
  position: null,
  previousHash: 'previous_hash',
  keySetId: 'keyset_id',
  hashed: 'body and signature',
};

/** `previous_hash` of the event that follows an event, as answered with its signature. */
export function provenanceHash({ signature, ...body }: JsonObject): string {
  return entryHash(KEY_PROVENANCE, body, String(signature));
}

/** The ML-DSA-65 public key of the `service` set of an id; null where it is unknown. */
export type ServiceKeyOf = (keySetId: string) => Uint8Array | null;

export type ProvenanceFault =
  /** Not the members of an event. */
  | 'MALFORMED'
  /** Not an event of the key whose chain this is. */
  | 'FOREIGN'
  /** `previous_hash` is not the hash of the event before. */
  | 'LINK'
  /** Signed under a key set that is not known. */
  | 'SIGNER_UNKNOWN'
  | 'SIGNATURE';

export type ProvenanceVerdict =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: ProvenanceFault;
      /** Place of the first broken event, from 0; null where the signature over the whole is what fails. */
      readonly brokenAt: number | null;
    };

/** What the service signs beside a page: how long the chain of a key is, and how it ends. */
export interface ProvenanceHead {
  readonly key_id: string;
  readonly events: number;
  /** `provenanceHash` of the newest event; null where there is none. */
  readonly head_hash: string | null;
  /** When the service looked. */
  readonly timestamp: string;
  readonly keyset_id: string;
  readonly signature: string;
}

/** An answer of `/v1/key/provenance` with `limit` or `offset`. */
export interface ProvenancePage {
  readonly chain: readonly JsonValue[];
  /** How many events come before these. */
  readonly offset: number;
  readonly head: ProvenanceHead;
  /** How many events were asked for: a page that has fewer must reach the head. Absent where that is not known. */
  readonly limit?: number;
}

export type ProvenancePageVerdict =
  | {
      readonly ok: true;
      /** That nothing was changed before this page was shown by the hash of the event before it, or there is nothing. */
      readonly isLinked: boolean;
      /** The page ends with the newest event, and the signed head is its hash. */
      readonly reachesHead: boolean;
      /** `previous_hash` of the event that follows, against which the next page is held; null where no event is known. */
      readonly nextPrevious: string | null;
    }
  | {
      readonly ok: false;
      readonly reason: ProvenanceFault | 'HEAD';
      /** Place in the chain of the first broken event, from 0; null where the head is what fails. */
      readonly brokenAt: number | null;
    };

/**
 * Walks the events of one key, the oldest first. It cannot tell that the newest were cut off: that shows against the
 * signature over a chain that was kept elsewhere.
 */
export async function verifyProvenanceEvents(
  chain: readonly JsonValue[],
  keyOf: ServiceKeyOf,
  verifier: SignatureVerifier,
): Promise<ProvenanceVerdict> {
  const first = chain[0];
  const owner = isJsonObject(first) ? first.key_id : undefined;
  const walked = await walk(chain, owner, null, keyOf, verifier);
  return 'reason' in walked ? { ok: false, ...walked } : { ok: true };
}

/**
 * A page of the chain of a key. `previous` is the hash of the event before it, as an earlier page gave it in
 * `nextPrevious`; undefined where it is not known, and without meaning for the first page. Pages in their order, each held
 * against the one before, up to one that reaches the head, show as much as the whole chain with its signature.
 */
export async function verifyProvenancePage(
  { chain, offset, head, limit = 0 }: ProvenancePage,
  previous: string | undefined,
  keyOf: ServiceKeyOf,
  verifier: SignatureVerifier,
): Promise<ProvenancePageVerdict> {
  const first = chain[0];
  const before = offset === 0 ? null : previous;
  const stated = isJsonObject(first) ? first.previous_hash : undefined;
  // Without the event before, its hash is taken as the first one states it; that none is before is then wrong.
  const isWrongStart = offset > 0 && chain.length > 0 && typeof stated !== 'string';
  const from = before === undefined && typeof stated === 'string' ? stated : (before ?? null);
  const walked = isWrongStart
    ? { reason: 'LINK' as const, brokenAt: 0 }
    : await walk(chain, head.key_id, from, keyOf, verifier);
  if ('reason' in walked) return { ok: false, reason: walked.reason, brokenAt: offset + walked.brokenAt };
  const { signature, ...body } = head;
  const publicKey = keyOf(head.keyset_id);
  if (publicKey === null) return { ok: false, reason: 'SIGNER_UNKNOWN', brokenAt: null };
  if (!(await verifyStatement('provenance-head', body, signature, publicKey, verifier))) {
    return { ok: false, reason: 'SIGNATURE', brokenAt: null };
  }
  const end = offset + chain.length;
  const isEmpty = chain.length === 0;
  const reachesHead = end === head.events && (!isEmpty || before !== undefined);
  const isCut = isEmpty ? offset < head.events : end > head.events || end < Math.min(offset + limit, head.events);
  if (isCut || (reachesHead && walked.last !== head.head_hash)) return { ok: false, reason: 'HEAD', brokenAt: null };
  return { ok: true, isLinked: before !== undefined, reachesHead, nextPrevious: walked.last };
}

/** An answer of `/v1/key/provenance`: every event, and then the signature over the whole. */
export async function verifyProvenance(
  answer: { readonly chain: readonly JsonValue[]; readonly dilithium_signature: string; readonly keyset_id: string },
  keyOf: ServiceKeyOf,
  verifier: SignatureVerifier,
): Promise<ProvenanceVerdict> {
  const events = await verifyProvenanceEvents(answer.chain, keyOf, verifier);
  if (!events.ok) return events;
  const publicKey = keyOf(answer.keyset_id);
  if (publicKey === null) return { ok: false, reason: 'SIGNER_UNKNOWN', brokenAt: null };
  return (await verifyStatement('provenance', answer.chain, answer.dilithium_signature, publicKey, verifier))
    ? { ok: true }
    : { ok: false, reason: 'SIGNATURE', brokenAt: null };
}

interface Broken {
  readonly reason: ProvenanceFault;
  readonly brokenAt: number;
}

/** The hash of the last event, or that of the one before them where there are none. */
async function walk(
  chain: readonly JsonValue[],
  owner: JsonValue | undefined,
  previous: string | null,
  keyOf: ServiceKeyOf,
  verifier: SignatureVerifier,
): Promise<Broken | { readonly last: string | null }> {
  const entries: ChainEntry[] = [];
  for (const event of chain) {
    const entry = entryOf(event, entries.length + 1);
    if (entry === null) break;
    entries.push(entry);
  }
  const walked = await walkChain(
    KEY_PROVENANCE,
    { key_id: String(owner) },
    { position: 0, hash: previous },
    entries,
    async (body, signature, keySetId) => {
      const publicKey = keyOf(keySetId);
      return publicKey !== null && verifyStatement(KEY_PROVENANCE.statement, body, signature, publicKey, verifier);
    },
  );
  const { head, fault } = walked;
  if (fault === null) {
    if (entries.length < chain.length) return { reason: 'MALFORMED', brokenAt: entries.length };
    return { last: head.hash };
  }
  const signer = entries[head.position]?.body.keyset_id;
  const isUnknown = fault === 'SIGNATURE' && typeof signer === 'string' && keyOf(signer) === null;
  return { reason: isUnknown ? 'SIGNER_UNKNOWN' : fault, brokenAt: head.position };
}

/** An event as an entry of the chain; null where it has not the members of an event. */
function entryOf(value: JsonValue, position: number): ChainEntry | null {
  if (!isJsonObject(value)) return null;
  const { signature, ...body } = value;
  const { event, key_id, timestamp, actor, keyset_id } = body;
  if (typeof event !== 'string' || typeof key_id !== 'string' || typeof actor !== 'string') return null;
  if (typeof timestamp !== 'string' || parseIsoTime(timestamp) === null) return null;
  if (typeof keyset_id !== 'string' || typeof signature !== 'string') return null;
  return { body, signature, signedPosition: position };
}
