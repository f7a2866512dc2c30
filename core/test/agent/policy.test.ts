import { redactNode } from '@touchstone/core/agent/node.ts';
import {
  type Act,
  type AgentPolicy,
  actOfAction,
  actOfEvaluation,
  actOfExposure,
  actOfNode,
  actOfTool,
  decide,
  exposureStatus,
  GATE_SCOPES,
  type Gate,
  missingIn,
  policyOfScope,
  statedIn,
} from '@touchstone/core/agent/policy.ts';
import { UNRESTRICTED } from '@touchstone/core/agent/scope.ts';
import { isJsonObject } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftNode } from './fixture.ts';

const session = (policy: AgentPolicy): Gate[] => [{ scope: 'session', policy }];
const payment: Act = { kind: 'action', action_type: 'payment', value: 120, jurisdiction: 'EU', data_class: 'pii' };
const call: Act = { kind: 'tool', action_type: 'tool.call', tool: 'svc.tool.x.v1' };

describe('one gate', () => {
  it.each<[AgentPolicy, Act, string | null]>([
    [{}, payment, null],
    [{ max_value: 120 }, payment, null],
    [{ max_value: 119.99 }, payment, 'session.max_value'],
    [{ max_value: 0 }, payment, 'session.max_value'],
    [{ max_value: 0 }, { ...payment, value: 0 }, null],
    [{ jurisdiction: 'EU' }, payment, null],
    [{ jurisdiction: 'eu' }, payment, 'session.jurisdiction'],
    [{ jurisdiction: '' }, payment, null],
    [{ forbidden_data_classes: ['pii'] }, payment, 'session.forbidden_data_classes'],
    [{ forbidden_data_classes: ['phi'] }, payment, null],
    [{ forbidden_data_classes: ['PII'] }, payment, 'session.forbidden_data_classes'],
    [{ forbidden_data_classes: ['pii'] }, { ...payment, data_class: 'Pii' }, 'session.forbidden_data_classes'],
    [{ forbidden_data_classes: ['pii '] }, payment, null],
    [{ denied_actions: ['payment'] }, payment, 'session.denied_actions'],
    [{ denied_actions: ['pay'] }, payment, null],
    [{ allowed_tools: [] }, payment, null],
    [{ allowed_tools: [] }, call, 'session.allowed_tools'],
    [{ allowed_tools: ['svc.tool.x.v1'] }, call, null],
    [{ allowed_tools: ['svc.tool.x'] }, call, 'session.allowed_tools'],
    [{ denied_actions: ['tool:svc.tool.x.v1'] }, call, 'session.denied_actions'],
    [{ denied_actions: ['tool.call'] }, call, 'session.denied_actions'],
    [{ denied_actions: ['svc.tool.x.v1'] }, call, null],
  ])('%j of %j: %s', (policy, act, rule) => {
    expect(decide(session(policy), act)).toEqual({ allowed: rule === null, rule });
  });

  it('lets pass what is not stated', () => {
    const strict = { max_value: 0, jurisdiction: 'EU', forbidden_data_classes: ['pii'], allowed_tools: [] };
    expect(decide(session(strict), { kind: 'action', action_type: 'note' }).allowed).toBe(true);
  });
});

describe('several gates', () => {
  it('the first in the order organisation, team, project, session, action names the rule, whatever order they come in', () => {
    const gates = GATE_SCOPES.map((scope): Gate => ({ scope, policy: { max_value: 1 } }));
    for (const [at, scope] of GATE_SCOPES.entries()) {
      const rest = gates.slice(at);
      expect(decide(rest, payment).rule).toBe(`${scope}.max_value`);
      expect(decide([...rest].reverse(), payment).rule).toBe(`${scope}.max_value`);
    }
  });

  it('property: allowed exactly where every single gate allows', () => {
    const policy = fc.record(
      {
        max_value: fc.constantFrom(0, 100, 500),
        jurisdiction: fc.constantFrom('EU', 'US'),
        forbidden_data_classes: fc.subarray(['pii', 'phi']),
        denied_actions: fc.subarray(['payment', 'other']),
      },
      { requiredKeys: [] },
    );
    const gate = fc.record({ scope: fc.constantFrom(...GATE_SCOPES), policy });
    fc.assert(
      fc.property(fc.array(gate, { maxLength: 6 }), (gates) => {
        const single = gates.map((one) => decide([one], payment));
        const whole = decide(gates, payment);
        expect(whole.allowed).toBe(single.every(({ allowed }) => allowed));
        if (!whole.allowed) expect(single.map(({ rule }) => rule)).toContain(whole.rule);
      }),
    );
  });

  it('the action rules come last and always apply', () => {
    const unreadable: Act = { ...call, unreadable: 'value' };
    expect(decide([], unreadable)).toEqual({ allowed: false, rule: 'action.value' });
    expect(decide(session({ allowed_tools: [] }), unreadable).rule).toBe('session.allowed_tools');
    expect(decide([], { ...call, unreadable: 'jurisdiction' }).rule).toBe('action.jurisdiction');
    expect(decide([], { ...call, unreadable: 'data_class' }).rule).toBe('action.data_class');
  });
});

describe('what an act states', () => {
  it.each([
    [{ value: '120.50' }, { value: 120.5 }],
    [{ value: 120.5 }, { value: 120.5 }],
    [{ value: '0' }, { value: 0 }],
    [{ value: 0 }, { value: 0 }],
    [{ value: '-1' }, { unreadable: 'value' }],
    [{ value: -1 }, { unreadable: 'value' }],
    [{ value: '1e3' }, { unreadable: 'value' }],
    [{ value: ' 1' }, { unreadable: 'value' }],
    [{ value: '1,000' }, { unreadable: 'value' }],
    [{ value: '.5' }, { unreadable: 'value' }],
    [{ value: '' }, { unreadable: 'value' }],
    [{ value: null }, { unreadable: 'value' }],
    [{ value: [1] }, { unreadable: 'value' }],
    [{ value: '9'.repeat(400) }, { unreadable: 'value' }],
    [{ jurisdiction: 'EU' }, { jurisdiction: 'EU' }],
    [{ jurisdiction: '' }, {}],
    [{ jurisdiction: 7 }, { unreadable: 'jurisdiction' }],
    [{ data_class: 'pii' }, { data_class: 'pii' }],
    [{ data_class: ['pii'] }, { unreadable: 'data_class' }],
    [
      { value: 1, jurisdiction: 7 },
      { value: 1, unreadable: 'jurisdiction' },
    ],
    [{ other: 1 }, {}],
  ])('%j is %j', (members, stated) => {
    expect(statedIn(members)).toEqual(stated);
  });

  it('is nothing where there are no members, and never what a prototype has', () => {
    expect(statedIn(undefined)).toEqual({});
    const parsed = parseStrictJson('{"__proto__":{"value":"x"}}');
    expect(parsed.ok && isJsonObject(parsed.value) && statedIn(parsed.value)).toEqual({});
  });

  it('comes from every kind of request', () => {
    expect(actOfAction({ action_type: 'payment', metadata: { value: '5' } })).toEqual({
      kind: 'action',
      action_type: 'payment',
      value: 5,
    });
    expect(actOfTool({ tool_name: 't', metadata: { data_class: 'pii' } })).toEqual({
      kind: 'tool',
      action_type: 'tool.call',
      tool: 't',
      data_class: 'pii',
    });
    expect(actOfExposure({ data_class: 'phi' })).toEqual({
      kind: 'exposure',
      action_type: 'exposure.check',
      data_class: 'phi',
    });
    expect(actOfEvaluation({ action_type: 'payment', target_resource: 'account:1' }).tool).toBeUndefined();
    expect(actOfEvaluation({ action_type: 'tool.call', target_resource: 'mail' }).tool).toBe('mail');
    expect(actOfEvaluation({ action_type: 'x', target_resource: 'svc.tool.a.b.v1' }).tool).toBe('svc.tool.a.b.v1');
  });
});

describe('a recorded node', () => {
  const nodes = [
    draftNode({ action_type: 'payment', details: { value: 5, jurisdiction: 'EU', metadata: { data_class: 'pii' } } }),
    draftNode({ action_type: 'tool:t', details: { status: 'success', value: 7 } }),
    draftNode({
      action_type: 'policy:tool.call',
      action_summary: 'mail',
      details: { parameters: { data_class: 'pii' } },
    }),
    draftNode({ action_type: 'exposure:phi', details: { status: 'clean' } }),
  ];

  it('tells the act that was judged', () => {
    expect(nodes.map(actOfNode)).toEqual([
      { kind: 'action', action_type: 'payment', value: 5, jurisdiction: 'EU', data_class: 'pii' },
      { kind: 'tool', action_type: 'tool.call', tool: 't', value: 7 },
      { kind: 'policy', action_type: 'tool.call', tool: 'mail', data_class: 'pii' },
      { kind: 'exposure', action_type: 'exposure.check', data_class: 'phi' },
    ]);
    expect(actOfNode(draftNode({ action_type: 'memory.checkpoint' }))).toBeNull();
    expect(actOfNode(draftNode({ action_type: 'session.start' }))).toBeNull();
  });

  it('tells what could not be judged, by what it has kept or by its mark, which every level keeps', () => {
    const details = { status: 'denied', rule: 'session.allowed_tools', unreadable: 'value' };
    const node = draftNode({ action_type: 'tool:t', details: { ...details, metadata: { value: '1e9' } } });
    for (const level of ['full', 'metadata_only', 'hash_only', 'redacted'] as const) {
      const act = actOfNode(redactNode(level, node));
      expect(act?.unreadable, level).toBe('value');
      expect(act === null ? null : decide([], act).rule, level).toBe('action.value');
    }
    const unmarked = draftNode({ action_type: 'policy:pay', details: { parameters: { jurisdiction: 7 } } });
    expect(actOfNode(unmarked)?.unreadable).toBe('jurisdiction');
    const foreign = draftNode({ action_type: 'payment', details: { unreadable: 'other' } });
    expect(actOfNode(foreign)?.unreadable).toBeUndefined();
  });

  it('says what the redaction level has dropped', () => {
    const [action, tool, policy, exposure] = nodes.map((node) => actOfNode(redactNode('redacted', node)));
    if (!action || !tool || !policy || !exposure) throw new Error('four');
    expect([action.value, action.jurisdiction, tool.value]).toEqual([5, 'EU', 7]);
    expect(missingIn(tool, 'session.allowed_tools')).toBe(true);
    expect(missingIn(tool, 'session.denied_actions')).toBe(true);
    expect(decide(session({ allowed_tools: [] }), policy).allowed).toBe(true);
    expect(missingIn(tool, 'session.max_value')).toBe(false);
    expect(missingIn(tool, 'session.jurisdiction')).toBe(true);
    expect(missingIn(action, 'session.denied_actions')).toBe(true);
    expect(missingIn(policy, 'session.allowed_tools')).toBe(true);
    expect(missingIn(exposure, 'session.forbidden_data_classes')).toBe(true);
    expect(missingIn(action, 'session.other')).toBe(true);
    expect(missingIn(action, 'action.value')).toBe(true);
    expect(missingIn({ ...action, unreadable: 'value' }, 'action.value')).toBe(false);
  });
});

it('a scope is the policy of its gate', () => {
  expect(policyOfScope(UNRESTRICTED)).toEqual({});
  const scope = { allowed_tools: [], forbidden_data_classes: ['a'], jurisdiction: 'EU', max_value: 5 };
  expect(policyOfScope(scope)).toEqual(scope);
});

it('an exposure check is clean or exposed', () => {
  expect(exposureStatus({ allowed: true, rule: null })).toBe('clean');
  expect(exposureStatus({ allowed: false, rule: 'session.forbidden_data_classes' })).toBe('exposed');
});

describe('a value with more digits than a double holds', () => {
  const refuses = (value: string, cap: number) =>
    !decide([{ scope: 'session', policy: { max_value: cap } }], {
      ...statedIn({ value }),
      kind: 'action',
      action_type: 'pay',
    }).allowed;

  it.each<[string, number]>([
    ['100.0000000000000000000000001', 100],
    ['9007199254740993', 9007199254740992],
    ['0.10000000000000000000001', 0.1],
    [`0.${'0'.repeat(290)}1`, 0],
    ['1000000000000000000000001', 1e24],
    ['0.00000010000000000000000000001', 1e-7],
  ])('%s is above %d', (value, cap) => {
    expect(refuses(value, cap)).toBe(true);
  });

  it.each<[string, number]>([
    ['100.0000', 100],
    ['00100', 100],
    ['99.9999999999999999999999999', 100],
    ['9007199254740992', 9007199254740992],
    ['0.1', 0.1],
    ['0.30000000000000004', 0.1 + 0.2],
    ['0.0', 0],
    ['1000000000000000000000000', 1e24],
    ['0.0000001', 1e-7],
  ])('%s is not above %d', (value, cap) => {
    expect(refuses(value, cap)).toBe(false);
  });

  it('property: a number as text is that number', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e20, noNaN: true }), (number) => {
        const text = String(number);
        if (!text.includes('e')) expect(statedIn({ value: text }).value).toBe(number);
      }),
    );
  });
});
