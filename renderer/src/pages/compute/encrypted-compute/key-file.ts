/** Key files: the answer of `bfv/keygen` as JSON, which is what the page saves too. */
import type { KeyFile } from './fhe-jobs.ts';

/** A wide pair has some 20 MB in base64. */
export const MOST_KEY_FILE_BYTES = 64 * 1_024 * 1_024;

/** Null for every other text. Whether the keys are any is told by who reads them. */
export function readKeyFile(text: string): KeyFile | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof parsed !== 'object' || parsed === null) return null;
  const { key_id, public_key, relin_key, secret_key } = parsed as Readonly<Record<string, unknown>>;
  if (typeof key_id !== 'string' || typeof public_key !== 'string' || typeof relin_key !== 'string') return null;
  if (secret_key === undefined) return { key_id, public_key, relin_key };
  return typeof secret_key === 'string' ? { key_id, public_key, relin_key, secret_key } : null;
}
