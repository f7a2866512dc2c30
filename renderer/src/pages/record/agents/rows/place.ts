/** Places of rows that stay what they are when other rows come and go. */
import { type RowList, rowOfFork, rowOfNode } from './row-list.ts';

/** A receipt by its place: the session and the row in that session's columns. */
export interface ReceiptPlace {
  readonly sessionId: string;
  readonly node: number;
  /** The fork that begins at it, where that is meant. */
  readonly forkId?: string;
}

/** What a row shows; null where there is no such row. */
export function placeAt(list: RowList, row: number): ReceiptPlace | null {
  const session = list.sessions[list.session[row] ?? -1];
  if (session === undefined) return null;
  const place = { sessionId: session.id, node: list.node[row] ?? 0 };
  const fork = list.forks.get(row);
  return fork === undefined ? place : { ...place, forkId: fork.fork_id };
}

/** The row that shows a place; -1 where none does. */
export function rowOfPlace(list: RowList, place: ReceiptPlace | null): number {
  if (place === null) return -1;
  const { sessionId, node, forkId } = place;
  return forkId === undefined ? rowOfNode(list, sessionId, node) : rowOfFork(list, forkId);
}

/** The id of the receipt that a row shows, or begins with; of a row of a fork the fork's. */
export function idAt(list: RowList, row: number): string {
  const fork = list.forks.get(row);
  return fork?.fork_id ?? list.sessions[list.session[row] ?? 0]?.columns.idAt(list.node[row] ?? 0) ?? '';
}
