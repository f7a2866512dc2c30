import { DEGREES } from '@touchstone/core/fhe/advice.ts';
import { LIMITS_2018, LIMITS_2024, mostBits, SECURITY_LEVELS } from '@touchstone/core/fhe/security-tables.ts';
import { formatCount } from '../../../../lib/format.ts';
import { Section } from '../../../../ui/section.tsx';
import { Cell, Row, Table, type TableColumn } from '../../../../ui/table.tsx';
import { words } from '../../../../words/compute/encrypted-compute-advice.ts';
import type { Benchmark } from '../queries.ts';
import { millisecondsText } from './numbers.ts';

const { limits, measure } = words;

const TABLES = [
  { year: 2024, table: LIMITS_2024 },
  { year: 2018, table: LIMITS_2018 },
] as const;
const LIMITS = SECURITY_LEVELS.flatMap((level) => TABLES.map(({ year, table }) => ({ level, year, table })));
const LIMIT_COLUMNS: readonly TableColumn[] = [
  { id: 'n', title: limits.n },
  ...LIMITS.map(({ level, year }) => ({
    id: `${level}-${year}`,
    title: limits.column(level, year),
    align: 'end' as const,
  })),
];

/** The tables of 2024 and 2018 side by side. */
export function LimitTable() {
  return (
    <Section title={limits.title} lead={limits.lead}>
      <Table caption={limits.caption} columns={LIMIT_COLUMNS}>
        {DEGREES.map((n) => (
          <Row key={n}>
            <Cell isHeader noWrap>
              {formatCount(n)}
            </Cell>
            {LIMITS.map(({ level, year, table }) => {
              const most = mostBits(table, n, level);
              return (
                <Cell key={`${level}-${year}`} align="end" noWrap>
                  {most === 0 ? limits.none : formatCount(most)}
                </Cell>
              );
            })}
          </Row>
        ))}
      </Table>
    </Section>
  );
}

const { columns: titles } = measure;
const TIME_COLUMNS: readonly TableColumn[] = [
  { id: 'set', title: titles.set },
  { id: 'encrypt', title: titles.encrypt, align: 'end' },
  { id: 'decrypt', title: titles.decrypt, align: 'end' },
  { id: 'multiply', title: titles.multiply, align: 'end' },
  { id: 'limit2024', title: titles.limit2024, align: 'end' },
  { id: 'limit2018', title: titles.limit2018, align: 'end' },
];

/** What was measured, with the limits of the level that each set reaches. */
export function TimeTable({ measured }: { readonly measured: Benchmark }) {
  const time = (microseconds: number) => millisecondsText(microseconds / 1_000);
  return (
    <Table caption={measure.caption} columns={TIME_COLUMNS}>
      {measured.benchmarks.map(({ params, encrypt_us, decrypt_us, multiply_us, security }) => (
        <Row key={`${params.scheme} ${params.n} ${params.q_bits}`}>
          <Cell isHeader>{words.shape(params.scheme, params.n, params.q_bits)}</Cell>
          <Cell align="end" noWrap>
            {time(encrypt_us)}
          </Cell>
          <Cell align="end" noWrap>
            {time(decrypt_us)}
          </Cell>
          <Cell align="end" noWrap>
            {multiply_us === 0 ? measure.noProduct : time(multiply_us)}
          </Cell>
          <Cell align="end" noWrap>
            {formatCount(security.q_bits_most_2024)}
          </Cell>
          <Cell align="end" noWrap>
            {formatCount(security.q_bits_most_2018)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
