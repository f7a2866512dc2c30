import { ApiFailure } from '@touchstone/core/api/client.ts';
import { CHAIN_NAMES, type ChainName } from '@touchstone/core/api/common.ts';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/record/ledger.ts';
import { AnchorState } from './anchor-state.tsx';
import { kindMeaning, kindTitle } from './outcome.ts';
import type { AnchorItem } from './queries.ts';
import { useLedgerSearch } from './search.ts';
import { readSought, type SoughtName } from './sought.ts';

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

const { find: texts } = words;
const COLUMNS = [
  { id: 'chain', title: texts.columns.chain },
  { id: 'kind', title: texts.columns.kind },
  { id: 'state', title: texts.columns.state },
  { id: 'time', title: texts.columns.time },
  { id: 'open', title: texts.columns.open, folded: 'corner' },
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
    announce(count === 0 ? texts.foundNone : texts.found(count));
  };
  return (
    <section aria-label={texts.region} className="space-y-3">
      <form onSubmit={draft.submit(start)} noValidate className="flex max-w-3xl flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 basis-72">
          <TextField label={texts.field} isMono {...draft.field('sought')} description={texts.hint} />
        </div>
        <div className="min-[480px]:mt-6">
          <Button type="submit" isDisabled={work.state.status === 'busy'} icon={<Search aria-hidden size={15} />}>
            {texts.send}
          </Button>
        </div>
      </form>
      <WorkStatus
        state={work.state}
        busyLabel={texts.busy}
        failedTitle={texts.failed}
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
  const [now] = useState(Date.now);
  if (anchors.length === 0) return <p>{texts.noneHere(<code>vault/attest</code>)}</p>;
  return (
    <div className="space-y-2">
      <Table caption={texts.caption} columns={COLUMNS}>
        {anchors.map(({ chain, anchor }) => (
          <Row key={`${chain} ${anchor.position}`}>
            <Cell isHeader noWrap>
              {words.chains[chain]}
            </Cell>
            <Cell>
              <span title={kindMeaning(anchor.kind)}>
                <FileText text={kindTitle(anchor.kind)} limit={100} />
              </span>
            </Cell>
            <Cell noWrap>
              <AnchorState anchor={anchor} />
            </Cell>
            <Cell noWrap>
              <AgoText value={anchor.accepted_at} now={Math.max(now, Date.now())} />
            </Cell>
            <Cell noWrap>
              <Button
                size="small"
                aria-label={texts.openOne(anchor.position, words.chains[chain])}
                onPress={() => onOpen(chain, anchor.tx_hash)}
              >
                {words.open}
              </Button>
            </Cell>
          </Row>
        ))}
      </Table>
      {hasMore && <p className="text-muted">{texts.most(MOST_PER_CHAIN)}</p>}
    </div>
  );
}
