/** The state of a session at any of its receipts, without walking through the receipts again. */
import type { NodeKind } from '@touchstone/core/agent/node.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import type { Approval } from '../../../../parts/approval/waiting.ts';
import type { RowStatusId } from '../data/row-status.ts';

/** The receipts of a session, in the order of the chain. */
export interface ReplaySource {
  readonly count: number;
  readonly kindAt: (row: number) => NodeKind;
  readonly statusAt: (row: number) => { readonly id: string };
  /** Milliseconds since 1970; NaN where the receipt states no time. */
  readonly timeAt: (row: number) => number;
}

export interface ReplayCounts {
  /** Receipts so far. */
  readonly nodes: number;
  readonly tools: number;
  /** Attested actions that are neither tool calls nor of one of the service's own kinds. */
  readonly actions: number;
  /** Answers of the policy. */
  readonly decisions: number;
  readonly delegations: number;
  /** Tool calls, actions and policy questions that a rule refused. */
  readonly denied: number;
  /** Tool calls and actions that ran although a rule forbade them. */
  readonly violations: number;
  /** Calls that failed or ran out of time. */
  readonly failed: number;
  /** Checks that found a class exposed or quarantined. */
  readonly exposures: number;
}

export interface ReplayState {
  readonly counts: ReplayCounts;
  /** The row of the last memory checkpoint; -1 before the first. */
  readonly checkpoint: number;
}

export interface ReplayStates {
  readonly count: number;
  /** Milliseconds since 1970 of each receipt, never running backwards. */
  readonly times: Float64Array;
  /** The state after the receipt of a row, from 0 to count-1. Throws RangeError elsewhere. */
  readonly at: (row: number) => ReplayState;
  /** The last receipt at or before a time; -1 before the first. */
  readonly rowAt: (time: number) => number;
}

const COUNTED = [
  'tools',
  'actions',
  'decisions',
  'delegations',
  'denied',
  'violations',
  'failed',
  'exposures',
] as const;
type Counted = (typeof COUNTED)[number];

const BY_KIND: Partial<Readonly<Record<NodeKind, Counted>>> = {
  tool: 'tools',
  action: 'actions',
  policy: 'decisions',
  delegate: 'delegations',
};
const BY_STATUS: Partial<Readonly<Record<RowStatusId, Counted>>> = {
  denied: 'denied',
  violation: 'violations',
  failure: 'failed',
  timeout: 'failed',
  exposed: 'exposures',
  quarantined: 'exposures',
};

/** Reads the receipts once; what it answers takes no further reading. */
export function createReplayStates(source: ReplaySource): ReplayStates {
  const { count } = source;
  const times = new Float64Array(count);
  const sums = Object.fromEntries(COUNTED.map((name) => [name, new Uint32Array(count)])) as Record<
    Counted,
    Uint32Array
  >;
  const checkpoints = new Int32Array(count);
  let last = firstTime(source);
  let checkpoint = -1;
  for (let row = 0; row < count; row++) {
    const time = source.timeAt(row);
    if (time > last) last = time;
    times[row] = last;
    const kind = source.kindAt(row);
    // A denial by an approver is an answer of a person, not of a rule.
    const status = kind === 'decision' ? undefined : BY_STATUS[source.statusAt(row).id as RowStatusId];
    for (const name of COUNTED) {
      const before = row === 0 ? 0 : (sums[name][row - 1] ?? 0);
      sums[name][row] = before + (BY_KIND[kind] === name || status === name ? 1 : 0);
    }
    if (kind === 'memory') checkpoint = row;
    checkpoints[row] = checkpoint;
  }
  return {
    count,
    times,
    at(row) {
      const found = checkpoints[row];
      if (found === undefined) throw new RangeError(`there is no receipt at ${row}`);
      const counts = Object.fromEntries(COUNTED.map((name) => [name, sums[name][row] ?? 0])) as Record<Counted, number>;
      return { counts: { nodes: row + 1, ...counts }, checkpoint: found };
    },
    rowAt: (time) => lastAtOrBefore(times, time),
  };
}

/** The first time that is one; 0 where none is. */
function firstTime({ count, timeAt }: ReplaySource): number {
  for (let row = 0; row < count; row++) if (!Number.isNaN(timeAt(row))) return timeAt(row);
  return 0;
}

/** Binary search for the last place whose time is not after `time`; -1 where there is none. */
function lastAtOrBefore(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** How many receipts fall into each of `columns` equal stretches of the session's time. */
export function density(times: Float64Array, columns: number): readonly number[] {
  const counts = new Array<number>(columns).fill(0);
  const first = times[0] ?? 0;
  const span = Math.max(1, (times[times.length - 1] ?? 0) - first);
  for (const time of times) {
    const column = Math.min(columns - 1, Math.floor(((time - first) / span) * columns));
    counts[column] = (counts[column] ?? 0) + 1;
  }
  return counts;
}

/**
 * Of the approvals whose requests the session holds, those that were open when the receipt of a row had been recorded.
 * `rowOf` finds the row of a receipt, -1 where the session has none. Time runs out without a receipt, so that counts by the
 * clock: at the time of the row.
 */
export function openAt(
  approvals: readonly Approval[],
  row: number,
  time: number,
  rowOf: (nodeId: string) => number,
): readonly Approval[] {
  return approvals.filter((approval) => {
    const asked = rowOf(approval.approval_id);
    if (asked < 0 || asked > row || (parseIsoTime(approval.expires_at) ?? Number.POSITIVE_INFINITY) <= time)
      return false;
    const made = approval.decisions.filter(({ node_id }) => {
      const decided = rowOf(node_id);
      return decided >= 0 && decided <= row;
    });
    const approved = made.filter(({ decision }) => decision === 'approve').length;
    const denied = made.length - approved;
    return approved < approval.threshold && approval.approvers.length - denied >= approval.threshold;
  });
}
