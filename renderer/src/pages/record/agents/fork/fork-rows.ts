/** What the two columns of a fork show in each row, and its export. */
import { words } from '../../../../words/record/agents-session-fork.ts';
import type { KeptFork } from '../data/queries.ts';
import { countRows, type ForkRow } from './align.ts';
import type { ForkAnswer, ForkedRow } from './fork-answer.ts';

/** Stands on the screen, on paper and in every file of a fork. */
export const SIMULATION: string = words.simulation;
export const SIMULATION_MEANING: string = words.meaning;

/** What is to be said of a fork that was opened again. */
export function againWords({ reproduced }: NonNullable<ForkAnswer['again']>): string {
  return reproduced ? words.result.same : words.result.differs;
}

/** How many of the receipts that were decided again came out otherwise. */
export function countWords({ simulated, divergences }: Pick<KeptFork, 'simulated' | 'divergences'>): string {
  return words.list.counts(divergences, simulated);
}

/** An outcome of a divergence, such as `denied`, as it is called elsewhere. */
export function divergenceWord(outcome: string): string {
  const { divergences } = words;
  return Object.hasOwn(divergences, outcome) ? (divergences[outcome] ?? outcome) : outcome;
}

/** Where a fork differs first; empty where it does not differ, or where that receipt is not loaded. */
export function firstDifference(
  { divergence: [first] }: Pick<KeptFork, 'divergence'>,
  rowOf: (nodeId: string) => number,
): string {
  const row = first === undefined ? -1 : rowOf(first.node_id);
  if (first === undefined || row < 0) return '';
  return words.list.first(row + 1, divergenceWord(first.replayed), divergenceWord(first.original));
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
    before: recorded >= 0 ? columns.statusAt(recorded).word : words.grid.missing,
    after: node?.outcome ?? words.grid.missing,
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
