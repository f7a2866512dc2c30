import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import type { Sort } from '../../../parts/list-page/sort-codec.ts';
import { WholeList } from '../../../parts/list-page/whole-list.tsx';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { words } from '../../../words/administration/accounts.ts';
import type { AccountRead } from './account-items.ts';
import { KEY_COLUMNS } from './key-columns.tsx';
import { type KeySort, keysCsv, keyView } from './key-items.ts';
import { type KeyItem, keysQuery } from './queries.ts';
import { useAccountsSearch } from './search.ts';

const SHOW_OPTIONS = [{ value: 'all', label: words.keys.all }] as const;

/** The API keys of an account: filters, the virtual table, exports; a row opens the key. */
export function KeyList({ account }: { readonly account: AccountRead }) {
  const keys = useQuery(keysQuery(account.id));
  const { setSearch } = useAccountsSearch();
  const { keys: texts } = words;
  const isSuspended = account.status === 'suspended';
  return (
    <div className="space-y-3">
      {isSuspended && <p className="text-inconclusive">{texts.suspended}</p>}
      {keys.isPending && <p className="min-h-40 text-muted">{texts.loading}</p>}
      {keys.error !== null && <RequestError error={keys.error} what={texts.what} onRetry={() => void keys.refetch()} />}
      {keys.data?.items.length === 0 && (
        <EmptyState
          title={texts.empty}
          icon={<ObjectSign kind="apiKey" />}
          {...(isSuspended
            ? {}
            : {
                actions: (
                  <Button variant="primary" onPress={() => setSearch({ act: 'new-key' }, 'push')}>
                    {words.newKey.verb}
                  </Button>
                ),
                onSample: () => setSearch({ act: 'sample-key' }, 'push'),
              })}
        >
          <p>{texts.emptyText}</p>
        </EmptyState>
      )}
      {keys.data !== undefined && keys.data.items.length > 0 && (
        <KeyTable
          items={keys.data.items}
          isWhole={keys.data.isWhole}
          onOpen={({ key_id }) => setSearch({ key: key_id }, 'push')}
        />
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
  const [sort, setSort] = useState<Sort<KeySort>>({ by: 'created', descending: true });
  const text = search.find ?? '';
  const show = search.show ?? 'working';
  const view = useMemo(() => keyView(text, show, sort.by, sort.descending), [text, show, sort]);
  const { keys: texts } = words;
  return (
    <WholeList
      label={texts.label}
      names={texts.names}
      {...{ items, view, columns: KEY_COLUMNS, idOf, sort }}
      onSort={setSort}
      onOpen={onOpen}
      find={{ label: texts.find, text, onChange: (find) => setSearch({ find }) }}
      filters={[
        listFilter({
          label: texts.show,
          options: SHOW_OPTIONS,
          value: search.show ?? null,
          onChange: (value) => setSearch({ show: value }),
          allLabel: texts.working,
        }),
      ]}
      exports={{ name: 'api-keys', csv: keysCsv, json: (keys) => `${JSON.stringify({ keys }, null, 2)}\n` }}
      emptyText={texts.noMatch}
    >
      {isWhole ? '' : `${texts.cut} `}
      {texts.hint}
    </WholeList>
  );
}

function idOf({ key_id }: KeyItem): string {
  return key_id;
}
