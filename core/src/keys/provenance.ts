/**
 * The provenance of a key (document 2; security, S5): events that the service has signed, each with the hash of the one
 * before, and one signature over the whole chain. Offline: what it takes is the answer and the `service` key sets.
 */
import { toHex } from '../bytes.ts';
import { canonicalBytes, isJsonObject, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { sha3_256 } from '../hash.ts';
import type { SignatureVerifier } from '../sign/family.ts';
import { verifyStatement } from '../sign/statement.ts';
import { parseIsoTime } from '../time.ts';

/** `previous_hash` of the event that follows: SHA3-256 of the JCS of an event with its signature, hex. */
export function provenanceHash(event: JsonObject): string {
  return toHex(sha3_256(canonicalBytes(event)));
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

/**
 * Walks the events of one key, the oldest first. It cannot tell that the newest were cut off: that shows against the
 * signature over a chain that was kept elsewhere.
 */
export async function verifyProvenanceEvents(
  chain: readonly JsonValue[],
  keyOf: ServiceKeyOf,
  verifier: SignatureVerifier,
): Promise<ProvenanceVerdict> {
  let previous: JsonObject | null = null;
  let owner: JsonValue | undefined;
  for (const [place, event] of chain.entries()) {
    if (!isJsonObject(event)) return { ok: false, reason: 'MALFORMED', brokenAt: place };
    owner ??= event.key_id;
    const reason = await faultOf(event, owner, previous, keyOf, verifier);
    if (reason !== null) return { ok: false, reason, brokenAt: place };
    previous = event;
  }
  return { ok: true };
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

async function faultOf(
  event: JsonObject,
  owner: JsonValue | undefined,
  previous: JsonObject | null,
  keyOf: ServiceKeyOf,
  verifier: SignatureVerifier,
): Promise<ProvenanceFault | null> {
  const { signature, ...body } = event;
  const { event: name, key_id, timestamp, actor, keyset_id, previous_hash } = body;
  if (typeof name !== 'string' || typeof key_id !== 'string' || typeof actor !== 'string') return 'MALFORMED';
  if (typeof timestamp !== 'string' || parseIsoTime(timestamp) === null) return 'MALFORMED';
  if (typeof keyset_id !== 'string' || typeof signature !== 'string') return 'MALFORMED';
  if (key_id !== owner) return 'FOREIGN';
  if (previous_hash !== (previous === null ? null : provenanceHash(previous))) return 'LINK';
  const publicKey = keyOf(keyset_id);
  if (publicKey === null) return 'SIGNER_UNKNOWN';
  return (await verifyStatement('provenance-event', body, signature, publicKey, verifier)) ? null : 'SIGNATURE';
}
