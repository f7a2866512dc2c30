import { type Endpoint, pathOf } from '@touchstone/core/api/endpoint.ts';
import { SERVICES } from '@touchstone/core/api/services.ts';
import { useMemo } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import { Toolbar } from '../../../parts/list-page/toolbar.tsx';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { words } from '../../../words/administration/api-explorer.ts';
import { OperationView } from './operation.tsx';
import { OperationList } from './operation-list.tsx';
import { OPERATIONS, SERVICE_NAMES, useExplorerSearch } from './search.ts';

const SERVICE_OPTIONS = SERVICE_NAMES.map((value) => ({ value, label: SERVICES[value].title }));

const FACTS: readonly FactItem[] = [
  { label: words.facts.operations, value: formatCount(OPERATIONS.length) },
  { label: words.facts.services, value: formatCount(SERVICE_NAMES.length) },
];

/** API explorer: every operation of the contracts, its documentation, and a form to try it. */
export function ApiExplorerPage() {
  const { search, setSearch } = useExplorerSearch();
  const { q: text = '', service } = search;
  const shown = useMemo(
    () =>
      OPERATIONS.filter(
        (operation) => matches(operation, text) && (service === undefined || operation.service === service),
      ),
    [text, service],
  );
  const selected = OPERATIONS.find(({ id }) => id === search.operation) ?? OPERATIONS[0];
  return (
    <Page title={words.title} lead={words.lead} facts={FACTS}>
      <div className="space-y-4">
        <Toolbar
          find={{ label: words.find, text, onChange: (q) => setSearch({ q }) }}
          filters={[
            listFilter({
              label: words.service,
              options: SERVICE_OPTIONS,
              value: service ?? null,
              onChange: (value) => setSearch({ service: value }),
            }),
          ]}
        />
        <div className="grid gap-x-8 gap-y-6 border-t border-line min-[1100px]:grid-cols-[20rem_minmax(0,1fr)] min-[1800px]:grid-cols-[28rem_minmax(0,1fr)]">
          <OperationList operations={shown} selected={selected} />
          {selected === undefined ? (
            <EmptyState title={words.none} />
          ) : (
            <OperationView key={selected.id} operation={selected} />
          )}
        </div>
      </div>
    </Page>
  );
}

function matches(operation: Endpoint, text: string): boolean {
  const { id, method, summary } = operation;
  const read = `${id} ${method} ${pathOf(operation)} ${summary}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => read.includes(word));
}
