/** S40 and 12.32: what ran although forbidden is told apart from what was refused, in nodes, bundles and forks. */
import {
  actionOutcome,
  isRefusal,
  mayHaveRun,
  outcomeOf,
  type ReportedCall,
  toolOutcome,
  violatedRule,
} from '@touchstone/core/agent/act-outcome.ts';
import { nodeBytes, nodeVersion, type RedactionLevel, redactNode } from '@touchstone/core/agent/node.ts';
import { forkSession } from '@touchstone/core/agent/replay.ts';
import { verifySession } from '@touchstone/core/agent/verify-bundle.ts';
import { fromUtf8 } from '@touchstone/core/bytes.ts';
import type { GeneratedKeySet } from '@touchstone/core/keys/generate.ts';
import { outlineOf } from '@touchstone/core/report/agent-outline.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, newServiceSet, optionsFor, record, SCOPE, trusting } from './bundle-fixture.ts';
import { chainOf, type Draft, draftNode, hashOf } from './fixture.ts';

const RULE = 'session.max_value';
const FORBIDDEN = { allowed: false, rule: RULE };
const VIOLATION = { violation: { rule: RULE } };

describe('12.32: what a node says of an act that a rule forbade', () => {
  it.each<[ReportedCall, object]>([
    [
      { status: 'success', hasResponse: false },
      { status: 'success', ...VIOLATION },
    ],
    [
      { status: 'failure', hasResponse: false },
      { status: 'failure', ...VIOLATION },
    ],
    [
      { status: 'timeout', hasResponse: true },
      { status: 'timeout', ...VIOLATION },
    ],
    [
      { status: 'pending', hasResponse: true },
      { status: 'pending', ...VIOLATION },
    ],
    [{ hasResponse: true }, { status: 'success', ...VIOLATION }],
    [
      { status: 'pending', hasResponse: false },
      { status: 'denied', rule: RULE },
    ],
    [
      { status: 'denied', hasResponse: true },
      { status: 'denied', rule: RULE },
    ],
    [{ hasResponse: false }, { status: 'denied', rule: RULE }],
  ])('a call that reports %j', (reported, expected) => {
    expect(toolOutcome(reported, FORBIDDEN)).toEqual(expected);
    const { status } = toolOutcome(reported, { allowed: true, rule: null });
    expect(status).toBe(reported.status ?? (reported.hasResponse ? 'success' : 'pending'));
  });

  it('an action ran where it has an output', () => {
    expect(actionOutcome(true, FORBIDDEN)).toEqual({ status: 'success', ...VIOLATION });
    expect(actionOutcome(false, FORBIDDEN)).toEqual({ status: 'denied', rule: RULE });
    expect(actionOutcome(true, { allowed: true, rule: null })).toEqual({});
  });

  it('refused, ran although forbidden, and unclear are three things', () => {
    const ran = draftNode({ action_type: 'tool:pay', details: { status: 'success', ...VIOLATION } });
    const refused = draftNode({ action_type: 'tool:pay', details: { status: 'denied', rule: RULE } });
    const old = { ...refused, output_hash: hashOf('paid') };
    expect([ran, refused, old].map(isRefusal)).toEqual([false, true, true]);
    expect([ran, refused, old].map(violatedRule)).toEqual([RULE, null, null]);
    expect([ran, refused, old].map(mayHaveRun)).toEqual([false, false, true]);
    expect([ran, refused, old].map(outcomeOf)).toEqual(['violation', 'denied', 'denied']);
    // A decision states whether it allows; no other member can make it an act.
    expect(violatedRule(draftNode({ action_type: 'policy:pay', details: { ...VIOLATION } }))).toBeNull();
    expect(violatedRule(draftNode({ action_type: 'tool:pay', details: { violation: 'x' } }))).toBeNull();
  });
});

describe('12.32: versions of nodes', () => {
  const tagOf = (details: Draft['details']) =>
    fromUtf8(nodeBytes(draftNode({ action_type: 'tool:pay', ...(details === undefined ? {} : { details }) })))?.slice(
      0,
      17,
    );

  it('a node with a member of version 2 has its tag, and every other that of version 1', () => {
    expect(tagOf({ status: 'denied', rule: RULE })).toBe('svc-agent-node/v1');
    expect(tagOf({ status: 'success', ...VIOLATION })).toBe('svc-agent-node/v2');
    expect(tagOf({ state: 'pending', allow_requester: true })).toBe('svc-agent-node/v2');
    expect(nodeVersion({ details: { metadata: { violation: 'x' } } })).toBe(1);
  });

  it.each(['full', 'metadata_only', 'hash_only', 'redacted'] as const)('%s keeps what makes the version', (level) => {
    const kept = redactNode(
      level,
      draftNode({ action_type: 'tool:pay', details: { status: 'success', ...VIOLATION } }),
    );
    expect(kept.details).toEqual({ status: 'success', ...VIOLATION });
  });
});

describe('12.32: bundles', () => {
  let service: GeneratedKeySet;
  beforeAll(async () => {
    service = await newServiceSet();
  });
  const tool = 'tool:svc.tool.example.read.v1';
  const ran: Draft = {
    action_type: tool,
    output_hash: hashOf('o'),
    details: { status: 'success', ...VIOLATION, value: 700 },
  };
  const refused: Draft = { action_type: tool, details: { status: 'denied', rule: RULE, value: 700 } };
  const old: Draft = { ...refused, output_hash: hashOf('o') };
  const judge = async (drafts: readonly Draft[], format: string) => {
    const { bundle } = await record({ service, drafts: [{ action_type: 'session.start' }, ...drafts], format });
    const bytes = bytesOf(bundle);
    return { bytes, report: await verifySession(bytes, optionsFor(trusting(service))) };
  };

  it('of version 2 with an act that ran although forbidden is VERIFIED and counts it', async () => {
    const { report } = await judge([ran, refused], 'svc-agent-session/v2');
    expect(report).toMatchObject({ outcome: 'VERIFIED', subject: { ran_although_forbidden: '1 of 4 nodes' } });
  });

  it('of version 1 holds no such node, and reads as it did', async () => {
    const { report } = await judge([ran], 'svc-agent-session/v1');
    expect(report).toMatchObject({ outcome: 'INPUT_ERROR', code: 'FORMAT', exit_code: 2 });
    expect((await judge([refused, old], 'svc-agent-session/v1')).report).toMatchObject({ outcome: 'VERIFIED' });
  });

  it('an act outside the scope that is neither refused nor marked is still FAILED', async () => {
    const plain = { ...ran, details: { status: 'success', value: 700 } };
    for (const format of ['svc-agent-session/v1', 'svc-agent-session/v2']) {
      expect((await judge([plain], format)).report).toMatchObject({ outcome: 'FAILED', code: 'SCOPE_EXCEEDED' });
    }
  });

  it('S40: the report lists what ran although forbidden apart from what was refused', async () => {
    const { bytes, report } = await judge([ran, refused, old], 'svc-agent-session/v2');
    const outline = outlineOf('session', bytes, null);
    expect(outline).toMatchObject({
      ran_although_forbidden: {
        total: 1,
        first: [{ position: 2, decision: 'success, although forbidden', rule: RULE }],
      },
      refused: {
        total: 2,
        first: [
          { position: 3, decision: 'denied' },
          { position: 4, decision: 'denied; an output is recorded, so the act may have run' },
        ],
      },
    });
    expect(report.outcome).toBe('VERIFIED');
  });
});

describe('S40: a fork', () => {
  const rulesFor = (drafts: readonly Draft[], policy: object, rules?: 1 | 2, level: RedactionLevel = 'full') => {
    const nodes = chainOf(
      [{ action_type: 'session.start' }, ...drafts].map((draft) => ({ ...draft })),
      hashOf('r'),
    );
    const kept = nodes.map((node) => redactNode(level, node));
    const linked = chainOf(
      kept.map(({ parent_hash: _, ...node }) => node),
      hashOf('r'),
    );
    const fork = forkSession(
      linked.map((node) => ({ node })),
      {
        firstParent: hashOf('r'),
        scope: { ...SCOPE, max_value: 500, jurisdiction: null, forbidden_data_classes: null, allowed_tools: null },
        forkAt: 'node_0',
        policy,
        ...(rules === undefined ? {} : { rules }),
      },
    );
    return {
      divergence: fork?.divergence.map(({ original, replayed, rule }) => [original, replayed, rule]),
      details: fork?.nodes.at(-1)?.node.details,
    };
  };
  const paid = { action_type: 'tool:pay', output_hash: hashOf('paid') };

  it('says of what ran and is now forbidden that it ran, and of what had not run that it is denied', () => {
    const ran = { ...paid, details: { status: 'success', value: 300 } };
    expect(rulesFor([ran], { max_value: 100 })).toEqual({
      divergence: [['success', 'violation', RULE]],
      details: { status: 'success', value: 300, violation: { rule: RULE } },
    });
    expect(
      rulesFor([{ action_type: 'tool:pay', details: { status: 'pending', value: 300 } }], { max_value: 100 }),
    ).toEqual({
      divergence: [['pending', 'denied', RULE]],
      details: { status: 'denied', value: 300, rule: RULE },
    });
  });

  it.each(['full', 'metadata_only', 'hash_only', 'redacted'] as const)(
    '%s: permits what ran although forbidden',
    (level) => {
      const ran = { ...paid, details: { status: 'failure', value: 700, ...VIOLATION } };
      expect(rulesFor([ran], { max_value: 1_000 }, 2, level)).toEqual({
        divergence: [['violation', 'failure', RULE]],
        details: { status: 'failure', value: 700 },
      });
      expect(rulesFor([ran], { max_value: 600 }, 2, level).divergence).toEqual([]);
    },
  );

  it('decides nodes of version 1 again, and those of actions', () => {
    const old = { ...paid, details: { status: 'denied', rule: RULE, value: 700 } };
    expect(rulesFor([old], { max_value: 1_000 })).toEqual({
      divergence: [['denied', 'success', RULE]],
      details: { status: 'success', value: 700 },
    });
    expect(rulesFor([old], { max_value: 600 })).toEqual({ divergence: [], details: old.details });
    const action = { action_type: 'pay', output_hash: hashOf('paid'), details: { value: 300 } };
    expect(rulesFor([action], { max_value: 100 }).divergence).toEqual([['allowed', 'violation', RULE]]);
    const broken = { ...action, details: { status: 'success', value: 700, ...VIOLATION } };
    expect(rulesFor([broken], { max_value: 1_000 })).toEqual({
      divergence: [['violation', 'allowed', RULE]],
      details: { value: 700 },
    });
  });

  it('that was kept under the first rules comes out as it did', () => {
    const ran = { ...paid, details: { status: 'success', value: 300 } };
    expect(rulesFor([ran], { max_value: 100 }, 1)).toEqual({
      divergence: [['success', 'denied', RULE]],
      details: { status: 'denied', value: 300, rule: RULE },
    });
  });
});
