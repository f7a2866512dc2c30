/** What the boxes of the map and the lines between them say. */
import { words } from '../../../../words/record/agents-session-map.ts';
import { words as outcomes } from '../../../../words/record/agents-session-outcomes.ts';
import { durationText } from '../data/clock.ts';
import { KINDS } from '../data/columns.ts';
import { TROUBLE_WEIGHT } from '../data/row-status.ts';
import type { MapEdge, MapNode } from './collapse.ts';
import type { KindCount, MapCardData } from './map-card.tsx';
import type { MapRows } from './source.ts';

const { card: texts } = words;

/** The id of the receipt of a row. */
export function rowId(rows: MapRows, row: number): string {
  const place = rows.placeOf(row);
  return place.session.columns.idAt(place.row);
}

/** Rows of a session are consecutive, so the first and the last receipt say all. */
export function extentOf({ firstRow, lastRow, count }: MapNode, rows: MapRows): string {
  const first = rows.placeOf(firstRow).row + 1;
  return count === 1 ? texts.receipt(first) : texts.receipts(first, rows.placeOf(lastRow).row + 1);
}

/** When the first and the last receipt were recorded, milliseconds since 1970; NaN where they say no time. */
export function timesOf(
  { firstRow, lastRow }: MapNode,
  rows: MapRows,
): { readonly first: number; readonly last: number } {
  const timeOf = (row: number) => {
    const place = rows.placeOf(row);
    return place.session.columns.time[place.row] ?? Number.NaN;
  };
  return { first: timeOf(firstRow), last: timeOf(lastRow) };
}

/** How many receipts there are of each kind, the most frequent first. */
export function kindsOf({ firstRow, lastRow }: MapNode, rows: MapRows): readonly KindCount[] {
  const { session, row: first } = rows.placeOf(firstRow);
  const last = rows.placeOf(lastRow).row;
  if (session.count === 0) return [];
  const counts = new Uint32Array(KINDS.length);
  for (const kind of session.columns.kind.subarray(first, last + 1)) counts[kind] = (counts[kind] ?? 0) + 1;
  return KINDS.map((kind, number) => ({ kind, count: counts[number] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}

/** `5 tool, 2 action`. */
export function kindWords(kinds: readonly KindCount[]): string {
  return kinds.map(({ kind, count }) => texts.kind(count, outcomes.kinds[kind])).join(', ');
}

/** The first row of a group that failed or was denied; null where none did. */
export function firstTrouble(node: MapNode, rows: MapRows): number | null {
  if (node.failed === 0) return null;
  for (let row = node.firstRow; row <= node.lastRow; row++) {
    const place = rows.placeOf(row);
    if (place.session.id !== node.sessionId) continue;
    if (place.session.columns.statusAt(place.row).weight >= TROUBLE_WEIGHT) return row;
  }
  return null;
}

export function cardOf(
  node: MapNode,
  rows: MapRows,
  rootId: string,
  nameOf: (sessionId: string) => string,
): MapCardData {
  const { session } = rows.placeOf(node.firstRow);
  const isLoaded = session.count > 0;
  const isChild = session.id !== rootId;
  const extent = isLoaded ? extentOf(node, rows) : texts.notLoaded;
  const kinds = kindsOf(node, rows);
  const { first, last } = timesOf(node, rows);
  const took = isLoaded && node.count > 1 && last >= first ? durationText(last - first) : '';
  const title = nameOf(session.id);
  const label = [
    title,
    extent,
    isChild ? texts.inDelegated(session.id) : texts.inThis,
    ...(kinds.length === 0 ? [] : [kindWords(kinds)]),
    ...(took === '' ? [] : [took]),
    ...(node.failed === 0 ? [] : [texts.failed(node.failed)]),
    ...(node.pending === 0 ? [] : [texts.pending(node.pending)]),
  ].join(', ');
  const { failed, pending } = node;
  return { title, isChild, extent, took, kinds, failed, pending, isSimulation: false, label };
}

/** What stands on each line: the time between two groups, that a session was delegated, or that a fork begins. */
export function edgeLabels(edges: readonly MapEdge[], nodes: readonly MapNode[], rows: MapRows): readonly string[] {
  return edges.map(({ from, to, kind }) => {
    if (kind !== 'chain') return words.edges[kind];
    const [before, after] = [nodes[from], nodes[to]];
    if (before === undefined || after === undefined) return '';
    const gap = timesOf(after, rows).first - timesOf(before, rows).last;
    return gap >= 0 ? words.gap(durationText(gap)) : '';
  });
}
