import { useEffect, useState } from 'react';
import type { Direction, LayoutTask, Place } from './layout.ts';
import { LayoutLate, layOut } from './layout-client.ts';

export type Layout =
  | { readonly status: 'busy' }
  | { readonly status: 'late' }
  | { readonly status: 'failed'; readonly retry: () => void }
  | { readonly status: 'placed'; readonly places: readonly Place[] };

/** Places the nodes, again only where the shape of the graph has changed: a session that grows at its end keeps its map. */
export function useLayout(
  { count, edges }: { readonly count: number; readonly edges: LayoutTask['edges'] },
  direction: Direction,
): Layout {
  const shape = `${direction} ${count}:${edges.map(({ from, to }) => `${from}-${to}`).join(',')}`;
  const [answer, setAnswer] = useState<{ readonly shape: string; readonly layout: Layout } | null>(null);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape stands for nodes and edges, the turn for "again".
  useEffect(() => {
    if (count === 0) return;
    const controller = new AbortController();
    const settle = (layout: Layout) => {
      if (!controller.signal.aborted) setAnswer({ shape, layout });
    };
    const retry = () => setTurn((before) => before + 1);
    const task = { nodes: count, edges: edges.map(({ from, to }) => ({ from, to })), direction };
    layOut(task, controller.signal).then(
      (places) => settle({ status: 'placed', places }),
      (error: unknown) => settle(error instanceof LayoutLate ? { status: 'late' } : { status: 'failed', retry }),
    );
    return () => controller.abort();
  }, [shape, turn]);
  return answer?.shape === shape ? answer.layout : { status: 'busy' };
}
