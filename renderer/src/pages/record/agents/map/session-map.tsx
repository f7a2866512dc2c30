import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react';
import { formatCount, formatTime } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Fact, FactList } from '../../../../ui/fact-list.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { useAddress } from '../address.ts';
import { forksQuery } from '../data/queries.ts';
import { TROUBLE_WEIGHT } from '../data/row-status.ts';
import type { SessionPartProps } from '../data/session-part.ts';
import { ForksUnread } from '../fork/forks-unread.tsx';
import { ChosenFork } from './chosen-fork.tsx';
import { collapse, type MapNode, MOST_MAP_NODES } from './collapse.ts';
import type { FlowProps } from './flow.tsx';
import { type DrawnGraph, forkCard, forksOnMap, forkWords } from './forks-on-map.ts';
import type { Place } from './layout.ts';
import { LAYOUT_DEADLINE_MS, LayoutLate, layOut } from './layout-client.ts';
import type { MapCardData } from './map-card.tsx';
import { type MapRows, mapRows } from './source.ts';

/** Delegated sessions that are loaded without being asked for. */
const LOADED_BY_THEMSELVES = 50;

/** The session and those under it as a small graph: what delegated to whom, and where it went wrong. */
export function SessionMap({ session, graph, loader, onShowNode }: SessionPartProps) {
  const rows = useMemo(() => mapRows(graph), [graph]);
  const forksError = useQuery(forksQuery(session.session_id)).error;
  const isLoading = [...graph.sessions.values()].some(({ state }) => state.status === 'loading');
  const known = graph.sessions.size - 1;
  const missing = rows.missing.length;
  // Children of children come to light as their parents are loaded.
  const wanted = known + missing <= LOADED_BY_THEMSELVES ? rows.missing.join(' ') : '';
  useEffect(() => {
    for (const id of wanted === '' ? [] : wanted.split(' ')) loader.load(id);
  }, [wanted, loader]);

  const loadSome = () => {
    for (const id of rows.missing.slice(0, LOADED_BY_THEMSELVES)) loader.load(id);
  };

  if (graph.root.count === 0) {
    return graph.root.state.status === 'loaded' ? (
      <EmptyState title="This session has no receipts to draw" />
    ) : (
      <ProgressBar label="Loading the receipts" />
    );
  }
  return (
    <div className="space-y-3">
      <p className="max-w-prose text-muted">
        Receipts without a branch between them are one node; dashed lines lead to delegated sessions, dotted ones to
        forks. The map shows how receipts are linked, not that one act caused the other.
        {/* Not in the line over the map, which goes away while the forks are placed. */}
        <span role="status">
          <ForksUnread error={forksError} />
        </span>
      </p>
      {isLoading && (
        <ProgressBar
          label={`Loading receipts, ${formatCount(rows.receipts)} so far. The map is drawn when they are there.`}
        />
      )}
      {!isLoading && (
        <Collapsed rows={rows} rootId={session.session_id} onShowNode={onShowNode}>
          {missing > 0 && wanted === '' && (
            <p className="flex flex-wrap items-center gap-3">
              {`${formatCount(missing)} delegated sessions are not loaded; each is drawn as one empty node.`}
              <Button
                onPress={loadSome}
              >{`Load ${formatCount(Math.min(missing, LOADED_BY_THEMSELVES))} of them`}</Button>
            </p>
          )}
        </Collapsed>
      )}
    </div>
  );
}

interface CollapsedProps {
  readonly rows: MapRows;
  readonly rootId: string;
  readonly onShowNode: (nodeId: string) => void;
}

/** The map, or why there is none. What the children say stands above a map only. */
function Collapsed({ rows, rootId, onShowNode, children }: CollapsedProps & { readonly children: ReactNode }) {
  const kept = useQuery(forksQuery(rootId)).data?.items;
  const graph = useMemo(() => collapse(rows), [rows]);
  const drawn = useMemo(() => forksOnMap(graph, kept ?? [], rows, rootId), [graph, kept, rows, rootId]);
  const layout = useLayout(drawn);
  const Flow = useFlow();
  const [chosen, setChosen] = useState(0);
  const { set } = useAddress();
  const cards = useMemo(
    () => [...graph.nodes.map((node) => cardOf(node, rows, rootId)), ...drawn.forks.map(forkCard)],
    [graph, drawn, rows, rootId],
  );
  const toReceipts = () => set({ view: 'receipts' }, 'push');

  if (graph.unit === 'none') {
    return (
      <TooLarge onReceipts={toReceipts}>
        {`There are ${formatCount(graph.sessions)} sessions under this one. A map of more than ${MOST_MAP_NODES} nodes is neither drawn in time nor readable.`}
      </TooLarge>
    );
  }
  if (layout.status === 'late') {
    return (
      <TooLarge onReceipts={toReceipts}>
        {`Placing ${formatCount(graph.nodes.length)} nodes took longer than ${LAYOUT_DEADLINE_MS / 1000} seconds and was given up.`}
      </TooLarge>
    );
  }
  if (layout.status === 'failed' || Flow === 'failed') {
    return (
      <ErrorState title="The map cannot be drawn" {...(layout.status === 'failed' ? { onRetry: layout.retry } : {})}>
        Its code could not be loaded or stopped. If the embedded server is stopped, start it again and reload this
        window. The receipts themselves are listed under Receipts.
      </ErrorState>
    );
  }
  if (layout.status === 'busy' || Flow === 'loading' || layout.places.length !== cards.length) {
    return <ProgressBar label="Placing the nodes" />;
  }
  const current = Math.min(chosen, cards.length - 1);
  const node = graph.nodes[current];
  const fork = drawn.forks[current - graph.nodes.length];
  const openFork = (forkId: string) => set({ view: 'fork', fork: forkId }, 'push');
  const open = (index: number) => {
    const opened = graph.nodes[index];
    const openedFork = drawn.forks[index - graph.nodes.length];
    if (opened !== undefined) onShowNode(rowId(rows, opened.firstRow));
    else if (openedFork !== undefined) openFork(openedFork.fork_id);
  };
  return (
    <>
      {children}
      <p role="status" className="text-13 text-muted">
        {graph.unit === 'session'
          ? `${formatCount(graph.nodes.length)} nodes, each a whole session: drawn as runs there would be more than ${MOST_MAP_NODES}.`
          : `${formatCount(graph.nodes.length)} ${graph.nodes.length === 1 ? 'node' : 'nodes'} for ${formatCount(rows.receipts)} ${rows.receipts === 1 ? 'receipt' : 'receipts'} of ${formatCount(graph.sessions)} ${graph.sessions === 1 ? 'session' : 'sessions'}.`}
        {forkWords(drawn, kept?.length ?? 0)}
      </p>
      <div className="h-[62vh] min-h-72 overflow-hidden rounded border border-line bg-page">
        <Flow
          cards={cards}
          edges={drawn.edges}
          places={layout.places}
          current={current}
          onCurrent={setChosen}
          onOpen={open}
        />
      </div>
      {node !== undefined && <Chosen node={node} rows={rows} rootId={rootId} onShowNode={onShowNode} />}
      {fork !== undefined && <ChosenFork fork={fork} onOpen={openFork} onShowNode={onShowNode} />}
    </>
  );
}

function TooLarge({ children, onReceipts }: { readonly children: string; readonly onReceipts: () => void }) {
  return (
    <EmptyState
      title="Too large for a map"
      actions={
        <Button variant="primary" onPress={onReceipts}>
          Show the receipts in lanes
        </Button>
      }
    >
      {children} The lane view shows all of them.
    </EmptyState>
  );
}

interface ChosenProps extends CollapsedProps {
  readonly node: MapNode;
}

/** The node that is looked at, in words, and the ways from it into the receipts. */
function Chosen({ node, rows, rootId, onShowNode }: ChosenProps) {
  const { goToSession } = useAddress();
  const { session, row } = rows.placeOf(node.firstRow);
  const isLoaded = session.count > 0;
  const last = rows.placeOf(node.lastRow);
  const trouble = useMemo(() => firstTrouble(node, rows), [node, rows]);
  const timeAt = (at: number) => formatTime(session.columns.time[at] ?? Number.NaN)?.utc ?? 'no time';
  return (
    <section aria-label="The chosen node" className="space-y-2 rounded border border-line bg-surface px-4 py-3">
      <FactList>
        <Fact name="Session">
          <code className="text-13 break-all">{session.id}</code>
          {session.id === rootId ? ' (this one)' : ' (delegated)'}
        </Fact>
        <Fact name="Receipts">{isLoaded ? extentOf(node, rows) : 'Not loaded'}</Fact>
        {isLoaded && (
          <Fact name="Recorded">
            {timeAt(row)} to {timeAt(last.row)}
          </Fact>
        )}
        <Fact name="Stands out">
          {node.failed + node.pending === 0
            ? 'Nothing'
            : `${formatCount(node.failed)} failed, denied, forbidden or exposed, ${formatCount(node.pending)} pending`}
        </Fact>
      </FactList>
      <div className="flex flex-wrap gap-2">
        {isLoaded && (
          <>
            <Button onPress={() => onShowNode(rowId(rows, node.firstRow))}>Show its first receipt</Button>
            <Button onPress={() => onShowNode(rowId(rows, node.lastRow))}>Show its last receipt</Button>
          </>
        )}
        {trouble !== null && <Button onPress={() => onShowNode(rowId(rows, trouble))}>Show what failed first</Button>}
        {session.id !== rootId && <Button onPress={() => goToSession(session.id)}>Open this session</Button>}
      </div>
    </section>
  );
}

function firstTrouble(node: MapNode, rows: MapRows): number | null {
  if (node.failed === 0) return null;
  for (let row = node.firstRow; row <= node.lastRow; row++) {
    const place = rows.placeOf(row);
    if (place.session.id !== node.sessionId) continue;
    if (place.session.columns.statusAt(place.row).weight >= TROUBLE_WEIGHT) return row;
  }
  return null;
}

function rowId(rows: MapRows, row: number): string {
  const place = rows.placeOf(row);
  return place.session.columns.idAt(place.row);
}

/** Runs of a session are consecutive, so the first and the last receipt say all. */
function extentOf({ firstRow, lastRow, count }: MapNode, rows: MapRows): string {
  const first = rows.placeOf(firstRow).row + 1;
  const last = rows.placeOf(lastRow).row + 1;
  return count === 1 ? `Receipt ${formatCount(first)}` : `Receipts ${formatCount(first)} to ${formatCount(last)}`;
}

function cardOf(node: MapNode, rows: MapRows, rootId: string): MapCardData {
  const { session } = rows.placeOf(node.firstRow);
  const extent = session.count === 0 ? 'Not loaded' : extentOf(node, rows);
  const isChild = session.id !== rootId;
  const out = [
    ...(node.failed === 0 ? [] : [`${formatCount(node.failed)} failed, denied or forbidden`]),
    ...(node.pending === 0 ? [] : [`${formatCount(node.pending)} pending`]),
  ];
  const whose = isChild ? `delegated session ${session.id}` : 'this session';
  const label = [extent, whose, ...out].join(', ');
  return {
    sessionId: session.id,
    isChild,
    extent,
    failed: node.failed,
    pending: node.pending,
    isSimulation: false,
    label,
  };
}

type Layout =
  | { readonly status: 'busy' }
  | { readonly status: 'late' }
  | { readonly status: 'failed'; readonly retry: () => void }
  | { readonly status: 'placed'; readonly places: readonly Place[] };

/** Places the nodes, again only where the shape of the graph has changed: a session that grows at its end keeps its map. */
function useLayout({ count, edges }: DrawnGraph): Layout {
  const shape = `${count}:${edges.map(({ from, to }) => `${from}-${to}`).join(',')}`;
  const [answer, setAnswer] = useState<{ readonly shape: string; readonly layout: Layout } | null>(null);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape stands for nodes and edges, the turn for "again".
  useEffect(() => {
    if (count === 0) return;
    const controller = new AbortController();
    const settle = (layout: Layout) => {
      if (!controller.signal.aborted) setAnswer({ shape, layout });
    };
    const retry = () => setTurn((before) => before + 1);
    const task = { nodes: count, edges: edges.map(({ from, to }) => ({ from, to })) };
    layOut(task, controller.signal).then(
      (places) => settle({ status: 'placed', places }),
      (error: unknown) => settle(error instanceof LayoutLate ? { status: 'late' } : { status: 'failed', retry }),
    );
    return () => controller.abort();
  }, [shape, turn]);
  return answer?.shape === shape ? answer.layout : { status: 'busy' };
}

/** The code that draws, loaded when a map is looked at first. */
function useFlow(): ComponentType<FlowProps> | 'loading' | 'failed' {
  const [flow, setFlow] = useState<{ readonly Flow: ComponentType<FlowProps> } | 'loading' | 'failed'>('loading');
  useEffect(() => {
    let isShown = true;
    import('./flow.tsx').then(
      ({ Flow }) => isShown && setFlow({ Flow }),
      () => isShown && setFlow('failed'),
    );
    return () => {
      isShown = false;
    };
  }, []);
  return typeof flow === 'string' ? flow : flow.Flow;
}
