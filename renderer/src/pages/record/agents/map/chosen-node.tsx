import { useMemo } from 'react';
import { formatCount } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/button.tsx';
import { Fact, FactList } from '../../../../ui/fact-list.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { words } from '../../../../words/record/agents-session-map.ts';
import { useAddress } from '../address.ts';
import { durationText, momentText } from '../data/clock.ts';
import { extentOf, firstTrouble, kindsOf, kindWords, rowId, timesOf } from './cards.ts';
import type { MapNode } from './collapse.ts';
import type { MapRows } from './source.ts';

const { chosen: texts, card } = words;

export interface ChosenNodeProps {
  readonly node: MapNode;
  readonly rows: MapRows;
  readonly rootId: string;
  readonly nameOf: (sessionId: string) => string;
  readonly onShowNode: (nodeId: string) => void;
}

/** The group that is looked at, in words, and the ways from it into the receipts. */
export function ChosenNode({ node, rows, rootId, nameOf, onShowNode }: ChosenNodeProps) {
  const { goToSession } = useAddress();
  const { session } = rows.placeOf(node.firstRow);
  const isLoaded = session.count > 0;
  const { first, last } = timesOf(node, rows);
  const trouble = useMemo(() => firstTrouble(node, rows), [node, rows]);
  const kinds = useMemo(() => kindsOf(node, rows), [node, rows]);
  return (
    <section aria-label={texts.label} className="min-w-0 space-y-3">
      <FactList>
        <Fact name={texts.agent}>
          <FileText text={nameOf(session.id)} limit={100} />
        </Fact>
        <Fact name={texts.session}>
          {session.id === rootId ? card.inThis : <code className="text-13 break-all">{session.id}</code>}
        </Fact>
        <Fact name={texts.receipts}>{isLoaded ? extentOf(node, rows) : card.notLoaded}</Fact>
        {isLoaded && (
          <>
            <Fact name={texts.kinds}>{kindWords(kinds)}</Fact>
            <Fact name={texts.first}>{momentText(first)}</Fact>
            {node.count > 1 && <Fact name={texts.last}>{momentText(last)}</Fact>}
            {node.count > 1 && last >= first && <Fact name={texts.took}>{durationText(last - first)}</Fact>}
          </>
        )}
        <Fact name={texts.outcome}>
          {node.failed + node.pending === 0 ? (
            texts.none
          ) : (
            <span className="flex flex-wrap gap-x-3">
              {node.failed > 0 && <StatusMark look="failed" size="small" label={formatCount(node.failed)} />}
              {node.pending > 0 && <StatusMark look="pending" size="small" label={card.pending(node.pending)} />}
            </span>
          )}
        </Fact>
      </FactList>
      <div className="flex flex-wrap gap-2">
        {isLoaded && (
          <>
            <Button onPress={() => onShowNode(rowId(rows, node.firstRow))}>{texts.showFirst}</Button>
            {node.count > 1 && <Button onPress={() => onShowNode(rowId(rows, node.lastRow))}>{texts.showLast}</Button>}
          </>
        )}
        {trouble !== null && node.count > 1 && (
          <Button onPress={() => onShowNode(rowId(rows, trouble))}>{texts.showFailure}</Button>
        )}
        {session.id !== rootId && <Button onPress={() => goToSession(session.id)}>{texts.open}</Button>}
      </div>
    </section>
  );
}
