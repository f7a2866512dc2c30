import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { GridColumn } from '../../../../parts/grid/data-grid.tsx';
import { EmptyList } from '../../../../parts/list-page/empty-list.tsx';
import { WholeList } from '../../../../parts/list-page/whole-list.tsx';
import { ObjectTile } from '../../../../parts/objects/object-tile.tsx';
import { RequestError } from '../../../../parts/work/request-error.tsx';
import { AgoText } from '../../../../ui/ago-text.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { words } from '../../../../words/record/agents.ts';
import { useAddress } from '../address.ts';
import { type Agent, agentsQuery } from '../data/queries.ts';
import {
  agentsCsv,
  agentsJson,
  agentView,
  REDACTION_WORDS,
  readSort,
  type SortKey,
  sortText,
  TYPE_WORDS,
} from './agent-items.ts';

/** The agents of this project. */
export function AgentsTab() {
  const agents = useQuery(agentsQuery);
  const { set } = useAddress();
  const { data } = agents;
  return (
    <div className="space-y-(--gap)">
      {agents.isPending && <p className="min-h-40 text-muted">{words.list.loading}</p>}
      {agents.error !== null && (
        <RequestError error={agents.error} what={words.list.what} onRetry={() => void agents.refetch()} />
      )}
      {data !== undefined && data.items.length === 0 && (
        <EmptyList
          kind="agent"
          title={words.empty.agents}
          text={words.empty.agentsText}
          verb={words.register.verb}
          onMake={() => set({ act: 'register' }, 'push')}
          onSample={() => set({ act: 'sample' }, 'push')}
        />
      )}
      {data !== undefined && data.items.length > 0 && <AgentTable agents={data.items} isWhole={data.isWhole} />}
    </div>
  );
}

function AgentTable({ agents, isWhole }: { readonly agents: readonly Agent[]; readonly isWhole: boolean }) {
  const { search, set, goToTab } = useAddress();
  const text = search.q ?? '';
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => agentView(text, sort), [text, sort]);
  const { list } = words;
  return (
    <WholeList
      heading={list.heading}
      label={list.label}
      names={list.names}
      {...{ items: agents, view, columns: COLUMNS, idOf, sort }}
      onSort={(changed) => set({ sort: sortText(changed) })}
      onOpen={({ agent_id }) => goToTab('agents', { agent: agent_id })}
      find={{ label: list.find, text, onChange: (q) => set({ q }) }}
      exports={{ name: 'agents', csv: agentsCsv, json: agentsJson }}
      isFiltered={text.trim() !== ''}
      emptyText={list.noMatch}
    >
      {!isWhole && list.cut}
      {list.hint}
    </WholeList>
  );
}

function idOf({ agent_id }: Agent): string {
  return agent_id;
}

const { columns: titles } = words.list;

const COLUMNS: readonly GridColumn<Agent, SortKey>[] = [
  {
    id: 'name',
    title: titles.name,
    width: 170,
    grows: 3,
    isVital: true,
    look: 'font-medium',
    cell: ({ name }) => (
      <span className="flex items-center gap-2.5">
        <ObjectTile kind="agent" />
        <span className="min-w-0 truncate">
          <FileText text={name} isLine limit={200} />
        </span>
      </span>
    ),
  },
  {
    id: 'canonical',
    title: titles.canonical,
    width: 200,
    grows: 3,
    look: 'font-mono text-12 text-muted',
    cell: ({ canonical_name }) => canonical_name,
  },
  {
    id: 'tenant',
    title: titles.tenant,
    width: 100,
    grows: 1,
    cell: ({ tenant }) => <FileText text={tenant} isLine limit={200} />,
  },
  { id: 'type', title: titles.type, width: 128, grows: 0, cell: ({ agent_type }) => TYPE_WORDS[agent_type] },
  {
    id: 'redaction',
    title: titles.redaction,
    width: 112,
    grows: 0,
    cell: ({ redaction_level }) => REDACTION_WORDS[redaction_level],
  },
  {
    id: 'registered',
    title: titles.registered,
    width: 104,
    grows: 0,
    isVital: true,
    look: 'text-muted',
    cell: ({ registered_at }) => <AgoText value={registered_at} now={Date.now()} />,
  },
  {
    id: 'id',
    title: titles.id,
    width: 168,
    grows: 0,
    look: 'font-mono text-12 text-muted',
    cell: ({ agent_id }) => agent_id,
  },
];
