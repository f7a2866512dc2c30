import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNow } from '../../../lib/window/use-now.ts';
import { useColumnChoice } from '../../../parts/grid/use-column-choice.tsx';
import { AskedList } from '../../../parts/list-page/asked-list.tsx';
import { EmptyList } from '../../../parts/list-page/empty-list.tsx';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import { refreshAction } from '../../../parts/list-page/refresh-action.tsx';
import { WholeList } from '../../../parts/list-page/whole-list.tsx';
import { words } from '../../../words/record/calls.ts';
import { type CallItem, callsCsv, callsJson, callView } from './call-items.ts';
import { COLUMN_CHOICE, COLUMNS } from './columns.tsx';
import { callsQuery, refreshCalls } from './queries.ts';
import { readSort, sortText, useCallsSearch } from './search.ts';

const { list: texts } = words;
const STATE_OPTIONS = (['open', 'ended', 'expired'] as const).map((value) => ({ value, label: words.states[value] }));

export interface CallListProps {
  readonly onNew: () => void;
  readonly onSample: () => void;
}

/** The calls of this project. New ones, and their ends, appear by themselves. */
export function CallList({ onNew, onSample }: CallListProps) {
  const calls = useQuery(callsQuery);
  return (
    <AskedList
      asked={calls}
      texts={texts}
      empty={
        <EmptyList
          kind="call"
          title={words.empty.title}
          text={words.empty.text}
          verb={words.make.verb}
          onMake={onNew}
          onSample={onSample}
        />
      }
    >
      {({ items, isWhole }) => <CallTable items={items} isWhole={isWhole} />}
    </AskedList>
  );
}

interface CallTableProps {
  readonly items: readonly CallItem[];
  readonly isWhole: boolean;
}

function CallTable({ items, isWhole }: CallTableProps) {
  const { search, setSearch } = useCallsSearch();
  // States follow the clock.
  const now = useNow(15_000);
  const { chosen: columns, menu } = useColumnChoice(COLUMNS, COLUMN_CHOICE);
  const { q: text = '', state = null } = search;
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => callView({ text, state }, sort, now), [text, state, sort, now]);
  return (
    <WholeList
      heading={texts.heading}
      label={texts.label}
      names={texts.names}
      {...{ items, view, columns, idOf, sort }}
      onSort={(changed) => setSearch({ sort: sortText(changed) })}
      onOpen={({ session_id }) => setSearch({ call: session_id }, 'push')}
      find={{ label: texts.find, text, onChange: (q) => setSearch({ q }) }}
      filters={[
        listFilter({
          label: texts.state,
          options: STATE_OPTIONS,
          value: state,
          onChange: (value) => setSearch({ state: value }),
          allLabel: texts.allStates,
        }),
      ]}
      icons={menu}
      more={[refreshAction(refreshCalls)]}
      exports={{ name: 'calls', csv: callsCsv, json: callsJson }}
      emptyText={texts.noMatch}
    >
      {isWhole ? '' : `${texts.cut} `}
      {texts.hint}
    </WholeList>
  );
}

function idOf({ session_id }: CallItem): string {
  return session_id;
}
