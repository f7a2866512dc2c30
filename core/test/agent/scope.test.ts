import { type Act, decide, policyOfScope } from '@touchstone/core/agent/policy.ts';
import {
  isWithinScope,
  narrowScope,
  type SessionScope,
  scopeAtStart,
  scopeHash,
  UNRESTRICTED,
} from '@touchstone/core/agent/scope.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const scope: SessionScope = {
  allowed_tools: ['a', 'b'],
  forbidden_data_classes: ['phi'],
  jurisdiction: 'EU',
  max_value: 500,
};

describe('the scope at start (S19)', () => {
  it('is unrestricted where nothing, an empty list, 0 or an empty text is stated', () => {
    expect(scopeAtStart()).toEqual(UNRESTRICTED);
    expect(scopeAtStart({})).toEqual(UNRESTRICTED);
    const empty = { allowed_tools: [], forbidden_data_classes: [], jurisdiction: '', max_value: 0 };
    expect(scopeAtStart(empty)).toEqual(UNRESTRICTED);
  });

  it('is what is stated', () => {
    expect(scopeAtStart({ allowed_tools: ['a', 'b'], jurisdiction: 'EU', max_value: 500 })).toEqual({
      ...scope,
      forbidden_data_classes: null,
    });
  });
});

describe('delegation (S19)', () => {
  it('inherits what is left out, empty or 0', () => {
    expect(narrowScope(scope, {})).toEqual(scope);
    expect(narrowScope(scope, { allowed_tools: [], max_value: 0 })).toEqual(scope);
    expect(narrowScope(UNRESTRICTED, {})).toEqual(UNRESTRICTED);
  });

  it('has the tools in common and the lower cap', () => {
    expect(narrowScope(scope, { allowed_tools: ['b', 'c'], max_value: 100 })).toEqual({
      ...scope,
      allowed_tools: ['b'],
      max_value: 100,
    });
    expect(narrowScope(scope, { allowed_tools: ['c'], max_value: 900 })).toEqual({ ...scope, allowed_tools: [] });
    expect(narrowScope(UNRESTRICTED, { allowed_tools: ['c'], max_value: 900 })).toEqual({
      ...UNRESTRICTED,
      allowed_tools: ['c'],
      max_value: 900,
    });
  });

  it('an empty intersection stays empty below', () => {
    const none = narrowScope(scope, { allowed_tools: ['c'] });
    expect(narrowScope(none, {}).allowed_tools).toEqual([]);
    expect(narrowScope(none, { allowed_tools: ['a'] }).allowed_tools).toEqual([]);
  });
});

describe('comparing scopes', () => {
  it.each<[Partial<SessionScope>, boolean]>([
    [{}, true],
    [{ allowed_tools: ['a'] }, true],
    [{ allowed_tools: [] }, true],
    [{ allowed_tools: null }, false],
    [{ allowed_tools: ['a', 'c'] }, false],
    [{ forbidden_data_classes: ['pii', 'phi'] }, true],
    [{ forbidden_data_classes: ['PHI'] }, true],
    [{ forbidden_data_classes: ['pii'] }, false],
    [{ forbidden_data_classes: null }, false],
    [{ jurisdiction: 'US' }, false],
    [{ jurisdiction: null }, false],
    [{ max_value: 499.5 }, true],
    [{ max_value: 500.5 }, false],
    [{ max_value: null }, false],
  ])('%j within the parent: %s', (change, expected) => {
    expect(isWithinScope({ ...scope, ...change }, scope)).toBe(expected);
    expect(isWithinScope({ ...scope, ...change }, UNRESTRICTED)).toBe(true);
  });
});

const tool = fc.constantFrom('a', 'b', 'c', 'd');
const tools = fc.array(tool, { maxLength: 4 });
const cap = fc.constantFrom(0, 1, 50, 100.5, 1_000);
const request = fc.record(
  {
    allowed_tools: tools,
    forbidden_data_classes: fc.array(fc.constantFrom('pii', 'phi')),
    jurisdiction: fc.constantFrom('', 'EU', 'US'),
    max_value: cap,
  },
  { requiredKeys: [] },
);
const narrowing = fc.record({ allowed_tools: tools, max_value: cap }, { requiredKeys: [] });
const act: fc.Arbitrary<Act> = fc.record(
  {
    kind: fc.constant('tool' as const),
    action_type: fc.constant('tool.call'),
    tool,
    data_class: fc.constantFrom('pii', 'phi'),
    value: fc.constantFrom(0, 1, 70, 5_000),
    jurisdiction: fc.constantFrom('EU', 'US'),
  },
  { requiredKeys: ['kind', 'action_type'] },
);

it('property: a child of any depth never exceeds one of its ancestors, in members and in what it permits', () => {
  fc.assert(
    fc.property(request, fc.array(narrowing, { maxLength: 6 }), act, (start, steps, tried) => {
      const chain = [scopeAtStart(start)];
      for (const step of steps) chain.push(narrowScope(chain.at(-1) ?? UNRESTRICTED, step));
      const permits = chain.map((one) => decide([{ scope: 'session', policy: policyOfScope(one) }], tried).allowed);
      for (let below = 0; below < chain.length; below++) {
        for (let above = 0; above <= below; above++) {
          expect(isWithinScope(chain[below] ?? UNRESTRICTED, chain[above] ?? UNRESTRICTED)).toBe(true);
          if (permits[below]) expect(permits[above]).toBe(true);
        }
      }
    }),
    { numRuns: 400 },
  );
});

it('hashes every member', () => {
  const changes: readonly Partial<SessionScope>[] = [
    {},
    { allowed_tools: null },
    { allowed_tools: [] },
    { forbidden_data_classes: null },
    { jurisdiction: null },
    { max_value: null },
  ];
  expect(new Set(changes.map((change) => scopeHash({ ...scope, ...change }).join())).size).toBe(changes.length);
});
