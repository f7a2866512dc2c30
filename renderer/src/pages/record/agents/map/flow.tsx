import { Background, Controls, type Edge, ReactFlow, type ReactFlowInstance } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import './flow.css';
import { useMemo, useRef } from 'react';
import { words } from '../../../../words/record/agents-session-map.ts';
import type { MapEdge } from './collapse.ts';
import { type Direction, NODE_HEIGHT, NODE_WIDTH, type Place } from './layout.ts';
import { type CardNode, MapCard, type MapCardData } from './map-card.tsx';
import { neighbour } from './neighbour.ts';

export interface FlowProps {
  /** One for each place. */
  readonly cards: readonly MapCardData[];
  readonly edges: readonly MapEdge[];
  /** One for each edge; empty for none. */
  readonly labels: readonly string[];
  readonly places: readonly Place[];
  readonly direction: Direction;
  /** The node that is looked at, as an index of `cards`. */
  readonly current: number;
  readonly onCurrent: (index: number) => void;
  readonly onOpen: (index: number) => void;
}

const NODE_TYPES = { card: MapCard };
const LABEL_PADDING: [number, number] = [4, 2];
const FIT = { padding: 0.12, maxZoom: 1, duration: 0 };
/** Below this the words in the nodes cannot be read: a map that does not fit so begins at its first node. */
const LEAST_READABLE = 0.5;
const FIRST_LOOK = { zoom: 0.8, margin: 24 };

/** The map itself. It has the focus; arrows go from node to node, Enter opens the one that is looked at. */
export function Flow({ cards, edges, labels, places, direction, current, onCurrent, onOpen }: FlowProps) {
  const flow = useRef<ReactFlowInstance<CardNode, Edge> | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const nodes = useMemo(
    () =>
      cards.map((card, index): CardNode => {
        const position = places[index] ?? { x: 0, y: 0 };
        return {
          id: String(index),
          type: 'card',
          position,
          width: NODE_WIDTH,
          height: NODE_HEIGHT,
          data: { card, elementId: nodeElementId(index), direction },
          selected: index === current,
          ariaRole: 'presentation',
        };
      }),
    [cards, places, current, direction],
  );
  const lines = useMemo(
    () =>
      edges.map(
        ({ from, to, kind }, index): Edge => ({
          id: `${from}-${to}`,
          source: String(from),
          target: String(to),
          type: 'smoothstep',
          className: kind,
          label: labels[index] ?? '',
          labelBgPadding: LABEL_PADDING,
          // The arrow keys say what leads where; the lines are drawn for the eye.
          domAttributes: { 'aria-hidden': true },
        }),
      ),
    [edges, labels],
  );
  const begin = async (instance: ReactFlowInstance<CardNode, Edge>) => {
    flow.current = instance;
    await instance.fitView(FIT);
    const first = places[0];
    if (first === undefined || instance.getZoom() >= LEAST_READABLE) return;
    const { zoom, margin } = FIRST_LOOK;
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
    const x = direction === 'across' ? margin : clientWidth / 2 - (NODE_WIDTH / 2) * zoom;
    const y = direction === 'across' ? clientHeight / 2 - (NODE_HEIGHT / 2) * zoom : margin;
    await instance.setViewport({ x: x - first.x * zoom, y: y - first.y * zoom, zoom });
  };
  const goTo = (index: number) => {
    onCurrent(index);
    const place = places[index];
    if (place === undefined || flow.current === null) return;
    const { zoom } = flow.current.getViewport();
    void flow.current.setCenter(place.x + NODE_WIDTH / 2, place.y + NODE_HEIGHT / 2, { zoom: Math.max(zoom, 0.6) });
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') onOpen(current);
    else {
      const next = neighbour(event.key, current, places, edges, direction);
      if (next === null) return;
      goTo(next);
    }
    event.preventDefault();
  };
  return (
    <div ref={frame} className="size-full">
      <ReactFlow<CardNode, Edge>
        className="session-map"
        aria-label={words.label}
        aria-activedescendant={nodeElementId(current)}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onInit={(instance) => void begin(instance)}
        nodes={nodes}
        edges={lines}
        nodeTypes={NODE_TYPES}
        onNodeClick={(_, { id }) => onCurrent(Number(id))}
        onNodeDoubleClick={(_, { id }) => onOpen(Number(id))}
        onlyRenderVisibleElements
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        edgesReconnectable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        zoomActivationKeyCode={null}
        panActivationKeyCode={null}
        // The page scrolls under the map; the buttons and two fingers zoom.
        zoomOnScroll={false}
        preventScrolling={false}
        zoomOnDoubleClick={false}
        minZoom={0.05}
        maxZoom={1.5}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={24} />
        <Controls showInteractive={false} fitViewOptions={FIT} aria-label={words.zoom} />
      </ReactFlow>
    </div>
  );
}

function nodeElementId(index: number): string {
  return `session-map-${index}`;
}
