import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { useAddress } from '../address.ts';
import type { SessionPartProps } from '../data/session-part.ts';
import { pathToRoot } from '../lanes/layout.ts';
import type { MinimapHandle } from '../lanes/minimap.tsx';
import { type ReceiptPlace, rowOfPlace } from '../rows/place.ts';
import { nextTrouble, receiptRowOf } from '../rows/row-list.ts';
import type { RowTreeHandle } from '../tree/row-tree.tsx';
import { isIdOrHash } from './find-receipt.ts';
import { type ReceiptsChange, readReceiptsSearch, receiptsAddress } from './receipts-search.ts';
import { pathWords } from './receipts-words.ts';
import { useReceiptNavigation } from './use-receipt-navigation.ts';
import { useRowActions } from './use-row-actions.ts';
import { useStable } from './use-stable.ts';
import { useTree } from './use-tree.ts';

export interface ReceiptsViewNeeds extends SessionPartProps {
  /** Where the chain was found broken; null where it was not. It is shown whenever this is another object. */
  readonly broken: ReceiptPlace | null;
}

/** What the view of a session's receipts shows, and what is done in it. */
export function useReceiptsView({ session, graph, loader, broken }: ReceiptsViewNeeds) {
  const address = useAddress();
  const { search } = address;
  const { node: openId, filter, collapsesRuns } = useMemo(() => readReceiptsSearch(search), [search]);
  const change = (changes: ReceiptsChange, history?: 'push' | 'replace') =>
    address.set(receiptsAddress(changes), history);
  const rows = useTree({ graph, loader }, filter, collapsesRuns);
  const { list, layout, closeRuns } = rows;
  const [showsPath, setShowsPath] = useState(false);
  const strip = useRef<MinimapHandle>(null);
  const tree = useRef<RowTreeHandle>(null);
  const announce = useAnnounce();
  const go = useReceiptNavigation({ graph, rows, tree, openId, change });
  const { currentRow, open, show } = go;
  const actions = useRowActions(list, session.session_id, go.openRow);

  const openRow = useMemo(() => rowOfPlace(list, open), [list, open]);
  const brokenRow = useMemo(() => rowOfPlace(list, broken), [list, broken]);
  const path = useMemo(() => {
    if (!showsPath || currentRow < 0) return null;
    const marks = new Uint8Array(list.count);
    for (const row of pathToRoot(layout, receiptRowOf(list, currentRow))) marks[row] = 1;
    return marks;
  }, [showsPath, currentRow, list, layout]);

  const onSight = useCallback((from: number, to: number) => strip.current?.mark(from, to), []);
  // What stands around the tree is not drawn anew at every key.
  const onChange = useStable((changes: ReceiptsChange) => {
    if (changes.collapsesRuns !== undefined) closeRuns();
    change(changes);
  });
  const onPath = useStable((isOn: boolean) => {
    setShowsPath(isOn);
    if (isOn && currentRow >= 0) announce(pathWords(list, pathToRoot(layout, receiptRowOf(list, currentRow))));
  });
  const onNextTrouble = useStable(() => {
    const row = nextTrouble(list, currentRow, brokenRow);
    if (row < 0) return;
    go.goToRow(row);
    tree.current?.focus();
  });
  const onFind = useStable((text: string) => {
    if (!isIdOrHash(text) || !go.find(text)) change({ q: text });
  });
  useEffect(() => {
    if (broken === null) return;
    show(broken, false);
    tree.current?.focus();
  }, [broken, show]);
  const onShow = useStable((place: ReceiptPlace) => show(place, true));
  const onClose = useStable(() => {
    change({ node: null });
    tree.current?.focus();
  });
  const hasTrouble = useMemo(() => nextTrouble(list, -1, brokenRow) >= 0, [list, brokenRow]);
  return {
    openId,
    filter,
    collapsesRuns,
    showsPath,
    rows,
    go,
    actions,
    openRow,
    brokenRow,
    path,
    hasTrouble,
    strip,
    tree,
    change,
    onSight,
    onChange,
    onPath,
    onNextTrouble,
    onFind,
    onShow,
    onClose,
  };
}
