import { Handle, type NodeProps } from '@xyflow/react';
import { FileText } from '../../../../ui/file-text.tsx';
import { StatusIcon } from '../../../../ui/status-mark.tsx';
import { words } from '../../../../words/record/agents-lineage.ts';
import { type CardNode, ENDS } from '../map/graph-card.ts';

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

/** Whose it is, what was done, and what stands out. */
export function LineageCard({ data: { card, elementId, direction }, selected }: NodeProps<CardNode<LineageCardData>>) {
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
      <span className="flex flex-wrap items-center gap-x-3 text-12 whitespace-nowrap text-muted">
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
