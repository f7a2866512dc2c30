import { expect, test } from 'vitest';
import {
  orderedPolicies,
  placeWords,
  policyAt,
  type StoredPolicy,
} from '../../../../../src/pages/record/agents/policies/stored-policies.ts';

const item = (scope: StoredPolicy['scope'], target: string | null, max_value: number): StoredPolicy => ({
  scope,
  target,
  policy: { max_value },
  updated_at: '2026-11-21T12:00:00.000Z',
});
const ITEMS = [item('project', 'p2', 1), item('team', 'b', 2), item('team', null, 3), item('organisation', null, 4)];

test('policies stand in the order in which they are asked, those for all first', () => {
  const words = orderedPolicies([...ITEMS, item('team', 'a', 5)]).map(placeWords);
  expect(words).toEqual(['The organisation', 'Every team', 'Team a', 'Team b', 'Project p2']);
});

test('the policy of a place is that place alone; elsewhere there is none', () => {
  expect(policyAt(ITEMS, { scope: 'team', target: null })).toEqual({ max_value: 3 });
  expect(policyAt(ITEMS, { scope: 'team', target: 'b' })).toEqual({ max_value: 2 });
  expect(policyAt(ITEMS, { scope: 'team', target: 'p2' })).toEqual({});
  expect(policyAt(ITEMS, { scope: 'project', target: null })).toEqual({});
});
