import { useQuery } from '@tanstack/react-query';
import { Bot, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatUtcCell } from '../../../../lib/format.ts';
import type { GridColumn } from '../../../../parts/grid/data-grid.tsx';
import { WholeList } from '../../../../parts/list-page/whole-list.tsx';
import { RequestError } from '../../../../parts/work/request-error.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { useAddress } from '../address.ts';
import { type Agent, agentsQuery } from '../data/queries.ts';
import { AgentDialog } from './agent-dialog.tsx';
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
import { RegisterDialog } from './register-dialog.tsx';

/** The agents of this project. */
export function AgentsTab() {
  const agents = useQuery(agentsQuery);
  const [isRegistering, setRegistering] = useState(false);
  const { search, set } = useAddress();
  const { data } = agents;
  const opened = data?.items.find(({ agent_id }) => agent_id === search.agent) ?? null;
  const register = (
    <Button icon={<Plus aria-hidden size={15} />} onPress={() => setRegistering(true)}>
      Register an agent
    </Button>
  );
  return (
    <div className="space-y-(--gap)">
      {agents.isPending && <p className="min-h-40 text-muted">Loading the agents</p>}
      {agents.error !== null && (
        <RequestError error={agents.error} what="The agents" onRetry={() => void agents.refetch()} />
      )}
      {data !== undefined && data.items.length === 0 && (
        <EmptyState title="No agent yet" icon={<Bot aria-hidden size={18} />} actions={register}>
          Registering an agent makes its key pair, with which this service signs what it records for it.
        </EmptyState>
      )}
      {data !== undefined && data.items.length > 0 && (
        <AgentTable agents={data.items} isWhole={data.isWhole} acts={register} />
      )}
      <AgentDialog agent={opened} onClose={() => set({ agent: undefined })} />
      <RegisterDialog isOpen={isRegistering} onClose={() => setRegistering(false)} />
    </div>
  );
}

interface AgentTableProps {
  readonly agents: readonly Agent[];
  readonly isWhole: boolean;
  readonly acts: React.ReactNode;
}

function AgentTable({ agents, isWhole, acts }: AgentTableProps) {
  const { search, set } = useAddress();
  const text = search.q ?? '';
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => agentView(text, sort), [text, sort]);
  return (
    <WholeList
      heading="List of agents"
      label="Agents"
      names={['agent', 'agents']}
      {...{ items: agents, view, columns: COLUMNS, idOf, sort }}
      onSort={(changed) => set({ sort: sortText(changed) })}
      onOpen={({ agent_id }) => set({ agent: agent_id }, 'push')}
      find={{ label: 'Find an agent', text, onChange: (q) => set({ q }) }}
      exports={{ name: 'agents', csv: agentsCsv, json: agentsJson }}
      acts={acts}
      isFiltered={text.trim() !== ''}
      emptyText="No agent matches the filter."
    >
      {!isWhole && 'Older ones are not loaded. '}
      Enter opens the current row, Ctrl or ⌘ and C copies its id.
    </WholeList>
  );
}

function idOf({ agent_id }: Agent): string {
  return agent_id;
}

const COLUMNS: readonly GridColumn<Agent, SortKey>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 140,
    grows: 2,
    cell: ({ name }) => <FileText text={name} isLine limit={200} />,
  },
  {
    id: 'canonical',
    title: 'Canonical name',
    width: 240,
    grows: 1,
    look: 'font-mono text-12',
    cell: ({ canonical_name }) => canonical_name,
  },
  {
    id: 'tenant',
    title: 'Tenant',
    width: 100,
    grows: 1,
    cell: ({ tenant }) => <FileText text={tenant} isLine limit={200} />,
  },
  { id: 'type', title: 'Type', width: 130, grows: 0, cell: ({ agent_type }) => TYPE_WORDS[agent_type] },
  {
    id: 'redaction',
    title: 'Kept',
    width: 110,
    grows: 0,
    cell: ({ redaction_level }) => REDACTION_WORDS[redaction_level],
  },
  {
    id: 'registered',
    title: 'Registered, UTC',
    width: 190,
    grows: 0,
    look: 'tabular-nums',
    cell: ({ registered_at }) => formatUtcCell(registered_at),
  },
  { id: 'id', title: 'Agent', width: 180, grows: 0, look: 'font-mono text-12', cell: ({ agent_id }) => agent_id },
];
