/**
 * What a service adds to a grade that was submitted to it: under which id and when, whose signature it found, and that the scores
 * are self-reported. The answer of `GET /v1/grades/:id` is the record with these members, signed as a statement of kind `grade`.
 */
import type { JsonObject } from '../canonical-json.ts';
import { base64, exactly, hash, text, time, Unreadable } from '../strict-members.ts';

export interface ServiceRecord {
  /** The id of the key set that signed this. */
  readonly keysetId: string;
  /** ISO 8601 UTC. */
  readonly submittedAt: string;
  /** Whose 3-key signature the service found. */
  readonly signer: { readonly keysetId: string; readonly fingerprint: string };
  /** Base64. */
  readonly signature: string;
  /** What the signature covers. */
  readonly body: JsonObject;
}

export const SERVICE_MEMBERS = [
  'grade_id',
  'signer',
  'self_reported',
  'submitted_at',
  'keyset_id',
  'service_signature',
] as const;

/** Whether an object claims to be such an answer. */
export function isServiceRecord(value: JsonObject): boolean {
  return value.service_signature !== undefined;
}

/** @param members the whole answer. Throws Unreadable. */
export function readServiceRecord(members: JsonObject): ServiceRecord {
  const { service_signature: signature, ...body } = members;
  const signer = exactly(members.signer, 'signer', ['keyset_id', 'fingerprint']);
  text(members.grade_id, 'grade_id');
  if (members.self_reported !== true) throw new Unreadable('self_reported', 'It is not true.');
  return {
    keysetId: text(members.keyset_id, 'keyset_id'),
    submittedAt: time(members.submitted_at, 'submitted_at'),
    signer: {
      keysetId: text(signer.keyset_id, 'signer.keyset_id'),
      fingerprint: hash(signer.fingerprint, 'signer.fingerprint'),
    },
    signature: base64(signature, 'service_signature'),
    body,
  };
}
