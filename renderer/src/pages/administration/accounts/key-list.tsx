import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatUtcCell } from '../../../lib/format.ts';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import type { Sort } from '../../../parts/list-page/sort-codec.ts';
import { WholeList } from '../../../parts/list-page/whole-list.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Select } from '../../../ui/select.tsx';
import type { AccountRead } from './account-items.ts';
import { KeyCreate } from './key-create.tsx';
import { KeyDialogs } from './key-dialogs.tsx';
import { type KeyShow, type KeySort, keysCsv, keyView, makerText } from './key-items.ts';
import { KeyState } from './key-state.tsx';
import { type KeyItem, keysQuery } from './queries.ts';
import { scopesText } from './scope-words.ts';
import { useAccountsSearch } from './search.ts';

const COLUMNS: readonly GridColumn<KeyItem, KeySort>[] = [
  {
    id: 'label',
    title: 'Label',
    width: 150,
    grows: 2,
    cell: ({ label }) => (label === '' ? <span className="text-muted">none</span> : <FileText text={label} isLine />),
  },
  { id: 'id', title: 'Key id', width: 165, grows: 0, look: 'font-mono text-12', cell: ({ key_id }) => key_id },
  { id: 'maker', title: 'Made by', width: 165, grows: 0, look: 'font-mono text-12', cell: makerText },
  { id: 'status', title: 'State', width: 110, grows: 0, cell: ({ status }) => <KeyState status={status} /> },
  { id: 'scopes', title: 'Scopes', width: 110, grows: 2, cell: ({ scopes }) => scopesText(scopes) },
  {
    id: 'created',
    title: 'Created, UTC',
    width: 200,
    grows: 0,
    look: 'tabular-nums',
    cell: ({ created_at }) => formatUtcCell(created_at),
  },
  {
    id: 'expires',
    title: 'Ends, UTC',
    width: 200,
    grows: 0,
    look: 'tabular-nums',
    cell: ({ expires_at }) =>
      expires_at === null ? <span className="text-muted">never</span> : formatUtcCell(expires_at),
  },
];

const SHOW_OPTIONS = [
  { value: 'working', label: 'Keys that work' },
  { value: 'all', label: 'All, also ended ones' },
] as const;

/** The API keys of an account: filters, the virtual table, exports; a row opens what can be done with the key. */
export function KeyList({ account }: { readonly account: AccountRead }) {
  const keys = useQuery(keysQuery(account.id));
  const [isCreating, setCreating] = useState(false);
  const { search, setSearch } = useAccountsSearch();
  const isSuspended = account.status === 'suspended';
  const create = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden size={16} />}
      isDisabled={isSuspended}
      onPress={() => setCreating(true)}
    >
      Create an API key
    </Button>
  );
  const opened = keys.data?.items.find(({ key_id }) => key_id === search.key);
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 max-w-prose flex-1 basis-64 text-muted">
          An API key lets a program work in one project of this account. The server keeps salted hashes: a key is shown
          once, when it is made.
        </p>
        {create}
      </div>
      {isSuspended && <p className="text-inconclusive">The account is suspended: no key of it works.</p>}
      {keys.isPending && <p className="min-h-40 text-muted">Loading the keys</p>}
      {keys.error !== null && <RequestError error={keys.error} what="The keys" onRetry={() => void keys.refetch()} />}
      {keys.data?.items.length === 0 && (
        <EmptyState title="This account has no API key" icon={<KeyRound aria-hidden size={18} />}>
          Programs, SDKs and agents need one. The console itself does not.
        </EmptyState>
      )}
      {keys.data !== undefined && keys.data.items.length > 0 && (
        <KeyTable
          items={keys.data.items}
          isWhole={keys.data.isWhole}
          onOpen={({ key_id }) => setSearch({ key: key_id }, 'push')}
        />
      )}
      <KeyCreate account={account} isOpen={isCreating} onOpenChange={setCreating} />
      {opened !== undefined && (
        <KeyDialogs key={opened.key_id} item={opened} onClose={() => setSearch({ key: undefined })} />
      )}
    </div>
  );
}

interface KeyTableProps {
  readonly items: readonly KeyItem[];
  readonly isWhole: boolean;
  readonly onOpen: (item: KeyItem) => void;
}

function KeyTable({ items, isWhole, onOpen }: KeyTableProps) {
  const { search, setSearch } = useAccountsSearch();
  const [show, setShow] = useState<KeyShow>('working');
  const [sort, setSort] = useState<Sort<KeySort>>({ by: 'created', descending: true });
  const text = search.find ?? '';
  const view = useMemo(() => keyView(text, show, sort.by, sort.descending), [text, show, sort]);
  return (
    <WholeList
      label="API keys"
      names={['key', 'keys']}
      {...{ items, view, columns: COLUMNS, idOf, sort }}
      onSort={setSort}
      onOpen={onOpen}
      find={{ label: 'Find a key', text, onChange: (find) => setSearch({ find }) }}
      acts={
        <div className="w-48 max-w-full">
          <Select label="Show" hideLabel options={SHOW_OPTIONS} value={show} onChange={setShow} />
        </div>
      }
      exports={{ name: 'api-keys', csv: keysCsv, json: (keys) => `${JSON.stringify({ keys }, null, 2)}\n` }}
      emptyText="No key matches the filters."
    >
      {!isWhole && 'There are more, which are not listed. '}
      Enter opens the current row: change, rotate or revoke it there.
    </WholeList>
  );
}

function idOf({ key_id }: KeyItem): string {
  return key_id;
}
