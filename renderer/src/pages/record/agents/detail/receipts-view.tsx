import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ObjectSign } from '../../../../parts/objects/object-tile.tsx';
import { TextTwin } from '../../../../parts/page/text-twin.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { useCopy } from '../../../../ui/use-copy.ts';
import { words } from '../../../../words/record/agents-session.ts';
import { useAddress } from '../address.ts';
import type { KeptFork } from '../data/queries.ts';
import type { SessionPartProps } from '../data/session-part.ts';
import { ForksUnread } from '../fork/forks-unread.tsx';
import { pathToRoot } from '../lanes/layout.ts';
import { Minimap, type MinimapHandle } from '../lanes/minimap.tsx';
import { idAt, type ReceiptPlace, rowOfPlace } from '../rows/place.ts';
import { receiptLine, rowLines } from '../rows/row-lines.ts';
import { nextTrouble, receiptRowOf } from '../rows/row-list.ts';
import { ReceiptTree } from '../tree/receipt-tree.tsx';
import type { RowTreeHandle } from '../tree/row-tree.tsx';
import { isIdOrHash } from './find-receipt.ts';
import { LoadProgress } from './load-progress.tsx';
import { NodePanel } from './node-panel.tsx';
import { type ReceiptsChange, readReceiptsSearch, receiptsAddress } from './receipts-search.ts';
import { ReceiptsToolbar } from './receipts-toolbar.tsx';
import { countWords, pathWords } from './receipts-words.ts';
import { useReceiptNavigation } from './use-receipt-navigation.ts';
import { useStable } from './use-stable.ts';
import { useTree } from './use-tree.ts';

const { tree: texts } = words;

export interface ReceiptsViewProps extends SessionPartProps {
  /** Where the chain was found broken; null where it was not. It is shown whenever this is another object. */
  readonly broken: ReceiptPlace | null;
  /** What the session is called. */
  readonly title: string;
}

/** The receipts of a session: the tree with its lanes, the strip over all of them, the receipt that is looked at. */
export function ReceiptsView({ session, graph, loader, broken, title }: ReceiptsViewProps) {
  const address = useAddress();
  const { search } = address;
  const { node: openId, filter, collapsesRuns } = useMemo(() => readReceiptsSearch(search), [search]);
  const change = (changes: ReceiptsChange, history?: 'push' | 'replace') =>
    address.set(receiptsAddress(changes), history);
  const rows = useTree({ graph, loader }, filter, collapsesRuns);
  const { list, layout, isNewest, forksError, expanded, toggle, closeRuns } = rows;
  const [showsPath, setShowsPath] = useState(false);
  const strip = useRef<MinimapHandle>(null);
  const tree = useRef<RowTreeHandle>(null);
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
  const onFind = useStable((text: string) => {
    if (!isIdOrHash(text) || !go.find(text)) change({ q: text });
  });
  useEffect(() => {
    if (broken === null) return;
    show(broken, false);
    tree.current?.focus();
  }, [broken, show]);
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
  const counts = useMemo(() => countWords(list, graph), [list, graph]);
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
        onFind={onFind}
        onNextTrouble={onNextTrouble}
      />
      <LoadProgress root={root} of={session.node_count} loader={loader} onLeave={() => tree.current?.focus()} />
      {root.count > 0 && (
        <TextTwin
          title={words.twin.title(title)}
          lines={() => rowLines(list, (row) => receiptLine(list, row, brokenRow))}
        >
          {(asText) => (
            <div className="space-y-3">
              <Minimap ref={strip} list={list} brokenRow={brokenRow} onGoTo={go.goToRow} />
              <div
                className={openId === null ? '' : 'grid items-start gap-5 min-[1100px]:grid-cols-[minmax(0,1fr)_26rem]'}
              >
                {list.count === 0 ? (
                  isNewest && (
                    <EmptyState
                      title={texts.noMatch}
                      icon={<ObjectSign kind="receipt" />}
                      actions={
                        <Button onPress={() => change({ outcome: null, kind: null, q: '' })}>{texts.showAll}</Button>
                      }
                    >
                      {isIdOrHash(filter.text) && <p>{texts.noSuchId}</p>}
                    </EmptyState>
                  )
                ) : (
                  <ReceiptTree
                    ref={tree}
                    label={texts.label}
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
                      void copy(id, list.forks.has(row) ? texts.copied.fork(id) : texts.copied.receipt(id));
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
              <div className="flex flex-wrap items-start gap-x-4">
                <p role="status" className="min-w-0 flex-1 basis-80 text-13 text-muted tabular-nums">
                  {counts}
                  <ForksUnread error={forksError} />
                  {texts.keys}
                </p>
                {asText}
              </div>
            </div>
          )}
        </TextTwin>
      )}
      {root.state.status === 'loaded' && root.count === 0 && (
        <EmptyState title={texts.empty} icon={<ObjectSign kind="receipt" />}>
          <p>{texts.emptyText(<code>touchstone doctor</code>)}</p>
        </EmptyState>
      )}
    </div>
  );
}
