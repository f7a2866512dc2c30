import { describe, expect, test } from 'vitest';
import {
  draftOf,
  EMPTY_DRAFT,
  namesOf,
  type Policy,
  readDraft,
  ruleFacts,
  ruleSentences,
  samePolicy,
} from '../../../../../src/pages/record/agents/policies/policy-draft.ts';

const FULL: Policy = {
  max_value: 120.5,
  allowed_tools: ['svc.tool.example.read.v1', 'svc.tool.example.send.v1'],
  forbidden_data_classes: ['phi', 'pii'],
  jurisdiction: 'EU',
  denied_actions: ['payment.execute'],
};

function policyOf(draft: Partial<typeof EMPTY_DRAFT>): Policy {
  const read = readDraft({ ...EMPTY_DRAFT, ...draft });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.policy;
}

function faultsOf(draft: Partial<typeof EMPTY_DRAFT>): readonly string[] {
  const read = readDraft({ ...EMPTY_DRAFT, ...draft });
  return read.ok ? [] : Object.entries(read.faults).flatMap(([field, fault]) => (fault === '' ? [] : [field]));
}

describe('a policy and its draft', () => {
  test.each([
    ['empty', {}],
    ['full', FULL],
    ['no tool at all', { allowed_tools: [] }],
    ['a cap of nothing', { max_value: 0 }],
    ['a small cap', { max_value: 0.0000001 }],
    ['a large cap', { max_value: 900_000_000_000_000 }],
  ] satisfies readonly (readonly [string, Policy])[])('%s comes back as it was', (_, policy) => {
    expect(policyOf(draftOf(policy))).toEqual(policy);
  });

  test('what is left empty is no member; names are trimmed and stand once', () => {
    expect(policyOf({})).toEqual({});
    expect(policyOf({ denied_actions: ' a \n\nb\na\n', jurisdiction: '  EU ' })).toEqual({
      denied_actions: ['a', 'b'],
      jurisdiction: 'EU',
    });
  });

  test('tools count only where they limit', () => {
    expect(policyOf({ allowed_tools: 'a' })).toEqual({});
    expect(policyOf({ allowed_tools: 'a', limitsTools: true })).toEqual({ allowed_tools: ['a'] });
  });

  test.each(['-1', '1e3', '1,000', 'many', '1.', '.5', '0x10', '١٢', '1'.repeat(16)])(
    'the value %s is refused',
    (max_value) => {
      expect(faultsOf({ max_value })).toEqual(['max_value']);
    },
  );

  test('names that are too long, too many or no text are refused, each at its field', () => {
    expect(faultsOf({ forbidden_data_classes: 'x'.repeat(201) })).toEqual(['forbidden_data_classes']);
    expect(faultsOf({ forbidden_data_classes: 'x'.repeat(200) })).toEqual([]);
    const many = Array.from({ length: 1_001 }, (_, index) => `a${index}`).join('\n');
    expect(faultsOf({ denied_actions: many, jurisdiction: 'x'.repeat(101) })).toEqual([
      'denied_actions',
      'jurisdiction',
    ]);
    expect(faultsOf({ limitsTools: true, allowed_tools: '\ud800' })).toEqual(['allowed_tools']);
    expect(faultsOf({ jurisdiction: '\udc00' })).toEqual(['jurisdiction']);
  });
});

test('namesOf reads lines whatever their ends', () => {
  expect(namesOf('a\r\n b\r\n\r\n')).toEqual(['a', 'b']);
  expect(namesOf(' \n ')).toEqual([]);
});

describe('samePolicy', () => {
  test('ignores the order of names and empty lists that restrict nothing', () => {
    expect(samePolicy(FULL, { ...FULL, forbidden_data_classes: ['pii', 'phi'] })).toBe(true);
    expect(samePolicy({}, { forbidden_data_classes: [], jurisdiction: '' })).toBe(true);
  });
  test('tells what differs', () => {
    expect(samePolicy(FULL, { ...FULL, max_value: 121 })).toBe(false);
    expect(samePolicy({}, { allowed_tools: [] })).toBe(false);
    expect(samePolicy({ max_value: 0 }, {})).toBe(false);
  });
});

describe('ruleSentences', () => {
  test('one sentence for each rule, none for an empty policy', () => {
    expect(ruleSentences({})).toEqual([]);
    expect(ruleSentences(FULL)).toHaveLength(5);
    expect(ruleSentences({ allowed_tools: [] })).toEqual(['No tool may be used.']);
  });
});

test('ruleFacts names only the rules that restrict something', () => {
  expect(ruleFacts({})).toEqual([]);
  expect(ruleFacts({ forbidden_data_classes: [], jurisdiction: '' })).toEqual([]);
  expect(ruleFacts({ allowed_tools: [], max_value: 0 })).toEqual([
    { rule: 'max_value', values: ['0'] },
    { rule: 'allowed_tools', values: ['none'] },
  ]);
  expect(ruleFacts(FULL).map(({ rule }) => rule)).toEqual([
    'max_value',
    'allowed_tools',
    'forbidden_data_classes',
    'jurisdiction',
    'denied_actions',
  ]);
});
