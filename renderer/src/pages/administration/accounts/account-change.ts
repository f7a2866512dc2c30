/** What a change of plan and balance does, in words, before it is made. */
import { PLANS, type Plan, type PlanSlug } from '@touchstone/core/api/plans.ts';
import { words } from '../../../words/administration/accounts.ts';
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
  const { terms } = words;
  const sentences: string[] = [];
  if (before.plan !== after.plan) {
    const [old, next] = [PLANS[before.plan], PLANS[after.plan]];
    const named = (plan: Plan) => terms.planOf(plan.title, planWords(plan));
    sentences.push(terms.planTo(named(old), named(next)));
    if (next.tierLevel < old.tierLevel) sentences.push(terms.tiers(next.tierLevel));
  }
  if (before.credits !== after.credits) {
    sentences.push(terms.balance(before.credits, after.credits));
    if (after.credits === 0) sentences.push(terms.noUnits);
  }
  return sentences;
}

/** What is said about a balance that is none. */
export function creditsTrouble(): string {
  return words.create.creditsTrouble(MOST_CREDITS);
}
