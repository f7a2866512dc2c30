import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import type { SecretItem } from '../../../parts/secret/rotation.ts';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/section.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { words } from '../../../words/protect/secrets.ts';
import { StateBadge } from './columns.tsx';

const { columns } = words.versions;
const COLUMNS = [
  { id: 'version', title: columns.version, align: 'end' },
  { id: 'state', title: columns.state },
  { id: 'value', title: columns.value },
  { id: 'stored', title: columns.stored },
  { id: 'id', title: columns.id, folded: 'hidden' },
  { id: 'open', title: columns.open, folded: 'corner' },
] as const;

export interface VersionTableProps {
  /** The newest first. */
  readonly versions: readonly SecretItem[];
  readonly isWhole: boolean;
  readonly openId: string;
  readonly onOpen: (id: string) => void;
}

/** All versions of a secret; each replaced the one under it. */
export function VersionTable({ versions, isWhole, openId, onOpen }: VersionTableProps) {
  const [now] = useState(Date.now);
  return (
    <Section title={words.versions.title}>
      <Table caption={words.versions.caption} columns={COLUMNS}>
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
            <Cell noWrap>
              <AgoText value={item.created_at} now={now} />
            </Cell>
            <Cell noWrap>
              <code className="text-13">{item.id}</code>
            </Cell>
            <Cell noWrap>
              {item.id === openId ? (
                <span className="text-muted">{words.versions.current}</span>
              ) : (
                <Button size="small" aria-label={words.versions.openOne(item.version)} onPress={() => onOpen(item.id)}>
                  {words.versions.open}
                </Button>
              )}
            </Cell>
          </Row>
        ))}
      </Table>
      {!isWhole && <p className="mt-2 text-muted">{words.versions.cut}</p>}
    </Section>
  );
}
