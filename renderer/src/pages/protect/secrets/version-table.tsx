import { formatCount } from '../../../lib/format.ts';
import type { SecretItem } from '../../../parts/secret/rotation.ts';
import { Button } from '../../../ui/button.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { StateBadge } from './columns.tsx';

const COLUMNS = [
  { id: 'version', title: 'Version', align: 'end' },
  { id: 'state', title: 'Status' },
  { id: 'value', title: 'Value' },
  { id: 'stored', title: 'Stored' },
  { id: 'before', title: 'previous_version_id' },
  { id: 'open', title: 'Open' },
] as const;

export interface VersionTableProps {
  /** The newest first. */
  readonly versions: readonly SecretItem[];
  readonly isWhole: boolean;
  readonly openId: string;
  readonly onOpen: (id: string) => void;
}

/** All versions of a secret, each with the one that it replaced. */
export function VersionTable({ versions, isWhole, openId, onOpen }: VersionTableProps) {
  const byVersion = new Map(versions.map((item) => [item.version, item.id]));
  return (
    <section aria-labelledby="versions" className="space-y-2">
      <h2 id="versions" className="text-16">
        Versions
      </h2>
      <Table caption="Versions of the secret, the newest first" columns={COLUMNS}>
        {versions.map((item) => (
          <Row key={item.id}>
            <Cell isHeader align="end" noWrap>
              {formatCount(item.version)}
            </Cell>
            <Cell noWrap>
              <StateBadge state={item.status} />
            </Cell>
            <Cell noWrap>
              <code className="text-13">{item.masked_display}</code>
            </Cell>
            <Cell>
              <TimeText value={item.created_at} />
            </Cell>
            <Cell noWrap>
              <code className="text-13">{byVersion.get(item.version - 1) ?? '–'}</code>
            </Cell>
            <Cell noWrap>
              {item.id === openId ? (
                <span className="text-muted">open now</span>
              ) : (
                <Button size="small" aria-label={`Open version ${item.version}`} onPress={() => onOpen(item.id)}>
                  Open
                </Button>
              )}
            </Cell>
          </Row>
        ))}
      </Table>
      {!isWhole && <p className="text-muted">Older versions are not listed here.</p>}
    </section>
  );
}
