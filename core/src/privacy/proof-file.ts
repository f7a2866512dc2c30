/** A privacy proof as a file, `*.pqp.json`: whoever holds it verifies it without the service. */
import { fromBase64 } from '../bytes.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { anyMembers, base64, boolean, exactly, hash, oneOf, text, time, Unreadable } from '../strict-members.ts';
import { type AttestationTypeName, STATEMENT_OF } from './commitment.ts';
import { RECORD_MEMBERS, type SignedPrivacyRecord } from './record.ts';

export const PROOF_FILE_FORMAT = 'svc-privacy-proof/v1';

/** What the answer of a look-up with `?include=proof` has of these is the same, so that it may be saved as it is. */
const MEMBERS = ['commitment', 'public_inputs', 'proof', 'record'] as const;

export interface ProofFile {
  /** 64 hex digits. */
  readonly commitment: string;
  readonly publicInputs: JsonObject;
  readonly proof: Uint8Array;
  readonly record: SignedPrivacyRecord;
  /** Members that the format does not have, such as those of an answer of the service. */
  readonly otherMembers: readonly string[];
}

/** The file of a proof, from an answer with `?include=proof`; null for a claim that has no proof. */
export function proofFileFrom(answer: JsonObject): JsonObject | null {
  if (MEMBERS.some((name) => answer[name] === undefined)) return null;
  return { format: PROOF_FILE_FORMAT, ...Object.fromEntries(MEMBERS.map((name) => [name, answer[name] ?? null])) };
}

/** Whether a JSON object is such a file, or such an answer. */
export function isProofFile(value: JsonObject): boolean {
  if (value.format !== undefined) return value.format === PROOF_FILE_FORMAT;
  return MEMBERS.every((name) => value[name] !== undefined);
}

/** Throws Unreadable for what is none. */
export function readProofFile(value: JsonValue): ProofFile {
  if (!isJsonObject(value)) throw new Unreadable('', 'A privacy proof is a JSON object.');
  if (value.format !== undefined && value.format !== PROOF_FILE_FORMAT) {
    throw new Unreadable('format', `It is not ${PROOF_FILE_FORMAT}.`);
  }
  const missing = MEMBERS.find((name) => value[name] === undefined);
  if (missing !== undefined) throw new Unreadable(missing, 'It is missing.');
  return {
    commitment: hash(value.commitment, 'commitment'),
    publicInputs: anyMembers(value.public_inputs, 'public_inputs'),
    proof: bytesOf(value.proof, 'proof'),
    record: readRecord(value.record, 'record'),
    otherMembers: Object.keys(value).filter((name) => name !== 'format' && !MEMBERS.some((known) => known === name)),
  };
}

function readRecord(value: JsonValue | undefined, field: string): SignedPrivacyRecord {
  const members = exactly(value, field, [...RECORD_MEMBERS, 'signature']);
  const at = (name: string) => `${field}.${name}`;
  return {
    attestation_type: oneOf(
      members.attestation_type,
      at('attestation_type'),
      Object.keys(STATEMENT_OF) as AttestationTypeName[],
    ),
    chain: text(members.chain, at('chain')),
    claim_satisfied: boolean(members.claim_satisfied, at('claim_satisfied')),
    commitment: hash(members.commitment, at('commitment')),
    expires_at: time(members.expires_at, at('expires_at')),
    issued_at: time(members.issued_at, at('issued_at')),
    keyset_id: text(members.keyset_id, at('keyset_id')),
    network: text(members.network, at('network')),
    proof_sha3_256: members.proof_sha3_256 === null ? null : hash(members.proof_sha3_256, at('proof_sha3_256')),
    signature: base64(members.signature, at('signature')),
  };
}

function bytesOf(value: JsonValue | undefined, field: string): Uint8Array {
  const bytes = fromBase64(base64(value, field));
  if (bytes === null) throw new TypeError('internal: base64 has bytes');
  return bytes;
}
