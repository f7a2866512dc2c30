/** Puts a recorded session and its fork side by side, row by row, and says where the policy would have decided otherwise. */
import { kindOf, type NodeKind } from '@touchstone/core/agent/node.ts';
import type { replay } from '@touchstone/core/api/agents/replay.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';

export type Fork = OutputOf<typeof replay.fork>;
export type ForkAgain = OutputOf<typeof replay.read>;
export type ForkNode = Fork['nodes'][number];
export type Divergence = Fork['divergence'][number];

/**
 * `kept`: stands before the fork and is as it was recorded. `unjudged`: of a kind that no policy judges. `same`: decided again
 * with the same outcome. `changed`: decided otherwise. `recorded-only`, `fork-only`: the other side has no such node.
 */
export type RowKind = 'kept' | 'unjudged' | 'same' | 'changed' | 'recorded-only' | 'fork-only';

export interface ForkRow {
  readonly kind: RowKind;
  /** Position in the recorded session and in the fork, from 0; -1 where it has none there. */
  readonly recorded: number;
  readonly forked: number;
  readonly divergence: Divergence | null;
}

type Node = Pick<ForkNode, 'node_id' | 'action_type'> & { readonly simulation?: boolean };

/** Kinds of nodes that gates judge. */
const JUDGED: ReadonlySet<NodeKind> = new Set<NodeKind>(['action', 'tool', 'policy', 'exposure']);

/**
 * One row for each node of either side, in the order of both. Nodes with the same id stand in one row; where the sides
 * disagree about the order, that of the record holds. Time and memory are in proportion to the nodes.
 */
export function alignFork(
  recorded: readonly Pick<ForkNode, 'node_id'>[],
  forked: readonly Node[],
  divergences: readonly Divergence[],
): readonly ForkRow[] {
  const byNode = new Map(divergences.map((divergence) => [divergence.node_id, divergence]));
  const places = new Map(forked.map(({ node_id }, index) => [node_id, index]));
  const inRecord = new Set(recorded.map(({ node_id }) => node_id));
  const rows: ForkRow[] = [];
  let next = 0;
  const forkOnly = (until: number) => {
    for (; next < until; next++) {
      const id = forked[next]?.node_id ?? '';
      if (inRecord.has(id)) continue;
      rows.push({ kind: 'fork-only', recorded: -1, forked: next, divergence: byNode.get(id) ?? null });
    }
  };
  for (const [index, { node_id }] of recorded.entries()) {
    const place = places.get(node_id);
    if (place === undefined) {
      rows.push({ kind: 'recorded-only', recorded: index, forked: -1, divergence: byNode.get(node_id) ?? null });
      continue;
    }
    forkOnly(place);
    const divergence = byNode.get(node_id) ?? null;
    const kind = divergence !== null ? 'changed' : undiverged(forked[place]);
    rows.push({ kind, recorded: index, forked: place, divergence });
    next = Math.max(next, place + 1);
  }
  forkOnly(forked.length);
  return rows;
}

function undiverged(node: Node | undefined): RowKind {
  if (node?.simulation !== true) return 'kept';
  return JUDGED.has(kindOf(node.action_type)) ? 'same' : 'unjudged';
}

export interface ForkCounts {
  readonly kept: number;
  readonly decided: number;
  readonly changed: number;
  /** Of the changed ones, those that the policy refuses, those that ran and that it forbids, and those that it allows. */
  readonly refused: number;
  readonly violations: number;
  readonly allowed: number;
}

/** What ran, as its receipt shows, and would be forbidden: a policy that is tried afterwards stops nothing. */
const VIOLATION = 'violation';
/** Outcomes that mean a refusal. */
const REFUSALS: ReadonlySet<string> = new Set(['denied', 'refused', 'exposed', 'quarantined', 'false']);

/** Whether an outcome is one that the policy does not permit. */
export function isForbidden(outcome: string): boolean {
  return outcome === VIOLATION || REFUSALS.has(outcome);
}

export function countRows(rows: readonly ForkRow[]): ForkCounts {
  const counts = { kept: 0, decided: 0, changed: 0, refused: 0, violations: 0, allowed: 0 };
  for (const { kind, divergence } of rows) {
    if (kind === 'kept') counts.kept += 1;
    else if (kind === 'same' || kind === 'changed') counts.decided += 1;
    if (kind !== 'changed' || divergence === null) continue;
    counts.changed += 1;
    if (divergence.replayed === VIOLATION) counts.violations += 1;
    else if (isForbidden(divergence.replayed)) counts.refused += 1;
    else counts.allowed += 1;
  }
  return counts;
}

/** The first row after this one that was decided otherwise, else the first of all; null where none was. */
export function nextChange(rows: readonly ForkRow[], from: number): number | null {
  const after = rows.findIndex(({ kind }, index) => index > from && kind === 'changed');
  if (after >= 0) return after;
  const first = rows.findIndex(({ kind }) => kind === 'changed');
  return first >= 0 ? first : null;
}
