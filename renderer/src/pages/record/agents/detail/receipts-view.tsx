import { useCallback, useMemo, useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { useCopy } from '../../../../ui/use-copy.ts';
import { useAddress } from '../address.ts';
import type { KeptFork } from '../data/queries.ts';
import type { SessionPartProps } from '../data/session-part.ts';
import { ForksUnread } from '../fork/forks-unread.tsx';
import { pathToRoot } from '../lanes/layout.ts';
import { Minimap, type MinimapHandle } from '../lanes/minimap.tsx';
import { idAt, type ReceiptPlace, rowOfPlace } from '../rows/place.ts';
import { nextTrouble, receiptRowOf } from '../rows/row-list.ts';
import { ReceiptTree, type ReceiptTreeHandle } from '../tree/receipt-tree.tsx';
import { ChainVerification } from './chain-verification.tsx';
import { LoadProgress } from './load-progress.tsx';
import { NodePanel } from './node-panel.tsx';
import { type ReceiptsChange, readReceiptsSearch, receiptsAddress } from './receipts-search.ts';
import { ReceiptsToolbar } from './receipts-toolbar.tsx';
import { countWords, pathWords } from './receipts-words.ts';
import { useReceiptNavigation } from './use-receipt-navigation.ts';
import { useStable } from './use-stable.ts';
import { useTree } from './use-tree.ts';

/** The receipts of a session: the tree with its lanes, the strip over all of them, the receipt that is looked at. */
export function ReceiptsView({ session, graph, loader }: SessionPartProps) {
  const address = useAddress();
  const { search } = address;
  const { node: openId, filter, collapsesRuns } = useMemo(() => readReceiptsSearch(search), [search]);
  const change = (changes: ReceiptsChange, history?: 'push' | 'replace') =>
    address.set(receiptsAddress(changes), history);
  const rows = useTree({ graph, loader }, filter, collapsesRuns);
  const { list, layout, isNewest, forksError, expanded, toggle, closeRuns } = rows;
  const [broken, setBroken] = useState<ReceiptPlace | null>(null);
  const [showsPath, setShowsPath] = useState(false);
  const strip = useRef<MinimapHandle>(null);
  const tree = useRef<ReceiptTreeHandle>(null);
  const announce = useAnnounce();
  const copy = useCopy();
  const go = useReceiptNavigation({ graph, rows, tree, openId, change });
  const { currentRow, open, show } = go;

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
  const onBroken = useStable((place: ReceiptPlace | null) => {
    setBroken(place);
    if (place === null) return;
    show(place, false);
    tree.current?.focus();
  });
  const openFork = ({ session_id: sessionId, fork_id: fork }: KeptFork) => {
    if (sessionId === session.session_id) address.set({ view: 'fork', fork }, 'push');
    else address.goToSession(sessionId, { view: 'fork', fork });
  };
  const onShow = useStable((place: ReceiptPlace) => show(place, true));
  const onClose = useStable(() => {
    change({ node: null });
    tree.current?.focus();
  });

  const { root } = graph;
  const trouble = useMemo(() => nextTrouble(list, -1, brokenRow) >= 0, [list, brokenRow]);
  const words = useMemo(() => countWords(list, graph), [list, graph]);
  return (
    <div className="space-y-3">
      <ReceiptsToolbar
        filter={filter}
        collapsesRuns={collapsesRuns}
        showsPath={showsPath}
        hasCurrent={currentRow >= 0}
        hasTrouble={trouble}
        onChange={onChange}
        onPath={onPath}
        onFind={go.find}
        onNextTrouble={onNextTrouble}
      />
      <ChainVerification session={session} onBroken={onBroken} />
      <LoadProgress root={root} of={session.node_count} loader={loader} onLeave={() => tree.current?.focus()} />
      {root.count > 0 && (
        <>
          <Minimap ref={strip} list={list} brokenRow={brokenRow} onGoTo={go.goToRow} />
          <div className={openId === null ? '' : 'grid items-start gap-3 min-[1100px]:grid-cols-[minmax(0,1fr)_420px]'}>
            {list.count === 0 ? (
              isNewest && (
                <EmptyState title="No receipt matches the filters">
                  <Button size="small" onPress={() => change({ outcome: null, kind: null, q: '' })}>
                    Show all receipts
                  </Button>
                </EmptyState>
              )
            ) : (
              <ReceiptTree
                ref={tree}
                label="Receipts of the session"
                graph={graph}
                list={list}
                layout={layout}
                current={currentRow}
                open={openRow}
                brokenRow={brokenRow}
                path={path}
                expanded={expanded}
                onCurrent={go.standOn}
                onOpen={(row) => {
                  const fork = list.forks.get(row);
                  if (fork === undefined) go.openRow(row);
                  else openFork(fork);
                }}
                onToggle={toggle}
                onCopy={(row) => {
                  const id = idAt(list, row);
                  void copy(id, `${list.forks.has(row) ? 'fork' : 'receipt'} id ${id}`);
                }}
                onSight={onSight}
              />
            )}
            {openId !== null && (
              <NodePanel
                nodeId={openId}
                place={open}
                graph={graph}
                session={session}
                onClose={onClose}
                onShow={onShow}
              />
            )}
          </div>
          <p role="status" className="text-13 text-muted tabular-nums">
            {words}
            <ForksUnread error={forksError} /> Arrows move, Right opens a delegated session or a run, Left closes it,
            Enter shows the receipt or opens the fork, Ctrl or ⌘ and C copies its id.
          </p>
        </>
      )}
      {root.state.status === 'loaded' && root.count === 0 && (
        <EmptyState title="This session has no receipt">
          A session begins with a receipt. That there is none means that the store of this server was changed: run{' '}
          <code>touchstone doctor</code>.
        </EmptyState>
      )}
    </div>
  );
}
