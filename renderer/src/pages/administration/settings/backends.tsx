import { useQuery } from '@tanstack/react-query';
import { useConnection } from '../../../lib/session/connection.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { Section } from './section.tsx';

const NAMES: Readonly<Record<string, string>> = {
  webcrypto: 'This browser (WebCrypto)',
  node: 'Node (OpenSSL)',
  noble: 'noble, in JavaScript',
};

const COLUMNS = [
  { id: 'algorithm', title: 'Algorithm' },
  { id: 'backend', title: 'In this window' },
] as const;
const SERVER_COLUMN = { id: 'server', title: 'In the server' } as const;

/** Which implementation verifies each algorithm in this window, after its known-answer check. */
export function Backends() {
  const { details } = useConnection();
  const signatures = details?.signatures ?? null;
  const { data, error } = useQuery({
    queryKey: ['backends'],
    queryFn: async () => (await import('./find-backends.ts')).findBackends(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Section
      id="backends"
      title="Signature algorithms"
      lead="Where the platform implements an algorithm and passes a known-answer check, it verifies; noble does the rest. The results are the same."
    >
      <div className="min-h-[31rem]">
        {error !== null && <ErrorState title="The algorithms could not be checked">Reload this window.</ErrorState>}
        {data === undefined && error === null && <p className="text-muted">Checking known answers</p>}
        {data !== undefined && (
          <Table
            caption="Implementation of each algorithm"
            columns={signatures === null ? COLUMNS : [...COLUMNS, SERVER_COLUMN]}
          >
            {data.map(({ algorithm, backend }) => (
              <Row key={algorithm}>
                <Cell isHeader noWrap>
                  {algorithm}
                </Cell>
                <Cell>{NAMES[backend] ?? backend}</Cell>
                {signatures !== null && <Cell>{serverWords(signatures.get(algorithm))}</Cell>}
              </Row>
            ))}
          </Table>
        )}
      </div>
    </Section>
  );
}

function serverWords(backend: string | undefined): string {
  return backend === undefined ? 'Not stated' : (NAMES[backend] ?? backend);
}
