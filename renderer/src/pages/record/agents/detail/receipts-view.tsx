import { useMemo } from 'react';
import { ObjectSign } from '../../../../parts/objects/object-tile.tsx';
import { TextTwin } from '../../../../parts/page/text-twin.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { words } from '../../../../words/record/agents-session.ts';
import { ForksUnread } from '../fork/forks-unread.tsx';
import { Minimap } from '../lanes/minimap.tsx';
import { receiptLine, rowLines } from '../rows/row-lines.ts';
import { ReceiptTree } from '../tree/receipt-tree.tsx';
import { isIdOrHash } from './find-receipt.ts';
import { LoadProgress } from './load-progress.tsx';
import { NodePanel } from './node-panel.tsx';
import { ReceiptsToolbar } from './receipts-toolbar.tsx';
import { countWords } from './receipts-words.ts';
import { type ReceiptsViewNeeds, useReceiptsView } from './use-receipts-view.ts';

const { tree: texts } = words;

export interface ReceiptsViewProps extends ReceiptsViewNeeds {
  /** What the session is called. */
  readonly title: string;
}

/** The receipts of a session: the tree with its lanes, the strip over all of them, the receipt that is looked at. */
export function ReceiptsView({ title, ...needs }: ReceiptsViewProps) {
  const { session, graph, loader } = needs;
  const view = useReceiptsView(needs);
  const { openId, filter, rows, go, actions, brokenRow, strip, tree, change } = view;
  const { list, layout, isNewest, forksError, expanded, toggle } = rows;
  const { root } = graph;
  const counts = useMemo(() => countWords(list, graph), [list, graph]);
  return (
    <div className="space-y-3">
      <ReceiptsToolbar
        filter={view.filter}
        collapsesRuns={view.collapsesRuns}
        showsPath={view.showsPath}
        hasCurrent={go.currentRow >= 0}
        hasTrouble={view.hasTrouble}
        onChange={view.onChange}
        onPath={view.onPath}
        onFind={view.onFind}
        onNextTrouble={view.onNextTrouble}
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
                className={
                  openId === null
                    ? ''
                    : 'grid items-start gap-5 min-[1100px]:grid-cols-[minmax(0,1fr)_24rem] min-[1800px]:grid-cols-[minmax(0,1fr)_34rem]'
                }
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
                    current={go.currentRow}
                    open={view.openRow}
                    brokenRow={brokenRow}
                    path={view.path}
                    expanded={expanded}
                    onCurrent={go.standOn}
                    onOpen={actions.onOpen}
                    onToggle={toggle}
                    onCopy={actions.onCopy}
                    onSight={view.onSight}
                  />
                )}
                {openId !== null && (
                  <NodePanel
                    nodeId={openId}
                    place={go.open}
                    graph={graph}
                    session={session}
                    onClose={view.onClose}
                    onShow={view.onShow}
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
