import { Link } from '@tanstack/react-router';
import { type Endpoint, pathOf } from '@touchstone/core/api/endpoint.ts';
import { SERVICES, type ServiceName } from '@touchstone/core/api/services.ts';
import { words } from '../../../words/administration/api-explorer.ts';
import { MethodMark } from './method-mark.tsx';
import { PathText } from './prose.tsx';
import { useExplorerSearch } from './search.ts';

export interface OperationListProps {
  readonly operations: readonly Endpoint[];
  readonly selected: Endpoint | undefined;
}

/** The operations by service. */
export function OperationList({ operations, selected }: OperationListProps) {
  const { search } = useExplorerSearch();
  return (
    <nav
      aria-label={words.operations}
      className="space-y-4 pt-4 max-[1099px]:max-h-72 max-[1099px]:overflow-y-auto max-[1099px]:border-b max-[1099px]:border-line max-[1099px]:pb-4 min-[1100px]:sticky min-[1100px]:top-0 min-[1100px]:max-h-[calc(100dvh-4rem)] min-[1100px]:self-start min-[1100px]:overflow-y-auto min-[1100px]:pe-1"
    >
      {serviceNames(operations).map((service) => (
        <section key={service} aria-label={SERVICES[service].title}>
          <h2 className="px-2 pb-1 text-12 font-medium text-muted">{SERVICES[service].title}</h2>
          <ul>
            {operations
              .filter((operation) => operation.service === service)
              .map((operation) => (
                <li key={operation.id}>
                  <Link
                    to="/api-explorer"
                    search={{ ...search, operation: operation.id }}
                    replace
                    aria-current={operation === selected ? 'true' : undefined}
                    className="flex min-h-7 items-baseline gap-2 rounded px-2 py-1 text-13 hover:bg-sunken aria-[current=true]:bg-accent-soft aria-[current=true]:text-accent"
                  >
                    <MethodMark method={operation.method} />
                    <code className="min-w-0 text-12">
                      <PathText path={pathOf(operation)} />
                    </code>
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
      {operations.length === 0 && <p className="px-2 text-muted">{words.noMatch}</p>}
    </nav>
  );
}

function serviceNames(operations: readonly Endpoint[]): readonly ServiceName[] {
  return [...new Set(operations.map(({ service }) => service))];
}
