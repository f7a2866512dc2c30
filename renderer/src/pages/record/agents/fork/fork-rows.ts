/** What the two columns of a fork show in each row, and its export. */
import { formatCount } from '../../../../lib/format.ts';
import type { KeptFork } from '../data/queries.ts';
import { countRows, type ForkRow } from './align.ts';
import type { ForkAnswer, ForkedRow } from './fork-answer.ts';

/** Stands on the screen, on paper and in every file of a fork. */
export const SIMULATION = 'Simulation, not evidence';
export const SIMULATION_MEANING =
  'A fork says what another policy would have decided. Its receipts are unsigned, and nothing of it happened.';

/** What is to be said of a fork that was opened again. */
export function againWords({ reproduced }: NonNullable<ForkAnswer['again']>): string {
  return reproduced
    ? 'Computed again, it came out the same.'
    : 'Computed again, it did not come out the same: recorded receipts were changed since, or another version of the service decides.';
}

/** An outcome of a divergence, such as `denied`, as it is called elsewhere. */
export function divergenceWord(outcome: string): string {
  const words: Readonly<Record<string, string>> = {
    success: 'Success',
    failure: 'Failed',
    timeout: 'Timed out',
    denied: 'Denied',
    violation: 'Ran although forbidden',
    pending: 'Pending',
    allowed: 'Allowed',
    clean: 'Clean',
    exposed: 'Exposed',
    quarantined: 'Quarantined',
    unknown: 'Unknown',
    recorded: 'Recorded',
  };
  return Object.hasOwn(words, outcome) ? (words[outcome] ?? outcome) : outcome;
}

/** Where a fork differs first; empty where it does not differ, or where that receipt is not loaded. */
export function firstDifference(
  { divergence: [first] }: Pick<KeptFork, 'divergence'>,
  rowOf: (nodeId: string) => number,
): string {
  const row = first === undefined ? -1 : rowOf(first.node_id);
  if (first === undefined || row < 0) return '';
  return `first at receipt ${formatCount(row + 1)}: ${divergenceWord(first.replayed)} instead of ${divergenceWord(first.original)}`;
}

/** Of the recorded session, what a row needs. */
export interface RecordedRows {
  readonly actionAt: (row: number) => string;
  readonly statusAt: (row: number) => { readonly word: string };
}

export interface RowWords {
  readonly action: string;
  readonly before: string;
  readonly after: string;
}

/** What a row says of both sides. */
export function wordsOf(
  { recorded, divergence }: ForkRow,
  columns: RecordedRows,
  node: ForkedRow | undefined,
): RowWords {
  const action = recorded >= 0 ? columns.actionAt(recorded) : (node?.action_type ?? '');
  if (divergence !== null) {
    return { action, before: divergenceWord(divergence.original), after: divergenceWord(divergence.replayed) };
  }
  return {
    action,
    before: recorded >= 0 ? columns.statusAt(recorded).word : '–',
    after: node?.outcome ?? '–',
  };
}

/** The file that a fork is saved as: stamped first, so that nobody who opens it takes it for a record. */
export function forkFile(fork: ForkAnswer, rows: readonly ForkRow[]): Blob {
  const members = {
    simulation: true,
    notice: `${SIMULATION}. ${SIMULATION_MEANING}`,
    session_id: fork.session_id,
    fork_id: fork.fork_id,
    forked_from: fork.forked_from,
    policy: fork.policy,
    ...(fork.again ?? {}),
    replayed_at: fork.replayed_at,
    chain_intact: fork.chain_intact,
    counts: countRows(rows),
    divergence: fork.divergence,
  };
  // The list of nodes may be too long for a text of its own.
  const head = JSON.stringify(members, null, 2).replace(/\n\}$/, ',\n  "simulated_nodes": ');
  return new Blob([head, fork.simulated, '\n}\n'], { type: 'application/json' });
}
