import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { AskedList } from '../../../parts/list-page/asked-list.tsx';
import { EmptyList } from '../../../parts/list-page/empty-list.tsx';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import { WholeList } from '../../../parts/list-page/whole-list.tsx';
import { words } from '../../../words/protect/biometrics.ts';
import { COLUMNS } from './columns.tsx';
import { usersQuery } from './queries.ts';
import { useBiometricsSearch } from './search.ts';
import { readSort, sortText, USER_STATES, type UserItem, usersCsv, userView } from './user-items.ts';

const { list: texts } = words;
const STATE_OPTIONS = USER_STATES.map((value) => ({ value, label: texts.states[value] }));

/** Who has templates in this project. */
export function UserList() {
  const users = useQuery(usersQuery);
  const { setSearch } = useBiometricsSearch();
  return (
    <AskedList
      asked={users}
      texts={texts}
      empty={
        <EmptyList
          kind="person"
          title={words.empty.title}
          text={words.empty.text}
          verb={words.enrol.verb}
          onMake={() => setSearch({ act: 'enrol' }, 'push')}
          onSample={() => setSearch({ act: 'sample' }, 'push')}
        />
      }
    >
      {({ items, isWhole }) => <UserTable items={items} isWhole={isWhole} />}
    </AskedList>
  );
}

function UserTable({ items, isWhole }: { readonly items: readonly UserItem[]; readonly isWhole: boolean }) {
  const { search, setSearch } = useBiometricsSearch();
  const { q: text = '', state = null } = search;
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => userView(text, state, sort), [text, state, sort]);
  return (
    <WholeList
      heading={texts.heading}
      label={texts.label}
      names={texts.names}
      {...{ items, view, columns: COLUMNS, idOf, sort }}
      onSort={(changed) => setSearch({ sort: sortText(changed) })}
      onOpen={({ user_id }) => setSearch({ user: user_id }, 'push')}
      find={{ label: texts.find, text, onChange: (q) => setSearch({ q }) }}
      filters={[
        listFilter({
          label: texts.state,
          options: STATE_OPTIONS,
          value: state,
          onChange: (value) => setSearch({ state: value }),
        }),
      ]}
      exports={{
        name: 'biometric-users',
        csv: usersCsv,
        json: (users) => `${JSON.stringify({ users }, null, 2)}\n`,
      }}
      emptyText={texts.noMatch}
    >
      {isWhole ? '' : `${texts.cut} `}
      {texts.hint}
    </WholeList>
  );
}

function idOf({ user_id }: UserItem): string {
  return user_id;
}
