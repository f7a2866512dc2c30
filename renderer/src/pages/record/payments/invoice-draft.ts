/** Amounts and commitments as they are typed. */
import { words } from '../../../words/record/payments.ts';

/** Hundredths of a currency; null where the text is no amount above 0. Read as digits: a double would lose hundredths. */
export function readCents(text: string): number | null {
  const [, whole = '', fraction = ''] = /^(\d{1,14})(?:\.(\d{1,2}))?$/.exec(text.trim().replaceAll(',', '')) ?? [];
  if (whole === '') return null;
  const cents = Number(`${whole}${fraction.padEnd(2, '0')}`);
  return cents > 0 ? cents : null;
}

export function amountTrouble(text: string): string {
  const cents = readCents(text);
  if (cents === null) return words.make.noAmount;
  return Number.isSafeInteger(cents) ? '' : words.make.tooLarge;
}

/** A commitment as pasted: blanks and colons between groups do not count. */
export function readCommitment(text: string): string {
  return text.replaceAll(/[\s:-]/g, '').toLowerCase();
}

export function commitmentTrouble(text: string): string {
  const commitment = readCommitment(text);
  if (commitment === '') return words.verify.empty;
  if (/[^0-9a-f]/.test(commitment)) return words.verify.noHex;
  return commitment.length === 64 ? '' : words.verify.badLength(commitment.length);
}
