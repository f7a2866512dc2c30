import { Link } from '@tanstack/react-router';
import { editionState } from '@touchstone/core/keys/edition-state.ts';
import type { StoredKeySet, TrustStore } from '@touchstone/core/keys/trust.ts';
import type { ReactNode } from 'react';
import { ObjectSign, ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { linesOf } from '../../../parts/trust/edition-words.ts';
import { USE_WORDS } from '../../../parts/trust/key-set-facts.ts';
import { EDITION_WORDS } from '../../../parts/verification/meaning.ts';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { words } from '../../../words/check/trust.ts';

const { columns } = words.list;
const COLUMNS = [
  { id: 'set', title: columns.set },
  { id: 'state', title: columns.state },
  { id: 'issuer', title: columns.issuer },
  { id: 'use', title: columns.use },
  { id: 'edition', title: columns.edition, align: 'end' },
  { id: 'until', title: columns.until },
  { id: 'by', title: columns.by },
] as const;

export interface KeySetTableProps {
  readonly store: TrustStore;
  readonly now: number;
  readonly onImport: () => void;
  readonly onSample: () => void;
}

/** All editions of the trust store, those of one line together with the latest first. */
export function KeySetTable({ store, now, onImport, onSample }: KeySetTableProps) {
  if (store.key_sets.length === 0) {
    return (
      <EmptyState
        title={words.empty.title}
        icon={<ObjectSign kind="keySet" />}
        onSample={onSample}
        actions={
          <>
            <Button variant="primary" onPress={onImport}>
              {words.import}
            </Button>
            <Link to="/trust" search={{ tab: 'own' }} className={buttonClass()}>
              {words.empty.own}
            </Link>
          </>
        }
      >
        <p>{words.empty.text}</p>
      </EmptyState>
    );
  }
  return (
    <Table caption={words.list.caption} columns={COLUMNS}>
      {linesOf(store.key_sets).flatMap(({ editions }) =>
        editions.map((entry) => <SetRow key={entry.key_set.fingerprint} entry={entry} store={store} now={now} />),
      )}
    </Table>
  );
}

interface SetRowProps {
  readonly entry: StoredKeySet;
  readonly store: TrustStore;
  readonly now: number;
}

function SetRow({ entry, store, now }: SetRowProps) {
  const { key_set: keySet } = entry;
  const { look, word } = EDITION_WORDS[editionState(store, entry, Date.now())];
  return (
    <Row>
      <Cell isHeader>
        <span className="flex items-start gap-3">
          <ObjectTile kind="keySet" />
          <span className="min-w-24 min-[600px]:min-w-44">
            <Link
              to="/trust"
              search={{ set: keySet.fingerprint }}
              className="underline decoration-line-strong underline-offset-4 hover:decoration-text"
            >
              <FileText text={keySet.keyset_id} limit={200} />
            </Link>{' '}
            {keySet.demo === true && <Badge tone="inconclusive">{words.set.demo}</Badge>}
            <span className="block text-13 font-normal text-muted">
              <FileText text={keySet.principal} limit={200} />
            </span>
          </span>
        </span>
      </Cell>
      <Cell noWrap>
        <StatusMark look={look} label={word} size="small" />
      </Cell>
      <Cell>
        <FileText text={keySet.issuer} limit={200} />
      </Cell>
      <Cell>{USE_WORDS[keySet.use]}</Cell>
      <Cell align="end" noWrap>
        {keySet.serial}
      </Cell>
      <Cell noWrap>
        <AgoText value={keySet.not_after} now={now} />
      </Cell>
      <Cell>
        <AcceptedBy entry={entry} store={store} />
      </Cell>
    </Row>
  );
}

/** Who compared the fingerprint, or which edition vouches for the set. */
export function AcceptedBy({ entry, store }: Pick<SetRowProps, 'entry' | 'store'>): ReactNode {
  if (entry.held === 'pinned') return words.list.pinnedBy(<FileText text={entry.by} limit={100} />);
  return words.list.endorsedBy(endorserOf(entry, store)?.serial);
}

/** The edition that vouches for an endorsed one. */
export function endorserOf(entry: StoredKeySet, store: TrustStore) {
  if (entry.held !== 'endorsed') return undefined;
  return store.key_sets.find(({ key_set }) => key_set.fingerprint === entry.endorsed_by)?.key_set;
}
