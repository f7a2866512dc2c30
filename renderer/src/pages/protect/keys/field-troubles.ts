/** What is wrong with fields of the Keys page, before anything is sent. Each answers a sentence, empty where nothing is. */
import { key } from '@touchstone/core/api/crypto/key.ts';
import { MAX_KEY_MATERIAL_BYTES } from '@touchstone/core/api/signing/svc-key.ts';
import { fromBase64, utf8 } from '@touchstone/core/bytes.ts';
import { longestOf } from '../../../parts/form/contract-limits.ts';
import { words } from '../../../words/protect/keys.ts';

const { trouble } = words;

export function labelTrouble(text: string): string {
  return textTrouble(text, trouble.label, longestOf(key.encrypt.body.properties.label));
}

export function reasonTrouble(text: string): string {
  return textTrouble(text, trouble.reason, longestOf(key.revoke.body.properties.reason));
}

function textTrouble(text: string, missing: string, longest: number): string {
  const length = [...text.trim()].length;
  if (length === 0) return missing;
  return length > longest ? trouble.tooLong(longest) : '';
}

export function materialTrouble(text: string, missing: string = trouble.material): string {
  if (text === '') return missing;
  if (!text.isWellFormed()) return trouble.surrogate;
  const bytes = utf8(text).length;
  return bytes <= MAX_KEY_MATERIAL_BYTES ? '' : trouble.size(bytes, MAX_KEY_MATERIAL_BYTES);
}

export function compactBase64(text: string): string {
  return text.replaceAll(/\s/g, '');
}

/** Of a field that must hold base64. */
export function base64Trouble(text: string, what: string): string {
  const compact = compactBase64(text);
  if (compact === '') return trouble.enter(what);
  return fromBase64(compact) === null ? trouble.base64 : '';
}

/** A whole number within bounds; null where the text is none. */
export function wholeNumber(text: string, least: number, most: number): number | null {
  const trimmed = text.trim();
  if (!/^\d{1,9}$/.test(trimmed)) return null;
  const number = Number(trimmed);
  return number >= least && number <= most ? number : null;
}

/** The lines of a field that hold something, without blanks around them. */
export function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
