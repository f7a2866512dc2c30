import { describe, expect, test } from 'vitest';
import {
  approvalsCsv,
  approvalView,
  effectOf,
  effectWords,
  openApprovers,
  progressWords,
  readSort,
  voterWords,
} from '../../../../../src/pages/record/agents/approvals/approval-items.ts';
import type { Approval } from '../../../../../src/parts/approval/waiting.ts';
import { orderList } from '../../../../../src/parts/list-page/list-order.ts';
import { approval, iso } from '../../../../parts/approval/approval.ts';

function decided(approver: string, decision: 'approve' | 'deny'): Approval['decisions'][number] {
  return {
    node_id: 'node_2',
    approver,
    decision,
    decided_by: null,
    decided_by_requester: false,
    voter: 'administration',
    decided_at: iso(0),
  };
}

describe('openApprovers', () => {
  test('who has decided may not again', () => {
    expect(openApprovers(approval({ decisions: [decided('grace', 'deny')] }))).toEqual(['ada', 'joan']);
  });
});

describe('effectOf', () => {
  test('one of two approvals still waits, the second settles it', () => {
    expect(effectOf(approval(), 'approve')).toBe('pending');
    expect(effectOf(approval({ decisions: [decided('ada', 'approve')] }), 'approve')).toBe('approved');
  });
  test('a denial settles it once the threshold cannot be reached', () => {
    expect(effectOf(approval(), 'deny')).toBe('pending');
    expect(effectOf(approval({ decisions: [decided('ada', 'deny')] }), 'deny')).toBe('denied');
    expect(effectOf(approval({ threshold: 3 }), 'deny')).toBe('denied');
  });
});

test('progressWords says how many are needed and how many there are', () => {
  expect(progressWords(approval())).toContain('2 of 3 listed approvers');
  expect(progressWords(approval({ approvers: ['ada'], threshold: 1 }))).toContain('The one listed approver');
  expect(progressWords(approval({ decisions: [decided('ada', 'approve')] }))).toContain('1 approved and 0 denied');
});

test('effectWords says what either decision does', () => {
  expect(effectWords(approval())).toBe(
    'If you approve, more approvals are still needed. If you deny, others can still approve.',
  );
  expect(effectWords(approval({ approvers: ['ada'], threshold: 1 }))).toBe(
    'If you approve, the request is approved. If you deny, the request is denied.',
  );
});

describe('voterWords', () => {
  const voters = (...names: string[]) => names.map((voter) => ({ voter, key_ids: [] }));
  test.each([
    [voters(), 'Nobody can vote now: no other key has the scope “approve”.'],
    [voters('administration'), 'The console can vote now. That is not enough: 2 more approvals are needed.'],
    [voters('administration', 'ak_1'), 'The console and 1 key or tree of keys can vote now.'],
    [voters('ak_1', 'ak_2'), '2 keys or trees of keys can vote now.'],
  ])('%j', (some, sentence) => expect(voterWords(approval({ voters: some }))).toBe(sentence));
});

describe('the list of approvals', () => {
  const items = [
    approval({ approval_id: 'node_late', expires_at: iso(9_000) }),
    approval({ approval_id: 'node_old', state: 'denied', requested_at: iso(-5_000) }),
    approval({ approval_id: 'node_soon', expires_at: iso(1_000), summary: 'Close the account' }),
    approval({ approval_id: 'node_gone', expires_at: iso(-1_000), requested_at: iso(-2_000) }),
  ];
  const listed = (filter: Partial<Parameters<typeof approvalView>[0]>, sort?: string) =>
    orderList(
      items,
      approvalView({ text: '', state: null, ...filter }, readSort(sort), Date.parse(iso(0)), () => 'Clerk'),
    ).map(({ approval_id }) => approval_id);

  test('begins with what waits, the least time left first, then the newest of the others', () => {
    expect(listed({})).toEqual(['node_soon', 'node_late', 'node_gone', 'node_old']);
  });
  test('is filtered by the state as it is now, by words and by the name of the agent', () => {
    expect(listed({ state: 'pending' })).toEqual(['node_soon', 'node_late']);
    expect(listed({ state: 'expired' })).toEqual(['node_gone']);
    expect(listed({ text: 'close THE' })).toEqual(['node_soon']);
    expect(listed({ text: 'clerk' })).toHaveLength(4);
    expect(listed({ text: 'nobody' })).toEqual([]);
  });
  test('is exported without letting a summary become a formula', () => {
    expect(approvalsCsv([approval({ summary: '=cmd()' })])).not.toMatch(/,=cmd/);
  });
});
