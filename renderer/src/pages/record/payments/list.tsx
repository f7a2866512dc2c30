import { useQuery } from '@tanstack/react-query';
import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import { SETTLEMENT_STATES } from '@touchstone/core/commerce/settlement.ts';
import { useMemo } from 'react';
import { useNow } from '../../../lib/window/use-now.ts';
import { useColumnChoice } from '../../../parts/grid/use-column-choice.tsx';
import { AskedList } from '../../../parts/list-page/asked-list.tsx';
import { EmptyList } from '../../../parts/list-page/empty-list.tsx';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import { refreshAction } from '../../../parts/list-page/refresh-action.tsx';
import { WholeList } from '../../../parts/list-page/whole-list.tsx';
import { words as chainNames } from '../../../words/parts/chain-names.ts';
import { words } from '../../../words/record/payments.ts';
import { COLUMN_CHOICE, COLUMNS } from './columns.tsx';
import { type InvoiceItem, invoicesCsv, invoicesJson, invoiceView } from './invoice-items.ts';
import { invoicesQuery, refreshPayments } from './queries.ts';
import { readSort, sortText, usePaymentsSearch } from './search.ts';

const { list: texts } = words;
const STATE_OPTIONS = SETTLEMENT_STATES.map((value) => ({ value, label: words.states[value] }));
const CHAIN_OPTIONS = CHAIN_NAMES.map((value) => ({ value, label: chainNames[value] }));

export interface InvoiceListProps {
  readonly onNew: () => void;
  readonly onSample: () => void;
}

/** The invoices of this project. New ones, and payments, appear by themselves. */
export function InvoiceList({ onNew, onSample }: InvoiceListProps) {
  const invoices = useQuery(invoicesQuery);
  return (
    <AskedList
      asked={invoices}
      texts={texts}
      empty={
        <EmptyList
          kind="invoice"
          title={words.empty.title}
          text={words.empty.text}
          verb={words.make.verb}
          onMake={onNew}
          onSample={onSample}
        />
      }
    >
      {({ items, isWhole }) => <InvoiceTable items={items} isWhole={isWhole} />}
    </AskedList>
  );
}

interface InvoiceTableProps {
  readonly items: readonly InvoiceItem[];
  readonly isWhole: boolean;
}

function InvoiceTable({ items, isWhole }: InvoiceTableProps) {
  const { search, setSearch } = usePaymentsSearch();
  // States follow the clock.
  const now = useNow(15_000);
  const { chosen: columns, menu } = useColumnChoice(COLUMNS, COLUMN_CHOICE);
  const { q: text = '', state = null, chain = null } = search;
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => invoiceView({ text, state, chain }, sort, now), [text, state, chain, sort, now]);
  return (
    <WholeList
      heading={texts.heading}
      label={texts.label}
      names={texts.names}
      {...{ items, view, columns, idOf, sort }}
      onSort={(changed) => setSearch({ sort: sortText(changed) })}
      onOpen={({ invoice_id }) => setSearch({ invoice: invoice_id }, 'push')}
      find={{ label: texts.find, text, onChange: (q) => setSearch({ q }) }}
      filters={[
        listFilter({
          label: texts.state,
          options: STATE_OPTIONS,
          value: state,
          onChange: (value) => setSearch({ state: value }),
          allLabel: texts.allStates,
        }),
        listFilter({
          label: texts.chain,
          options: CHAIN_OPTIONS,
          value: chain,
          onChange: (value) => setSearch({ chain: value }),
          allLabel: texts.allChains,
        }),
      ]}
      icons={menu}
      more={[refreshAction(refreshPayments)]}
      exports={{ name: 'invoices', csv: invoicesCsv, json: invoicesJson }}
      emptyText={texts.noMatch}
    >
      {isWhole ? '' : `${texts.cut} `}
      {texts.hint}
    </WholeList>
  );
}

function idOf({ invoice_id }: InvoiceItem): string {
  return invoice_id;
}
