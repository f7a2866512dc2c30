/** What is said about a passphrase while it is typed. A hint, no judgement: nobody can measure what another might guess. */

import { words } from '../../../words/administration/settings.ts';

const { backup } = words;

/** The least and the most that the contract takes, characters. */
export const LEAST_LENGTH = 12;
export const MOST_LENGTH = 1_000;

export type PassphraseHint =
  | { readonly kind: 'empty' }
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'weak'; readonly sentence: string }
  | { readonly kind: 'fair'; readonly sentence: string };

/** Fewer different characters than this make a passphrase that is easily tried. */
const LEAST_DIFFERENT = 6;
const FAIR_LENGTH = 20;

export function passphraseHint(passphrase: string): PassphraseHint {
  const characters = [...passphrase];
  if (characters.length === 0) return { kind: 'empty' };
  if (characters.length < LEAST_LENGTH) {
    const missing = LEAST_LENGTH - characters.length;
    return { kind: 'refused', sentence: backup.tooShort(missing, LEAST_LENGTH) };
  }
  if (passphrase.length > MOST_LENGTH) {
    return { kind: 'refused', sentence: backup.tooLong(MOST_LENGTH) };
  }
  if (new Set(characters).size < LEAST_DIFFERENT || isSequence(characters)) {
    return { kind: 'weak', sentence: backup.repeats };
  }
  const parts = passphrase.trim().split(/\s+/).length;
  if (characters.length >= FAIR_LENGTH || (parts >= 4 && characters.length >= 16)) {
    return { kind: 'fair', sentence: backup.fair };
  }
  return { kind: 'weak', sentence: backup.short };
}

/** Whether nearly every character follows or repeats the one before, as in `abcdefgh1234`. */
function isSequence(characters: readonly string[]): boolean {
  const codes = characters.map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).filter((code, index) => Math.abs(code - (codes[index] ?? 0)) <= 1).length;
  return steps >= 0.75 * (codes.length - 1);
}

/** What is wrong with the second typing; empty where nothing is, or not yet. */
export function repetitionProblem(passphrase: string, repeated: string): string {
  if (repeated === '' || passphrase === repeated) return '';
  return passphrase.startsWith(repeated) ? '' : backup.different;
}
