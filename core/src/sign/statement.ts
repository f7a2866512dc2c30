/**
 * Statements of the service about itself (security, S5): the `service` set signs `svc-<kind>/v1` 00 SHA3-256(JCS(body))
 * with ML-DSA-65. The body is the object as answered without its own signature member.
 */
import { fromBase64 } from '../bytes.ts';
import { canonicalBytes, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { sha3_256, tagged } from '../hash.ts';
import type { SignatureVerifier } from './family.ts';

/** What the service asserts; `docs/formats.md` lists the same kinds. */
export type StatementKind =
  | 'admin-audit'
  | 'audit'
  | 'ledger-header'
  | 'validation'
  | 'provenance-event'
  | 'provenance'
  | 'provenance-head'
  | 'health-event'
  | 'gateway-attestation'
  | 'platform-audit'
  | 'log-head'
  | 'usage-statement'
  | 'privacy-record'
  | 'grade'
  | 'call-end'
  | 'transcript'
  | 'key-verification';

/** An object, or a list of them where a signature covers a whole chain. */
export type StatementBody = JsonObject | readonly JsonValue[];

export const STATEMENT_ALGORITHM = 'ML-DSA-65';

/** The bytes that are signed. */
export function statementMessage(kind: StatementKind, body: StatementBody): Uint8Array {
  return tagged(kind, sha3_256(canonicalBytes(body)));
}

/** Whether a statement of that kind is signed by the ML-DSA-65 public key. False for text that is not base64. */
export async function verifyStatement(
  kind: StatementKind,
  body: StatementBody,
  signature: string,
  publicKey: Uint8Array,
  verifier: SignatureVerifier,
): Promise<boolean> {
  const bytes = fromBase64(signature);
  return bytes !== null && (await verifier.verify(STATEMENT_ALGORITHM, publicKey, statementMessage(kind, body), bytes));
}
