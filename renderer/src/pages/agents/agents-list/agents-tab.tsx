import { useQuery } from '@tanstack/react-query';
import { Bot, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatCount, formatTime } from '../../../lib/format.ts';
import { orderList } from '../../../lib/list-order.ts';
import { DataGrid, type GridColumn } from '../../../parts/data-grid.tsx';
import { FindField } from '../../../parts/find-field.tsx';
import { ListExports } from '../../../parts/list-exports.tsx';
import { RequestError } from '../../../parts/request-error.tsx';
import { useCopy } from '../../../parts/use-copy.ts';
import { useListOrder } from '../../../parts/use-list-order.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { readId, readText, useAddress } from '../address.ts';
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
  const opened = data?.items.find(({ agent_id }) => agent_id === readId(search.agent)) ?? null;
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
  const copy = useCopy();
  const text = readText(search.q) ?? '';
  const sort = useMemo(() => readSort(readText(search.sort)), [search.sort]);
  const view = useMemo(() => agentView(text, sort), [text, sort]);
  const shown = useListOrder(agents, view);
  return (
    <section aria-labelledby="agents-list" className="space-y-3">
      <h2 id="agents-list" className="sr-only">
        List of agents
      </h2>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-56">
          <FindField label="Find an agent" text={text} onChange={(q) => set({ q: q === '' ? undefined : q })} />
        </div>
        <ListExports
          name="agents"
          csv={() => agentsCsv(orderList(agents, view))}
          json={() => agentsJson(orderList(agents, view))}
        />
        {acts}
      </div>
      <DataGrid
        label="Agents"
        items={shown}
        columns={COLUMNS}
        idOf={idOf}
        sort={sort}
        onSort={(by) => set({ sort: sortText({ by, descending: sort.by === by && !sort.descending }) })}
        onOpen={({ agent_id }) => set({ agent: agent_id }, 'push')}
        onCopy={({ agent_id }) => void copy(agent_id, `agent id ${agent_id}`)}
        emptyText="No agent matches the filter."
      />
      <p role="status" className="text-[0.8125rem] text-muted tabular-nums">
        {text.trim() !== '' && shown !== null
          ? `${formatCount(shown.length)} of ${formatCount(agents.length)} agents. `
          : `${formatCount(agents.length)} ${agents.length === 1 ? 'agent' : 'agents'}. `}
        {!isWhole && 'Older ones are not loaded. '}
        Enter opens the current row, Ctrl or ⌘ and C copies its id.
      </p>
    </section>
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
    look: 'font-mono text-xs',
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
    cell: ({ registered_at }) => formatTime(registered_at)?.utc ?? registered_at,
  },
  { id: 'id', title: 'Agent', width: 180, grows: 0, look: 'font-mono text-xs', cell: ({ agent_id }) => agent_id },
];
