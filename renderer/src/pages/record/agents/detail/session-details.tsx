import { Link } from '@tanstack/react-router';
import { formatCount } from '../../../../lib/format.ts';
import { CopyText } from '../../../../ui/copy-text.tsx';
import { Fact, FactList } from '../../../../ui/fact-list.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { HashText } from '../../../../ui/hash-text.tsx';
import { Section } from '../../../../ui/section.tsx';
import { Sheet } from '../../../../ui/sheet.tsx';
import { TimeText } from '../../../../ui/time-text.tsx';
import { words } from '../../../../words/record/agents-session.ts';
import { REDACTION_SENTENCES, REDACTION_WORDS } from '../agents-list/agent-items.ts';
import { useAgents } from '../agents-list/use-agent-names.ts';
import type { AgentSession } from '../data/queries.ts';

const { details: texts } = words;

export interface SessionDetailsProps {
  readonly session: AgentSession;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** What a session may do, its seal, and its ids and times in full. */
export function SessionDetails({ session, isOpen, onClose }: SessionDetailsProps) {
  return (
    <Sheet title={texts.title} isOpen={isOpen} onClose={onClose}>
      <div className="space-y-8">
        <Permissions session={session} />
        <Seal session={session} />
        <About session={session} />
      </div>
    </Sheet>
  );
}

function Permissions({ session: { scope, agent_id } }: Pick<SessionDetailsProps, 'session'>) {
  const level = useAgents().get(agent_id)?.redaction_level;
  return (
    <Section title={texts.permissions}>
      <FactList>
        <Fact name={texts.tools}>
          <Names values={scope.allowed_tools} none={texts.noTools} all={texts.anyTools} />
        </Fact>
        <Fact name={texts.forbidden}>
          <Names values={scope.forbidden_data_classes} none={texts.noForbidden} all={texts.noForbidden} />
        </Fact>
        <Fact name={texts.jurisdiction}>
          {scope.jurisdiction === null ? texts.anyJurisdiction : <FileText text={scope.jurisdiction} />}
        </Fact>
        <Fact name={texts.highest}>{scope.max_value === null ? texts.noLimit : formatCount(scope.max_value)}</Fact>
      </FactList>
      <p className="mt-2 text-13 text-muted">{texts.scopeMeaning}</p>
      {level !== undefined && (
        <p className="mt-2 text-13 text-muted">{texts.kept(REDACTION_WORDS[level], REDACTION_SENTENCES[level])}</p>
      )}
    </Section>
  );
}

function Seal({ session: { root, svc_74_attestation: handle } }: Pick<SessionDetailsProps, 'session'>) {
  return (
    <Section title={texts.seal}>
      <p className="text-muted">{handle === null ? texts.notSealed : texts.sealed}</p>
      {root !== null && (
        <FactList>
          <Fact name={texts.root}>
            <HashText value={root} label={texts.rootLabel} />
          </Fact>
          {handle !== null && (
            <Fact name={texts.handle}>
              <HashText value={handle} label={texts.handleLabel} />
              <br />
              <Link to="/receipts" search={{ name: handle }} className="text-accent underline underline-offset-2">
                {texts.verifySeal}
              </Link>
            </Fact>
          )}
        </FactList>
      )}
    </Section>
  );
}

function About({ session }: Pick<SessionDetailsProps, 'session'>) {
  const { session_id, agent_id, started_at, ended_at, expires_at } = session;
  const agent = useAgents().get(agent_id);
  return (
    <Section title={texts.about}>
      <FactList>
        <Fact name={texts.agent}>
          <FileText text={agent?.name ?? ''} limit={200} /> <code className="text-13 break-all">{agent_id}</code>{' '}
          <CopyText value={agent_id} label={texts.agentId} />
        </Fact>
        <Fact name={texts.session}>
          <code className="text-13 break-all">{session_id}</code>{' '}
          <CopyText value={session_id} label={texts.sessionId} />
        </Fact>
        <Fact name={texts.started}>
          <TimeText value={started_at} />
        </Fact>
        <Fact name={ended_at === null ? words.facts.expires : words.facts.ended}>
          <TimeText value={ended_at ?? expires_at} />
        </Fact>
      </FactList>
    </Section>
  );
}

interface NamesProps {
  /** Null: not limited. */
  readonly values: readonly string[] | null;
  readonly none: string;
  readonly all: string;
}

function Names({ values, none, all }: NamesProps) {
  if (values === null) return all;
  if (values.length === 0) return none;
  return (
    <ul>
      {values.map((value) => (
        <li key={value}>
          <FileText text={value} isMono limit={200} />
        </li>
      ))}
    </ul>
  );
}
