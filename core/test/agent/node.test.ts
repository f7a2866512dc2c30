import { createHash } from 'node:crypto';
import {
  type AgentNode,
  forkNodeHash,
  isReservedActionType,
  kindOf,
  nodeBytes,
  nodeHash,
  nodeOf,
  openingHash,
  redactNode,
} from '@touchstone/core/agent/node.ts';
import { fromUtf8, toHex } from '@touchstone/core/bytes.ts';
import { describe, expect, it } from 'vitest';
import { draftNode, hashOf } from './fixture.ts';

const node = draftNode({
  node_id: 'node_1',
  action_type: 'tool:svc.tool.example.mail-send.v1',
  action_summary: 'Sent a reminder.',
  output_hash: hashOf('output'),
  parent_hash: hashOf('parent'),
  details: {
    status: 'success',
    value: 20,
    jurisdiction: 'EU',
    metadata: { attempt: '1' },
    parameters: { to: 'a' },
    imported: { source: 'otel', span_id: '1' },
  },
});

describe('what is hashed (S20)', () => {
  it('is the tag, a zero byte and the canonical JSON of the ten members', () => {
    const text = fromUtf8(nodeBytes(node)) ?? '';
    expect(text.startsWith('svc-agent-node/v1\0{"action_summary":"Sent a reminder.","action_type":"tool:')).toBe(true);
    expect(toHex(nodeHash(node))).toBe(createHash('sha256').update(nodeBytes(node)).digest('hex'));
  });

  it('has a fixed hash (golden, computed with Python)', () => {
    expect(toHex(nodeHash(node))).toBe('93b74dc913a1efae4ff6757ac4ece04b7065c6ffb09a12dcd589ed0ffe6fc015');
    expect(toHex(forkNodeHash(node))).toBe('29c365e3fa63e68ff055fad6cb7cc6cda37b8971a3b2275704a65d5c2a7f40e7');
  });

  it('leaves out what a receipt says besides', () => {
    const receipt = { ...node, signature_status: 'valid', svc_74_status: 'pending', verification_url: 'http://x' };
    expect(nodeHash(receipt)).toEqual(nodeHash(node));
    expect(nodeOf(receipt)).toEqual(node);
  });

  it('changes with every member', () => {
    const changes: readonly Partial<AgentNode>[] = [
      { node_id: 'node_2' },
      { agent_id: 'agt_2' },
      { session_id: null },
      { timestamp: '2026-11-20T20:00:00.001Z' },
      { action_type: 'tool:other' },
      { action_summary: '' },
      { input_hash: hashOf('other') },
      { output_hash: '' },
      { parent_hash: null },
      { details: { ...node.details, status: 'failure' } },
    ];
    const hashes = new Set(
      [node, ...changes.map((change) => ({ ...node, ...change }))].map((one) => toHex(nodeHash(one))),
    );
    expect(hashes.size).toBe(changes.length + 1);
  });

  it('never equals the hash of a fork', () => {
    expect(forkNodeHash(node)).not.toEqual(nodeHash(node));
  });

  it('covers a request by its canonical JSON', () => {
    expect(openingHash({ b: 1, a: [] })).toEqual(openingHash({ a: [], b: 1 }));
    expect(toHex(openingHash({ a: [] }))).toBe(createHash('sha256').update('{"a":[]}').digest('hex'));
  });
});

describe('kinds', () => {
  it.each([
    ['agent.register', 'register'],
    ['session.start', 'start'],
    ['session.end', 'end'],
    ['memory.checkpoint', 'memory'],
    ['approval.request', 'approval'],
    ['approval.decide', 'decision'],
    ['session.delegate', 'delegate'],
    ['tool:x', 'tool'],
    ['tool', 'tool'],
    ['policy:payment', 'policy'],
    ['exposure:pii', 'exposure'],
    ['exposure', 'exposure'],
  ])('%s is of kind %s and reserved', (actionType, kind) => {
    expect(kindOf(actionType)).toBe(kind);
    expect(isReservedActionType(actionType)).toBe(true);
  });

  it.each(['payment.prepare', 'tools', 'toolbox:x', 'session.started', 'Session.start', '', 'action', 'constructor'])(
    '%j is an action of the caller',
    (actionType) => {
      expect(kindOf(actionType)).toBe('action');
      expect(isReservedActionType(actionType)).toBe(false);
    },
  );
});

describe('redaction (S20)', () => {
  const outcome = { status: 'success', value: 20, jurisdiction: 'EU', imported: { source: 'otel', span_id: '1' } };

  it('full keeps all', () => {
    expect(redactNode('full', node)).toEqual(node);
  });

  it('metadata_only drops parameters', () => {
    expect(redactNode('metadata_only', node)).toEqual({ ...node, details: { ...outcome, metadata: { attempt: '1' } } });
  });

  it('hash_only drops summary and metadata too', () => {
    expect(redactNode('hash_only', node)).toEqual({ ...node, action_summary: '', details: outcome });
  });

  it('redacted leaves the bare kind', () => {
    expect(redactNode('redacted', node)).toEqual({
      ...node,
      action_type: 'tool',
      action_summary: '',
      details: outcome,
    });
    expect(redactNode('redacted', { ...node, action_type: 'payment.prepare' }).action_type).toBe('action');
    expect(redactNode('redacted', { ...node, action_type: 'session.start' }).action_type).toBe('session.start');
  });

  it('redacted keeps outcomes and drops what it does not know, and who decided', () => {
    const details = {
      approval_id: 'node_0',
      state: 'approved',
      decision: 'approve',
      approver: 'ada@example.com',
      decided_by: 'key_1',
      decided_by_requester: false,
      operator_note: 'secret',
    };
    const redacted = redactNode('redacted', { ...node, action_type: 'approval.decide', details });
    const { operator_note: _note, ...kept } = details;
    expect(redacted.details).toEqual({ ...kept, approver: '' });
  });

  it('keeps the kind at every level', () => {
    for (const level of ['full', 'metadata_only', 'hash_only', 'redacted'] as const) {
      for (const actionType of ['tool:x', 'policy:x', 'exposure:x', 'agent.register', 'approval.decide', 'mine']) {
        const redacted = redactNode(level, { ...node, action_type: actionType });
        expect(kindOf(redacted.action_type)).toBe(kindOf(actionType));
        expect(redacted.input_hash).toBe(node.input_hash);
        expect(redacted.timestamp).toBe(node.timestamp);
      }
    }
  });
});
