import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { DataGrid } from '../../../parts/grid/data-grid.tsx';
import { useColumnChoice } from '../../../parts/grid/use-column-choice.tsx';
import { FindField } from '../../../parts/list-page/find-field.tsx';
import { ListExports } from '../../../parts/list-page/list-exports.tsx';
import { orderList } from '../../../parts/list-page/list-order.ts';
import { nextSort } from '../../../parts/list-page/sort-codec.ts';
import { useListOrder } from '../../../parts/list-page/use-list-order.ts';
import { DUE_SOON_DAYS, dueOf, type SecretItem } from '../../../parts/secret/rotation.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Select } from '../../../ui/select.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { COLUMN_CHOICE, COLUMNS } from './columns.tsx';
import { secretsQuery } from './queries.ts';
import {
  ROTATION_FILTERS,
  type RotationFilter,
  readSort,
  STATUS_FILTERS,
  type StatusFilter,
  sortText,
  useSecretsSearch,
} from './search.ts';
import { STATE_WORDS, secretsCsv, secretsJson, secretView, valuesOf } from './secret-items.ts';

const STATUS_OPTIONS = STATUS_FILTERS.map((value) => ({
  value,
  label: value === 'all' ? 'All' : STATE_WORDS[value],
}));
const ROTATION_WORDS: Readonly<Record<RotationFilter, string>> = {
  overdue: 'Overdue',
  soon: `Due within ${DUE_SOON_DAYS} days`,
  later: 'Later',
  never: 'Never due',
};
const ROTATION_OPTIONS = [
  { value: 'all', label: 'All' },
  ...ROTATION_FILTERS.map((value) => ({ value, label: ROTATION_WORDS[value] })),
];

export interface SecretListProps {
  readonly onOpen: (id: string) => void;
  readonly onStore: () => void;
}

/** The secrets of this project: filters, the virtual table, exports of metadata. */
export function SecretList({ onOpen, onStore }: SecretListProps) {
  const { search, setSearch } = useSecretsSearch();
  const status = search.status ?? 'active';
  const secrets = useQuery(secretsQuery(status));
  const data = secrets.data;
  if (secrets.isPending) return <p className="min-h-40 text-muted">Loading the secrets</p>;
  return (
    <div className="space-y-(--gap)">
      {secrets.error !== null && (
        <RequestError error={secrets.error} what="The secrets" onRetry={() => void secrets.refetch()} />
      )}
      {data !== undefined && data.items.length === 0 && status === 'active' && (
        <FirstSecret onStore={onStore} onOthers={() => setSearch({ status: 'all' })} />
      )}
      {data !== undefined && (data.items.length > 0 || status !== 'active') && (
        <SecretTable items={data.items} isWhole={data.isWhole} status={status} onOpen={onOpen} />
      )}
    </div>
  );
}

/** Leads a new administrator. */
function FirstSecret({ onStore, onOthers }: { readonly onStore: () => void; readonly onOthers: () => void }) {
  return (
    <EmptyState
      title="No secret is in use here"
      icon={<KeyRound aria-hidden size={18} />}
      actions={
        <>
          <Button variant="primary" onPress={onStore}>
            Store a secret
          </Button>
          <Button onPress={onOthers}>Look for deleted and older ones</Button>
        </>
      }
    >
      <p>A secret is a password, an API key or any other text that a program needs and nobody else should read.</p>
      <ol className="mt-2 list-decimal space-y-1 ps-5">
        <li>Store it here, or with the SDK: its value leaves sealed to this server and is encrypted at rest.</li>
        <li>
          Give the program an API key with the scope <code>reveal</code> on the Accounts page; without it, a key sees
          names and dates but no value.
        </li>
        <li>Choose how often it is to be rotated. This page marks what is due.</li>
      </ol>
    </EmptyState>
  );
}

interface SecretTableProps {
  readonly items: readonly SecretItem[];
  readonly isWhole: boolean;
  readonly status: StatusFilter;
  readonly onOpen: (id: string) => void;
}

function SecretTable({ items, isWhole, status, onOpen }: SecretTableProps) {
  const { search, setSearch } = useSecretsSearch();
  const copy = useCopy();
  const [now] = useState(Date.now);
  const { chosen: columns, menu } = useColumnChoice(COLUMNS, COLUMN_CHOICE);
  const { q: text = '', vault = null, environment = null, provider = null, rotation = null } = search;
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(
    () => secretView({ text, vault, environment, provider, rotation }, sort, now),
    [text, vault, environment, provider, rotation, sort, now],
  );
  const shown = useListOrder(items, view);
  const isFiltered = [vault, environment, provider, rotation].some((one) => one !== null) || text.trim() !== '';
  return (
    <section aria-labelledby="secrets-list" className="space-y-3">
      <h2 id="secrets-list" className="sr-only">
        List of secrets
      </h2>
      <DueSummary items={items} now={now} onShow={(kind) => setSearch({ rotation: kind })} />
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-44">
          <FindField label="Find a secret" text={text} onChange={(q) => setSearch({ q: q === '' ? undefined : q })} />
        </div>
        <ValueFilter
          label="Vault"
          values={valuesOf(items, 'vault')}
          value={vault}
          onChange={(value) => setSearch({ vault: value })}
        />
        <ValueFilter
          label="Environment"
          values={valuesOf(items, 'environment')}
          value={environment}
          onChange={(value) => setSearch({ environment: value })}
        />
        <ValueFilter
          label="Provider"
          values={valuesOf(items, 'provider')}
          value={provider}
          onChange={(value) => setSearch({ provider: value })}
        />
        <div className="w-30 max-w-full">
          <Select
            label="Status"
            options={STATUS_OPTIONS}
            value={status}
            onChange={(value) => setSearch({ status: value === 'active' ? undefined : value })}
          />
        </div>
        <div className="w-40 max-w-full">
          <Select
            label="Rotation"
            options={ROTATION_OPTIONS}
            value={rotation ?? 'all'}
            onChange={(value) => setSearch({ rotation: ROTATION_FILTERS.find((known) => known === value) })}
          />
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {menu}
        <ListExports
          name="secrets"
          csv={() => secretsCsv(orderList(items, view))}
          json={() => secretsJson(orderList(items, view))}
        />
      </div>
      <DataGrid
        label="Secrets"
        items={shown}
        columns={columns}
        idOf={idOf}
        sort={sort}
        onSort={(by) => setSearch({ sort: sortText(nextSort(sort, by)) })}
        onOpen={({ id }) => onOpen(id)}
        onCopy={({ id }) => void copy(id, `secret id ${id}`)}
        emptyText={isFiltered ? 'No secret matches the filters.' : 'No version is in this state.'}
      />
      <p role="status" className="text-13 text-muted tabular-nums">
        {isFiltered && shown !== null
          ? `${formatCount(shown.length)} of ${formatCount(items.length)}. `
          : `${formatCount(items.length)} ${status === 'active' ? (items.length === 1 ? 'secret' : 'secrets') : items.length === 1 ? 'version' : 'versions'}. `}
        {!isWhole && 'There are more, which are not listed: filters, sums and exports do not see them. '}
        Enter opens the current row, Ctrl or ⌘ and C copies its id. Exports hold metadata, never a value.
      </p>
    </section>
  );
}

interface ValueFilterProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly value: string | null;
  readonly onChange: (value: string | undefined) => void;
}

/** One of the values that there are. What the address asks for stays a choice even where nothing has it. */
function ValueFilter({ label, values, value, onChange }: ValueFilterProps) {
  // `all` may be the name of a vault, so options have the place of their value as key.
  const known = value === null || values.includes(value) ? values : [value, ...values];
  const options = [
    { value: 'all', label: 'All' },
    ...known.map((name, index) => ({ value: String(index), label: name })),
  ];
  return (
    <div className="w-36 max-w-full">
      <Select
        label={label}
        options={options}
        value={value === null ? 'all' : String(known.indexOf(value))}
        onChange={(chosen) => onChange(chosen === 'all' ? undefined : known[Number(chosen)])}
      />
    </div>
  );
}

interface DueSummaryProps {
  readonly items: readonly SecretItem[];
  readonly now: number;
  readonly onShow: (kind: RotationFilter) => void;
}

/** Says above the list what has to be rotated; nothing where nothing has. */
function DueSummary({ items, now, onShow }: DueSummaryProps) {
  const counts = useMemo(() => {
    const kinds = items.map((item) => dueOf(item, now).kind);
    return {
      overdue: kinds.filter((kind) => kind === 'overdue').length,
      soon: kinds.filter((kind) => kind === 'soon').length,
    };
  }, [items, now]);
  if (counts.overdue + counts.soon === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1">
      {counts.overdue > 0 && (
        <li className="flex flex-wrap items-center gap-2">
          <StatusMark
            look="failed"
            label={
              counts.overdue === 1 ? '1 rotation is overdue' : `${formatCount(counts.overdue)} rotations are overdue`
            }
          />
          <Button size="small" onPress={() => onShow('overdue')}>
            Show overdue ones
          </Button>
        </li>
      )}
      {counts.soon > 0 && (
        <li className="flex flex-wrap items-center gap-2">
          <StatusMark look="pending" label={`${formatCount(counts.soon)} due within ${DUE_SOON_DAYS} days`} />
          <Button size="small" onPress={() => onShow('soon')}>
            Show those due soon
          </Button>
        </li>
      )}
    </ul>
  );
}

function idOf({ id }: SecretItem): string {
  return id;
}
