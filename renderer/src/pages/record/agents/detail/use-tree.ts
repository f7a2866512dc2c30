import { useCallback, useMemo, useState } from 'react';
import type { Steps } from '../../../../lib/work/slices.ts';
import { useInSlices } from '../../../../lib/work/use-in-slices.ts';
import type { GraphSnapshot } from '../data/session-graph.ts';
import type { SessionPartProps } from '../data/session-part.ts';
import { type LaneLayout, layoutLanes } from '../lanes/layout.ts';
import type { ReceiptPlace } from '../rows/place.ts';
import { type RowChoice, type RowFilter, type RowList, rowList, rowOfNode, runKey } from '../rows/row-list.ts';
import { childOf } from '../tree/expansion.ts';
import { wayTo } from './find-receipt.ts';
import { useForks } from './use-forks.ts';

const NONE: ReadonlySet<string> = new Set();

interface Tree {
  readonly list: RowList;
  readonly layout: LaneLayout;
}

function* treeOf({ graph, choice }: { readonly graph: GraphSnapshot; readonly choice: RowChoice }): Steps<Tree> {
  const list = yield* rowList(graph, choice);
  yield;
  return { list, layout: layoutLanes(list.parent, (row) => list.length[row] === 0) };
}

/**
 * The rows of the tree and what is opened out in it. The rows of a long session follow what is chosen some frames later:
 * `isNewest` says whether they have.
 */
export function useTree(
  { graph, loader }: Pick<SessionPartProps, 'graph' | 'loader'>,
  filter: RowFilter,
  collapsesRuns: boolean,
) {
  const [expanded, setExpanded] = useState(NONE);
  const [openRuns, setOpenRuns] = useState(NONE);
  const { forks, error: forksError } = useForks(
    useMemo(() => new Set([graph.root.id, ...expanded]), [graph.root.id, expanded]),
  );
  const { outcome, kind, text } = filter;
  const wanted = useMemo(
    () => ({ graph, choice: { expanded, filter: { outcome, kind, text }, collapsesRuns, openRuns, forks } }),
    [graph, expanded, outcome, kind, text, collapsesRuns, openRuns, forks],
  );
  const { result, isNewest } = useInSlices(wanted, treeOf);
  const { list, layout } = result;

  const expand = useCallback(
    (sessionIds: readonly string[]) => {
      for (const id of sessionIds) {
        const state = loader.snapshot().sessions.get(id)?.state.status;
        if (state !== 'loaded' && state !== 'loading') loader.load(id);
      }
      setExpanded((before) => new Set([...before, ...sessionIds]));
    },
    [loader],
  );
  const toggle = (row: number) => {
    const sessionId = list.sessions[list.session[row] ?? 0]?.id ?? '';
    if ((list.length[row] ?? 1) > 1) {
      setOpenRuns((before) => new Set([...before, runKey(sessionId, list.node[row] ?? 0)]));
      return;
    }
    const child = childOf(list, row);
    if (child === null) return;
    if (!expanded.has(child)) expand([child]);
    else setExpanded((before) => new Set([...before].filter((id) => id !== child)));
  };
  /** Opens out what hides a receipt; false where its session is not under this one. */
  const uncover = (place: ReceiptPlace): boolean => {
    const way = wayTo(graph, place.sessionId);
    if (way === null) return false;
    expand(way);
    const row = rowOfNode(list, place.sessionId, place.node);
    if (row >= 0 && (list.length[row] ?? 1) > 1) toggle(row);
    return true;
  };
  const closeRuns = useCallback(() => setOpenRuns(NONE), []);
  return { list, layout, isNewest, forks, forksError, expanded, expand, toggle, uncover, closeRuns };
}
