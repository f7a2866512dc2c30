/** The loaded receipts of a session and of those under it, as rows in which every receipt stands after its parent. */
import { TROUBLE_WEIGHT } from '../data/row-status.ts';
import type { GraphSnapshot, LoadedSession } from '../data/session-graph.ts';
import type { MapSource, Mark } from './collapse.ts';

interface Stretch {
  readonly session: LoadedSession;
  /** Its first row among all rows. */
  readonly start: number;
  readonly rows: number;
  /** The row that delegated to it; -1 for the session that is open. */
  readonly parent: number;
}

export interface MapRows extends MapSource {
  /** The session of a row, and the row's place in it. */
  readonly placeOf: (row: number) => { readonly session: LoadedSession; readonly row: number };
  /** Rows that are receipts: all but those that stand for a session of which nothing is loaded. */
  readonly receipts: number;
  /** Sessions that were delegated to and are not loaded. */
  readonly missing: readonly string[];
}

/**
 * Rows of the open session first, then those of its children, of their children, and so on. A session of which nothing is
 * loaded stands for itself with one row.
 */
export function mapRows({ root, sessions }: GraphSnapshot): MapRows {
  const stretches: Stretch[] = [];
  const missing: string[] = [];
  const seen = new Set([root.id]);
  let count = 0;
  let receipts = 0;
  const add = (session: LoadedSession, parent: number) => {
    const rows = Math.max(1, session.count);
    stretches.push({ session, start: count, rows, parent });
    count += rows;
    receipts += session.count;
  };
  if (root.count > 0) add(root, -1);
  for (let index = 0; index < stretches.length; index++) {
    const { session, start } = stretches[index] as Stretch;
    for (const [row, childId] of session.columns.children) {
      if (row >= session.count || seen.has(childId)) continue;
      seen.add(childId);
      const child = sessions.get(childId);
      if (child === undefined) missing.push(childId);
      add(child ?? unloaded(childId, session), start + row);
    }
  }
  const stretchOf = (row: number): Stretch => {
    let low = 0;
    let high = stretches.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((stretches[middle]?.start ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    const found = stretches[low];
    if (found === undefined || row < 0 || row >= count) throw new RangeError(`there is no row ${row}`);
    return found;
  };
  return {
    count,
    receipts,
    missing,
    placeOf(row) {
      const { session, start } = stretchOf(row);
      return { session, row: row - start };
    },
    sessionOf: (row) => stretchOf(row).session.id,
    parentOf(row) {
      const { start, parent } = stretchOf(row);
      return row === start ? parent : row - 1;
    },
    markOf(row): Mark {
      const { session, start } = stretchOf(row);
      if (session.count === 0) return 'none';
      const { weight, look } = session.columns.statusAt(row - start);
      if (weight >= TROUBLE_WEIGHT) return 'failed';
      return look === 'pending' ? 'pending' : 'none';
    },
  };
}

/** Stands for a session that nobody asked for yet; it holds no receipts. */
function unloaded(id: string, like: LoadedSession): LoadedSession {
  return { id, columns: like.columns, count: 0, state: { status: 'cancelled' } };
}
