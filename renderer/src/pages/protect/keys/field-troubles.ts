/** What is wrong with fields of the Keys page, before anything is sent. Each answers a sentence, empty where nothing is. */
import { key } from '@touchstone/core/api/crypto/key.ts';
import { MAX_KEY_MATERIAL_BYTES } from '@touchstone/core/api/signing/svc-key.ts';
import { fromBase64, utf8 } from '@touchstone/core/bytes.ts';
import { formatCount } from '../../../lib/format.ts';
import { longestOf } from '../../../parts/form/contract-limits.ts';

export function labelTrouble(text: string): string {
  return textTrouble(text, 'Enter a label.', longestOf(key.encrypt.body.properties.label));
}

export function reasonTrouble(text: string): string {
  return textTrouble(text, 'Say why, for the record.', longestOf(key.revoke.body.properties.reason));
}

function textTrouble(text: string, missing: string, longest: number): string {
  const length = [...text.trim()].length;
  if (length === 0) return missing;
  return length > longest ? `At most ${longest} characters.` : '';
}

export function materialTrouble(text: string): string {
  if (text === '') return 'Enter the key material.';
  if (!text.isWellFormed()) return 'This text holds half of a character pair and has no UTF-8 form. Enter it again.';
  const bytes = utf8(text).length;
  if (bytes <= MAX_KEY_MATERIAL_BYTES) return '';
  return `This has ${formatCount(bytes)} bytes in UTF-8; at most ${formatCount(MAX_KEY_MATERIAL_BYTES)} are kept.`;
}

export function compactBase64(text: string): string {
  return text.replaceAll(/\s/g, '');
}

/** Of a field that must hold base64. */
export function base64Trouble(text: string, what: string): string {
  const compact = compactBase64(text);
  if (compact === '') return `Enter the ${what}.`;
  return fromBase64(compact) === null ? 'This is not padded base64.' : '';
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
