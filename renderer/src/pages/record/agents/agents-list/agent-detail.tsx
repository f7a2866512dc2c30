import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Copy, Play, Waypoints } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../../lib/format.ts';
import { LongValue } from '../../../../parts/bytes/long-value.tsx';
import { FactButton } from '../../../../parts/page/fact-button.tsx';
import { Page } from '../../../../parts/page/page.tsx';
import { RequestError } from '../../../../parts/work/request-error.tsx';
import { AgoText } from '../../../../ui/ago-text.tsx';
import { Button } from '../../../../ui/button.tsx';
import { CopyText } from '../../../../ui/copy-text.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Fact, FactList } from '../../../../ui/fact-list.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { Section } from '../../../../ui/section.tsx';
import { useCopy } from '../../../../ui/use-copy.ts';
import { words } from '../../../../words/record/agents.ts';
import { lineageAddress, useAddress } from '../address.ts';
import { type Agent, agentsQuery, sessionsQuery } from '../data/queries.ts';
import { REDACTION_SENTENCES, REDACTION_WORDS, TYPE_WORDS } from './agent-items.ts';
import { AgentSessions } from './agent-sessions.tsx';

const ALL = [{ title: words.title, to: '/agents', search: { tab: 'agents' } }];

/** One agent under its address: what it is, its key and its sessions. */
export function AgentDetail({ id }: { readonly id: string }) {
  const agents = useQuery(agentsQuery);
  const agent = agents.data?.items.find(({ agent_id }) => agent_id === id);
  if (agent !== undefined) return <OneAgent agent={agent} />;
  return (
    <Page title={words.agent.one} crumbs={ALL} place={id}>
      {agents.isPending && <p className="min-h-40 text-muted">{words.agent.loading}</p>}
      {agents.error !== null && (
        <RequestError error={agents.error} what={words.list.what} onRetry={() => void agents.refetch()} />
      )}
      {agents.isSuccess && (
        <EmptyState title={words.missing.agent}>
          <p>{words.missing.agentText(<code>{id}</code>)}</p>
        </EmptyState>
      )}
    </Page>
  );
}

function OneAgent({ agent }: { readonly agent: Agent }) {
  const { set, goToTab } = useAddress();
  const navigate = useNavigate();
  const copy = useCopy();
  const [now] = useState(Date.now);
  const sessions = useQuery(sessionsQuery).data?.items.filter(({ agent_id }) => agent_id === agent.agent_id);
  const { agent: texts } = words;
  const count = sessions === undefined ? '…' : formatCount(sessions.length);
  return (
    <Page
      title={agent.name}
      crumbs={ALL}
      place={agent.agent_id}
      object="agent"
      facts={[
        { label: texts.type, value: TYPE_WORDS[agent.agent_type] },
        { label: texts.tenant, value: <FileText text={agent.tenant} limit={100} /> },
        { label: texts.kept, value: REDACTION_WORDS[agent.redaction_level] },
        {
          label: texts.sessions,
          value: (
            <FactButton
              label={`${texts.sessions}, ${count}`}
              onPress={() => goToTab('sessions', { q: agent.agent_id })}
            >
              {count}
            </FactButton>
          ),
        },
        { label: texts.registered, value: <AgoText value={agent.registered_at} now={now} /> },
      ]}
      action={
        <Button variant="primary" icon={<Play aria-hidden size={15} />} onPress={() => set({ act: 'start' }, 'push')}>
          {words.start.verb}
        </Button>
      }
      more={[
        {
          id: 'lineage',
          title: texts.lineage,
          icon: <Waypoints aria-hidden size={15} />,
          onAction: () => void navigate(lineageAddress(agent.agent_id)),
        },
        {
          id: 'copy',
          title: texts.copyId,
          icon: <Copy aria-hidden size={15} />,
          onAction: () => void copy(agent.agent_id, texts.idLabel),
        },
      ]}
    >
      <div className="space-y-8">
        <AgentSessions sessions={sessions} agentId={agent.agent_id} />
        <Details agent={agent} />
        <Section title={texts.key} lead={texts.keyMeaning}>
          <LongValue value={agent.public_key} label={texts.keyLabel} />
        </Section>
      </div>
    </Page>
  );
}

function Details({ agent }: { readonly agent: Agent }) {
  const { agent: texts } = words;
  const { agent_id, canonical_name, capabilities, redaction_level, node_id, svc_74_attestation: seal } = agent;
  return (
    <Section title={texts.details}>
      <FactList>
        <Fact name={texts.canonical}>
          <code className="text-13 break-all">{canonical_name}</code>
        </Fact>
        <Fact name={texts.id}>
          <code className="text-13">{agent_id}</code> <CopyText value={agent_id} label={texts.idLabel} />
        </Fact>
        <Fact name={texts.capabilities}>
          {capabilities.length === 0 ? words.none : <FileText text={capabilities.join(', ')} />}
        </Fact>
        <Fact name={texts.kept}>
          {texts.redaction(REDACTION_WORDS[redaction_level], REDACTION_SENTENCES[redaction_level])}
        </Fact>
        <Fact name={texts.registrationReceipt}>
          <code className="text-13 break-all">{node_id}</code>{' '}
          <CopyText value={node_id} label={texts.registrationLabel} />
        </Fact>
        {seal !== null && (
          <Fact name={texts.seal}>
            <Link to="/receipts" search={{ name: seal }} className="text-accent underline underline-offset-2">
              {texts.verifySeal}
            </Link>
          </Fact>
        )}
      </FactList>
    </Section>
  );
}
