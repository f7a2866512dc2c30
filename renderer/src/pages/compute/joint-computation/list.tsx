import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useColumnChoice } from '../../../parts/grid/use-column-choice.tsx';
import { AskedList } from '../../../parts/list-page/asked-list.tsx';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import { refreshAction } from '../../../parts/list-page/refresh-action.tsx';
import { WholeList } from '../../../parts/list-page/whole-list.tsx';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { words } from '../../../words/compute/joint-computation.ts';
import { COLUMN_CHOICE, COLUMNS } from './columns.tsx';
import { refreshSessions, sessionsQuery } from './queries.ts';
import { readSort, STATES, sortText, useSessionsSearch } from './search.ts';
import { type SessionItem, sessionsCsv, sessionsJson, sessionView } from './session-items.ts';

const { list: texts } = words;
const STATE_OPTIONS = STATES.map((value) => ({ value, label: words.states[value] }));

/** The joint computations of this project. New ones appear by themselves. */
export function SessionList() {
  const { setSearch } = useSessionsSearch();
  return (
    <AskedList
      asked={useQuery(sessionsQuery)}
      texts={texts}
      empty={
        <EmptyState
          title={words.empty.title}
          icon={<ObjectSign kind="computation" />}
          actions={
            <Button variant="primary" onPress={() => setSearch({ act: 'new' }, 'push')}>
              {words.open.verb}
            </Button>
          }
          onSample={() => setSearch({ act: 'sample' }, 'push')}
        >
          <p>{words.empty.text}</p>
        </EmptyState>
      }
    >
      {({ items, isWhole }) => <SessionTable items={items} isWhole={isWhole} />}
    </AskedList>
  );
}

interface SessionTableProps {
  readonly items: readonly SessionItem[];
  readonly isWhole: boolean;
}

function SessionTable({ items, isWhole }: SessionTableProps) {
  const { search, setSearch } = useSessionsSearch();
  const { chosen: columns, menu } = useColumnChoice(COLUMNS, COLUMN_CHOICE);
  const { q: text = '', state = null } = search;
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => sessionView({ text, state }, sort), [text, state, sort]);
  return (
    <WholeList
      label={texts.label}
      names={texts.names}
      {...{ items, view, columns, idOf, sort }}
      onSort={(changed) => setSearch({ sort: sortText(changed) })}
      onOpen={({ session_id }) => setSearch({ session: session_id }, 'push')}
      find={{ label: texts.find, text, onChange: (q) => setSearch({ q }) }}
      filters={[
        listFilter({
          label: texts.columns.state,
          options: STATE_OPTIONS,
          value: state,
          onChange: (value) => setSearch({ state: value }),
          allLabel: texts.allStates,
        }),
      ]}
      icons={menu}
      more={[refreshAction(refreshSessions)]}
      exports={{ name: 'joint-computations', csv: sessionsCsv, json: sessionsJson }}
      emptyText={texts.noMatch}
    >
      {isWhole ? '' : `${texts.cut} `}
      {texts.hint}
    </WholeList>
  );
}

function idOf({ session_id }: SessionItem): string {
  return session_id;
}
