import { useState } from 'react';
import { formatCount } from '../../../../lib/format.ts';
import { AgoText } from '../../../../ui/ago-text.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Section } from '../../../../ui/section.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { Cell, Row, Table } from '../../../../ui/table.tsx';
import { words } from '../../../../words/record/agents.ts';
import { useAddress } from '../address.ts';
import type { AgentSession } from '../data/queries.ts';
import { checkWords, stateNow } from '../sessions/session-items.ts';
import { SessionStateMark } from '../sessions/state-mark.tsx';

/** Sessions that stand on the page of their agent; the list holds all of them. */
const MOST_SHOWN = 8;

const { columns: titles } = words.sessions;
const COLUMNS = [
  { id: 'started', title: titles.started },
  { id: 'state', title: titles.state },
  { id: 'nodes', title: titles.nodes, align: 'end' },
  { id: 'failures', title: titles.failures, align: 'end' },
  { id: 'denials', title: titles.denials, align: 'end' },
  { id: 'check', title: titles.check },
  { id: 'open', title: titles.id },
] as const;

export interface AgentSessionsProps {
  /** The newest first; undefined until they are loaded. */
  readonly sessions: readonly AgentSession[] | undefined;
  readonly agentId: string;
}

/** The newest sessions of an agent, with what went wrong in each. */
export function AgentSessions({ sessions = [], agentId }: AgentSessionsProps) {
  const { goToSession, goToTab } = useAddress();
  const [now] = useState(Date.now);
  const { agent: texts } = words;
  return (
    <Section
      title={texts.recent}
      aside={
        sessions.length > MOST_SHOWN && (
          <Button size="small" variant="quiet" onPress={() => goToTab('sessions', { q: agentId })}>
            {texts.allSessions}
          </Button>
        )
      }
    >
      {sessions.length === 0 ? (
        <p className="text-muted">{texts.noSessions}</p>
      ) : (
        <Table caption={texts.recentCaption} columns={COLUMNS}>
          {sessions.slice(0, MOST_SHOWN).map((session) => (
            <Row key={session.session_id}>
              <Cell isHeader noWrap>
                <AgoText value={session.started_at} now={now} />
              </Cell>
              <Cell noWrap>
                <SessionStateMark state={stateNow(session, now)} />
              </Cell>
              <Cell align="end">{formatCount(session.node_count)}</Cell>
              <Cell align="end">{session.failures === 0 ? '' : formatCount(session.failures)}</Cell>
              <Cell align="end">{session.denials === 0 ? '' : formatCount(session.denials)}</Cell>
              <Cell noWrap>
                <StatusMark size="small" look={checkWords(session).look} label={checkWords(session).word} />
              </Cell>
              <Cell noWrap>
                <code className="text-12 text-muted">{session.session_id}</code>{' '}
                <Button
                  size="small"
                  aria-label={texts.openSession(session.session_id)}
                  onPress={() => goToSession(session.session_id)}
                >
                  {texts.open}
                </Button>
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </Section>
  );
}
