import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../lib/format.ts';
import { useNow } from '../../../lib/window/use-now.ts';
import { ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { TextTwin } from '../../../parts/page/text-twin.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/record/ledger.ts';
import { chainLines } from './block-lines.ts';
import { SmallStrip } from './block-strip.tsx';
import { FindAnchor } from './find-anchor.tsx';
import { type ChainState, chainsQuery } from './queries.ts';
import { useLedgerSearch } from './search.ts';

const { list: texts } = words;
const COLUMNS = [
  { id: 'chain', title: texts.columns.chain },
  { id: 'picture', title: texts.columns.picture, folded: 'corner' },
  { id: 'height', title: texts.columns.height, align: 'end', folded: 'hidden' },
  { id: 'anchors', title: texts.columns.anchors, align: 'end', folded: 'hidden' },
  { id: 'pending', title: texts.columns.pending, align: 'end', folded: 'hidden' },
  { id: 'last', title: texts.columns.last, folded: 'hidden' },
  { id: 'head', title: texts.columns.head, folded: 'hidden' },
] as const;

/** The ten chains, and finding an anchor on any of them. */
export function ChainList() {
  const { data, error, isPending, refetch } = useQuery(chainsQuery);
  const { open } = useLedgerSearch();
  const now = useNow(15_000);
  return (
    <div className="space-y-(--gap)">
      <FindAnchor />
      {isPending && <p className="min-h-40 text-muted">{texts.loading}</p>}
      {error !== null && <RequestError error={error} what={texts.what} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <>
          {data.restored !== null && (
            <p className="max-w-prose rounded bg-sunken px-3 py-2">
              {texts.restored(
                <TimeText value={data.restored.restored_at} />,
                <TimeText value={data.restored.backup_created_at} />,
              )}
            </p>
          )}
          <TextTwin title={texts.caption} lines={() => chainLines(usedFirst(data.chains))}>
            {(asText) => (
              <>
                <Table caption={texts.caption} columns={COLUMNS}>
                  {usedFirst(data.chains).map((chain) => (
                    <ChainRow key={chain.chain} state={chain} now={now} onOpen={() => open({ chain: chain.chain })} />
                  ))}
                </Table>
                <div className="mt-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
                  <p className="max-w-prose text-13 text-muted">{texts.rhythm}</p>
                  {asText}
                </div>
              </>
            )}
          </TextTwin>
        </>
      )}
    </div>
  );
}

/** Chains with blocks stand before those without, else in the order of the server. */
function usedFirst(chains: readonly ChainState[]): readonly ChainState[] {
  return [...chains.filter(({ height }) => height > 0), ...chains.filter(({ height }) => height === 0)];
}

interface ChainRowProps {
  readonly state: ChainState;
  readonly now: number;
  readonly onOpen: () => void;
}

function ChainRow({ state, now, onOpen }: ChainRowProps) {
  const { chain, height, anchors, pending, head, last_block_at: last } = state;
  const title = words.chains[chain];
  return (
    <Row>
      <Cell isHeader noWrap>
        <span className="flex items-baseline gap-0.5">
          <span className="flex self-center">
            <ObjectTile kind="chain" />
          </span>
          <Button size="small" variant="quiet" aria-label={texts.openChain(title)} onPress={onOpen}>
            {title}
          </Button>
        </span>
      </Cell>
      <Cell noWrap>
        <SmallStrip chain={chain} height={height} />
      </Cell>
      <Cell align="end" noWrap>
        {formatCount(height)}
      </Cell>
      <Cell align="end" noWrap>
        {formatCount(anchors)}
      </Cell>
      <Cell align="end" noWrap>
        {pending > 0 ? <StatusMark size="small" look="pending" label={formatCount(pending)} /> : formatCount(0)}
      </Cell>
      <Cell noWrap>
        {last === null ? <span className="text-muted">{words.none}</span> : <AgoText value={last} now={now} />}
      </Cell>
      <Cell noWrap>
        {head === null ? (
          <span className="text-muted">{words.none}</span>
        ) : (
          <>
            <code className="text-13">{head.slice(0, 12)}…</code>
            <CopyText value={head} label={texts.headOf(title)} />
          </>
        )}
      </Cell>
    </Row>
  );
}
