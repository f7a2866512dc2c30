import { useQuery } from '@tanstack/react-query';
import { KEY_STATUSES } from '@touchstone/core/keys/lifecycle.ts';
import { KeyRound, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatCount, formatUtcCell } from '../../../lib/format.ts';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import { WholeList } from '../../../parts/list-page/whole-list.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { EncryptDialog } from './encrypt-dialog.tsx';
import { endOf, type ManagedColumn, type ManagedKey, managedCsv, managedView, sortText } from './managed-items.ts';
import { KEY_STATES, ManagedState } from './managed-state.tsx';
import { managedKeysQuery } from './queries.ts';
import { useKeysSearch } from './search.ts';

const COLUMNS: readonly GridColumn<ManagedKey, ManagedColumn>[] = [
  { id: 'label', title: 'Label', width: 150, grows: 2, cell: ({ label }) => <FileText text={label} isLine /> },
  { id: 'id', title: 'Key id', width: 165, grows: 0, look: 'font-mono text-12', cell: ({ key_id }) => key_id },
  { id: 'status', title: 'State', width: 110, grows: 0, cell: ({ status }) => <ManagedState status={status} /> },
  { id: 'tier', title: 'Tier', width: 75, grows: 0, cell: ({ tier }) => tier },
  {
    id: 'created',
    title: 'Created, UTC',
    width: 195,
    grows: 0,
    look: 'tabular-nums',
    cell: ({ created_at }) => utc(created_at),
  },
  {
    id: 'ends',
    title: 'Ends, UTC',
    width: 195,
    grows: 0,
    look: 'tabular-nums',
    cell: (key) => utc(endOf(key)),
  },
  {
    id: 'operations',
    title: 'Operations',
    width: 105,
    grows: 0,
    look: 'text-end tabular-nums',
    cell: ({ total_operations }) => formatCount(total_operations),
  },
];

const STATE_OPTIONS = KEY_STATUSES.map((value) => ({ value, label: KEY_STATES[value].label }));

function utc(time: string | null) {
  return time === null ? <span className="text-muted">no end</span> : formatUtcCell(time);
}

/** The managed keys: what they are, the list, and making one. */
export function ManagedList() {
  const keys = useQuery(managedKeysQuery);
  const { setSearch } = useKeysSearch();
  const [isEncrypting, setEncrypting] = useState(false);
  const open = (id: string) => setSearch({ key: id }, 'push');
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 max-w-prose flex-1 basis-64 text-muted">
          Key material, such as the API key of a payment provider, that the server keeps encrypted under a key id. The
          id can be rotated and revoked; the material is shown only where you ask for it.
        </p>
        <Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={() => setEncrypting(true)}>
          Encrypt key material
        </Button>
      </div>
      {keys.isPending && <p className="min-h-40 text-muted">Loading the keys</p>}
      {keys.error !== null && <RequestError error={keys.error} what="The keys" onRetry={() => void keys.refetch()} />}
      {keys.data?.items.length === 0 && (
        <EmptyState title="This project has no managed key" icon={<KeyRound aria-hidden size={18} />}>
          Encrypt key material to make the first one. Programs then use its id, and the gateway can carry it to a
          service without showing it to anybody.
        </EmptyState>
      )}
      {keys.data !== undefined && keys.data.items.length > 0 && (
        <ManagedTable items={keys.data.items} isWhole={keys.data.isWhole} onOpen={({ key_id }) => open(key_id)} />
      )}
      {isEncrypting && <EncryptDialog onClose={() => setEncrypting(false)} onMade={open} />}
    </div>
  );
}

interface ManagedTableProps {
  readonly items: readonly ManagedKey[];
  readonly isWhole: boolean;
  readonly onOpen: (item: ManagedKey) => void;
}

function ManagedTable({ items, isWhole, onOpen }: ManagedTableProps) {
  const { search, sort, setSearch } = useKeysSearch();
  const { q: text = '', state = null } = search;
  const { by, descending } = sort;
  const view = useMemo(() => managedView(text, state, { by, descending }), [text, state, by, descending]);
  return (
    <WholeList
      label="Managed keys"
      names={['key', 'keys']}
      {...{ items, view, columns: COLUMNS, idOf, sort }}
      onSort={(changed) => setSearch({ sort: sortText(changed) })}
      onOpen={onOpen}
      find={{ label: 'Find a key', text, onChange: (q) => setSearch({ q }) }}
      filters={[
        listFilter({
          label: 'State',
          options: STATE_OPTIONS,
          value: state,
          onChange: (value) => setSearch({ state: value }),
        }),
      ]}
      exports={{ name: 'managed-keys', csv: managedCsv, json: (keys) => `${JSON.stringify({ keys }, null, 2)}\n` }}
      emptyText="No key matches the filters."
    >
      {!isWhole && 'There are more, which are not listed. '}
      Enter opens the current row, Ctrl or ⌘ and C copies its id.
    </WholeList>
  );
}

function idOf({ key_id }: ManagedKey): string {
  return key_id;
}
