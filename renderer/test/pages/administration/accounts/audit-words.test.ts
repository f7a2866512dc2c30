import { describe, expect, it } from 'vitest';
import {
  ACTION_NAMES,
  actionWords,
  actorWords,
  auditFile,
  detailLines,
} from '../../../../src/pages/administration/accounts/audit-words.ts';

describe('an entry in words', () => {
  it('shows what changed, from what to what', () => {
    const before = { plan: 'free', credits: 5, status: 'active' };
    expect(detailLines({ before, after: { ...before, plan: 'pro', credits: 0 } })).toEqual([
      'plan: free → pro',
      'credits: 5 → 0',
    ]);
    expect(detailLines({ before: { a: 1 }, after: { b: '' } })).toEqual(['a: 1 → (none)', 'b: (none) → (empty)']);
  });

  it('shows everything else as it stands', () => {
    expect(detailLines({ label: 'x', scopes: ['sign'], before: 7 })).toEqual(['label: x', 'scopes: ["sign"]']);
    expect(detailLines({})).toEqual([]);
  });

  it('names actions and actors, also those it does not know', () => {
    for (const name of ACTION_NAMES) expect(actionWords(name)).not.toBe(name);
    expect(actionWords('later.thing')).toBe('later.thing');
    expect(actionWords('toString')).toBe('toString');
    expect(actorWords({ kind: 'key', key_id: 'ak_1' })).toBe('API key ak_1');
    expect(actorWords({ kind: 'console', key_id: null })).toBe('console');
  });
});

describe('auditFile', () => {
  const whole = { action: null, accountId: null };

  it('says whether it holds the whole chain', () => {
    const of = (...args: Parameters<typeof auditFile>) => JSON.parse(auditFile(...args)).whole_chain;
    expect(of([], whole, true, '2026-01-01T00:00:00.000Z')).toBe(true);
    expect(of([], whole, false, '2026-01-01T00:00:00.000Z')).toBe(false);
    expect(of([], { ...whole, action: 'key.issued' }, true, '2026-01-01T00:00:00.000Z')).toBe(false);
    expect(of([], { ...whole, accountId: 'acc_1' }, true, '2026-01-01T00:00:00.000Z')).toBe(false);
  });
});
