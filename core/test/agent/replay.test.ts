import { outcomeOf } from '@touchstone/core/agent/act-outcome.ts';
import { forkNodeHash, nodeHash, type RedactionLevel, redactNode } from '@touchstone/core/agent/node.ts';
import type { AgentPolicy } from '@touchstone/core/agent/policy.ts';
import { createFork, type ForkPlan, forkSession, replaySession } from '@touchstone/core/agent/replay.ts';
import { UNRESTRICTED } from '@touchstone/core/agent/scope.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainOf, type Draft, hashOf, plainDrafts, STARTED_AT } from './fixture.ts';

const PARENT = hashOf('registration');
const start = { firstParent: PARENT };
const recorded = (drafts: readonly Draft[], level: RedactionLevel = 'full') =>
  chainOf(
    drafts.map((draft) => {
      const { action_type, action_summary, details } = redactNode(level, { ...blank, ...draft });
      return { ...draft, action_type, action_summary, details };
    }),
    PARENT,
  ).map((node) => ({ node, hash: nodeHash(node) }));
const blank = chainOf([{ action_type: 'x' }], PARENT)[0] ?? unreachable();

describe('replay', () => {
  const entries = recorded(plainDrafts(10));

  it('answers every node, or those up to a moment, that moment included', () => {
    expect(replaySession(entries, start).nodes).toHaveLength(11);
    expect(replaySession(entries, start, STARTED_AT + 3_000).nodes.map(({ node_id: id }) => id)).toEqual([
      'node_0',
      'node_1',
      'node_2',
      'node_3',
    ]);
    expect(replaySession(entries, start, STARTED_AT + 2_999).nodes).toHaveLength(3);
    expect(replaySession(entries, start, STARTED_AT - 1).nodes).toEqual([]);
  });

  it('finds a break behind the moment too', () => {
    expect(replaySession(entries, start, STARTED_AT).broken).toBeNull();
    const broken = entries.map((one, at) =>
      at === 7 ? { ...one, node: { ...one.node, action_summary: 'changed' } } : one,
    );
    expect(replaySession(broken, start, STARTED_AT).broken).toMatchObject({ index: 7, what: 'hash' });
  });
});

const scope = { ...UNRESTRICTED, max_value: 500, allowed_tools: ['read', 'mail'] };
const DRAFTS: readonly Draft[] = [
  { action_type: 'session.start' },
  { action_type: 'tool:read', output_hash: hashOf('o'), details: { status: 'success', value: 20 } },
  { action_type: 'payment', details: { value: 120.5, jurisdiction: 'EU' } },
  { action_type: 'policy:payment', action_summary: 'account:1', details: { allowed: true, rule: null, value: 480 } },
  {
    action_type: 'policy:payment',
    action_summary: 'a',
    details: { allowed: false, rule: 'session.max_value', value: 900 },
  },
  { action_type: 'tool:drop', details: { status: 'denied', rule: 'session.allowed_tools' } },
  { action_type: 'exposure:pii', action_summary: 'read', details: { status: 'clean', rule: null } },
  { action_type: 'payment', details: { status: 'denied', rule: 'organisation.denied_actions', value: 1 } },
  { action_type: 'payment', details: { status: 'denied', rule: 'action.value' } },
  { action_type: 'memory.checkpoint' },
  { action_type: 'tool:mail', details: { status: 'failure', value: 300 } },
];
const plan = (forkAt: string, policy?: AgentPolicy): ForkPlan => ({
  ...start,
  scope,
  forkAt,
  ...(policy === undefined ? {} : { policy }),
});
const forked = (forkAt: string, policy?: AgentPolicy, level?: RedactionLevel) =>
  forkSession(recorded(DRAFTS, level), plan(forkAt, policy)) ?? unreachable();

describe('fork', () => {
  it('without a policy nothing diverges, and with one that says what the scope says neither', () => {
    expect(forked('node_0').divergence).toEqual([]);
    expect(forked('node_0', {}).divergence).toEqual([]);
    expect(forked('node_0', { max_value: 500, allowed_tools: ['read', 'mail'] }).divergence).toEqual([]);
  });

  it('a lower cap refuses what was above it, with the rule', () => {
    expect(forked('node_0', { max_value: 100 }).divergence).toEqual([
      { node_id: 'node_2', original: 'allowed', replayed: 'denied', rule: 'session.max_value' },
      { node_id: 'node_3', original: 'allowed', replayed: 'denied', rule: 'session.max_value' },
      { node_id: 'node_10', original: 'failure', replayed: 'violation', rule: 'session.max_value' },
    ]);
  });

  it('a higher cap and more tools permit what was refused; other refusals stand', () => {
    expect(forked('node_0', { max_value: 1_000, allowed_tools: ['read', 'mail', 'drop'] }).divergence).toEqual([
      { node_id: 'node_4', original: 'denied', replayed: 'allowed', rule: 'session.max_value' },
      { node_id: 'node_5', original: 'denied', replayed: 'pending', rule: 'session.allowed_tools' },
    ]);
  });

  it('judges tools, classes, jurisdictions and action types', () => {
    const policy = {
      allowed_tools: ['mail'],
      forbidden_data_classes: ['PII'],
      jurisdiction: 'US',
      denied_actions: ['payment'],
    };
    expect(forked('node_0', policy).divergence.map(({ node_id, replayed, rule }) => [node_id, replayed, rule])).toEqual(
      [
        ['node_1', 'violation', 'session.allowed_tools'],
        ['node_2', 'denied', 'session.denied_actions'],
        ['node_3', 'denied', 'session.denied_actions'],
        ['node_6', 'exposed', 'session.forbidden_data_classes'],
      ],
    );
    expect(forked('node_0', { jurisdiction: 'US' }).divergence).toEqual([
      { node_id: 'node_2', original: 'allowed', replayed: 'denied', rule: 'session.jurisdiction' },
    ]);
  });

  it('keeps what stands before the fork and marks what comes from it on', () => {
    const { nodes, divergence, broken } = forked('node_3', { max_value: 100 });
    const entries = recorded(DRAFTS);
    expect(broken).toBeNull();
    expect(divergence.map(({ node_id: id }) => id)).toEqual(['node_3', 'node_10']);
    expect(nodes.slice(0, 3)).toEqual(entries.slice(0, 3).map((one) => ({ ...one, simulation: false })));
    for (let at = 3; at < nodes.length; at++) {
      const { node, hash, simulation } = nodes[at] ?? unreachable();
      expect(simulation).toBe(true);
      expect(hash).toEqual(forkNodeHash(node));
      expect(node.parent_hash).toBe(toHex(nodes[at - 1]?.hash ?? new Uint8Array()));
    }
    expect(nodes[3]?.node.details).toEqual({ allowed: false, rule: 'session.max_value', value: 480 });
    expect(nodes[10]?.node.details).toEqual({
      status: 'failure',
      violation: { rule: 'session.max_value' },
      value: 300,
    });
  });

  it('is null where no node has that id', () => {
    expect(forkSession(recorded(DRAFTS), plan('node_99'))).toBeNull();
  });

  it('tells of a broken chain', () => {
    const entries = recorded(DRAFTS).filter((_, at) => at !== 4);
    expect(forkSession(entries, plan('node_0'))?.broken).toMatchObject({ index: 4, what: 'link' });
  });
});

describe('a refusal that stays one', () => {
  const refused = { status: 'denied', rule: 'session.allowed_tools' };
  const drafts: readonly Draft[] = [
    { action_type: 'session.start' },
    { action_type: 'tool:drop', details: { ...refused, value: 400 } },
    { action_type: 'tool:drop', details: { ...refused, unreadable: 'value', metadata: { value: '1e9' } } },
    {
      action_type: 'tool:read',
      details: { status: 'denied', rule: 'action.value', unreadable: 'value', metadata: { value: '-1' } },
    },
    { action_type: 'tool:read', details: { status: 'denied', rule: 'project.max_value', value: 400 } },
  ];
  const rulesUnder = (policy: AgentPolicy, level: RedactionLevel) => {
    const fork = forkSession(recorded(drafts, level), plan('node_0', policy)) ?? unreachable();
    expect(fork.divergence).toEqual([]);
    return fork.nodes.slice(1).map(({ node: { details } }) => [details.status, details.rule]);
  };

  it.each(['full', 'metadata_only', 'hash_only'] as const)('%s: names the rule of the fork', (level) => {
    expect(rulesUnder({ allowed_tools: ['read', 'drop'], max_value: 300 }, level)).toEqual([
      ['denied', 'session.max_value'],
      ['denied', 'action.value'],
      ['denied', 'action.value'],
      ['denied', 'project.max_value'],
    ]);
    expect(rulesUnder({ allowed_tools: [] }, level)).toEqual([
      ['denied', 'session.allowed_tools'],
      ['denied', 'session.allowed_tools'],
      ['denied', 'session.allowed_tools'],
      ['denied', 'project.max_value'],
    ]);
  });

  it('redacted: keeps the recorded rule where the tool is not known', () => {
    expect(rulesUnder({ allowed_tools: ['drop'], max_value: 300 }, 'redacted').slice(0, 2)).toEqual([
      ['denied', 'session.allowed_tools'],
      ['denied', 'session.allowed_tools'],
    ]);
  });
});

describe('fork of redacted nodes', () => {
  it.each(['metadata_only', 'hash_only', 'redacted'] as const)(
    '%s: value and jurisdiction are judged again',
    (level) => {
      expect(forked('node_0', { max_value: 100 }, level).divergence).toEqual(
        forked('node_0', { max_value: 100 }).divergence,
      );
    },
  );

  it('what was dropped keeps its recorded outcome', () => {
    const policy = { allowed_tools: ['drop'], forbidden_data_classes: ['pii'], denied_actions: ['payment'] };
    expect(forked('node_0', policy, 'redacted').divergence).toEqual([]);
    expect(forked('node_0', { allowed_tools: ['drop'] }, 'hash_only').divergence.map(({ node_id: id }) => id)).toEqual([
      'node_1',
      'node_5',
      'node_10',
    ]);
  });
});

it('property: replay and fork are deterministic, in one go and node by node, and a stricter fork refuses more', () => {
  const policy = fc.record(
    {
      max_value: fc.constantFrom(0, 100, 400, 1_000),
      allowed_tools: fc.subarray(['read', 'mail', 'drop']),
      forbidden_data_classes: fc.subarray(['pii', 'phi']),
      jurisdiction: fc.constantFrom('EU', 'US', ''),
      denied_actions: fc.subarray(['payment', 'tool:mail']),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(policy, fc.nat({ max: 10 }), (laid, at) => {
      const entries = recorded(DRAFTS);
      const wanted = plan(`node_${at}`, laid);
      const first = forkSession(entries, wanted) ?? unreachable();
      expect(forkSession(entries, wanted)).toEqual(first);
      const sliced = createFork(wanted);
      expect(entries.map((entry) => sliced.add(entry))).toEqual(first.nodes);
      expect(sliced.divergence).toEqual(first.divergence);
      // What is told apart is exactly what has another outcome.
      const differing = first.nodes.filter(({ node }, i) => outcomeOf(node) !== outcomeOf(entries[i]?.node ?? node));
      expect(first.divergence.map(({ node_id: id }) => id)).toEqual(differing.map(({ node }) => node.node_id));
      expect(replaySession(entries, start)).toEqual(replaySession(entries, start));
    }),
    { numRuns: 80 },
  );
});

function unreachable(): never {
  throw new Error('unreachable');
}
