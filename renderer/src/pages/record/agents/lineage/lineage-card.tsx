import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { FileText } from '../../../../ui/file-text.tsx';
import { StatusIcon } from '../../../../ui/status-mark.tsx';
import { words } from '../../../../words/record/agents-lineage.ts';
import type { Direction } from '../map/layout.ts';

/** What a group of the graph shows. */
export interface LineageCardData {
  /** The agent. */
  readonly title: string;
  /** Its one act, or from which to which. */
  readonly acts: string;
  /** How many receipts; empty for one, and of a fork. */
  readonly extent: string;
  readonly failed: number;
  readonly pending: number;
  readonly isStart: boolean;
  /** Of a fork: nothing of it happened. */
  readonly isSimulation: boolean;
  /** The same and all of it, for screen readers. */
  readonly label: string;
}

export type LineageCardNode = Node<
  { readonly card: LineageCardData; readonly elementId: string; readonly direction: Direction },
  'group-card'
>;

/** At which sides the lines begin and end. */
const ENDS = {
  across: { target: Position.Left, source: Position.Right },
  down: { target: Position.Top, source: Position.Bottom },
} as const;

/** Whose it is, what was done, and what stands out. */
export function LineageCard({ data: { card, elementId, direction }, selected }: NodeProps<LineageCardNode>) {
  const { title, acts, extent, failed, pending, isStart, isSimulation } = card;
  const border = isSimulation ? 'border-2 border-dotted' : isStart ? 'border-2' : '';
  const look = selected === true ? 'border-accent bg-accent-soft outline-2 outline-accent' : 'border-line-strong';
  return (
    <div
      id={elementId}
      role="img"
      aria-label={card.label}
      className={`flex h-full flex-col justify-center gap-1 rounded border bg-surface px-3 text-13 ${border} ${look}`}
    >
      <Handle type="target" position={ENDS[direction].target} isConnectable={false} />
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="min-w-0 flex-1 truncate font-semibold">
          <FileText text={title} isLine limit={80} />
        </span>
        {isStart && <span className="rounded-sm bg-accent-soft px-1.5 text-12 text-accent">{words.graph.start}</span>}
      </span>
      <span className="truncate font-mono text-12">
        <FileText text={acts} isLine limit={80} />
      </span>
      <span className="flex items-center gap-x-3 text-12 whitespace-nowrap text-muted">
        {extent !== '' && <span>{extent}</span>}
        {isSimulation && (
          <span className="inline-flex items-center gap-1 text-inconclusive">
            <StatusIcon look="inconclusive" size="small" />
            {words.simulation}
          </span>
        )}
        {failed > 0 && (
          <span className="inline-flex items-center gap-1 font-medium text-failed">
            <StatusIcon look="failed" size="small" />
            {words.graph.failures(failed)}
          </span>
        )}
        {pending > 0 && (
          <span className="inline-flex items-center gap-1 font-medium text-pending">
            <StatusIcon look="pending" size="small" />
            {words.graph.pending(pending)}
          </span>
        )}
      </span>
      <Handle type="source" position={ENDS[direction].source} isConnectable={false} />
    </div>
  );
}

/** A group in words: the card, and what a screen reader says of it. */
export function cardOf(
  group: { readonly nodes: readonly { readonly agent_id: string; readonly action_type: string }[] } & Pick<
    LineageCardData,
    'failed' | 'pending' | 'isStart' | 'isSimulation'
  >,
  nameOf: (agentId: string) => string,
): LineageCardData {
  const { nodes, failed, pending, isStart, isSimulation } = group;
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
