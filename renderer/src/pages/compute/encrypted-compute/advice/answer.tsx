import { type Advice, totalBits } from '@touchstone/core/fhe/advice.ts';
import { formatCount } from '../../../../lib/format.ts';
import { ValueChart } from '../../../../parts/chart/value-chart.tsx';
import { Fact, FactList } from '../../../../ui/fact-list.tsx';
import { Section } from '../../../../ui/section.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { Cell, Row, Table } from '../../../../ui/table.tsx';
import { words } from '../../../../words/compute/encrypted-compute-advice.ts';
import { type Asked, depthOfWorkload, nearestTo } from './asked.ts';
import { millisecondsText, sizeText } from './numbers.ts';
import { ciphertextBytes } from './trade-off.ts';

const { answer: texts } = words;

/** What came of a demand, and everything else that suits the workload. */
export function Answer({ asked }: { readonly asked: Asked }) {
  const { demand, outcome, others } = asked;
  const shown = outcome.isPossible ? others.find((one) => isAnswer(one, outcome.answer)) : nearestTo(asked);
  return (
    <Section title={texts.title(words.workloads[demand.workload])}>
      <div className="space-y-4" data-outcome={outcome.isPossible ? 'possible' : 'impossible'}>
        <StatusMark
          look={outcome.isPossible ? 'verified' : 'failed'}
          label={outcome.isPossible ? texts.possible : texts.impossible}
        />
        {!outcome.isPossible && <p className="max-w-prose">{texts.impossibleText}</p>}
        {shown !== undefined && shown !== null && (
          <div className="grid gap-x-12 gap-y-6 min-[1100px]:grid-cols-2">
            <div className="space-y-2">
              {!outcome.isPossible && <h3 className="text-13 font-medium">{texts.nearest}</h3>}
              <Parameters demand={demand} advice={shown} />
            </div>
            <StepTimes asked={asked} chosen={shown} />
          </div>
        )}
        {shown !== undefined && shown !== null && <Others asked={asked} chosen={shown} />}
      </div>
    </Section>
  );
}

function isAnswer(one: Advice, answer: { readonly n: number; readonly q_bits: number }): boolean {
  return one.n === answer.n && totalBits(one) === answer.q_bits;
}

function Parameters({ demand, advice }: { readonly demand: Asked['demand']; readonly advice: Advice }) {
  const { scheme, n, primeBits, t, level, milliseconds, security } = advice;
  return (
    <FactList>
      <Fact name={texts.parameters}>{words.shape(scheme, n, totalBits(advice))}</Fact>
      {t !== null && <Fact name={texts.t}>{String(t)}</Fact>}
      <Fact name={texts.security}>{words.levels[level]}</Fact>
      <Fact name={texts.time}>
        {texts.timeOf(millisecondsText(milliseconds), millisecondsText(demand.max_latency_ms))}
      </Fact>
      <Fact name={texts.depth}>{formatCount(depthOfWorkload(demand.workload))}</Fact>
      <Fact name={texts.size}>{sizeText(ciphertextBytes(n, primeBits))}</Fact>
      <Fact name={texts.claim}>{security.statement}</Fact>
    </FactList>
  );
}

const { columns: titles } = texts;
const COLUMNS = [
  { id: 'n', title: titles.n },
  { id: 'bits', title: titles.bits, align: 'end' },
  { id: 'level', title: titles.level, align: 'end' },
  { id: 'time', title: titles.time, align: 'end' },
  { id: 'size', title: titles.size, align: 'end' },
  { id: 'state', title: titles.state },
] as const;

interface OthersProps {
  readonly asked: Asked;
  readonly chosen: Advice;
}

function StepTimes({ asked: { demand, others }, chosen }: OthersProps) {
  return (
    <ValueChart
      name={texts.file}
      title={texts.chart}
      summary={texts.timeOf(millisecondsText(chosen.milliseconds), millisecondsText(demand.max_latency_ms))}
      points={others.map(({ n, level }) => ({
        id: String(n),
        label: formatCount(n),
        title: texts.point(n, words.levels[level]),
      }))}
      pointTitle={titles.n}
      series={[
        { id: 'time', name: texts.time, kind: 'estimatedBar', values: others.map(({ milliseconds }) => milliseconds) },
      ]}
      limit={{ name: texts.asked, value: demand.max_latency_ms }}
      format={millisecondsText}
    />
  );
}

function Others({ asked, chosen }: OthersProps) {
  return (
    <Table caption={texts.others} columns={COLUMNS}>
      {asked.others.map((one) => (
        <Row key={one.n}>
          <Cell isHeader noWrap>
            {formatCount(one.n)}
          </Cell>
          <Cell align="end" noWrap>
            {formatCount(totalBits(one))}
          </Cell>
          <Cell align="end" noWrap>
            {words.levels[one.level]}
          </Cell>
          <Cell align="end" noWrap>
            {millisecondsText(one.milliseconds)}
          </Cell>
          <Cell align="end" noWrap>
            {sizeText(ciphertextBytes(one.n, one.primeBits))}
          </Cell>
          <Cell noWrap>{demandText(one, asked, one === chosen)}</Cell>
        </Row>
      ))}
    </Table>
  );
}

function demandText({ level, milliseconds }: Advice, { demand, outcome }: Asked, isChosen: boolean): string {
  if (isChosen) return outcome.isPossible ? texts.chosen : texts.nearest;
  if (level < demand.security_level) return texts.tooWeak;
  return milliseconds > demand.max_latency_ms ? texts.tooSlow : texts.keeps;
}
