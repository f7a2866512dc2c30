/** Amounts as they are typed. */
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
