import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { AskedList } from '../../../parts/list-page/asked-list.tsx';
import { EmptyList } from '../../../parts/list-page/empty-list.tsx';
import { WholeList } from '../../../parts/list-page/whole-list.tsx';
import { ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { words } from '../../../words/compute/fraud.ts';
import { signalsQuery } from './queries.ts';
import { useFraudSearch } from './search.ts';
import { readSort, type SignalColumn, type SignalItem, signalsCsv, signalView, sortText } from './signal-items.ts';

const { list: texts } = words;
const { columns: titles } = texts;

const COLUMNS: readonly GridColumn<SignalItem, SignalColumn>[] = [
  {
    id: 'type',
    title: titles.type,
    width: 240,
    grows: 2,
    isVital: true,
    look: 'font-medium',
    cell: ({ signal_type }) => (
      <span className="flex items-center gap-2.5">
        <ObjectTile kind="signal" />
        <span className="min-w-0 truncate">
          <FileText text={signal_type} isLine />
        </span>
      </span>
    ),
  },
  {
    id: 'id',
    title: titles.id,
    width: 190,
    grows: 1,
    look: 'font-mono text-12 text-muted',
    cell: ({ signal_id }) => signal_id,
  },
  {
    id: 'contributed',
    title: titles.contributed,
    width: 140,
    grows: 0,
    look: 'text-muted',
    cell: ({ contributed_at }) => <AgoText value={contributed_at} now={Date.now()} />,
  },
  {
    id: 'expires',
    title: titles.expires,
    width: 140,
    grows: 0,
    isVital: true,
    cell: ({ expires_at }) => <AgoText value={expires_at} now={Date.now()} />,
  },
];

/** What this project has contributed. */
export function SignalList() {
  const signals = useQuery(signalsQuery);
  const { setSearch } = useFraudSearch();
  return (
    <AskedList
      asked={signals}
      texts={texts}
      empty={
        <EmptyList
          kind="signal"
          title={words.empty.title}
          text={words.empty.text}
          verb={words.contribute.verb}
          onMake={() => setSearch({ act: 'contribute' }, 'push')}
          onSample={() => setSearch({ act: 'sample' }, 'push')}
        />
      }
    >
      {({ items, isWhole }) => <SignalTable items={items} isWhole={isWhole} />}
    </AskedList>
  );
}

function SignalTable({ items, isWhole }: { readonly items: readonly SignalItem[]; readonly isWhole: boolean }) {
  const { search, setSearch } = useFraudSearch();
  const { q: text = '' } = search;
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => signalView(text, sort), [text, sort]);
  return (
    <WholeList
      heading={texts.heading}
      label={texts.label}
      names={texts.names}
      {...{ items, view, columns: COLUMNS, idOf, sort }}
      onSort={(changed) => setSearch({ sort: sortText(changed) })}
      onOpen={({ signal_id }) => setSearch({ signal: signal_id }, 'push')}
      find={{ label: texts.find, text, onChange: (q) => setSearch({ q }) }}
      exports={{
        name: 'fraud-signals',
        csv: signalsCsv,
        json: (signals) => `${JSON.stringify({ signals }, null, 2)}\n`,
      }}
      emptyText={texts.noMatch}
    >
      {isWhole ? '' : `${texts.cut} `}
      {texts.hint}
    </WholeList>
  );
}

function idOf({ signal_id }: SignalItem): string {
  return signal_id;
}
