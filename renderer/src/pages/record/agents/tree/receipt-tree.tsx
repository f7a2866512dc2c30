import { type CSSProperties, useMemo } from 'react';
import { columnTitles } from '../../../../parts/grid/column-heads.tsx';
import { useNarrow } from '../../../../ui/use-narrow.ts';
import { words } from '../../../../words/record/agents-session.ts';
import { zoneText } from '../data/clock.ts';
import { gutterWidth } from '../lanes/draw.ts';
import { type ReceiptsProps, RowTree } from './row-tree.tsx';
import { COLUMN_BOXES, TreeRow } from './tree-row.ts';

const { tree: texts } = words;

/** Least widths beside the gutter, pixels; in a narrow window the kind is a sign alone. */
const WIDTHS = { time: 92, kind: 118, what: 150, outcome: 180 };
const NARROW_WIDTHS = { time: 0, kind: 42, what: 100, outcome: 124 };

/** Of the columns, with the zone of their times. */
function headsOf(zone: string) {
  const { kind, what, outcome } = texts.columns;
  const titles = [texts.time(zone), kind, what, outcome];
  return columnTitles(
    titles.map((title, column) => ({
      title,
      look: `truncate ${COLUMN_BOXES[column] ?? ''} ${title === kind ? 'max-[599px]:invisible' : ''}`,
    })),
  );
}

const newRow = () => new TreeRow();

/** The receipts of a session with their times, kinds and outcomes. */
export function ReceiptTree(props: ReceiptsProps) {
  const isNarrow = useNarrow();
  // Not made anew while the rows under them change.
  const zone = zoneText(props.graph.root.columns.time[0] ?? Number.NaN);
  const heads = useMemo(() => headsOf(zone), [zone]);
  const gutter = gutterWidth(props.layout.lanes);
  const style = useMemo(() => {
    const { time, kind, what, outcome } = isNarrow ? NARROW_WIDTHS : WIDTHS;
    return {
      '--time-width': `${time + gutter}px`,
      '--kind-width': `${kind}px`,
      '--outcome-width': `${outcome}px`,
      '--row-width': `${time + gutter + kind + what + outcome}px`,
    } as CSSProperties;
  }, [gutter, isNarrow]);
  return <RowTree {...props} make={newRow} heads={heads} columnCount={COLUMN_BOXES.length} style={style} />;
}
