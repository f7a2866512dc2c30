import { PLANS, SCOPES } from '@touchstone/core/api/plans.ts';
import { describe, expect, it } from 'vitest';

describe('S3 scopes', () => {
  it('keeps gateway, approve and reveal apart from keys, agents and secrets; nothing administers', () => {
    expect(SCOPES).toEqual(expect.arrayContaining(['gateway', 'keys', 'approve', 'agents', 'reveal', 'secrets']));
    expect(SCOPES).not.toContain('admin');
    expect(new Set(SCOPES).size).toBe(SCOPES.length);
  });
});

it('names the plans of decisions, section 2, with tiers that rise', () => {
  const plans = Object.values(PLANS);
  expect(plans.map(({ tierLevel }) => tierLevel)).toEqual([0, 1, 2, 3, 3, 3, 3, 3]);
  expect(Object.keys(PLANS)).toEqual([
    'free',
    'starter',
    'pro',
    'business',
    'growth',
    'scale',
    'enterprise',
    'enterprise_plus',
  ]);
});
