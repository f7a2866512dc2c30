import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../lib/format.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { FindAnchor } from './find-anchor.tsx';
import { type ChainState, chainsQuery, statusQuery } from './queries.ts';
import { useLedgerSearch } from './search.ts';
import { CHAIN_TITLES } from './words.ts';

const COLUMNS = [
  { id: 'chain', title: 'Chain' },
  { id: 'state', title: 'State' },
  { id: 'height', title: 'Height', align: 'end' },
  { id: 'anchors', title: 'Anchors', align: 'end' },
  { id: 'pending', title: 'Waiting', align: 'end' },
  { id: 'latency', title: 'Latency', align: 'end' },
  { id: 'last', title: 'Last block' },
  { id: 'head', title: 'Head' },
] as const;

/** The ten chains, and finding an anchor on any of them. */
export function ChainList() {
  const chains = useQuery(chainsQuery);
  const status = useQuery(statusQuery);
  const { open } = useLedgerSearch();
  return (
    <div className="space-y-(--gap)">
      <FindAnchor />
      {chains.isPending && <p className="min-h-40 text-muted">Loading the chains</p>}
      {chains.error !== null && (
        <RequestError error={chains.error} what="The chains" onRetry={() => void chains.refetch()} />
      )}
      {chains.data !== undefined && (
        <>
          {chains.data.restored !== null && (
            <p className="max-w-prose rounded border border-line-strong bg-sunken px-3 py-2">
              This ledger began <TimeText value={chains.data.restored.restored_at} />, when a backup of{' '}
              <TimeText value={chains.data.restored.backup_created_at} /> was restored. The first block of each chain
              after that says so.
            </p>
          )}
          <Table caption="The ten chains" columns={COLUMNS}>
            {chains.data.chains.map((chain) => (
              <ChainRow
                key={chain.chain}
                state={chain}
                connection={status.data?.chains[chain.chain] ?? null}
                onOpen={() => open({ chain: chain.chain })}
              />
            ))}
          </Table>
          <p className="max-w-prose text-13 text-muted">
            A chain makes a block each second while anchors or confirmations are due, and rests otherwise. Latency is
            what it took this server to ask the chain.
          </p>
        </>
      )}
    </div>
  );
}

interface ChainRowProps {
  readonly state: ChainState;
  /** Null while it is not known. */
  readonly connection: { readonly connected: boolean; readonly latency_ms: number } | null;
  readonly onOpen: () => void;
}

function ChainRow({ state, connection, onOpen }: ChainRowProps) {
  const { chain, height, anchors, pending, head, last_block_at: last } = state;
  return (
    <Row>
      <Cell isHeader noWrap>
        <Button size="small" aria-label={`Open ${CHAIN_TITLES[chain]}`} onPress={onOpen}>
          {CHAIN_TITLES[chain]}
        </Button>
      </Cell>
      <Cell noWrap>
        {connection?.connected === false ? (
          <StatusMark size="small" look="failed" label="Out of reach" />
        ) : pending > 0 ? (
          <StatusMark size="small" look="pending" label="Making blocks" />
        ) : connection === null ? (
          <span className="text-muted">Asking</span>
        ) : (
          <StatusMark size="small" look="verified" label="Reachable" />
        )}
      </Cell>
      <Cell align="end" noWrap>
        {formatCount(height)}
      </Cell>
      <Cell align="end" noWrap>
        {formatCount(anchors)}
      </Cell>
      <Cell align="end" noWrap>
        {formatCount(pending)}
      </Cell>
      <Cell align="end" noWrap>
        {connection === null ? '–' : latencyText(connection.latency_ms)}
      </Cell>
      <Cell>{last === null ? <span className="text-muted">None yet</span> : <TimeText value={last} />}</Cell>
      <Cell noWrap>
        {head === null ? (
          <span className="text-muted">None yet</span>
        ) : (
          <>
            <code className="text-13">{head.slice(0, 12)}…</code>
            <CopyText value={head} label={`head of ${CHAIN_TITLES[chain]}`} />
          </>
        )}
      </Cell>
    </Row>
  );
}

function latencyText(milliseconds: number): string {
  return milliseconds < 0.01 ? '< 0.01 ms' : `${milliseconds.toFixed(2)} ms`;
}
