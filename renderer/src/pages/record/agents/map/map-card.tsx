import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { formatCount } from '../../../../lib/format.ts';
import { StatusIcon } from '../../../../ui/status-mark.tsx';
import { SIMULATION } from '../fork/fork-rows.ts';

/** What a node of the map shows. */
export interface MapCardData {
  readonly sessionId: string;
  /** Whether it is the session that is open, or one that it delegated to. */
  readonly isChild: boolean;
  /** In words, for example "Receipts 1 to 12". */
  readonly extent: string;
  readonly failed: number;
  readonly pending: number;
  /** Of a fork: nothing of it happened. */
  readonly isSimulation: boolean;
  /** The same and all of it, for screen readers. */
  readonly label: string;
}

export type CardNode = Node<{ readonly card: MapCardData; readonly elementId: string }, 'card'>;

/** A node: whose it is, which receipts, and what stands out. Its edges end in the middle of its upper and lower side. */
export function MapCard({ data: { card, elementId }, selected }: NodeProps<CardNode>) {
  const { sessionId, isChild, extent, failed, pending, isSimulation } = card;
  return (
    <div
      id={elementId}
      role="img"
      aria-label={card.label}
      className={`flex h-full flex-col justify-center gap-0.5 rounded border bg-surface px-3 text-13 leading-snug ${isSimulation ? 'border-2 border-dotted' : isChild ? 'border-dashed' : ''} ${selected === true ? 'border-accent bg-accent-soft outline-2 outline-accent' : 'border-line-strong'}`}
    >
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <span className="truncate font-mono text-12 text-muted">{sessionId}</span>
      <span className="font-medium">{extent}</span>
      <span className="flex flex-wrap items-center gap-x-3 text-12 whitespace-nowrap">
        {isSimulation && (
          <span className="inline-flex items-center gap-1 text-inconclusive">
            <StatusIcon look="inconclusive" size="small" />
            {SIMULATION}
          </span>
        )}
        {failed > 0 && (
          <span className="inline-flex items-center gap-1 text-failed">
            <StatusIcon look="failed" size="small" />
            {`${formatCount(failed)} failed, denied or forbidden`}
          </span>
        )}
        {pending > 0 && (
          <span className="inline-flex items-center gap-1 text-pending">
            <StatusIcon look="pending" size="small" />
            {`${formatCount(pending)} pending`}
          </span>
        )}
      </span>
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </div>
  );
}
