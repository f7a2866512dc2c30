/** What the view of a session's receipts says about its rows. */
import { words } from '../../../../words/record/agents-session.ts';
import type { GraphSnapshot } from '../data/session-graph.ts';
import { forkWords } from '../map/forks-on-map.ts';
import type { RowList } from '../rows/row-list.ts';

const { tree: texts } = words;

/** How many receipts are shown, of how many, and what the session delegated. */
export function countWords(list: RowList, graph: GraphSnapshot): string {
  let receipts = 0;
  for (const length of list.length) receipts += length;
  const loaded = list.sessions.reduce((sum, { count }) => sum + count, 0);
  const sessions = list.sessions.length > 1 ? texts.ofSessions(list.sessions.length) : '';
  const delegated = graph.root.columns.children.size;
  const more = delegated === 0 ? '' : texts.delegated(delegated);
  const forks = forkWords({ forks: [...list.forks.values()] }, list.forks.size);
  return `${texts.shown(receipts, loaded)}${sessions}.${more}${forks}`;
}

/** How long the way from a receipt to the first one is. */
export function pathWords(list: RowList, path: readonly number[]): string {
  const sessions = new Set(path.map((row) => list.session[row]));
  return texts.path(path.length, sessions.size);
}
