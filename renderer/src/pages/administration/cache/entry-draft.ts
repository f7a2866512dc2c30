/** What a person types to write a key. */
import { CACHE_VALUE_LIMIT } from '@touchstone/core/api/platform/cache.ts';
import type { JsonValue } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { formatSize } from '../../../lib/format.ts';

const MOST_KEY = 256;
const MOST_SECONDS = 31_536_000;

/** A sentence about what is wrong with a key; empty where nothing is. */
export function keyFault(key: string): string {
  if (key === '') return 'Enter a key.';
  if ([...key].length > MOST_KEY) return `A key has at most ${MOST_KEY} characters.`;
  if (!key.isWellFormed()) return 'This key holds half of a character pair. Enter it again.';
  if (key === 'analytics') return 'The key analytics is reserved.';
  if (key === '.' || key === '..') return 'A key of dots alone cannot stand in an address.';
  return '';
}

/** A sentence about what is wrong with a lifetime; empty where nothing is, also where none is stated. */
export function ttlFault(text: string): string {
  if (text.trim() === '') return '';
  if (!/^\d{1,8}$/.test(text.trim())) return 'A whole number of seconds, or nothing.';
  const seconds = Number(text);
  return seconds >= 1 && seconds <= MOST_SECONDS ? '' : 'Between 1 second and 31,536,000 seconds, a year.';
}

export type ReadValue =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly message: string };

/** The value as JSON, read strictly: what is ambiguous is refused here and not repaired. */
export function readValue(text: string): ReadValue {
  if (text.trim() === '') return { ok: false, message: 'Enter a JSON value, such as {"rate": 1.08} or "text".' };
  const parsed = parseStrictJson(text);
  if (!parsed.ok) {
    const where = `line ${parsed.line}, column ${parsed.column}`;
    return { ok: false, message: `This is no JSON: ${parsed.message} (${where}). A text stands in quotation marks.` };
  }
  const size = new Blob([JSON.stringify(parsed.value)]).size;
  if (size <= CACHE_VALUE_LIMIT) return { ok: true, value: parsed.value };
  return {
    ok: false,
    message: `The value has ${formatSize(size)}. At most ${formatSize(CACHE_VALUE_LIMIT)} are taken.`,
  };
}
