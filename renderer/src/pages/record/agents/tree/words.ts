import type { NodeKind } from '@touchstone/core/agent/node.ts';

export const KIND_WORDS: Readonly<Record<NodeKind, string>> = {
  register: 'Registration',
  start: 'Start',
  end: 'End',
  action: 'Action',
  tool: 'Tool',
  memory: 'Memory',
  policy: 'Policy',
  exposure: 'Exposure',
  approval: 'Approval',
  decision: 'Decision',
  delegate: 'Delegation',
};

/** `14:03:07.120`, UTC; the whole time is in the receipt. */
export function clockText(time: number): string {
  return Number.isNaN(time) ? 'no time' : new Date(time).toISOString().slice(11, 23);
}
