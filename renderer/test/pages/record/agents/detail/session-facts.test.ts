import { expect, test } from 'vitest';
import { troublesIn } from '../../../../../src/pages/record/agents/detail/session-facts.tsx';
import { NO_FILTER, nextTrouble, type RowList, rowList } from '../../../../../src/pages/record/agents/rows/row-list.ts';
import { graphOf, loaded, receiptsOf } from '../receipts.ts';

const RULES = { rule: 'allowed_tools' };

/** One of everything that a receipt can say of itself. */
const receipts = receiptsOf('ses_1', 12, {
  2: { details: { status: 'failure' } },
  3: { details: { status: 'timeout' } },
  4: { action_type: 'policy', details: { allowed: false, rule: 'allowed_tools' } },
  5: { action_type: 'exposure', details: { status: 'exposed' } },
  6: { action_type: 'exposure', details: { status: 'quarantined' } },
  7: { action_type: 'approval', details: { decision: 'deny' } },
  8: { details: { status: 'success', violation: RULES } },
  9: { details: { status: 'denied', rule: 'allowed_tools' } },
  10: { action_type: 'approval', details: { decision: 'approve' } },
});

function rowsOf(outcome: 'trouble' | null): RowList {
  const steps = rowList(graphOf(loaded('ses_1', receipts)), {
    expanded: new Set(),
    filter: { ...NO_FILTER, outcome },
    collapsesRuns: false,
    openRuns: new Set(),
    forks: new Map(),
  });
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

test('as many failures are counted as are red, listed by the filter and stopped at by "next failure"', () => {
  const session = loaded('ses_1', receipts);
  const red = receipts.filter((_, row) => session.columns.statusAt(row).look === 'failed').length;
  const all = rowsOf(null);
  const stops = new Set<number>();
  for (let row = nextTrouble(all, -1, -1); !stops.has(row); row = nextTrouble(all, row, -1)) stops.add(row);
  const counted = troublesIn({ failures: 2, denials: 3, violations: 1 }, session);
  expect([counted, red, rowsOf('trouble').count, stops.size]).toEqual([7, 7, 7, 7]);
});

test('until all receipts are there, what the service has counted stands', () => {
  const { columns } = loaded('ses_1', receipts);
  const sums = { failures: 2, denials: 3, violations: 1 };
  expect(troublesIn(sums, { columns, state: { status: 'loading' } })).toBe(6);
  expect(troublesIn(sums, { columns, state: { status: 'cancelled' } })).toBe(6);
});
