import { CHECK_STATUS_WORDS, OUTCOME_WORDS, SLOT_STATUS_WORDS } from '@touchstone/core/verdict/outcome-words.ts';
import { AGENT_CODES, OUTCOME_CODES } from '@touchstone/core/verdict/verification-report.ts';
import { describe, expect, test } from 'vitest';
import { CHECK_WORDS, meaningOf, OUTCOMES, SLOT_WORDS } from '../../../src/parts/verification/meaning.ts';

describe('meaningOf', () => {
  test.each(['session', 'node', 'log', 'proof'] as const)('every code of a %s has words of its own', (kind) => {
    const words = AGENT_CODES.map((code) => meaningOf('FAILED', code, kind).means);
    expect(new Set([...words, meaningOf('VERIFIED', null, kind).means]).size).toBe(AGENT_CODES.length + 1);
  });

  test.each(['artifact', 'receipt', 'signature'] as const)('S39: every code of a %s has words of its own', (kind) => {
    const words = OUTCOME_CODES.map((code) => meaningOf('FAILED', code, kind));
    for (const { means, canBeDone } of words) expect(`${means} ${canBeDone}`).toMatch(/^[A-Z].*[.] [A-Z].*[.]$/);
    const verified = meaningOf('VERIFIED', null, kind).means;
    expect(new Set([...words.map(({ means }) => means), verified]).size).toBe(OUTCOME_CODES.length + 1);
  });

  test('S39: every outcome, check and slot has a word, the same as in the other reports', () => {
    const lower = (words: Readonly<Record<string, { readonly word: string }>>) =>
      Object.fromEntries(Object.entries(words).map(([code, { word }]) => [code, word.toLowerCase()]));
    const wordsOf = (words: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(words).map(([code, word]) => [code, word.toLowerCase()]));
    expect(lower(OUTCOMES)).toEqual(wordsOf(OUTCOME_WORDS));
    expect(lower(CHECK_WORDS)).toEqual(wordsOf(CHECK_STATUS_WORDS));
    expect(lower(SLOT_WORDS)).toEqual(wordsOf(SLOT_STATUS_WORDS));
  });

  test('an unsealed session is never said to be complete', () => {
    expect(meaningOf('PENDING', 'NOT_SEALED', 'session').means).toContain('could be missing');
  });

  test('the codes that artifacts share are about artifacts there, unless they are about keys, clocks and faults', () => {
    const common: readonly string[] = ['READ', 'INTERNAL', 'KEY_SUPERSEDED', 'TIME_AHEAD'];
    const shared = OUTCOME_CODES.filter((code) => AGENT_CODES.some((other) => other === code)).filter(
      (code) => !common.includes(code),
    );
    for (const code of shared) {
      expect(meaningOf('FAILED', code, 'artifact').means).not.toBe(meaningOf('FAILED', code, 'session').means);
    }
    expect(shared.length).toBeGreaterThan(3);
  });
});
