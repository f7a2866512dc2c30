import { bareFingerprint } from '@touchstone/core/keys/fingerprint.ts';

/** How a value from elsewhere relates to the expected one. Positions count characters from 1. */
export type Comparison =
  | { readonly kind: 'empty' }
  | { readonly kind: 'equal' }
  /** The given value is a beginning of the expected one: not equal, but nothing differs yet. */
  | { readonly kind: 'partial'; readonly length: number; readonly total: number }
  | { readonly kind: 'different'; readonly position: number };

/**
 * Compares as people read fingerprints: spaces, line ends, colons and dashes between groups do not count, nor does letter case in hex.
 * Base64url holds dashes and case, so there only white space is dropped.
 */
export function compareTexts(expected: string, given: string): Comparison {
  const isHex = /^[0-9a-f]+$/.test(expected);
  const value = isHex ? bareFingerprint(given) : given.replace(/\s/g, '');
  if (value === '') return { kind: 'empty' };
  if (value === expected) return { kind: 'equal' };
  const shorter = Math.min(value.length, expected.length);
  for (let index = 0; index < shorter; index += 1) {
    if (value[index] !== expected[index]) return { kind: 'different', position: index + 1 };
  }
  if (value.length < expected.length) return { kind: 'partial', length: value.length, total: expected.length };
  return { kind: 'different', position: expected.length + 1 };
}

/** Cuts a text into groups of `size` characters for reading. */
export function groupText(text: string, size = 8): string[] {
  const groups: string[] = [];
  for (let start = 0; start < text.length; start += size) groups.push(text.slice(start, start + size));
  return groups;
}
