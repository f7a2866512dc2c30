import { formatCount } from '../../../lib/format.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { words } from '../../../words/record/detection.ts';
import type { AlgorithmsBody, Result } from './results.ts';

const { result: texts } = words;

type Answer = Extract<Result, { kind: 'algorithms' }>['answer'];

const TONES: Readonly<Record<keyof typeof texts.statuses | keyof typeof texts.keyStatuses, BadgeTone>> = {
  recommended: 'verified',
  acceptable: 'neutral',
  deprecated: 'pending',
  broken: 'failed',
  unknown: 'inconclusive',
  fresh: 'neutral',
  due: 'inconclusive',
  overdue: 'pending',
};
const MOST_ROWS = 1_000;

/** Every algorithm and key of the list, with what the table says. */
export function AlgorithmsDetail({ body, answer }: { readonly body: AlgorithmsBody; readonly answer: Answer }) {
  const algorithms = Object.entries(answer.algorithm_status).slice(0, MOST_ROWS);
  const keys = Object.entries(answer.key_status).slice(0, MOST_ROWS);
  return (
    <>
      {algorithms.length > 0 && (
        <Section title={texts.names}>
          <Table
            caption={texts.nameTable}
            columns={[
              { id: 'name', title: texts.name },
              { id: 'status', title: texts.status },
              { id: 'level', title: texts.level, align: 'end' },
              { id: 'quantum', title: texts.quantum },
            ]}
          >
            {algorithms.map(([name, { status, nist_level: level, quantum_safe: isSafe }]) => (
              <Row key={name}>
                <Cell isHeader>
                  <FileText text={name} limit={100} />
                </Cell>
                <Cell>
                  <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>
                </Cell>
                <Cell align="end">{level ?? ''}</Cell>
                <Cell>{quantumWord(level !== undefined || isSafe)}</Cell>
              </Row>
            ))}
          </Table>
        </Section>
      )}
      {keys.length > 0 && (
        <Section title={texts.keys}>
          <Table
            caption={texts.keyTable}
            columns={[
              { id: 'name', title: texts.name },
              { id: 'age', title: words.algorithms.ages, align: 'end' },
              { id: 'status', title: texts.status },
            ]}
          >
            {keys.map(([name, status]) => (
              <Row key={name}>
                <Cell isHeader>
                  <FileText text={name} limit={100} />
                </Cell>
                <Cell align="end">{formatCount(body.key_ages_days[name] ?? 0)}</Cell>
                <Cell>
                  <Badge tone={TONES[status]}>{texts.keyStatuses[status]}</Badge>
                </Cell>
              </Row>
            ))}
          </Table>
        </Section>
      )}
    </>
  );
}

function quantumWord(isSafe: boolean | undefined): string {
  const { quantumSafe } = texts;
  if (isSafe === undefined) return quantumSafe.unknown;
  return isSafe ? quantumSafe.yes : quantumSafe.no;
}
