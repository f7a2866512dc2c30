import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../../../lib/format.ts';
import { type ObjectKind, ObjectName, ObjectSign } from '../../../../parts/objects/object-tile.tsx';
import { AgoText } from '../../../../ui/ago-text.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { Section } from '../../../../ui/section.tsx';
import { Cell, Row, Table } from '../../../../ui/table.tsx';
import { words } from '../../../../words/record/agents-lineage.ts';
import { useAgentNames } from '../agents-list/use-agent-names.ts';
import { agentsQuery, sessionsQuery } from '../data/queries.ts';
import { DemoCommand } from '../demo-command.tsx';

const MOST_SESSIONS = 6;
const MOST_AGENTS = 4;

const { recent: texts } = words;
const COLUMNS = [
  { id: 'name', title: texts.columns.name },
  { id: 'kind', title: texts.columns.kind },
  { id: 'receipts', title: texts.columns.receipts, align: 'end' },
  { id: 'time', title: texts.columns.time },
  { id: 'id', title: texts.columns.id, folded: 'hidden' },
  { id: 'follow', title: texts.columns.follow, folded: 'corner' },
] as const;

interface Start {
  readonly id: string;
  readonly object: ObjectKind;
  readonly kind: string;
  readonly name: string;
  readonly receipts: string;
  readonly time: string;
}

export interface RecentStartsProps {
  /** What stands in the field: a part of a name or an id. */
  readonly text: string;
  readonly onFollow: (id: string) => void;
}

/** Recent sessions and agents, of those whose name or id holds the text: nobody has to bring an id. */
export function RecentStarts({ text, onFollow }: RecentStartsProps) {
  const sessions = useQuery(sessionsQuery).data?.items;
  const agents = useQuery(agentsQuery).data?.items;
  const nameOf = useAgentNames();
  const [now] = useState(Date.now);
  if (sessions === undefined || agents === undefined) return null;
  const needle = text.trim().toLowerCase();
  const matches = ({ name, id }: Start) => needle === '' || `${name} ${id}`.toLowerCase().includes(needle);
  const starts: readonly Start[] = [
    ...sessions
      .map(
        ({ session_id, agent_id, node_count, started_at }): Start => ({
          id: session_id,
          object: 'session',
          kind: texts.session,
          name: nameOf(agent_id),
          receipts: formatCount(node_count),
          time: started_at,
        }),
      )
      .filter(matches)
      .slice(0, MOST_SESSIONS),
    ...agents
      .map(
        ({ agent_id, name, registered_at }): Start => ({
          id: agent_id,
          object: 'agent',
          kind: texts.agent,
          name,
          receipts: '',
          time: registered_at,
        }),
      )
      .filter(matches)
      .slice(0, MOST_AGENTS),
  ];
  if (sessions.length === 0 && agents.length === 0) {
    return (
      <EmptyState title={texts.nothing} icon={<ObjectSign kind="session" />}>
        <p>{texts.nothingText}</p>
        <DemoCommand />
      </EmptyState>
    );
  }
  return (
    <Section title={texts.title}>
      {starts.length === 0 ? (
        <p className="text-muted">{texts.none}</p>
      ) : (
        <Table caption={texts.caption} columns={COLUMNS}>
          {starts.map(({ id, object, kind, name, receipts, time }) => (
            <Row key={id}>
              <Cell isHeader>
                <ObjectName kind={object}>
                  <FileText text={name} limit={100} />
                </ObjectName>
              </Cell>
              <Cell noWrap>{kind}</Cell>
              <Cell align="end">{receipts}</Cell>
              <Cell noWrap>
                <AgoText value={time} now={now} />
              </Cell>
              <Cell noWrap>
                <code className="text-12 text-muted">{id}</code>
              </Cell>
              <Cell noWrap>
                <Button size="small" aria-label={texts.followOf(kind, `${name} ${id}`)} onPress={() => onFollow(id)}>
                  {texts.follow}
                </Button>
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </Section>
  );
}
