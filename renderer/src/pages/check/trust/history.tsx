import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { History } from 'lucide-react';
import { AgoText } from '../../../ui/ago-text.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { words } from '../../../words/check/trust.ts';

interface Entry {
  readonly id: string;
  readonly at: string;
  readonly what: string;
  readonly by: string;
  readonly detail: string;
}

const { history } = words;
const COLUMNS = [
  { id: 'what', title: history.columns.what },
  { id: 'by', title: history.columns.by },
  { id: 'detail', title: history.columns.detail },
  { id: 'at', title: history.columns.at },
] as const;

/** What the trust store records about itself, newest first. */
export function TrustHistory({ store, now }: { readonly store: TrustStore; readonly now: number }) {
  const entries = entriesOf(store);
  if (entries.length === 0) {
    return (
      <EmptyState title={history.empty} icon={<History aria-hidden size={20} />}>
        <p>{history.emptyText}</p>
      </EmptyState>
    );
  }
  return (
    <Table caption={history.caption} columns={COLUMNS}>
      {entries.map(({ id, at, what, by, detail }) => (
        <Row key={id}>
          <Cell isHeader>
            <FileText text={what} />
          </Cell>
          <Cell>
            <FileText text={by} />
          </Cell>
          <Cell>
            <FileText text={detail} />
          </Cell>
          <Cell noWrap>
            <AgoText value={at} now={Math.max(now, Date.now())} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

function entriesOf({ key_sets, revocations }: TrustStore): readonly Entry[] {
  const taken = key_sets.map(
    (entry): Entry => ({
      id: entry.key_set.fingerprint,
      at: entry.at,
      what: (entry.held === 'pinned' ? history.pinned : history.endorsed)(
        entry.key_set.keyset_id,
        entry.key_set.serial,
      ),
      by: entry.by,
      detail: entry.source,
    }),
  );
  const withdrawn = key_sets.flatMap(({ key_set, untrusted }): readonly Entry[] =>
    untrusted === undefined
      ? []
      : [
          {
            id: `${key_set.fingerprint}-untrusted`,
            at: untrusted.at,
            what: history.removed(key_set.keyset_id, key_set.serial),
            by: untrusted.by,
            detail: '',
          },
        ],
  );
  const revoked = revocations.map(
    ({ thumbprint, recorded_at, reason, source }): Entry => ({
      id: `${thumbprint}-${source}`,
      at: recorded_at,
      what: history.revoked(thumbprint),
      by: source,
      detail: reason,
    }),
  );
  return [...taken, ...withdrawn, ...revoked].sort((a, b) => (parseIsoTime(b.at) ?? 0) - (parseIsoTime(a.at) ?? 0));
}
