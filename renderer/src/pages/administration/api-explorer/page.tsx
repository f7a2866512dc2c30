import { type Endpoint, pathOf } from '@touchstone/core/api/endpoint.ts';
import { SERVICES } from '@touchstone/core/api/services.ts';
import { useMemo } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import { Toolbar } from '../../../parts/list-page/toolbar.tsx';
import { FactButton } from '../../../parts/page/fact-button.tsx';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { words } from '../../../words/administration/api-explorer.ts';
import { OperationView } from './operation.tsx';
import { OperationList } from './operation-list.tsx';
import { OPERATIONS, SERVICE_NAMES, useExplorerSearch } from './search.ts';

const PLANNED = OPERATIONS.filter(({ planned }) => planned === true).length;
const SERVICE_OPTIONS = SERVICE_NAMES.map((value) => ({ value, label: SERVICES[value].title }));
const SHOW_OPTIONS = [
  { value: 'available', label: words.available },
  { value: 'planned', label: words.planned },
] as const;

/** API explorer: every operation of the contracts, its documentation, and a form to try it. */
export function ApiExplorerPage() {
  const { search, setSearch } = useExplorerSearch();
  const facts = useFacts();
  const { q: text = '', show, service } = search;
  const shown = useMemo(
    () =>
      OPERATIONS.filter(
        (operation) =>
          matches(operation, text) &&
          (service === undefined || operation.service === service) &&
          (show === undefined || (show === 'planned') === (operation.planned === true)),
      ),
    [text, show, service],
  );
  const selected = OPERATIONS.find(({ id }) => id === search.operation) ?? OPERATIONS[0];
  return (
    <Page title={words.title} lead={words.lead} facts={facts}>
      <div className="space-y-4">
        <Toolbar
          find={{ label: words.find, text, onChange: (q) => setSearch({ q }) }}
          filters={[
            listFilter({
              label: words.state,
              options: SHOW_OPTIONS,
              value: show ?? null,
              onChange: (value) => setSearch({ show: value }),
            }),
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

/** How many operations there are; those that are available and those that are planned are one press away. */
function useFacts(): readonly FactItem[] {
  const { setSearch } = useExplorerSearch();
  const { facts } = words;
  const fact = (label: string, count: number, show: 'available' | 'planned'): FactItem => ({
    label,
    value: (
      <FactButton label={`${label}, ${formatCount(count)}`} onPress={() => setSearch({ show })}>
        {formatCount(count)}
      </FactButton>
    ),
  });
  return [
    { label: facts.operations, value: formatCount(OPERATIONS.length) },
    ...(PLANNED === 0
      ? []
      : [fact(facts.available, OPERATIONS.length - PLANNED, 'available'), fact(facts.planned, PLANNED, 'planned')]),
    { label: facts.services, value: formatCount(SERVICE_NAMES.length) },
  ];
}

function matches(operation: Endpoint, text: string): boolean {
  const { id, method, summary } = operation;
  const read = `${id} ${method} ${pathOf(operation)} ${summary}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => read.includes(word));
}
