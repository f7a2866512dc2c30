/** Rows of receipts as text: one line for each, those of a delegated session and of forks under the receipt that they follow. */
import type { TextLine, TextLines } from '../../../../parts/page/text-lines.ts';
import { words } from '../../../../words/record/agents-session.ts';
import { words as outcomes } from '../../../../words/record/agents-session-outcomes.ts';
import { clockText } from '../data/clock.ts';
import { countWords, SIMULATION } from '../fork/fork-rows.ts';
import type { RowList } from './row-list.ts';

const { twin: texts, tree } = words;

interface OpenLine extends TextLine {
  readonly lines: OpenLine[];
}

/** All rows, each as `lineOf` says it. */
export function rowLines(list: RowList, lineOf: (row: number) => string): TextLines {
  const top: OpenLine[] = [];
  /** By level, where lines of that level are put. */
  const open: OpenLine[][] = [top];
  for (let row = 0; row < list.count; row++) {
    const level = Math.max(1, Math.min(list.level[row] ?? 1, open.length));
    open.length = level;
    const line: OpenLine = { text: lineOf(row), lines: [] };
    open[level - 1]?.push(line);
    open.push(line.lines);
  }
  return top;
}

/** What the tree says of a row: its place, time, kind, action, summary and outcome. */
export function receiptLine(list: RowList, row: number, brokenRow: number): string {
  const fork = list.forks.get(row);
  if (fork !== undefined) return texts.fork(SIMULATION, countWords(fork));
  const columns = list.sessions[list.session[row] ?? -1]?.columns;
  const node = list.node[row] ?? 0;
  const length = list.length[row] ?? 1;
  if (columns === undefined) return '';
  if (length > 1) return texts.run(node + 1, node + length, tree.runOf(length));
  const outcome = row === brokenRow ? tree.broken : columns.statusAt(node).word;
  return texts.receipt(
    node + 1,
    clockText(columns.time[node] ?? Number.NaN),
    outcomes.kinds[columns.kindAt(node)],
    [columns.actionAt(node), columns.summaryAt(node)].filter((text) => text !== '').join(', '),
    outcome,
  );
}
