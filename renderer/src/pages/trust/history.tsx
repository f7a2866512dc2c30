import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FileText } from '../../ui/file-text.tsx';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { TimeText } from '../../ui/time-text.tsx';

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

/** What the trust store records about itself, newest first. Sets that are not trusted any more leave no entry in it. */
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
  const pins = key_sets.map(
    ({ key_set, pinned_at, pinned_by, source }): Entry => ({
      id: key_set.fingerprint,
      at: pinned_at,
      what: `Trusted ${key_set.keyset_id}, serial ${key_set.serial}`,
      by: pinned_by,
      detail: source,
    }),
  );
  const revoked = revocations.map(
    ({ thumbprint, revoked_at, reason }): Entry => ({
      id: thumbprint,
      at: revoked_at,
      what: `Revoked the key ${thumbprint}`,
      by: 'not recorded',
      detail: reason,
    }),
  );
  return [...pins, ...revoked].sort((a, b) => (parseIsoTime(b.at) ?? 0) - (parseIsoTime(a.at) ?? 0));
}
