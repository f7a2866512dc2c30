import type { NodeKind } from '@touchstone/core/agent/node.ts';

const kinds: Readonly<Record<NodeKind | 'fork', string>> = {
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
  fork: 'Fork',
};

/** What kind a receipt is and how it came out. Apart from all others and without React: the page's worker reads these too. */
export const words = {
  kinds,
  statuses: {
    recorded: 'Recorded',
    success: 'Success',
    allowed: 'Allowed',
    clean: 'Clean',
    approve: 'Approved',
    asked: 'Asked',
    pending: 'Pending',
    unknown: 'Unknown',
    quarantined: 'Quarantined',
    outside: 'Outside its session',
    unsigned: 'Not signed',
    denied: 'Denied',
    violation: 'Ran although forbidden',
    exposed: 'Exposed',
    timeout: 'Timed out',
    failure: 'Failed',
    invalid: 'Signature invalid',
  },
  /** Said where a receipt has none. */
  noTime: 'no time',
  worker: {
    stopped: 'The worker of this page stopped unexpectedly.',
    unreachable: 'The server could not be reached.',
    status: (status: number) => `The server answered with status ${status}.`,
  },
} as const;
