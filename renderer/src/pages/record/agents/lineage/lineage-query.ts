/** A question about lineage as a person types it, and its answer in groups. */
import type { lineage } from '@touchstone/core/api/agents/lineage.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { csvText } from '../../../../parts/list-page/csv.ts';
import type { ListView } from '../../../../parts/list-page/list-order.ts';
import { type Sort, sortCodec } from '../../../../parts/list-page/sort-codec.ts';
import { words } from '../../../../words/record/agents-lineage.ts';
import { type RowStatus, rowStatus, statusNumber, statusOf } from '../data/row-status.ts';

export type Lineage = OutputOf<typeof lineage.query>;
export type LineageNode = Lineage['nodes'][number];
export type LineageEdge = Lineage['edges'][number];
export type EdgeKind = LineageEdge['kind'];
export type LineageBody = InputOf<typeof lineage.query>['body'];

export const DIRECTIONS = [
  { value: 'both', label: words.form.directions.both },
  { value: 'ancestors', label: words.form.directions.ancestors },
  { value: 'descendants', label: words.form.directions.descendants },
] as const;
export type Direction = (typeof DIRECTIONS)[number]['value'];

export const DEFAULT_DEPTH = 100;
const MOST_DEPTH = 10_000;

export type LineageField = 'start' | 'depth';

export type ReadLineage =
  | { readonly ok: true; readonly body: LineageBody }
  | { readonly ok: false; readonly faults: Partial<Readonly<Record<LineageField, string>>> };

/** Which of node, session and agent an id names is told by how it begins. */
export function readLineage(start: string, direction: Direction, depth: string): ReadLineage {
  const id = start.trim();
  const edges =
    depth.trim() === '' ? DEFAULT_DEPTH : /^\d{1,5}$/.test(depth.trim()) ? Number(depth.trim()) : Number.NaN;
  const member = /^(node|ags|agt|fork)_[A-Za-z0-9_-]{1,96}$/.exec(id)?.[1];
  const faults = {
    ...(member === undefined ? { start: words.form.startTrouble } : {}),
    ...(edges >= 1 && edges <= MOST_DEPTH ? {} : { depth: words.form.depthTrouble }),
  };
  if (Object.keys(faults).length > 0) return { ok: false, faults };
  const from =
    member === 'node' || member === 'fork' ? { node_id: id } : member === 'ags' ? { session_id: id } : { agent_id: id };
  return { ok: true, body: { ...from, direction, depth: edges } };
}

export const EDGE_KINDS = ['delegation', 'approval', 'fork', 'chain'] as const satisfies readonly EdgeKind[];

/** The edges by kind, in the order in which they say most; kinds without an edge are left out. */
export function groupEdges(edges: readonly LineageEdge[]): readonly (readonly [EdgeKind, readonly LineageEdge[]])[] {
  return EDGE_KINDS.map((kind) => [kind, edges.filter((edge) => edge.kind === kind)] as const).filter(
    ([, some]) => some.length > 0,
  );
}

export const SORT_KEYS = ['time', 'session', 'agent', 'action', 'status', 'id'] as const;
export type SortKey = (typeof SORT_KEYS)[number];
export const OLDEST_FIRST: Sort<SortKey> = { by: 'time', descending: false };
export const { readSort, sortText } = sortCodec(SORT_KEYS, OLDEST_FIRST);

const SIMULATED: RowStatus = { id: 'simulation', word: words.simulation, look: 'inconclusive', weight: 0 };

/** Whether it stands for a fork that was made, and not for a receipt. */
export function isFork({ simulation }: LineageNode): boolean {
  return simulation === true;
}

export function nodeStatus(node: LineageNode): RowStatus {
  if (isFork(node)) return SIMULATED;
  return rowStatus(statusNumber(statusOf(node)));
}

const SORT_VALUES: Readonly<Record<SortKey, (node: LineageNode) => string | number>> = {
  time: ({ timestamp }) => timestamp,
  session: ({ session_id }) => session_id ?? '',
  agent: ({ agent_id }) => agent_id,
  action: ({ action_type }) => action_type.toLowerCase(),
  status: (node) => nodeStatus(node).weight,
  id: ({ node_id }) => node_id,
};

export function lineageView({ by, descending }: Sort<SortKey>): ListView<LineageNode> {
  return { matches: () => true, sortBy: SORT_VALUES[by], descending };
}

export function lineageCsv(nodes: readonly LineageNode[]): string {
  return csvText(nodes, [
    ['node_id', ({ node_id }) => node_id],
    ['session_id', ({ session_id }) => session_id ?? ''],
    ['agent_id', ({ agent_id }) => agent_id],
    ['timestamp_utc', ({ timestamp }) => timestamp],
    ['action_type', ({ action_type }) => action_type],
    ['summary', ({ action_summary }) => action_summary],
    ['status', (node) => nodeStatus(node).word],
    ['evidence', (node) => (isFork(node) ? words.simulationCsv : words.receiptCsv)],
    ['parent_hash', ({ parent_hash }) => parent_hash ?? ''],
  ]);
}
