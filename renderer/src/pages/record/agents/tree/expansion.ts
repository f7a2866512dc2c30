/** Which rows of the tree can be opened out, and which are. */
import type { RowList } from '../rows/row-list.ts';

/** The session that a row opened; null where it delegated nothing. */
export function childOf(list: RowList, row: number): string | null {
  if (list.length[row] !== 1) return null;
  return list.sessions[list.session[row] ?? 0]?.columns.childAt(list.node[row] ?? 0) ?? null;
}

/** Whether a row is opened out; null where it has nothing to show. */
export function expansionOf(list: RowList, row: number, expanded: ReadonlySet<string>): boolean | null {
  if ((list.length[row] ?? 1) > 1) return false;
  const child = childOf(list, row);
  return child === null ? null : expanded.has(child);
}
