import { useQuery } from '@tanstack/react-query';
import { Package, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatUtcCell } from '../../../lib/format.ts';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { WholeList } from '../../../parts/list-page/whole-list.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { type WrappedKey, wrappedKeysQuery } from './queries.ts';
import { useKeysSearch } from './search.ts';
import { WrapDialog } from './wrap-dialog.tsx';
import { WrappedDetail } from './wrapped-detail.tsx';
import { HOLDER_WORDS, type WrappedColumn, wrappedCsv, wrappedView } from './wrapped-items.ts';

const COLUMNS: readonly GridColumn<WrappedKey, WrappedColumn>[] = [
  {
    id: 'id',
    title: 'Wrapped key',
    width: 165,
    grows: 1,
    look: 'font-mono text-12',
    cell: ({ wrapped_key_id }) => wrapped_key_id,
  },
  {
    id: 'version',
    title: 'Envelope',
    width: 95,
    grows: 0,
    look: 'text-end tabular-nums',
    cell: ({ envelope_version }) => `version ${envelope_version}`,
  },
  { id: 'tier', title: 'Tier', width: 75, grows: 0, cell: ({ wrapping_tier }) => wrapping_tier },
  { id: 'holder', title: 'Who opens it', width: 120, grows: 0, cell: ({ holder }) => HOLDER_WORDS[holder] },
  {
    id: 'key',
    title: 'Obeys',
    width: 165,
    grows: 0,
    look: 'font-mono text-12',
    cell: ({ key_id }) => key_id ?? <span className="font-sans text-muted">no key</span>,
  },
  {
    id: 'created',
    title: 'Created, UTC',
    width: 195,
    grows: 0,
    look: 'tabular-nums',
    cell: ({ created_at }) => formatUtcCell(created_at),
  },
  {
    id: 'rotated',
    title: 'Envelope renewed, UTC',
    width: 195,
    grows: 0,
    look: 'tabular-nums',
    cell: ({ rotated_at }) =>
      rotated_at === null ? <span className="text-muted">never</span> : formatUtcCell(rotated_at),
  },
];

/** The wrapped keys: the list, wrapping one, and what can be done with one. */
export function WrappedList() {
  const wrapped = useQuery(wrappedKeysQuery);
  const { search, setSearch } = useKeysSearch();
  const [isWrapping, setWrapping] = useState(false);
  const opened = wrapped.data?.items.find(({ wrapped_key_id }) => wrapped_key_id === search.wrapped);
  if (search.wrapped !== undefined && wrapped.data !== undefined) {
    return <WrappedDetail key={search.wrapped} id={search.wrapped} item={opened ?? null} />;
  }
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 max-w-prose flex-1 basis-64 text-muted">
          Material under a data key, and the data key in an ML-KEM envelope. The envelope can be renewed without
          touching the material, and its version counts that.
        </p>
        <Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={() => setWrapping(true)}>
          Wrap key material
        </Button>
      </div>
      {wrapped.isPending && <p className="min-h-40 text-muted">Loading the wrapped keys</p>}
      {wrapped.error !== null && (
        <RequestError error={wrapped.error} what="The wrapped keys" onRetry={() => void wrapped.refetch()} />
      )}
      {wrapped.data?.items.length === 0 && (
        <EmptyState title="This project has no wrapped key" icon={<Package aria-hidden size={18} />}>
          Wrap key material here, or with the API.
        </EmptyState>
      )}
      {wrapped.data !== undefined && wrapped.data.items.length > 0 && (
        <WrappedTable
          items={wrapped.data.items}
          isWhole={wrapped.data.isWhole}
          onOpen={({ wrapped_key_id }) => setSearch({ wrapped: wrapped_key_id }, 'push')}
        />
      )}
      {isWrapping && (
        <WrapDialog onClose={() => setWrapping(false)} onMade={(id) => setSearch({ wrapped: id }, 'push')} />
      )}
    </div>
  );
}

interface WrappedTableProps {
  readonly items: readonly WrappedKey[];
  readonly isWhole: boolean;
  readonly onOpen: (item: WrappedKey) => void;
}

function WrappedTable({ items, isWhole, onOpen }: WrappedTableProps) {
  const { search, setSearch } = useKeysSearch();
  const [sort, setSort] = useState<{ readonly by: WrappedColumn; readonly descending: boolean }>({
    by: 'created',
    descending: true,
  });
  const text = search.q ?? '';
  const view = useMemo(() => wrappedView(text, sort.by, sort.descending), [text, sort]);
  return (
    <WholeList
      label="Wrapped keys"
      names={['wrapped key', 'wrapped keys']}
      {...{ items, view, columns: COLUMNS, idOf, sort }}
      onSort={setSort}
      onOpen={onOpen}
      find={{ label: 'Find a wrapped key', text, onChange: (q) => setSearch({ q }) }}
      exports={{
        name: 'wrapped-keys',
        csv: wrappedCsv,
        json: (keys) => `${JSON.stringify({ wrapped_keys: keys }, null, 2)}\n`,
      }}
      emptyText="No wrapped key matches."
    >
      {!isWhole && 'There are more, which are not listed. '}
      Enter opens the current row.
    </WholeList>
  );
}

function idOf({ wrapped_key_id }: WrappedKey): string {
  return wrapped_key_id;
}
