import { useMemo } from 'react';
import { words } from '../../../../words/record/agents-session-map.ts';
import type { MapEdge } from './collapse.ts';
import { GraphFlow, type GraphFlowProps } from './graph-flow.tsx';
import { MapCard, type MapCardData } from './map-card.tsx';

export interface FlowProps
  extends Pick<GraphFlowProps<MapCardData>, 'cards' | 'places' | 'direction' | 'current' | 'onCurrent' | 'onOpen'> {
  readonly edges: readonly MapEdge[];
  /** One for each edge; empty for none. */
  readonly labels: readonly string[];
}

const NODE_TYPES = { card: MapCard };

/** The map itself. */
export function Flow({ edges, labels, ...graph }: FlowProps) {
  const labelled = useMemo(
    () => edges.map((edge, index) => ({ ...edge, label: labels[index] ?? '' })),
    [edges, labels],
  );
  return (
    <GraphFlow
      {...graph}
      edges={labelled}
      nodeTypes={NODE_TYPES}
      label={words.label}
      zoomLabel={words.zoom}
      idPrefix="session-map"
    />
  );
}
