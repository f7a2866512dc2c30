import { words as outcomes } from '../../../../words/record/agents-session-outcomes.ts';
import { words } from '../../../../words/record/agents-session-waterfall.ts';
import { durationText } from '../data/clock.ts';
import { SIMULATION } from '../fork/fork-rows.ts';
import type { RowList } from '../rows/row-list.ts';
import { nameOf } from '../tree/tree-row.ts';
import { spanOf } from './spans.ts';

/** What the waterfall says of a row, as text. `begin` is when the session began. */
export function waterfallLine(list: RowList, row: number, begin: number): string {
  const columns = list.sessions[list.session[row] ?? -1]?.columns;
  const span = spanOf(list, row);
  if (columns === undefined) return '';
  const node = list.node[row] ?? 0;
  const offset = (time: number) => durationText(time - begin);
  if (list.forks.has(row)) {
    const at = span === null ? words.noSpan : words.moment(offset(span.end));
    return words.twin(node + 1, `${outcomes.kinds.fork} (${SIMULATION.toLowerCase()})`, at, '');
  }
  const kind = columns.kindAt(node);
  const name = `${outcomes.kinds[kind]} ${nameOf(kind, columns.actionAt(node))}`;
  if (span === null) return words.twin(node + 1, name, words.noSpan, '');
  const { word, look } = columns.statusAt(node);
  const took = words.took(durationText(span.end - span.start), look === null ? '' : word);
  return words.twin(node + 1, name, words.span(offset(span.start), offset(span.end)), took);
}
