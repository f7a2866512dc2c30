import { Handle, type NodeProps } from '@xyflow/react';
import { formatCount } from '../../../../lib/format.ts';
import { ObjectTile } from '../../../../parts/objects/object-tile.tsx';
import { drawn } from '../../../../ui/drawn.ts';
import { FileText } from '../../../../ui/file-text.tsx';
import { StatusIcon } from '../../../../ui/status-mark.tsx';
import { words } from '../../../../words/record/agents-session-map.ts';
import type { KINDS } from '../data/columns.ts';
import { kindDrawing } from '../data/kind-shapes.ts';
import { SIMULATION } from '../fork/fork-rows.ts';
import { type CardNode, ENDS } from './graph-card.ts';

const { card: texts } = words;

export interface KindCount {
  readonly kind: (typeof KINDS)[number];
  readonly count: number;
}

/** What a box of the map shows. */
export interface MapCardData {
  /** The agent; of a fork, what it is. */
  readonly title: string;
  /** Whether its session was delegated to, or is the one that is open. */
  readonly isChild: boolean;
  /** In words, for example "Receipts 1–12". */
  readonly extent: string;
  /** From its first receipt to its last; empty where that is no time. */
  readonly took: string;
  readonly kinds: readonly KindCount[];
  readonly failed: number;
  readonly pending: number;
  /** Of a fork: nothing of it happened. */
  readonly isSimulation: boolean;
  /** The same and all of it, for screen readers. */
  readonly label: string;
}

/** Kinds that have room in a box. */
const MOST_KINDS = 5;

/** Whose it is, which receipts, of what kinds and how long, and what stands out. */
export function MapCard({ data: { card, elementId, direction }, selected }: NodeProps<CardNode<MapCardData>>) {
  const { title, isChild, extent, took, kinds, failed, pending, isSimulation } = card;
  const border = isSimulation ? 'border-2 border-dotted' : isChild ? 'border-dashed' : '';
  const look = selected === true ? 'border-accent bg-accent-soft outline-2 outline-accent' : 'border-line-strong';
  const { target, source } = ENDS[direction];
  return (
    <div
      id={elementId}
      role="img"
      aria-label={card.label}
      className={`flex h-full flex-col justify-center gap-1 rounded border bg-surface px-3 text-13 ${border} ${look}`}
    >
      <Handle type="target" position={target} isConnectable={false} />
      <span className="flex min-w-0 items-center gap-2">
        {!isSimulation && <ObjectTile kind="agent" />}
        <span className="min-w-0 truncate font-semibold">
          <FileText text={title} isLine limit={80} />
        </span>
      </span>
      <span className="flex items-baseline gap-x-3 whitespace-nowrap">
        <span>{extent}</span>
        {took !== '' && <span className="text-muted tabular-nums">{took}</span>}
      </span>
      {(kinds.length > 0 || isSimulation) && (
        <span className="flex items-center gap-x-2.5 text-12 whitespace-nowrap text-muted tabular-nums">
          {kinds.slice(0, MOST_KINDS).map(({ kind, count }) => (
            <span key={kind} className="inline-flex items-center gap-1">
              {drawn(kindDrawing(kind, 13, 'shrink-0'))}
              {formatCount(count)}
            </span>
          ))}
          {kinds.length > MOST_KINDS && <span>{texts.moreKinds(kinds.length - MOST_KINDS)}</span>}
          {isSimulation && (
            <span className="inline-flex items-center gap-1 text-inconclusive">
              <StatusIcon look="inconclusive" size="small" />
              {SIMULATION}
            </span>
          )}
        </span>
      )}
      {failed + pending > 0 && (
        <span className="flex items-center gap-x-3 text-12 font-medium whitespace-nowrap">
          {failed > 0 && (
            <span className="inline-flex items-center gap-1 text-failed">
              <StatusIcon look="failed" size="small" />
              {texts.failed(failed)}
            </span>
          )}
          {pending > 0 && (
            <span className="inline-flex items-center gap-1 text-pending">
              <StatusIcon look="pending" size="small" />
              {texts.pending(pending)}
            </span>
          )}
        </span>
      )}
      <Handle type="source" position={source} isConnectable={false} />
    </div>
  );
}
