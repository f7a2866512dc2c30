/** What a person types to write or read a key. */
import { CACHE_VALUE_LIMIT, type cache } from '@touchstone/core/api/platform/cache.ts';
import type { JsonValue } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { formatSize } from '../../../lib/format.ts';
import type { DraftOf } from '../../../parts/form/use-draft.ts';
import { words } from '../../../words/administration/cache.ts';

const { trouble } = words;

export const NO_ENTRY = { key: '', value: '', ttl: '', aiOptimize: true } satisfies DraftOf<typeof cache.write>;
export type EntryDraft = typeof NO_ENTRY;

const MOST_KEY = 256;
const MOST_SECONDS = 31_536_000;

/** A sentence about what is wrong with a key; empty where nothing is. */
export function keyFault(key: string): string {
  if (key === '') return trouble.noKey;
  if ([...key].length > MOST_KEY) return trouble.longKey(MOST_KEY);
  if (!key.isWellFormed()) return trouble.halfPair;
  if (key === 'analytics') return trouble.reserved;
  if (key === '.' || key === '..') return trouble.dots;
  return '';
}

/** A sentence about what is wrong with a lifetime; empty where nothing is, also where none is stated. */
export function ttlFault(text: string): string {
  if (text.trim() === '') return '';
  if (!/^\d{1,8}$/.test(text.trim())) return trouble.ttl;
  const seconds = Number(text);
  return seconds >= 1 && seconds <= MOST_SECONDS ? '' : trouble.ttlBounds(MOST_SECONDS);
}

export type ReadValue =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly message: string };

/** The value as JSON, read strictly: what is ambiguous is refused here and not repaired. */
export function readValue(text: string): ReadValue {
  if (text.trim() === '') return { ok: false, message: trouble.noValue };
  const parsed = parseStrictJson(text);
  if (!parsed.ok) {
    return { ok: false, message: trouble.noJson(parsed.message, parsed.line, parsed.column) };
  }
  const size = new Blob([JSON.stringify(parsed.value)]).size;
  if (size <= CACHE_VALUE_LIMIT) return { ok: true, value: parsed.value };
  return { ok: false, message: trouble.tooLarge(formatSize(size), formatSize(CACHE_VALUE_LIMIT)) };
}
