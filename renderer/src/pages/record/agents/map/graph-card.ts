/** What every card of a graph is given, and where its lines begin and end. */
import { type Node, Position } from '@xyflow/react';
import type { Direction } from './layout.ts';

export type CardNode<C> = Node<{ readonly card: C; readonly elementId: string; readonly direction: Direction }, 'card'>;

export const ENDS = {
  across: { target: Position.Left, source: Position.Right },
  down: { target: Position.Top, source: Position.Bottom },
} as const satisfies Readonly<Record<Direction, unknown>>;
