import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { GraphSnapshot } from '../data/session-graph.ts';
import { idAt, placeAt, type ReceiptPlace, rowOfPlace } from '../rows/place.ts';
import type { RowTreeHandle } from '../tree/row-tree.tsx';
import { findReceipt, placeOfReceipt } from './find-receipt.ts';
import type { ReceiptsChange } from './receipts-search.ts';
import { useStable } from './use-stable.ts';
import type { useTree } from './use-tree.ts';

export interface NavigationNeeds {
  readonly graph: GraphSnapshot;
  readonly rows: Pick<ReturnType<typeof useTree>, 'list' | 'isNewest' | 'forks' | 'uncover'>;
  readonly tree: RefObject<RowTreeHandle | null>;
  /** The receipt that the address names. */
  readonly openId: string | null;
  readonly change: (changes: ReceiptsChange, history?: 'push' | 'replace') => void;
}

export interface ReceiptNavigation {
  /** The row on which the person stands; -1 for none. */
  readonly currentRow: number;
  /** The receipt that is shown beside the tree, where it is loaded. */
  readonly open: ReceiptPlace | null;
  readonly standOn: (row: number) => void;
  /** Stands on a row and brings it into sight. */
  readonly goToRow: (row: number) => void;
  /** Stands on a receipt, whatever hides it, and opens it where that is wanted. */
  readonly show: (place: ReceiptPlace, opens: boolean) => void;
  /** Shows the receipt of a row beside the tree. */
  readonly openRow: (row: number) => void;
  /** Shows what has this id or hash; false where nothing has. */
  readonly find: (text: string) => boolean;
}

/** Where a person stands among the receipts of a session, and how they get elsewhere. */
export function useReceiptNavigation({ graph, rows, tree, openId, change }: NavigationNeeds): ReceiptNavigation {
  const { list, isNewest, forks, uncover } = rows;
  const [current, setCurrent] = useState<ReceiptPlace | null>(null);
  const open = useMemo(() => (openId === null ? null : placeOfReceipt(graph, openId)), [graph, openId]);

  // A receipt may be hidden by a filter, in a closed session or in a run: it is uncovered first and shown when it is there.
  const [wanted, setWanted] = useState<ReceiptPlace | null>(null);
  const wantedRow = rowOfPlace(list, wanted);
  useEffect(() => {
    if (wantedRow < 0 || !isNewest) return;
    setWanted(null);
    tree.current?.show(wantedRow);
  }, [wantedRow, isNewest, tree]);
  const uncoverAndStand = (place: ReceiptPlace): boolean => {
    if (!uncover(place)) return false;
    setCurrent(place);
    setWanted(place);
    return true;
  };
  // An address that names a receipt shows it as soon as it is loaded; later the person goes where they like.
  const shownId = useRef<string | null>(null);
  useEffect(() => {
    if (openId === null || open === null || shownId.current === openId) return;
    shownId.current = openId;
    uncoverAndStand(open);
  });

  const show = (place: ReceiptPlace, opens: boolean) => {
    const id = graph.sessions.get(place.sessionId)?.columns.idAt(place.node) ?? null;
    if (!uncoverAndStand(place)) return;
    const hides = rowOfPlace(list, place) < 0 && graph.sessions.get(place.sessionId) !== undefined;
    change(
      { ...(opens ? { node: id } : {}), ...(hides ? { outcome: null, kind: null, q: '' } : {}) },
      opens ? 'push' : 'replace',
    );
  };
  const find = (text: string) => {
    const fork = [...forks.values()].flat().find(({ fork_id: id }) => id === text.trim());
    const begin = fork === undefined ? null : placeOfReceipt(graph, fork.forked_from);
    if (fork !== undefined && begin !== null) {
      show({ ...begin, forkId: fork.fork_id }, false);
      return true;
    }
    const found = findReceipt(graph, text);
    if (found === null) return false;
    shownId.current = graph.sessions.get(found.sessionId)?.columns.idAt(found.node) ?? null;
    show(found, true);
    return true;
  };
  const goToRow = (row: number) => {
    const place = placeAt(list, row);
    if (place === null) return;
    setCurrent(place);
    tree.current?.show(row);
  };
  return {
    currentRow: rowOfPlace(list, current),
    open,
    standOn: (row) => setCurrent(placeAt(list, row)),
    // What stands around the tree is not drawn anew at every key.
    goToRow: useStable(goToRow),
    show: useStable(show),
    openRow(row) {
      const id = idAt(list, row);
      shownId.current = id;
      change({ node: id }, openId === null ? 'push' : 'replace');
    },
    find: useStable(find),
  };
}
