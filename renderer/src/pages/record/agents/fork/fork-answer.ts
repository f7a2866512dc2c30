/** What the page keeps of a fork: a hundred thousand receipts stay a file, and of each one a line is read. */
import { rowStatus, statusNumber, statusOf } from '../data/row-status.ts';
import type { Divergence, Fork, ForkAgain, ForkNode } from './align.ts';

export interface ForkedRow {
  readonly node_id: string;
  readonly action_type: string;
  readonly simulation: boolean;
  /** The outcome in the fork, in a word. */
  readonly outcome: string;
}

export interface ForkAnswer
  extends Pick<Fork, 'session_id' | 'fork_id' | 'forked_from' | 'policy' | 'replayed_at' | 'chain_intact'> {
  /** Of a fork that was opened again; null of one that was made just now. */
  readonly again: Pick<ForkAgain, 'made_at' | 'made_by' | 'reproduced'> | null;
  readonly divergence: readonly Divergence[];
  readonly nodes: readonly ForkedRow[];
  /** The simulated nodes as a JSON list, for the export. */
  readonly simulated: Blob;
}

export interface ReplayAnswer {
  /** Receipts up to the moment. */
  readonly nodes: number;
  readonly isIntact: boolean;
  readonly replayedAt: string;
}

/** What a node says of its outcome; that nodes of a fork are unsigned is no outcome. */
export function outcomeWord({ details }: Pick<ForkNode, 'details'>): string {
  return rowStatus(statusNumber(statusOf({ signature_status: 'valid', details }))).word;
}

/** Nodes that one part of the file holds. */
const PART = 1_000;

export function answerOf(fork: Fork | ForkAgain): ForkAnswer {
  const { session_id, fork_id, forked_from, policy, replayed_at, chain_intact, divergence, nodes } = fork;
  const simulated = nodes.filter(({ simulation }) => simulation === true);
  const parts: string[] = ['['];
  for (let start = 0; start < simulated.length; start += PART) {
    const lines = simulated.slice(start, start + PART).map((node) => JSON.stringify(node));
    parts.push(start === 0 ? '\n' : ',\n', lines.join(',\n'));
  }
  parts.push('\n]');
  return {
    session_id,
    fork_id,
    forked_from,
    again: 'reproduced' in fork ? { made_at: fork.made_at, made_by: fork.made_by, reproduced: fork.reproduced } : null,
    policy,
    replayed_at,
    chain_intact,
    divergence,
    nodes: nodes.map((node) => ({
      node_id: node.node_id,
      action_type: node.action_type,
      simulation: node.simulation === true,
      outcome: outcomeWord(node),
    })),
    simulated: new Blob(parts),
  };
}
