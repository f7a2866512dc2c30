/** What the graph says of a group of receipts. */
import { words } from '../../../../words/record/agents-lineage.ts';
import type { LineageCardData } from './lineage-card.tsx';
import type { LineageGroup } from './lineage-graph.ts';

/** A group in words: the card, and what a screen reader says of it. */
export function cardOf(
  { nodes, failed, pending, isStart, isSimulation }: LineageGroup,
  nameOf: (agentId: string) => string,
): LineageCardData {
  const { graph } = words;
  const [first, last] = [nodes[0], nodes.at(-1)];
  const title = nameOf(first?.agent_id ?? '');
  const acts =
    nodes.length === 1 ? (first?.action_type ?? '') : graph.fromTo(first?.action_type ?? '', last?.action_type ?? '');
  const extent = nodes.length === 1 ? '' : graph.receipts(nodes.length);
  const label = [
    ...(isStart ? [graph.start] : []),
    title,
    ...(extent === '' ? [] : [extent]),
    acts,
    ...(isSimulation ? [words.simulation] : []),
    ...(failed === 0 ? [] : [graph.failures(failed)]),
    ...(pending === 0 ? [] : [graph.pending(pending)]),
  ].join(', ');
  return { title, acts, extent, failed, pending, isStart, isSimulation, label };
}
