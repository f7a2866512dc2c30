/** The proof of a joint computation as a file that others check without this service. */
import { fromBase64, fromUtf8 } from '@touchstone/core/bytes.ts';
import { isJsonObject } from '@touchstone/core/canonical-json.ts';
import { STATEMENT_EXTENSION } from '@touchstone/core/statement/file.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';

export interface ProofFile {
  readonly name: string;
  readonly text: string;
  /** The set that it says has signed it. */
  readonly keySetId: string;
}

/** The `.pqst.json` file of a proof as the service answers it, two blanks deep; null where that is none. */
export function proofFileOf(sessionId: string, proof: string): ProofFile | null {
  const bytes = fromBase64(proof);
  const parsed = bytes === null || fromUtf8(bytes) === null ? null : parseStrictJson(bytes);
  if (parsed?.ok !== true || !isJsonObject(parsed.value) || !isJsonObject(parsed.value.body)) return null;
  return {
    name: `joint-computation-${sessionId.slice(0, 8)}${STATEMENT_EXTENSION}`,
    text: `${JSON.stringify(parsed.value, null, 2)}\n`,
    keySetId: String(parsed.value.body.keyset_id),
  };
}
