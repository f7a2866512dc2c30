import { expect, test } from 'vitest';
import { forkRuleWords, ruleWords } from '../../../../../src/pages/record/agents/policies/rule-words.ts';

test.each([
  ['session.max_value', 'Scope of the session: highest value'],
  ['organisation.denied_actions', 'Policy of the organisation: denied actions'],
  ['action.value', 'The action itself: the value is stated in a form that cannot be judged'],
])('%s has words', (rule, words) => {
  expect(ruleWords(rule)).toBe(words);
});

test.each([
  '',
  'session',
  'planet.max_value',
  'session.mood',
  'session.value',
  'toString.max_value',
  'action.max_value',
])('%j is shown as it is', (rule) => {
  expect(ruleWords(rule)).toBe(rule);
});

test("a rule that the fork states is the fork's; the others stay whose they are", () => {
  expect(forkRuleWords('session.max_value', { max_value: 5 })).toBe('Policy of the fork: highest value');
  expect(forkRuleWords('session.jurisdiction', { max_value: 5 })).toBe('Scope of the session: jurisdiction');
  expect(forkRuleWords('team.max_value', { max_value: 5 })).toBe('Policy of the team: highest value');
  expect(forkRuleWords('session.toString', {})).toBe('session.toString');
});
