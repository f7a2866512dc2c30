/**
 * The audit of a project's secrets: a chain of entries, each naming the hash of the one before. The last entry of each commit
 * is signed as a statement of the service (S5, kind `audit`), and by the hashes that covers those before it, until they are
 * answered: each carries a signature of its own then. Whoever holds the entries and the `service` key sets can check it,
 * offline too.
 */
import { toHex } from '../bytes.ts';
import { canonicalBytes, type JsonObject } from '../canonical-json.ts';
import { sha3_256 } from '../hash.ts';

/** The signed part of an entry, as answered without `dilithium_sig`. */
export interface SecretAuditBody extends JsonObject {
  readonly id: string;
  readonly project_id: string;
  /** Counts from 1 within the project. */
  readonly position: number;
  readonly action: string;
  /** null for what concerns the chain itself. */
  readonly secret_id: string | null;
  readonly result: 'success' | 'failure';
  readonly units_consumed: number;
  readonly ip_address: string;
  /** Id of the API key; null for console, administrator and the service itself. */
  readonly key_id: string | null;
  /** The set that signs this entry, and the one that covers it. */
  readonly keyset_id: string;
  readonly previous_hash: string | null;
  readonly created_at: string;
}

export interface SecretAuditEntry {
  readonly body: JsonObject;
  /** Position of the entry that is signed for this one: its own, as of every entry that was answered, or a later one of the same commit. */
  readonly signedPosition: number;
  /** Base64: the signature of the entry at `signedPosition`. null where it is not repeated, for entries that are not signed themselves. */
  readonly signature: string | null;
}

/** Entries that one signature covers, at most: whoever reads a chain keeps that many until the signature comes. */
export const MOST_COVERED = 128;

/** SHA3-256 of the canonical JSON of the signed part, hex. */
export function auditHash(body: JsonObject): string {
  return toHex(sha3_256(canonicalBytes(body)));
}

/** Where a chain stands: the last position and its hash. */
export interface ChainHead {
  readonly position: number;
  readonly hash: string | null;
}

export const EMPTY_CHAIN: ChainHead = { position: 0, hash: null };

export type AuditSignatureCheck = (body: JsonObject, signature: string, keySetId: string) => Promise<boolean>;

export interface AuditWalk {
  /** The last entry up to which everything holds. */
  readonly head: ChainHead;
  /**
   * Position of the first entry that was changed, is missing, or is not signed; null where none is found. Entries between
   * `head` and it are vouched for by nobody.
   */
  readonly brokenAt: number | null;
}

/**
 * Walks entries that follow `from`. Those behind `head` of an answer that is not broken wait for the entry that is signed for
 * them: they are given again with what follows, and where nothing follows, `unsignedAt` says where the chain is broken.
 */
export async function walkSecretAudit(
  project: string,
  from: ChainHead,
  entries: readonly SecretAuditEntry[],
  check: AuditSignatureCheck,
): Promise<AuditWalk> {
  let head = from;
  let run: SecretAuditEntry[] = [];
  for (const entry of entries) {
    const position = head.position + run.length + 1;
    const { body, signedPosition } = entry;
    if (body.position !== position || body.project_id !== project || run.length === MOST_COVERED) {
      return { head, brokenAt: position };
    }
    run.push(entry);
    if (signedPosition !== position) continue;
    const next = await afterRun(head, run, entry, check);
    if (typeof next === 'number') return { head, brokenAt: next };
    head = next;
    run = [];
  }
  return { head, brokenAt: null };
}

/** Where a chain is broken that ends with entries that nothing signs. */
export function unsignedAt(entries: readonly SecretAuditEntry[], { position }: ChainHead): number | null {
  const [first] = entries;
  if (first === undefined) return null;
  return Math.max(position + 1, Math.min(first.signedPosition, position + entries.length + 1));
}

/** The head after the entries that `last` is signed for, or the position of the one that does not hold. */
async function afterRun(
  head: ChainHead,
  run: readonly SecretAuditEntry[],
  last: SecretAuditEntry,
  check: AuditSignatureCheck,
): Promise<ChainHead | number> {
  const { body, signature } = last;
  const { keyset_id: keySetId } = body;
  const end = head.position + run.length;
  if (signature === null || typeof keySetId !== 'string' || !(await check(body, signature, keySetId))) return end;
  // From the signed entry back: each is what it was if the next one, which is, names it.
  let named = body.previous_hash;
  for (let at = run.length - 2; at >= 0; at--) {
    const before = run[at]?.body ?? {};
    if (auditHash(before) !== named) return head.position + 1 + at;
    named = before.previous_hash;
  }
  if (named !== head.hash) return head.position + 1;
  const stranger = run.findIndex(
    (entry) =>
      entry.signedPosition !== end ||
      entry.body.keyset_id !== keySetId ||
      (entry.signature !== null && entry.signature !== signature),
  );
  return stranger === -1 ? { position: end, hash: auditHash(body) } : head.position + 1 + stranger;
}
