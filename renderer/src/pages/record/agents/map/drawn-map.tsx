import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { ObjectSign } from '../../../../parts/objects/object-tile.tsx';
import { TextTwin } from '../../../../parts/page/text-twin.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { useNarrow } from '../../../../ui/use-narrow.ts';
import { words } from '../../../../words/record/agents-session-map.ts';
import { useAddress } from '../address.ts';
import { forksQuery } from '../data/queries.ts';
import type { GraphSnapshot } from '../data/session-graph.ts';
import { cardOf, edgeLabels, rowId } from './cards.ts';
import { ChosenFork } from './chosen-fork.tsx';
import { ChosenNode } from './chosen-node.tsx';
import { collapse, MOST_MAP_NODES } from './collapse.ts';
import { forkCard, forksOnMap, forkWords } from './forks-on-map.ts';
import { LAYOUT_DEADLINE_MS } from './layout-client.ts';
import { mapLines } from './map-lines.ts';
import type { MapRows } from './source.ts';
import { useLayout } from './use-layout.ts';
import { useLoaded } from './use-loaded.ts';
import { useSessionNames } from './use-session-names.ts';

/** The code that draws. */
const loadFlow = () => import('./flow.tsx');

export interface DrawnMapProps {
  readonly rows: MapRows;
  readonly graph: GraphSnapshot;
  readonly onShowNode: (nodeId: string) => void;
  /** Above a map only. */
  readonly children: ReactNode;
}

/** The map beside the group that is looked at, or why there is none. */
export function DrawnMap({ rows, graph: { root, sessions }, onShowNode, children }: DrawnMapProps) {
  const rootId = root.id;
  const kept = useQuery(forksQuery(rootId)).data?.items;
  const graph = useMemo(() => collapse(rows), [rows]);
  const drawn = useMemo(() => forksOnMap(graph, kept ?? [], rows, rootId), [graph, kept, rows, rootId]);
  // Time goes to the right where there is room for it.
  const direction = useNarrow() ? 'down' : 'across';
  const layout = useLayout(drawn, direction);
  const code = useLoaded(loadFlow);
  const [chosen, setChosen] = useState(0);
  const { set } = useAddress();
  const nameOf = useSessionNames([...sessions.keys()].join(' '));
  const cards = useMemo(
    () => [...graph.nodes.map((node) => cardOf(node, rows, rootId, nameOf)), ...drawn.forks.map(forkCard)],
    [graph, drawn, rows, rootId, nameOf],
  );
  const labels = useMemo(() => edgeLabels(drawn.edges, graph.nodes, rows), [drawn, graph, rows]);
  const toReceipts = () => set({ view: undefined }, 'push');

  if (graph.unit === 'none') {
    return <TooLarge onReceipts={toReceipts}>{words.tooMany(graph.sessions, MOST_MAP_NODES)}</TooLarge>;
  }
  if (layout.status === 'late') {
    return <TooLarge onReceipts={toReceipts}>{words.late(graph.nodes.length, LAYOUT_DEADLINE_MS / 1000)}</TooLarge>;
  }
  if (layout.status === 'failed' || code === 'failed') {
    return (
      <ErrorState title={words.failed} {...(layout.status === 'failed' ? { onRetry: layout.retry } : {})}>
        {words.failedText}
      </ErrorState>
    );
  }
  if (layout.status === 'busy' || code === 'loading' || layout.places.length !== cards.length) {
    return <ProgressBar label={words.placing} />;
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
  const picture = (asText: ReactNode) => (
    <div className="space-y-3">
      {children}
      <div className="flex flex-wrap items-start gap-x-4">
        <p role="status" className="min-w-0 flex-1 basis-80 text-13 text-muted">
          {graph.unit === 'session'
            ? words.bySession(graph.nodes.length, MOST_MAP_NODES)
            : words.groups(graph.nodes.length, rows.receipts, graph.sessions)}
          {forkWords(drawn, kept?.length ?? 0)}
        </p>
        {asText}
      </div>
      <div className="grid gap-x-6 gap-y-4 min-[1600px]:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="h-[max(20rem,calc(100dvh-28rem))] overflow-hidden min-[1600px]:h-[max(22rem,calc(100dvh-22rem))] rounded border border-line bg-page">
          <code.Flow
            key={direction}
            cards={cards}
            edges={drawn.edges}
            labels={labels}
            places={layout.places}
            direction={direction}
            current={current}
            onCurrent={setChosen}
            onOpen={open}
          />
        </div>
        {node !== undefined && (
          <ChosenNode node={node} rows={rows} rootId={rootId} nameOf={nameOf} onShowNode={onShowNode} />
        )}
        {fork !== undefined && <ChosenFork fork={fork} onOpen={openFork} onShowNode={onShowNode} />}
      </div>
    </div>
  );
  return (
    <TextTwin title={words.title} lines={() => mapLines(cards, drawn.edges, labels)}>
      {picture}
    </TextTwin>
  );
}

function TooLarge({ children, onReceipts }: { readonly children: string; readonly onReceipts: () => void }) {
  return (
    <EmptyState
      title={words.tooLarge}
      icon={<ObjectSign kind="session" />}
      actions={
        <Button variant="primary" onPress={onReceipts}>
          {words.toReceipts}
        </Button>
      }
    >
      <p>{children}</p>
    </EmptyState>
  );
}
