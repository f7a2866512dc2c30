import { Link } from '@tanstack/react-router';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { Revocation } from '@touchstone/core/keys/trust.ts';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { words } from '../../../words/check/trust.ts';

const { columns } = words.revocations;
const COLUMNS = [
  { id: 'set', title: columns.set },
  { id: 'at', title: columns.at },
  { id: 'reason', title: columns.reason },
  { id: 'thumbprint', title: columns.thumbprint },
] as const;

export interface RevocationsProps {
  readonly now: number;
  readonly revocations: readonly Revocation[];
  readonly keySetOf: (thumbprint: string) => KeySet | undefined;
}

export function Revocations({ now, revocations, keySetOf }: RevocationsProps) {
  if (revocations.length === 0) {
    return (
      <EmptyState title={words.revocations.emptyTitle} icon={<ObjectSign kind="keySet" />}>
        <p>{words.revocations.emptyText}</p>
      </EmptyState>
    );
  }
  return (
    <Table caption={words.revocations.caption} columns={COLUMNS}>
      {revocations.map(({ thumbprint, revoked_at, reason }) => {
        const keySet = keySetOf(thumbprint);
        return (
          <Row key={thumbprint}>
            <Cell isHeader>
              {keySet === undefined ? (
                <span className="text-muted">{words.revocations.notPinned}</span>
              ) : (
                <Link
                  to="/trust"
                  search={{ set: keySet.fingerprint }}
                  className="underline decoration-line-strong underline-offset-4 hover:decoration-text"
                >
                  <FileText text={keySet.keyset_id} />
                </Link>
              )}
            </Cell>
            <Cell noWrap>
              <AgoText value={revoked_at} now={Math.max(now, Date.now())} />
            </Cell>
            <Cell>
              <FileText text={reason} />
            </Cell>
            <Cell>
              <HashText value={thumbprint} label={words.revocations.thumbprint} />
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}
