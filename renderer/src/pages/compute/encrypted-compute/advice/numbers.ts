/** How times and sizes of advice are written and entered. */
import { words } from '../../../../words/compute/encrypted-compute-advice.ts';

export const MEBIBYTE = 2 ** 20;

/** Two digits that count, as estimates deserve. */
export function millisecondsText(milliseconds: number): string {
  const digits = milliseconds >= 100 ? 0 : milliseconds >= 10 ? 1 : milliseconds >= 1 ? 2 : 3;
  return words.milliseconds(String(Number(milliseconds.toFixed(digits))));
}

export function mebibytesText(mebibytes: number): string {
  return words.mebibytes(String(Number(mebibytes.toFixed(2))));
}

export function sizeText(bytes: number): string {
  return mebibytesText(bytes / MEBIBYTE);
}

/** A number greater than zero; null for anything else. */
export function positive(typed: string): number | null {
  const plain = typed.trim().replace(',', '.');
  const value = Number(plain);
  return /^\d{1,9}(?:\.\d{1,6})?$/.test(plain) && value > 0 ? value : null;
}
