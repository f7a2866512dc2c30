/** The first checks of every file that is read whole: its size, and that it is strict JSON. */
import type { JsonValue } from '../canonical-json.ts';
import { MAX_FILE_BYTES, parseStrictJson } from '../strict-json.ts';
import type { CheckList } from './checks.ts';

/** Adds `format.size`. Answers whether the file may be read. */
function checkSize(size: number, checks: CheckList): boolean {
  const seen = { expected: `at most ${MAX_FILE_BYTES} bytes`, found: `${size} bytes` };
  if (size > MAX_FILE_BYTES) {
    const sentence = 'The file is larger than a verifier reads.';
    checks.add('format', 'size', { status: 'failed', sentence, ...seen, reason: 'FORMAT' });
    return false;
  }
  checks.add('format', 'size', { status: 'passed', sentence: 'The file is small enough to be read whole.', ...seen });
  return true;
}

/** Adds `format.size` and `format.json`, the latter with the place of the fault. Answers the file's value; undefined where it has none. */
export function readJson(bytes: Uint8Array, checks: CheckList): JsonValue | undefined {
  if (!checkSize(bytes.length, checks)) {
    checks.skip('format', 'json', 'The file is strict JSON.', 'format.size');
    return undefined;
  }
  const json = parseStrictJson(bytes);
  if (!json.ok) {
    const place = `byte ${json.offset}, line ${json.line}, column ${json.column}`;
    const found = json.reason === 'NOT_UTF8' ? `not UTF-8 text (${place})` : place;
    const expected = 'JSON text that every parser reads alike';
    checks.add('format', 'json', { status: 'failed', sentence: json.message, expected, found, reason: 'FORMAT' });
    return undefined;
  }
  const sentence = 'The file is strict JSON that every parser reads alike.';
  checks.add('format', 'json', { status: 'passed', sentence });
  return json.value;
}
