import { Link } from '@tanstack/react-router';
import { api } from '@touchstone/core/api/api.ts';
import { type Endpoint, endpointsOf, pathOf } from '@touchstone/core/api/endpoint.ts';
import { SERVICES, type ServiceName } from '@touchstone/core/api/services.ts';
import { useMemo, useState } from 'react';
import { ADDRESS_TEXT, addressReader, useAddressOf } from '../../../lib/address.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { MethodMark } from './method-mark.tsx';
import { OperationView } from './operation.tsx';
import { PathText } from './prose.tsx';

const readExplorerSearch = addressReader({ operation: ADDRESS_TEXT });

const OPERATIONS = endpointsOf(api);
const PLANNED = OPERATIONS.filter(({ planned }) => planned === true).length;

const AVAILABILITIES = [
  { value: 'all', label: `All (${OPERATIONS.length})` },
  { value: 'available', label: `Available (${OPERATIONS.length - PLANNED})` },
  { value: 'planned', label: `Planned (${PLANNED})` },
] as const;
type Availability = (typeof AVAILABILITIES)[number]['value'];

/** API explorer: every operation of the contracts, its documentation, and a form to try it. */
export function ApiExplorerPage() {
  const { search } = useAddressOf('/api-explorer', readExplorerSearch);
  const [filter, setFilter] = useState('');
  const [availability, setAvailability] = useState<Availability>('all');
  const shown = useMemo(
    () =>
      OPERATIONS.filter(
        (operation) =>
          matches(operation, filter) &&
          (availability === 'all' || (availability === 'planned') === (operation.planned === true)),
      ),
    [filter, availability],
  );
  const selected = OPERATIONS.find(({ id }) => id === search.operation) ?? OPERATIONS[0];
  return (
    <>
      <PageHeading
        title="API explorer"
        lead={`${OPERATIONS.length} operations of the embedded server, as its contracts declare them${PLANNED === 0 ? '' : `; ${PLANNED} of them are planned and answer 501`}.`}
      />
      <div className="grid gap-(--gap) min-[1100px]:grid-cols-[19rem_minmax(0,1fr)]">
        <div className="space-y-3 min-[1100px]:sticky min-[1100px]:top-4 min-[1100px]:max-h-[calc(100dvh-6rem)] min-[1100px]:self-start min-[1100px]:overflow-y-auto min-[1100px]:p-0.5">
          <TextField label="Find an operation" type="search" value={filter} onChange={setFilter} />
          {PLANNED > 0 && (
            <Select label="Show" options={AVAILABILITIES} value={availability} onChange={setAvailability} />
          )}
          <nav aria-label="Operations" className="space-y-3 max-[1099px]:max-h-72 max-[1099px]:overflow-y-auto">
            {serviceNames(shown).map((service) => (
              <section key={service} aria-label={SERVICES[service].title}>
                <h2 className="px-1 text-13 text-muted">{SERVICES[service].title}</h2>
                <ul>
                  {shown
                    .filter((operation) => operation.service === service)
                    .map((operation) => (
                      <li key={operation.id}>
                        <Link
                          to="/api-explorer"
                          search={{ operation: operation.id }}
                          replace
                          {...(operation === selected
                            ? { 'aria-current': 'true' as const }
                            : { 'aria-current': undefined })}
                          className="flex min-h-7 items-baseline gap-2 rounded px-1 py-0.5 hover:bg-sunken aria-[current=true]:bg-accent-soft aria-[current=true]:text-accent"
                        >
                          <MethodMark method={operation.method} />
                          <code className="min-w-0 text-13">
                            <PathText path={pathOf(operation)} />
                          </code>
                          {operation.planned === true && (
                            <span className="ms-auto">
                              <Badge>planned</Badge>
                            </span>
                          )}
                        </Link>
                      </li>
                    ))}
                </ul>
              </section>
            ))}
            {shown.length === 0 && <p className="px-1 text-muted">No operation matches.</p>}
          </nav>
        </div>
        {selected === undefined ? (
          <EmptyState title="The contracts declare no operation" />
        ) : (
          <OperationView key={selected.id} operation={selected} />
        )}
      </div>
    </>
  );
}

function matches({ id, summary, ...rest }: Endpoint, filter: string): boolean {
  const text = `${id} ${rest.method} ${pathOf({ id, summary, ...rest })} ${summary}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function serviceNames(operations: readonly Endpoint[]): readonly ServiceName[] {
  return [...new Set(operations.map(({ service }) => service))];
}
