import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../../../lib/format.ts';
import { CountedWork } from '../../../../parts/work/counted-work.tsx';
import { RequestError } from '../../../../parts/work/request-error.tsx';
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
import { forkWords } from '../map/forks-on-map.ts';
import { placeAt, type ReceiptPlace, rowOfPlace } from '../rows/place.ts';
import { nextTrouble, type RowList, receiptRowOf } from '../rows/row-list.ts';
import { ReceiptTree, type ReceiptTreeHandle } from '../tree/receipt-tree.tsx';
import { ChainVerification } from './chain-verification.tsx';
import { findReceipt } from './find-receipt.ts';
import { NodePanel } from './node-panel.tsx';
import { type ReceiptsChange, readReceiptsSearch, receiptsAddress } from './receipts-search.ts';
import { ReceiptsToolbar } from './receipts-toolbar.tsx';
import { useStable } from './use-stable.ts';
import { useTree } from './use-tree.ts';

/** The receipts of a session: the tree with its lanes, the strip over all of them, the receipt that is looked at. */
export function ReceiptsView({ session, graph, loader }: SessionPartProps) {
  const address = useAddress();
  const { search } = address;
  const { node: openId, filter, collapsesRuns } = useMemo(() => readReceiptsSearch(search), [search]);
  const change = (changes: ReceiptsChange, history?: 'push' | 'replace') =>
    address.set(receiptsAddress(changes), history);
  const { list, layout, isNewest, forks, forksError, expanded, toggle, uncover, closeRuns } = useTree(
    { graph, loader },
    filter,
    collapsesRuns,
  );
  const [current, setCurrent] = useState<ReceiptPlace | null>(null);
  const [broken, setBroken] = useState<ReceiptPlace | null>(null);
  const [showsPath, setShowsPath] = useState(false);
  const strip = useRef<MinimapHandle>(null);
  const tree = useRef<ReceiptTreeHandle>(null);
  const announce = useAnnounce();
  const copy = useCopy();

  const open = useMemo(() => (openId === null ? null : placeOf(graph, openId)), [graph, openId]);
  const rowOf = (place: ReceiptPlace | null) => rowOfPlace(list, place);
  const currentRow = rowOf(current);
  const openRow = useMemo(() => rowOfPlace(list, open), [list, open]);
  const brokenRow = useMemo(() => rowOfPlace(list, broken), [list, broken]);
  const path = useMemo(() => {
    if (!showsPath || currentRow < 0) return null;
    const marks = new Uint8Array(list.count);
    for (const row of pathToRoot(layout, receiptRowOf(list, currentRow))) marks[row] = 1;
    return marks;
  }, [showsPath, currentRow, list, layout]);

  const onSight = useCallback((from: number, to: number) => strip.current?.mark(from, to), []);
  const goToRow = (row: number) => {
    const place = placeAt(list, row);
    if (place === null) return;
    setCurrent(place);
    tree.current?.show(row);
  };
  const goToRowLater = useStable(goToRow);
  // A receipt may be hidden by a filter, in a closed session or in a run: it is uncovered first and shown when it is there.
  const [wanted, setWanted] = useState<ReceiptPlace | null>(null);
  const wantedRow = rowOf(wanted);
  useEffect(() => {
    if (wantedRow < 0 || !isNewest) return;
    setWanted(null);
    tree.current?.show(wantedRow);
  }, [wantedRow, isNewest]);
  const show = (place: ReceiptPlace, opens: boolean) => {
    const id = graph.sessions.get(place.sessionId)?.columns.idAt(place.node) ?? null;
    if (!uncover(place)) return;
    setCurrent(place);
    setWanted(place);
    const hides = rowOf(place) < 0 && graph.sessions.get(place.sessionId) !== undefined;
    change(
      { ...(opens ? { node: id } : {}), ...(hides ? { outcome: null, kind: null, q: '' } : {}) },
      opens ? 'push' : 'replace',
    );
  };
  // An address that names a receipt shows it as soon as it is loaded; later the person goes where they like.
  const shownId = useRef<string | null>(null);
  useEffect(() => {
    if (openId === null || open === null || shownId.current === openId) return;
    shownId.current = openId;
    if (!uncover(open)) return;
    setCurrent(open);
    setWanted(open);
  });

  // What stands around the tree is not drawn anew at every key.
  const onChange = useStable((changes: ReceiptsChange) => {
    if (changes.collapsesRuns !== undefined) closeRuns();
    change(changes);
  });
  const onPath = useStable((isOn: boolean) => {
    setShowsPath(isOn);
    if (isOn && currentRow >= 0) announce(pathWords(list, pathToRoot(layout, receiptRowOf(list, currentRow))));
  });
  const onFind = useStable((text: string) => {
    const fork = [...forks.values()].flat().find(({ fork_id: id }) => id === text.trim());
    const begin = fork === undefined ? null : placeOf(graph, fork.forked_from);
    if (fork !== undefined && begin !== null) {
      show({ ...begin, forkId: fork.fork_id }, false);
      return true;
    }
    const found = findReceipt(graph, text);
    if (found === null) return false;
    shownId.current = graph.sessions.get(found.sessionId)?.columns.idAt(found.node) ?? null;
    show(found, true);
    return true;
  });
  const onNextTrouble = useStable(() => {
    const row = nextTrouble(list, currentRow, brokenRow);
    if (row < 0) return;
    goToRow(row);
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
        onFind={onFind}
        onNextTrouble={onNextTrouble}
      />
      <ChainVerification session={session} onBroken={onBroken} />
      {root.state.status === 'loading' && (
        <CountedWork
          label={`Loading the receipts, ${formatCount(root.count)} so far`}
          done={root.count}
          of={Math.max(root.count, session.node_count)}
          onCancel={() => {
            loader.cancel();
            tree.current?.focus();
          }}
        />
      )}
      {root.state.status === 'cancelled' && (
        <p role="status" className="flex flex-wrap items-center gap-2">
          {formatCount(root.count)} of {formatCount(session.node_count)} receipts are loaded.
          <Button
            size="small"
            onPress={() => {
              loader.load();
              tree.current?.focus();
            }}
          >
            Load the rest
          </Button>
        </p>
      )}
      {root.state.status === 'failed' && (
        <RequestError error={root.state.error} what="The receipts" onRetry={() => loader.load()} />
      )}
      {root.count > 0 && (
        <>
          <Minimap ref={strip} list={list} brokenRow={brokenRow} onGoTo={goToRowLater} />
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
                onCurrent={(row) => setCurrent(placeAt(list, row))}
                onOpen={(row) => {
                  const fork = list.forks.get(row);
                  if (fork !== undefined) return openFork(fork);
                  const id = idAt(list, row);
                  shownId.current = id;
                  change({ node: id }, openId === null ? 'push' : 'replace');
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
          <p role="status" className="text-[0.8125rem] text-muted tabular-nums">
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

function placeOf(graph: SessionPartProps['graph'], nodeId: string): ReceiptPlace | null {
  for (const { id, columns } of graph.sessions.values()) {
    const node = columns.rowOf(nodeId);
    if (node >= 0) return { sessionId: id, node };
  }
  return null;
}

function idAt(list: RowList, row: number): string {
  const fork = list.forks.get(row);
  return fork?.fork_id ?? list.sessions[list.session[row] ?? 0]?.columns.idAt(list.node[row] ?? 0) ?? '';
}

function countWords(list: RowList, graph: SessionPartProps['graph']): string {
  let receipts = 0;
  for (const length of list.length) receipts += length;
  const loaded = list.sessions.reduce((sum, { count }) => sum + count, 0);
  const of = receipts < loaded ? `${formatCount(receipts)} of ${formatCount(loaded)}` : formatCount(loaded);
  const sessions = list.sessions.length > 1 ? ` of ${formatCount(list.sessions.length)} sessions` : '';
  const delegated = graph.root.columns.children.size;
  const more = delegated === 0 ? '' : ` It delegated ${delegated === 1 ? 'once' : `${formatCount(delegated)} times`}.`;
  const forks = forkWords({ forks: [...list.forks.values()] }, list.forks.size);
  return `${of} ${loaded === 1 ? 'receipt' : 'receipts'}${sessions}.${more}${forks}`;
}

function pathWords(list: RowList, path: readonly number[]): string {
  const sessions = new Set(path.map((row) => list.session[row]));
  return `The path to the first receipt has ${formatCount(path.length)} rows in ${formatCount(sessions.size)} ${sessions.size === 1 ? 'session' : 'sessions'}`;
}
