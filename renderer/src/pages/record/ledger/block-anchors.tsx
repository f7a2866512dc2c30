import type { ChainName } from '@touchstone/core/api/common.ts';
import { transactionId } from '@touchstone/core/ledger/anchor.ts';
import { formatCount } from '../../../lib/format.ts';
import { useNow } from '../../../lib/window/use-now.ts';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { words } from '../../../words/record/ledger.ts';
import { kindMeaning, kindTitle } from './outcome.ts';
import type { Block } from './queries.ts';
import { useLedgerSearch } from './search.ts';

const { block: texts } = words;
const COLUMNS = [
  { id: 'position', title: texts.columns.position, align: 'end' },
  { id: 'kind', title: texts.columns.kind },
  { id: 'commitment', title: texts.columns.commitment },
  { id: 'time', title: texts.columns.time },
  { id: 'open', title: texts.columns.open, folded: 'corner' },
] as const;

/** A block of a busy second may hold thousands; the list of anchors shows them all. */
const MOST_SHOWN = 100;

export interface BlockAnchorsProps {
  readonly chain: ChainName;
  readonly anchors: Block['anchors'];
}

/** The anchors of a block, in their order. */
export function BlockAnchors({ chain, anchors }: BlockAnchorsProps) {
  const { open } = useLedgerSearch();
  const now = useNow(15_000);
  return (
    <div className="space-y-2">
      <Table caption={texts.caption} columns={COLUMNS}>
        {anchors.slice(0, MOST_SHOWN).map((entry) => (
          <Row key={entry.position}>
            <Cell isHeader align="end" noWrap>
              {formatCount(entry.position)}
            </Cell>
            <Cell noWrap>
              <span title={kindMeaning(entry.kind)}>
                <FileText text={kindTitle(entry.kind)} limit={100} />
              </span>
            </Cell>
            <Cell noWrap>
              <code className="text-13">{entry.commitment.slice(0, 24)}…</code>
            </Cell>
            <Cell noWrap>
              <AgoText value={entry.accepted_at} now={now} />
            </Cell>
            <Cell noWrap>
              <Button
                size="small"
                aria-label={texts.openAnchor(entry.position)}
                onPress={() => open({ chain, tx: transactionId(chain, entry) })}
              >
                {words.open}
              </Button>
            </Cell>
          </Row>
        ))}
      </Table>
      {anchors.length > MOST_SHOWN && (
        <p className="text-muted">
          {texts.most(MOST_SHOWN)}{' '}
          <Button size="small" onPress={() => open({ chain, view: 'anchors' })}>
            {texts.allOf(words.chains[chain])}
          </Button>
        </p>
      )}
    </div>
  );
}
