import { useMemo } from 'react';
import { words } from '../../../../words/record/agents-lineage.ts';
import { GraphFlow, type GraphFlowProps } from '../map/graph-flow.tsx';
import { LineageCard, type LineageCardData } from './lineage-card.tsx';
import type { LineageLink } from './lineage-graph.ts';

export interface LineageFlowProps
  extends Pick<GraphFlowProps<LineageCardData>, 'cards' | 'places' | 'direction' | 'current' | 'onCurrent' | 'onOpen'> {
  readonly links: readonly LineageLink[];
}

const NODE_TYPES = { card: LineageCard };

/** The graph of a lineage itself. */
export function LineageFlow({ links, ...graph }: LineageFlowProps) {
  const edges = useMemo(() => links.map((link) => ({ ...link, label: words.edges[link.kind].label })), [links]);
  return (
    <GraphFlow
      {...graph}
      edges={edges}
      hasArrows
      nodeTypes={NODE_TYPES}
      label={words.graph.label}
      zoomLabel={words.graph.zoom}
      idPrefix="lineage-group"
    />
  );
}
