import type { TextLines } from '../../../../parts/page/text-lines.ts';
import { words } from '../../../../words/record/agents-session-map.ts';
import type { MapEdge } from './collapse.ts';
import type { MapCardData } from './map-card.tsx';

/** The map as text: each box with the boxes that it leads to. */
export function mapLines(
  cards: readonly MapCardData[],
  edges: readonly MapEdge[],
  labels: readonly string[],
): TextLines {
  return cards.map(({ label }, index) => ({
    text: words.box(index + 1, label),
    lines: edges.flatMap(({ from, to }, edge) =>
      from === index ? [words.leadsTo(labels[edge] ?? '', to + 1, cards[to]?.title ?? '')] : [],
    ),
  }));
}
