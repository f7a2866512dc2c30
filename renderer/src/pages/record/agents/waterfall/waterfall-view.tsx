import { Hourglass, MoveHorizontal } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ObjectSign } from '../../../../parts/objects/object-tile.tsx';
import { TextTwin } from '../../../../parts/page/text-twin.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { Tooltip } from '../../../../ui/tooltip.tsx';
import { words } from '../../../../words/record/agents-session-waterfall.ts';
import { durationText } from '../data/clock.ts';
import type { GraphSnapshot } from '../data/session-graph.ts';
import type { SessionPartProps } from '../data/session-part.ts';
import { useRowActions } from '../detail/use-row-actions.ts';
import { useTree } from '../detail/use-tree.ts';
import { ForksUnread } from '../fork/forks-unread.tsx';
import { idAt, placeAt, type ReceiptPlace, rowOfPlace } from '../rows/place.ts';
import { rowLines } from '../rows/row-lines.ts';
import { NO_FILTER, type RowList } from '../rows/row-list.ts';
import { nameOf } from '../tree/tree-row.ts';
import { longestRow, rangeOf, spanOf } from './spans.ts';
import { waterfallLine } from './waterfall-line.ts';
import { type WaterfallHandle, WaterfallTree } from './waterfall-tree.tsx';

/** Delegated sessions that are opened without being asked for. */
const OPENED_BY_THEMSELVES = 50;
/** With more rows the bars of the whole session are too short to be seen: those in sight set the scale. */
const MOST_ROWS_AS_A_WHOLE = 60;

/** How long it took until each receipt, over all lanes of the session. */
export function WaterfallView({ session, graph, loader, onShowNode }: SessionPartProps) {
  const { root } = graph;
  const rows = useTree({ graph, loader }, NO_FILTER, false);
  const { list, layout, expanded, expand, toggle, forksError } = rows;
  useOpened(graph, expand);
  const [current, setCurrent] = useState<ReceiptPlace | null>(null);
  const currentRow = useMemo(() => rowOfPlace(list, current), [list, current]);
  const tree = useRef<WaterfallHandle>(null);
  const [chosenScale, setChosenScale] = useState<'whole' | 'sight' | null>(null);
  const scale = chosenScale ?? (list.count > MOST_ROWS_AS_A_WHOLE ? 'sight' : 'whole');
  const begin = root.columns.time[0] ?? Number.NaN;
  const onSight = useScale(list, begin, scale, tree);
  const longest = useMemo(() => longestRow(list), [list]);
  const summary = useMemo(() => summaryOf(list, longest), [list, longest]);
  const announce = useAnnounce();
  const actions = useRowActions(list, session.session_id, (row) => onShowNode(idAt(list, row)));
  if (root.count === 0) {
    return root.state.status === 'loaded' ? (
      <EmptyState title={words.empty} icon={<ObjectSign kind="session" />} />
    ) : (
      <ProgressBar label={words.loading} />
    );
  }
  const goToLongest = () => {
    if (longest < 0) return announce(words.noLongest);
    setCurrent(placeAt(list, longest));
    tree.current?.show(longest);
    tree.current?.focus();
  };
  const picture = (asText: ReactNode) => (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-80 text-13 text-muted">{session.imported ? words.imported : words.lead}</p>
        <div className="screen-only flex flex-wrap gap-2">
          <Tooltip text={longest < 0 ? words.noLongest : words.goToLongest}>
            <Button aria-disabled={longest < 0} icon={<Hourglass aria-hidden size={15} />} onPress={goToLongest}>
              {words.goToLongest}
            </Button>
          </Tooltip>
          <Button
            icon={<MoveHorizontal aria-hidden size={15} />}
            onPress={() => setChosenScale(scale === 'whole' ? 'sight' : 'whole')}
          >
            {scale === 'whole' ? words.fit : words.whole}
          </Button>
          {asText}
        </div>
      </div>
      <WaterfallTree
        ref={tree}
        label={words.label}
        graph={graph}
        list={list}
        layout={layout}
        current={currentRow}
        expanded={expanded}
        onCurrent={(row) => setCurrent(placeAt(list, row))}
        onOpen={actions.onOpen}
        onToggle={toggle}
        onCopy={actions.onCopy}
        onSight={onSight}
      />
      <p role="status" className="text-13 text-muted tabular-nums">
        {summary}
        {closedWords(graph, expanded)}
        <ForksUnread error={forksError} />
        {words.keys}
      </p>
    </div>
  );
  return (
    <TextTwin title={words.label} lines={() => rowLines(list, (row) => waterfallLine(list, row, begin))}>
      {picture}
    </TextTwin>
  );
}

/** Opens delegated sessions as they come to light, each once: what a person closes stays closed. */
function useOpened(graph: GraphSnapshot, expand: (ids: readonly string[]) => void): void {
  const opened = useRef(new Set<string>());
  useEffect(() => {
    const fresh: string[] = [];
    for (const { columns } of graph.sessions.values()) {
      for (const child of columns.children.values()) {
        if (opened.current.size >= OPENED_BY_THEMSELVES || opened.current.has(child)) continue;
        opened.current.add(child);
        fresh.push(child);
      }
    }
    if (fresh.length > 0) expand(fresh);
  }, [graph, expand]);
}

/** What to tell of the rows in sight, so that the scale follows them where it should. Draws nothing of the page anew. */
function useScale(
  list: RowList,
  begin: number,
  scale: 'whole' | 'sight',
  tree: React.RefObject<WaterfallHandle | null>,
): (from: number, to: number) => void {
  const sight = useRef({ from: 0, to: 1 });
  const whole = useMemo(() => rangeOf(list, 0, list.count - 1), [list]);
  const draw = useCallback(() => {
    const { from, to } = sight.current;
    const first = Math.floor(from * list.count);
    const range = scale === 'whole' ? whole : rangeOf(list, first, Math.ceil(to * list.count) - 1);
    if (range !== null) tree.current?.scale({ start: range.start - begin, end: range.end - begin });
  }, [list, whole, begin, scale, tree]);
  useLayoutEffect(draw, [draw]);
  return useCallback(
    (from, to) => {
      sight.current = { from, to };
      draw();
    },
    [draw],
  );
}

function summaryOf(list: RowList, longest: number): string {
  const range = rangeOf(list, 0, list.count - 1);
  if (range === null) return '';
  const all = words.summary(list.count - list.forks.size, durationText(range.end - range.start));
  const span = longest < 0 ? null : spanOf(list, longest);
  const columns = list.sessions[list.session[longest] ?? -1]?.columns;
  if (span === null || columns === undefined) return all;
  const node = list.node[longest] ?? 0;
  const name = nameOf(columns.kindAt(node), columns.actionAt(node));
  return `${all}${words.longest(durationText(span.end - span.start), node + 1, name)}`;
}

function closedWords(graph: GraphSnapshot, expanded: ReadonlySet<string>): string {
  let closed = 0;
  for (const { columns } of graph.sessions.values()) {
    for (const child of columns.children.values()) if (!expanded.has(child)) closed += 1;
  }
  return closed === 0 ? '' : words.notLoaded(closed);
}
