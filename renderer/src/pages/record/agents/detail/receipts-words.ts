/** What the view of a session's receipts says about its rows. */
import { formatCount } from '../../../../lib/format.ts';
import type { GraphSnapshot } from '../data/session-graph.ts';
import { forkWords } from '../map/forks-on-map.ts';
import type { RowList } from '../rows/row-list.ts';

/** How many receipts are shown, of how many, and what the session delegated. */
export function countWords(list: RowList, graph: GraphSnapshot): string {
  let receipts = 0;
  for (const length of list.length) receipts += length;
  const loaded = list.sessions.reduce((sum, { count }) => sum + count, 0);
  const of = receipts < loaded ? `${formatCount(receipts)} of ${formatCount(loaded)}` : formatCount(loaded);
  const sessions = list.sessions.length > 1 ? ` of ${formatCount(list.sessions.length)} sessions` : '';
  const delegated = graph.root.columns.children.size;
  const more = delegated === 0 ? '' : ` It delegated ${delegated === 1 ? 'once' : `${formatCount(delegated)} times`}.`;
  const forks = forkWords({ forks: [...list.forks.values()] }, list.forks.size);
  return `${of} ${loaded === 1 ? 'receipt' : 'receipts'}${sessions}.${more}${forks}`;
}

/** How long the way from a receipt to the first one is. */
export function pathWords(list: RowList, path: readonly number[]): string {
  const sessions = new Set(path.map((row) => list.session[row]));
  return `The path to the first receipt has ${formatCount(path.length)} rows in ${formatCount(sessions.size)} ${sessions.size === 1 ? 'session' : 'sessions'}`;
}
