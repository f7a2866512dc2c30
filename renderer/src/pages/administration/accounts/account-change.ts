/** What a change of plan and balance does, in words, before it is made. */
import { PLANS, type PlanSlug } from '@touchstone/core/api/plans.ts';
import { formatCount } from '../../../lib/format.ts';
import { planWords } from './account-items.ts';

/** The largest balance that the contract takes. */
export const MOST_CREDITS = 1_000_000_000_000;

export interface Terms {
  readonly plan: PlanSlug;
  readonly credits: number;
}

/** A balance as typed: digits, with blanks, commas or apostrophes between groups. Null where it is none. */
export function readCredits(text: string): number | null {
  const digits = text.trim().replaceAll(/(?<=\d)[ ,'’\u00a0\u202f](?=\d{3}(?!\d))/g, '');
  if (!/^\d{1,13}$/.test(digits)) return null;
  const value = Number(digits);
  return value <= MOST_CREDITS ? value : null;
}

/** Only what differs, as the operation takes it. */
export function changesOf(before: Terms, after: Terms): Partial<Terms> {
  return {
    ...(before.plan === after.plan ? {} : { plan: after.plan }),
    ...(before.credits === after.credits ? {} : { credits: after.credits }),
  };
}

/** One sentence for each thing that changes. */
export function changeSentences(before: Terms, after: Terms): readonly string[] {
  const sentences: string[] = [];
  if (before.plan !== after.plan) {
    const [old, next] = [PLANS[before.plan], PLANS[after.plan]];
    sentences.push(
      `The plan changes from ${old.title} (${planWords(old)}) to ${next.title} (${planWords(next)}), from the next request on.`,
    );
    if (next.tierLevel < old.tierLevel) {
      sentences.push(`Operations above tier ${next.tierLevel} are refused to all keys of the account.`);
    }
  }
  if (before.credits !== after.credits) {
    const difference = after.credits - before.credits;
    const words =
      difference > 0 ? `${formatCount(difference)} are granted` : `${formatCount(-difference)} are taken away`;
    sentences.push(
      `The balance is set from ${formatCount(before.credits)} to ${formatCount(after.credits)} units: ${words}.`,
    );
    if (after.credits === 0) sentences.push('Every operation that costs units is refused until some are granted.');
  }
  return sentences;
}
