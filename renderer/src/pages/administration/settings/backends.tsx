import { useQuery } from '@tanstack/react-query';
import { useConnection } from '../../../lib/session/connection.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { words } from '../../../words/administration/settings.ts';
import { SettingsSection } from './settings-section.tsx';

const { algorithms: texts } = words;
const NAMES: Readonly<Record<string, string>> = texts.names;

const COLUMNS = [
  { id: 'algorithm', title: texts.columns.algorithm },
  { id: 'backend', title: texts.columns.backend },
] as const;
const SERVER_COLUMN = { id: 'server', title: texts.columns.server } as const;

/** Which implementation verifies and signs each algorithm, after its known-answer check. */
export function Backends() {
  const { details } = useConnection();
  const signatures = details?.signatures ?? null;
  const { data, error } = useQuery({
    queryKey: ['backends'],
    queryFn: async () => (await import('./find-backends.ts')).findBackends(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <SettingsSection id="backends" title={texts.title} lead={texts.lead}>
      <div className="min-h-[31rem]">
        {error !== null && <ErrorState title={texts.failed}>{texts.reload}</ErrorState>}
        {data === undefined && error === null && <p className="text-muted">{texts.busy}</p>}
        {data !== undefined && (
          <Table caption={texts.caption} columns={signatures === null ? COLUMNS : [...COLUMNS, SERVER_COLUMN]}>
            {data.map(({ algorithm, verifies, signs }) => (
              <Row key={algorithm}>
                <Cell isHeader noWrap>
                  {algorithm}
                </Cell>
                <Cell>{wordsOf(verifies, signs)}</Cell>
                {signatures !== null && (
                  <Cell>{wordsOf(signatures.get(algorithm), details?.signing.get(algorithm))}</Cell>
                )}
              </Row>
            ))}
          </Table>
        )}
      </div>
    </SettingsSection>
  );
}

/** One name where the same implementation does both, or only one is stated. */
function wordsOf(verifies: string | undefined, signs: string | undefined): string {
  const nameOf = (backend: string) => NAMES[backend] ?? backend;
  if (verifies === undefined) return texts.notStated;
  return signs === undefined || signs === verifies ? nameOf(verifies) : texts.both(nameOf(verifies), nameOf(signs));
}
