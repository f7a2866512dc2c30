import { type ComponentType, useEffect, useState } from 'react';
import type { Direction, Place } from '../map/layout.ts';
import { LayoutLate, layOut } from '../map/layout-client.ts';
import type { LineageFlowProps } from './lineage-flow.tsx';
import type { LineageGraph } from './lineage-graph.ts';

export type Drawable =
  | { readonly status: 'busy' | 'late' | 'failed' }
  | {
      readonly status: 'placed';
      readonly places: readonly Place[];
      readonly Flow: ComponentType<LineageFlowProps>;
    };

/** Places the groups in a worker while the code that draws is loaded. */
export function useDrawable({ groups, links }: LineageGraph, direction: Direction): Drawable {
  const [drawable, setDrawable] = useState<{ readonly of: unknown; readonly direction: Direction; readonly is: Drawable } | null>(null);
  useEffect(() => {
    if (groups.length === 0) return;
    const controller = new AbortController();
    const settle = (is: Drawable) => {
      if (!controller.signal.aborted) setDrawable({ of: links, direction, is });
    };
    const task = { nodes: groups.length, edges: links.map(({ from, to }) => ({ from, to })), direction };
    Promise.all([layOut(task, controller.signal), import('./lineage-flow.tsx')]).then(
      ([places, { LineageFlow }]) => settle({ status: 'placed', places, Flow: LineageFlow }),
      (error: unknown) => settle({ status: error instanceof LayoutLate ? 'late' : 'failed' }),
    );
    return () => controller.abort();
  }, [groups, links, direction]);
  return drawable?.of === links && drawable.direction === direction ? drawable.is : { status: 'busy' };
}
