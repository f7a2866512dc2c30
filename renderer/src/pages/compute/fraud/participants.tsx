import { useQuery } from '@tanstack/react-query';
import { formatCount, formatUtcDay } from '../../../lib/format.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Section } from '../../../ui/section.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { words } from '../../../words/compute/fraud.ts';
import { participantsQuery } from './queries.ts';

const { participants: texts } = words;
const COLUMNS = [
  { id: 'id', title: texts.columns.id },
  { id: 'joined', title: texts.columns.joined },
  { id: 'signals', title: texts.columns.signals, align: 'end' },
] as const;

/** Who takes part, under pseudonyms. */
export function Participants() {
  const { data, error, refetch } = useQuery(participantsQuery);
  return (
    <Section title={texts.heading} lead={texts.lead}>
      {error !== null && <RequestError error={error} what={texts.what} onRetry={() => void refetch()} />}
      {data !== undefined && data.participants.length === 0 && <p className="text-muted">{texts.none}</p>}
      {data !== undefined && data.participants.length > 0 && (
        <Table caption={texts.caption} columns={COLUMNS}>
          {data.participants.map(({ id, joined, signals_contributed: signals }) => (
            <Row key={id}>
              <Cell isHeader noWrap>
                <code className="text-13">{id}</code>
              </Cell>
              <Cell noWrap>{formatUtcDay(Date.parse(joined)).long}</Cell>
              <Cell align="end" noWrap>
                {formatCount(signals)}
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </Section>
  );
}
