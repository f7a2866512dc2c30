import { Background, Controls, type Edge, MarkerType, ReactFlow, type ReactFlowInstance } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import '../map/flow.css';
import './lineage-flow.css';
import { useMemo, useRef } from 'react';
import { words } from '../../../../words/record/agents-lineage.ts';
import { type Direction, NODE_HEIGHT, NODE_WIDTH, type Place } from '../map/layout.ts';
import { neighbour } from '../map/neighbour.ts';
import { LineageCard, type LineageCardData, type LineageCardNode } from './lineage-card.tsx';
import type { LineageLink } from './lineage-graph.ts';

export interface LineageFlowProps {
  /** One for each place. */
  readonly cards: readonly LineageCardData[];
  readonly links: readonly LineageLink[];
  readonly places: readonly Place[];
  readonly direction: Direction;
  /** The group that is looked at, as an index of `cards`. */
  readonly current: number;
  readonly onCurrent: (index: number) => void;
  readonly onOpen: (index: number) => void;
}

const NODE_TYPES = { 'group-card': LineageCard };
const LABEL_PADDING: [number, number] = [4, 2];
const FIT = { padding: 0.12, maxZoom: 1, duration: 0 };
/** Below this the words cannot be read: a graph that does not fit so begins at what is looked at. */
const LEAST_READABLE = 0.5;
const FIRST_ZOOM = 0.8;

/** The graph itself. It has the focus; arrows go from group to group, Enter opens the one that is looked at. */
export function LineageFlow({ cards, links, places, direction, current, onCurrent, onOpen }: LineageFlowProps) {
  const flow = useRef<ReactFlowInstance<LineageCardNode, Edge> | null>(null);
  const nodes = useMemo(
    () =>
      cards.map((card, index): LineageCardNode => {
        const position = places[index] ?? { x: 0, y: 0 };
        return {
          id: String(index),
          type: 'group-card',
          position,
          width: NODE_WIDTH,
          height: NODE_HEIGHT,
          data: { card, elementId: cardElementId(index), direction },
          selected: index === current,
          ariaRole: 'presentation',
        };
      }),
    [cards, places, current, direction],
  );
  const lines = useMemo(
    () =>
      links.map(
        ({ from, to, kind }): Edge => ({
          id: `${from}-${to}`,
          source: String(from),
          target: String(to),
          type: 'smoothstep',
          className: kind,
          label: words.edges[kind].label,
          labelBgPadding: LABEL_PADDING,
          markerEnd: { type: MarkerType.ArrowClosed },
          // The lists under the graph say what leads where; the lines are drawn for the eye.
          domAttributes: { 'aria-hidden': true },
        }),
      ),
    [links],
  );
  const centre = (index: number, zoom: number) => {
    const place = places[index];
    if (place === undefined) return;
    void flow.current?.setCenter(place.x + NODE_WIDTH / 2, place.y + NODE_HEIGHT / 2, { zoom });
  };
  const begin = async (instance: ReactFlowInstance<LineageCardNode, Edge>) => {
    flow.current = instance;
    await instance.fitView(FIT);
    if (instance.getZoom() < LEAST_READABLE) centre(current, FIRST_ZOOM);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') onOpen(current);
    else {
      const next = neighbour(event.key, current, places, links, direction);
      if (next === null) return;
      onCurrent(next);
      centre(next, Math.max(flow.current?.getZoom() ?? 0, LEAST_READABLE));
    }
    event.preventDefault();
  };
  return (
    <ReactFlow<LineageCardNode, Edge>
      className="session-map lineage-graph"
      aria-label={words.graph.label}
      aria-activedescendant={cardElementId(current)}
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
      // The page scrolls under the graph; the buttons and two fingers zoom.
      zoomOnScroll={false}
      preventScrolling={false}
      zoomOnDoubleClick={false}
      minZoom={0.05}
      maxZoom={1.5}
      proOptions={{ hideAttribution: true }}
    >
      <Background gap={24} />
      <Controls showInteractive={false} fitViewOptions={FIT} aria-label={words.graph.zoom} />
    </ReactFlow>
  );
}

function cardElementId(index: number): string {
  return `lineage-group-${index}`;
}
