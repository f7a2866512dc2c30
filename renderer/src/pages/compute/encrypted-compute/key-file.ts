/** Key files: the answer of `bfv/keygen` as JSON, which is what the page saves too. */
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { exactly, text, Unreadable } from '@touchstone/core/strict-members.ts';
import type { KeyFile } from './fhe-jobs.ts';

/** A wide pair has some 20 MB in base64. */
export const MOST_KEY_FILE_BYTES = 64 * 1_024 * 1_024;

/** Null for every other text. Whether the keys are any is told by who reads them. */
export function readKeyFile(file: string): KeyFile | null {
  const parsed = parseStrictJson(file);
  if (!parsed.ok) return null;
  try {
    const members = exactly(parsed.value, '', ['key_id', 'public_key', 'relin_key'], ['secret_key']);
    return {
      key_id: text(members.key_id, 'key_id'),
      public_key: text(members.public_key, 'public_key'),
      relin_key: text(members.relin_key, 'relin_key'),
      ...(members.secret_key === undefined ? {} : { secret_key: text(members.secret_key, 'secret_key') }),
    };
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}
