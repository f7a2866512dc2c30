/** A proof as a file that others check without this service. */
import { fromBase64 } from '@touchstone/core/bytes.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { proofFileFrom } from '@touchstone/core/privacy/proof-file.ts';
import { profileCodeOf } from '@touchstone/core/stark/codec.ts';
import { profileOfCode } from '@touchstone/core/stark/options.ts';
import type { Proof } from './queries.ts';

export interface SavedProof {
  readonly name: string;
  readonly text: string;
}

/** The `.pqp.json` file of a proof, two blanks deep, with a line end; null for a claim that has no proof. */
export function proofFileOf(proof: Proof): SavedProof | null {
  const file = proofFileFrom(jsonOf(proof));
  if (file === null) return null;
  return { name: `proof-${proof.commitment.slice(0, 16)}.pqp.json`, text: `${JSON.stringify(file, null, 2)}\n` };
}

/** Bits of soundness that are proven for the profile that a proof names; null where that is none. */
export function provenBitsOf(proof: string): number | null {
  const code = profileCodeOf(fromBase64(proof) ?? new Uint8Array());
  return code === null ? null : (profileOfCode(code)?.provenBits ?? null);
}

/** Bytes behind base64. */
export function sizeOf(base64: string): number {
  return (base64.length / 4) * 3 - (/=*$/.exec(base64)?.[0].length ?? 0);
}

/** What came as JSON is JSON; its type says more than that. */
export function jsonOf(answered: object): JsonObject {
  const value = JSON.parse(JSON.stringify(answered)) as JsonValue;
  if (!isJsonObject(value)) throw new TypeError('no JSON object was answered');
  return value;
}
