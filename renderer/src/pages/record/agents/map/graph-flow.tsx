import {
  Background,
  Controls,
  type Edge,
  MarkerType,
  type NodeTypes,
  ReactFlow,
  type ReactFlowInstance,
  ReactFlowProvider,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import './graph-flow.css';
import { useMemo, useRef } from 'react';
import type { CardNode } from './graph-card.ts';
import { type Direction, NODE_HEIGHT, NODE_WIDTH, type Place } from './layout.ts';
import { neighbour } from './neighbour.ts';

export interface GraphEdge {
  readonly from: number;
  readonly to: number;
  /** How it is drawn. */
  readonly kind: string;
  /** Empty for none. */
  readonly label: string;
}

export interface GraphFlowProps<C> {
  /** What the graph is, and what its keys do. */
  readonly label: string;
  readonly zoomLabel: string;
  /** Of the ids of its cards on the page. */
  readonly idPrefix: string;
  /** `card`: what draws a card, the same object each time. */
  readonly nodeTypes: NodeTypes & { readonly card: unknown };
  /** One for each place. */
  readonly cards: readonly C[];
  readonly edges: readonly GraphEdge[];
  readonly hasArrows?: boolean;
  readonly places: readonly Place[];
  readonly direction: Direction;
  /** The card that is looked at, as an index of `cards`. */
  readonly current: number;
  readonly onCurrent: (index: number) => void;
  readonly onOpen: (index: number) => void;
}

const LABEL_PADDING: [number, number] = [4, 2];
const FIT = { padding: 0.12, maxZoom: 1, duration: 0 };
/** Below this the words in the cards cannot be read: a graph that does not fit so begins at the card that is looked at. */
const LEAST_READABLE = 0.5;
/** Here they are read with ease. */
const READABLE = 0.8;
const MARGIN = 24;

interface Extent {
  readonly from: number;
  readonly to: number;
}

function extentOf(starts: readonly number[], size: number): Extent {
  return { from: Math.min(...starts), to: Math.max(...starts) + size };
}

/** Where a graph begins. */
function firstLook(places: readonly Place[], direction: Direction, width: number, height: number) {
  const x = extentOf(
    places.map((place) => place.x),
    NODE_WIDTH,
  );
  const y = extentOf(
    places.map((place) => place.y),
    NODE_HEIGHT,
  );
  const zoomTo = (room: number, { from, to }: Extent) => (room - 2 * MARGIN) / (to - from);
  const inTheMiddle = (room: number, { from, to }: Extent, zoom: number) => (room - (from + to) * zoom) / 2;
  const whole = Math.min(1, zoomTo(width, x), zoomTo(height, y));
  if (whole >= LEAST_READABLE) {
    return { x: inTheMiddle(width, x, whole), y: inTheMiddle(height, y, whole), zoom: whole, isWhole: true };
  }
  // As large as its breadth allows. Where the breadth does not fit either, the first card is in the middle of it.
  const isAcross = direction === 'across';
  const first = places[0] ?? { x: 0, y: 0 };
  const breadth = isAcross ? y : x;
  const room = isAcross ? height : width;
  const zoom = Math.min(READABLE, Math.max(LEAST_READABLE, zoomTo(room, breadth)));
  const size = isAcross ? NODE_HEIGHT : NODE_WIDTH;
  const start = isAcross ? first.y : first.x;
  const shown = zoomTo(room, breadth) < LEAST_READABLE ? { from: start, to: start + size } : breadth;
  const aside = inTheMiddle(room, shown, zoom);
  const ahead = MARGIN - (isAcross ? first.x : first.y) * zoom;
  return { x: isAcross ? ahead : aside, y: isAcross ? aside : ahead, zoom, isWhole: false };
}

/** A graph of cards. It has the focus itself; arrows go from card to card, Enter opens the one that is looked at. */
export function GraphFlow<C>(props: GraphFlowProps<C>) {
  const { cards, edges, hasArrows = false, places, direction, current, onCurrent, onOpen, idPrefix } = props;
  const flow = useRef<ReactFlowInstance<CardNode<C>, Edge> | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const nodes = useMemo(
    () =>
      cards.map((card, index): CardNode<C> => {
        const position = places[index] ?? { x: 0, y: 0 };
        return {
          id: String(index),
          type: 'card',
          position,
          width: NODE_WIDTH,
          height: NODE_HEIGHT,
          data: { card, elementId: `${idPrefix}-${index}`, direction },
          selected: index === current,
          ariaRole: 'presentation',
        };
      }),
    [cards, places, current, direction, idPrefix],
  );
  const lines = useMemo(
    () =>
      edges.map(
        ({ from, to, kind, label }): Edge => ({
          id: `${from}-${to}`,
          source: String(from),
          target: String(to),
          type: 'smoothstep',
          className: kind,
          label,
          labelBgPadding: LABEL_PADDING,
          ...(hasArrows ? { markerEnd: { type: MarkerType.ArrowClosed } } : {}),
          // The arrow keys say what leads where; the lines are drawn for the eye.
          domAttributes: { 'aria-hidden': true },
        }),
      ),
    [edges, hasArrows],
  );
  const centre = (index: number, zoom: number) => {
    const place = places[index];
    if (place === undefined) return;
    void flow.current?.setCenter(place.x + NODE_WIDTH / 2, place.y + NODE_HEIGHT / 2, { zoom });
  };
  const begin = (instance: ReactFlowInstance<CardNode<C>, Edge>) => {
    flow.current = instance;
    if (places.length === 0) return;
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
    const { isWhole, ...look } = firstLook(places, direction, clientWidth, clientHeight);
    void instance.setViewport(look);
    if (!isWhole && current > 0) centre(current, look.zoom);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') onOpen(current);
    else {
      const next = neighbour(event.key, current, places, edges, direction);
      if (next === null) return;
      onCurrent(next);
      centre(next, Math.max(flow.current?.getZoom() ?? 0, 0.6));
    }
    event.preventDefault();
  };
  return (
    <ReactFlowProvider>
      <div className="graph-flow flex size-full flex-col">
        <div className="flex justify-end border-b border-line p-1">
          <Controls
            orientation="horizontal"
            showInteractive={false}
            fitViewOptions={FIT}
            aria-label={props.zoomLabel}
          />
        </div>
        <div ref={frame} className="min-h-0 flex-1">
          <ReactFlow<CardNode<C>, Edge>
            aria-label={props.label}
            aria-activedescendant={`${idPrefix}-${current}`}
            tabIndex={0}
            onKeyDown={onKeyDown}
            onInit={begin}
            nodes={nodes}
            edges={lines}
            nodeTypes={props.nodeTypes}
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
            // The page scrolls under the graph; the buttons and two fingers zoom.
            zoomOnScroll={false}
            preventScrolling={false}
            zoomOnDoubleClick={false}
            minZoom={0.05}
            maxZoom={1.5}
            proOptions={{ hideAttribution: true }}
          >
            <Background gap={24} />
          </ReactFlow>
        </div>
      </div>
    </ReactFlowProvider>
  );
}
