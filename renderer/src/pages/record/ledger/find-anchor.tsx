import { ApiFailure } from '@touchstone/core/api/client.ts';
import { CHAIN_NAMES, type ChainName } from '@touchstone/core/api/common.ts';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatCount } from '../../../lib/format.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import type { AnchorItem } from './queries.ts';
import { useLedgerSearch } from './search.ts';
import { CHAIN_TITLES, kindWords, readSought, type SoughtName } from './words.ts';

interface FoundAnchor {
  readonly chain: ChainName;
  readonly anchor: AnchorItem;
}

interface Found {
  readonly sought: string;
  readonly anchors: readonly FoundAnchor[];
  /** Some chains hold the commitment more often than was asked for. */
  readonly hasMore: boolean;
}

/** Anchors of one commitment on one chain that are asked for. */
const MOST_PER_CHAIN = 50;

const COLUMNS = [
  { id: 'chain', title: 'Chain' },
  { id: 'kind', title: 'Kind' },
  { id: 'state', title: 'State' },
  { id: 'time', title: 'Accepted' },
  { id: 'open', title: 'Anchor' },
] as const;

/** Finds anchors by transaction or commitment, on every chain where it may be. */
export function FindAnchor() {
  const announce = useAnnounce();
  const { open } = useLedgerSearch();
  const work = useWork(find);
  const draft = useDraft(useState({ sought: '' }), work.state);
  const start = async () => {
    const sought = readSought(draft.values.sought);
    if (!draft.check({ sought: sought.ok ? '' : sought.message }) || !sought.ok) return;
    const found = await work.start({ ...sought, text: sought.text });
    if (found === null) return;
    const count = found.anchors.length;
    announce(count === 0 ? 'No anchor was found' : `${count} ${count === 1 ? 'anchor was' : 'anchors were'} found`);
  };
  return (
    <section aria-label="Find an anchor" className="space-y-3 rounded border border-line bg-surface px-4 py-3">
      <form onSubmit={draft.submit(start)} noValidate className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 basis-72">
          <TextField
            label="Transaction or commitment"
            isMono
            {...draft.field('sought')}
            description="As the chain writes it, or 64 hexadecimal digits of a commitment such as a document's hash. Spaces are ignored."
          />
        </div>
        <div className="min-[480px]:mt-6">
          <Button type="submit" isDisabled={work.state.status === 'busy'} icon={<Search aria-hidden size={15} />}>
            Find
          </Button>
        </div>
      </form>
      <WorkStatus
        state={work.state}
        busyLabel="Asking the chains"
        failedTitle="The chains could not be searched"
        onCancel={work.cancel}
        units={0}
      />
      {work.result !== null && work.state.status === 'done' && (
        <FoundAnchors found={work.result} onOpen={(chain, tx) => open({ chain, tx })} />
      )}
    </section>
  );
}

async function find(sought: Extract<SoughtName, { ok: true }> & { readonly text: string }, signal: AbortSignal) {
  const { transactionOn, commitment, text } = sought;
  const anchors: FoundAnchor[] = [];
  let hasMore = false;
  for (const chain of CHAIN_NAMES) {
    if (transactionOn.includes(chain)) {
      const anchor = await transaction(chain, text, signal);
      if (anchor !== null) anchors.push({ chain, anchor });
    }
    if (commitment !== null) {
      const query = { commitment, limit: MOST_PER_CHAIN };
      const page = await client.crypto.ledger.anchors({ params: { chain }, query }, { signal });
      anchors.push(...page.items.map((anchor) => ({ chain, anchor })));
      hasMore ||= page.next_cursor !== null;
    }
  }
  return { sought: text, anchors, hasMore } satisfies Found;
}

async function transaction(chain: ChainName, tx: string, signal: AbortSignal): Promise<AnchorItem | null> {
  try {
    return (await client.crypto.ledger.anchor({ params: { chain, tx_hash: tx } }, { signal })).anchor;
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

interface FoundAnchorsProps {
  readonly found: Found;
  readonly onOpen: (chain: ChainName, tx: string) => void;
}

function FoundAnchors({ found: { anchors, hasMore }, onOpen }: FoundAnchorsProps) {
  if (anchors.length === 0) {
    return (
      <p>
        No chain of this server holds it. That says nothing about public networks: they are not asked, and a commitment
        is not anchored here before <code>vault/attest</code> or another operation anchors it.
      </p>
    );
  }
  return (
    <div className="space-y-2">
      <Table caption="Anchors that were found" columns={COLUMNS}>
        {anchors.map(({ chain, anchor }) => (
          <Row key={`${chain} ${anchor.position}`}>
            <Cell isHeader noWrap>
              {CHAIN_TITLES[chain]}
            </Cell>
            <Cell>
              <code>{anchor.kind}</code> <span className="text-muted">{kindWords(anchor.kind)}</span>
            </Cell>
            <Cell noWrap>
              <AnchorState anchor={anchor} />
            </Cell>
            <Cell>
              <TimeText value={anchor.accepted_at} />
            </Cell>
            <Cell noWrap>
              <Button
                size="small"
                aria-label={`Open anchor ${anchor.position} of ${CHAIN_TITLES[chain]}`}
                onPress={() => onOpen(chain, anchor.tx_hash)}
              >
                Open
              </Button>
            </Cell>
          </Row>
        ))}
      </Table>
      {hasMore && <p className="text-muted">At most {formatCount(MOST_PER_CHAIN)} of each chain are shown.</p>}
    </div>
  );
}

/** Pending until its block is deep enough. */
export function AnchorState({
  anchor,
}: {
  readonly anchor: Pick<AnchorItem, 'confirmed' | 'confirmations' | 'block'>;
}) {
  const { confirmed, confirmations, block } = anchor;
  if (confirmed) return <StatusMark size="small" look="verified" label="Confirmed" />;
  const label = block === 0 ? 'Waits for a block' : `Pending, ${confirmations} of its confirmations`;
  return <StatusMark size="small" look="pending" label={label} />;
}
