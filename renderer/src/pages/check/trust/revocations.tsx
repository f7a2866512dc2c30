import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { Revocation } from '@touchstone/core/keys/trust.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { TimeText } from '../../../ui/time-text.tsx';

const COLUMNS = [
  { id: 'thumbprint', title: 'Key thumbprint' },
  { id: 'set', title: 'Key set' },
  { id: 'at', title: 'Revoked' },
  { id: 'reason', title: 'Reason' },
] as const;

export interface RevocationsProps {
  readonly revocations: readonly Revocation[];
  readonly keySetOf: (thumbprint: string) => KeySet | undefined;
}

export function Revocations({ revocations, keySetOf }: RevocationsProps) {
  if (revocations.length === 0) {
    return (
      <EmptyState title="No key is revoked">
        A key is revoked in the list of its key set. Revoking is for good and counts for every file, whatever its date.
      </EmptyState>
    );
  }
  return (
    <Table caption="Revoked keys" columns={COLUMNS}>
      {revocations.map(({ thumbprint, revoked_at, reason }) => {
        const keySet = keySetOf(thumbprint);
        return (
          <Row key={thumbprint}>
            <Cell isHeader>
              <HashText value={thumbprint} label="key thumbprint" />
            </Cell>
            <Cell>
              {keySet === undefined ? (
                <span className="text-muted">not pinned</span>
              ) : (
                <FileText text={keySet.keyset_id} />
              )}
            </Cell>
            <Cell>
              <TimeText value={revoked_at} />
            </Cell>
            <Cell>
              <FileText text={reason} />
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}
