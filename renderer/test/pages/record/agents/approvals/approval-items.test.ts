import { describe, expect, test } from 'vitest';
import {
  effectOf,
  openApprovers,
  progressWords,
} from '../../../../../src/pages/record/agents/approvals/approval-items.ts';
import type { Approval } from '../../../../../src/parts/approval/waiting.ts';
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
