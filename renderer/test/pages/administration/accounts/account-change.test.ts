import { describe, expect, it } from 'vitest';
import {
  changeSentences,
  changesOf,
  MOST_CREDITS,
  readCredits,
} from '../../../../src/pages/administration/accounts/account-change.ts';

describe('readCredits', () => {
  it('reads whole numbers, also in groups of three', () => {
    expect(readCredits('0')).toBe(0);
    expect(readCredits(' 1000 ')).toBe(1_000);
    expect(readCredits('1,000,000')).toBe(1_000_000);
    expect(readCredits('12 500')).toBe(12_500);
    expect(readCredits("12'500")).toBe(12_500);
    expect(readCredits(String(MOST_CREDITS))).toBe(MOST_CREDITS);
  });

  it('takes nothing that may mean something else', () => {
    for (const text of ['', '-1', '1.5', '1,5', '1,00', '12 50', '1e3', 'many', '1,,000', String(MOST_CREDITS + 1)]) {
      expect(readCredits(text), text).toBeNull();
    }
  });
});

describe('a change of plan and balance', () => {
  const before = { plan: 'pro', credits: 5_000 } as const;

  it('names only what differs', () => {
    expect(changesOf(before, { plan: 'pro', credits: 6_000 })).toEqual({ credits: 6_000 });
    expect(changesOf(before, { plan: 'free', credits: 5_000 })).toEqual({ plan: 'free' });
    expect(changesOf(before, before)).toEqual({});
    expect(changeSentences(before, before)).toEqual([]);
  });

  it('says what is granted and what is taken away', () => {
    expect(changeSentences(before, { plan: 'pro', credits: 6_000 }).join()).toContain('1,000 granted');
    expect(changeSentences(before, { plan: 'pro', credits: 0 })).toEqual([
      'The balance changes from 5,000 to 0 units: 5,000 taken away.',
      'Every operation that costs units is refused until units are granted.',
    ]);
  });

  it('warns of tiers that are lost, and not of those that are won', () => {
    expect(changeSentences(before, { plan: 'free', credits: 5_000 }).join()).toContain('above tier 0 are refused');
    expect(changeSentences(before, { plan: 'business', credits: 5_000 }).join()).not.toContain('refused');
  });
});
