import { words } from '../../words/parts/form.ts';

/** A hash as typed or pasted: blanks, colons and hyphens between groups do not count, and capitals are taken as what they mean. */
export function readHash(text: string): string {
  return text.replaceAll(/[\s:-]/g, '').toLowerCase();
}

/** A sentence about a text that has to be 64 hex digits; empty where it is. */
export function hashTrouble(text: string, what: string): string {
  const hash = readHash(text);
  if (hash === '') return words.enter(what);
  if (/[^0-9a-f]/.test(hash)) return words.noHex;
  return hash.length === 64 ? '' : words.hashLength(hash.length);
}
