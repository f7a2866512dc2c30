import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { TimeText } from '../../../ui/time-text.tsx';

interface Entry {
  readonly id: string;
  readonly at: string;
  readonly what: string;
  readonly by: string;
  readonly detail: string;
}

const COLUMNS = [
  { id: 'at', title: 'When' },
  { id: 'what', title: 'What' },
  { id: 'by', title: 'By' },
  { id: 'detail', title: 'Source or reason' },
] as const;

/** What the trust store records about itself, newest first. */
export function TrustHistory({ store }: { readonly store: TrustStore }) {
  const entries = entriesOf(store);
  if (entries.length === 0) return <EmptyState title="Nothing has happened yet" />;
  return (
    <Table caption="History of the trust store" columns={COLUMNS}>
      {entries.map(({ id, at, what, by, detail }) => (
        <Row key={id}>
          <Cell isHeader>
            <TimeText value={at} />
          </Cell>
          <Cell>
            <FileText text={what} />
          </Cell>
          <Cell>
            <FileText text={by} />
          </Cell>
          <Cell>
            <FileText text={detail} />
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
      what: `${entry.held === 'pinned' ? 'Pinned' : 'Took in, endorsed,'} ${entry.key_set.keyset_id}, edition ${entry.key_set.serial}`,
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
            what: `Removed trust in ${key_set.keyset_id}, edition ${key_set.serial}`,
            by: untrusted.by,
            detail: '',
          },
        ],
  );
  const revoked = revocations.map(
    ({ thumbprint, recorded_at, reason, source }): Entry => ({
      id: `${thumbprint}-${source}`,
      at: recorded_at,
      what: `Revoked the key ${thumbprint}`,
      by: source,
      detail: reason,
    }),
  );
  return [...taken, ...withdrawn, ...revoked].sort((a, b) => (parseIsoTime(b.at) ?? 0) - (parseIsoTime(a.at) ?? 0));
}
