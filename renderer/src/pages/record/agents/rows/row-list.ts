/**
 * The rows that a person sees: receipts in the order of the chain, those of a delegated session right after the receipt
 * that delegated where that is opened, runs of unremarkable receipts as one row where that is wanted. A fork has a row of its
 * own, right after the receipt that it begins at.
 */
import type { Steps } from '../../../../lib/work/slices.ts';
import { KINDS } from '../data/columns.ts';
import type { KeptFork } from '../data/queries.ts';
import { ROW_STATUSES, TROUBLE_WEIGHT } from '../data/row-status.ts';
import type { GraphSnapshot, LoadedSession } from '../data/session-graph.ts';

export const OUTCOMES = ['trouble', 'attention'] as const;
/** `trouble`: failed or denied. `attention`: also what waits or is inconclusive. */
export type Outcome = (typeof OUTCOMES)[number];

export interface RowFilter {
  readonly outcome: Outcome | null;
  readonly kind: (typeof KINDS)[number] | null;
  /** Looked for in action type, summary and node id; empty for all. */
  readonly text: string;
}

export const NO_FILTER: RowFilter = { outcome: null, kind: null, text: '' };

export interface RowChoice {
  /** Delegated sessions whose receipts are shown. */
  readonly expanded: ReadonlySet<string>;
  readonly filter: RowFilter;
  readonly collapsesRuns: boolean;
  /** Runs that a person has opened, by `runKey`. */
  readonly openRuns: ReadonlySet<string>;
  /** By the id of the receipt that they begin at, in the order of their rows. A filter leaves them out: it asks for receipts. */
  readonly forks: ForksByReceipt;
}

export type ForksByReceipt = ReadonlyMap<string, readonly KeptFork[]>;

export interface RowList {
  readonly count: number;
  /** The sessions of the rows; `session` holds places in it. */
  readonly sessions: readonly LoadedSession[];
  readonly session: Uint32Array<ArrayBuffer>;
  /** The row of the receipt in its session's columns; of a run, its first one; of a fork, the one that it begins at. */
  readonly node: Uint32Array<ArrayBuffer>;
  /** How many receipts the row stands for: 1, more for a run, 0 for a fork. */
  readonly length: Uint32Array<ArrayBuffer>;
  /** The shown row that this one follows in the chain, that delegated, or that it forks from; -1 where there is none. */
  readonly parent: Int32Array<ArrayBuffer>;
  /** 1 where receipts between this row and its parent are not shown. */
  readonly skips: Uint8Array<ArrayBuffer>;
  /** 1 for the session that is open, 2 for one that it delegated to, and so on; of a fork, one more than its receipt's. */
  readonly level: Uint8Array<ArrayBuffer>;
  /** The forks, by their rows. */
  readonly forks: ReadonlyMap<number, KeptFork>;
}

/** A run shorter than this is shown as it is. */
const SHORTEST_RUN = 4;
const DEEPEST_LEVEL = 255;

interface Frame {
  readonly place: number;
  readonly session: LoadedSession;
  readonly level: number;
  next: number;
  /** The last shown row of this session, or the row that delegated. */
  above: number;
  hasSkipped: boolean;
  /** The row after the run that `next` is in. */
  runEnd: number;
}

/** Names a run; receipts are only ever added at the end, so it keeps its name. */
export function runKey(sessionId: string, firstRow: number): string {
  return `${sessionId} ${firstRow}`;
}

/** Rows looked at between two pauses: less than a millisecond, also where texts are looked through. */
const ROWS_PER_STEP = 1024;

/** Puts the rows together in one pass, without recursion. */
export function* rowList(graph: GraphSnapshot, choice: RowChoice): Steps<RowList> {
  const { expanded, filter, collapsesRuns, openRuns } = choice;
  const matches = matcher(filter);
  // Those that are shown are taken out: each is shown once, whatever the receipts claim.
  const waiting = new Map(matches === null ? choice.forks : []);
  let most = graph.root.count;
  for (const { length } of waiting.values()) most += length;
  for (const { id, count } of graph.sessions.values()) if (expanded.has(id)) most += count;
  const rows = {
    session: new Uint32Array(most),
    node: new Uint32Array(most),
    length: new Uint32Array(most),
    parent: new Int32Array(most),
    skips: new Uint8Array(most),
    level: new Uint8Array(most),
  };
  const sessions: LoadedSession[] = [graph.root];
  const shown = new Set([graph.root.id]);
  const stack: Frame[] = [
    { place: 0, session: graph.root, level: 1, next: 0, above: -1, hasSkipped: false, runEnd: 0 },
  ];
  const forks = new Map<number, KeptFork>();
  let count = 0;
  const put = ({ place, above }: Frame, node: number, length: number, level: number) => {
    rows.session[count] = place;
    rows.node[count] = node;
    rows.length[count] = length;
    rows.parent[count] = above;
    rows.level[count] = level;
  };
  const add = (frame: Frame, node: number, length: number) => {
    put(frame, node, length, frame.level);
    rows.skips[count] = frame.hasSkipped ? 1 : 0;
    frame.above = count;
    frame.hasSkipped = false;
    count += 1;
    if (waiting.size === 0) return;
    const id = frame.session.columns.idAt(node);
    for (const fork of waiting.get(id) ?? []) {
      put(frame, node, 0, Math.min(DEEPEST_LEVEL, frame.level + 1));
      forks.set(count, fork);
      count += 1;
    }
    waiting.delete(id);
  };
  let looked = 0;
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    if (++looked % ROWS_PER_STEP === 0) yield;
    const { session } = frame;
    if (frame.next >= session.count) {
      stack.pop();
      continue;
    }
    const row = frame.next;
    const child = session.columns.childAt(row);
    if (matches === null || matches(session, row)) {
      if (row >= frame.runEnd) frame.runEnd = matches === null && collapsesRuns ? runEnd(session, row) : row + 1;
      const { runEnd: end } = frame;
      // An opened run shows all its rows, not a shorter run from its second row on, nor one behind a fork that came later.
      if (end - row >= SHORTEST_RUN && openRuns.has(runKey(session.id, row))) {
        for (let each = row; each < end; each++) add(frame, each, 1);
        frame.next = end;
      } else {
        const length = runLength(session, row, end, waiting);
        add(frame, row, length);
        frame.next = row + length;
      }
    } else {
      frame.hasSkipped = true;
      frame.next = row + 1;
    }
    if (child === null || !expanded.has(child) || shown.has(child)) continue;
    const loaded = graph.sessions.get(child);
    if (loaded === undefined) continue;
    // A session is shown once, whatever the receipts claim: a circle would never end.
    shown.add(child);
    sessions.push(loaded);
    const level = Math.min(DEEPEST_LEVEL, frame.level + 1);
    const { above, hasSkipped } = frame;
    stack.push({ place: sessions.length - 1, session: loaded, level, next: 0, above, hasSkipped, runEnd: 0 });
  }
  return {
    count,
    sessions,
    session: rows.session.subarray(0, count),
    node: rows.node.subarray(0, count),
    length: rows.length.subarray(0, count),
    parent: rows.parent.subarray(0, count),
    skips: rows.skips.subarray(0, count),
    level: rows.level.subarray(0, count),
    forks,
  };
}

/** How many receipts from `row` to before `end` share a row: one where forks begin stands alone. */
function runLength({ columns }: LoadedSession, row: number, end: number, forks: ForksByReceipt): number {
  if (end - row < SHORTEST_RUN) return 1;
  let at = forks.size === 0 ? end : row;
  while (at < end && !forks.has(columns.idAt(at))) at++;
  return at - row < SHORTEST_RUN ? 1 : at - row;
}

/** The row after the run that begins here; the next row where none does. Delegations, failures and ends stand alone. */
function runEnd({ columns, count }: LoadedSession, row: number): number {
  let end = row;
  while (end < count && isPlain(columns.kind[end] ?? 0, columns.status[end] ?? 0)) end++;
  return Math.max(end, row + 1);
}

const PLAIN_KINDS: ReadonlySet<number> = new Set(
  KINDS.flatMap((kind, number) => (/^(?:action|tool|memory|policy|exposure)$/.test(kind) ? [number] : [])),
);

function isPlain(kind: number, status: number): boolean {
  return PLAIN_KINDS.has(kind) && (ROW_STATUSES[status]?.weight ?? 0) === 0;
}

/** Null where everything matches. */
function matcher({ outcome, kind, text }: RowFilter): ((session: LoadedSession, row: number) => boolean) | null {
  const needle = text.trim();
  if (outcome === null && kind === null && needle === '') return null;
  // Looks through 100,000 summaries without making as many new texts.
  const wantedText = new RegExp(needle.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i');
  const least = outcome === 'trouble' ? TROUBLE_WEIGHT : outcome === 'attention' ? 1 : 0;
  const wanted = kind === null ? -1 : KINDS.indexOf(kind);
  return ({ columns }, row) =>
    (wanted === -1 || columns.kind[row] === wanted) &&
    (ROW_STATUSES[columns.status[row] ?? 0]?.weight ?? 0) >= least &&
    (needle === '' ||
      wantedText.test(columns.actionAt(row)) ||
      wantedText.test(columns.summaryAt(row)) ||
      wantedText.test(columns.idAt(row)));
}

/** The shown row that holds a receipt, alone or in a run; -1 where none does. */
export function rowOfNode(list: RowList, sessionId: string, node: number): number {
  const place = list.sessions.findIndex(({ id }) => id === sessionId);
  if (place < 0) return -1;
  for (let row = 0; row < list.count; row++) {
    const first = list.node[row] ?? 0;
    if (list.session[row] === place && node >= first && node < first + (list.length[row] ?? 1)) return row;
  }
  return -1;
}

/** The row of a fork; -1 where it is not shown. */
export function rowOfFork({ forks }: Pick<RowList, 'forks'>, forkId: string): number {
  for (const [row, { fork_id: id }] of forks) if (id === forkId) return row;
  return -1;
}

/** The row of the receipt that a fork begins at; of any other row, the row itself. */
export function receiptRowOf(list: RowList, row: number): number {
  return list.length[row] === 0 ? (list.parent[row] ?? -1) : row;
}

/** The weight of what stands out most among the receipts of a shown row. */
export function weightOf(list: RowList, row: number): number {
  // What a fork says happened nowhere.
  if (list.length[row] === 0) return 0;
  const columns = list.sessions[list.session[row] ?? 0]?.columns;
  // Only what does not stand out is in a run.
  return columns === undefined ? 0 : (ROW_STATUSES[columns.status[list.node[row] ?? 0] ?? 0]?.weight ?? 0);
}

/**
 * The next shown row, after `from` and then from the start, that failed, was denied or is the one where the chain breaks;
 * -1 where there is none.
 */
export function nextTrouble(list: RowList, from: number, brokenRow: number): number {
  for (let step = 1; step <= list.count; step++) {
    const row = (from + step + list.count) % list.count;
    if (row === brokenRow || weightOf(list, row) >= TROUBLE_WEIGHT) return row;
  }
  return -1;
}
