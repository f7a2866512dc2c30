import { figure } from '@touchstone/core/detection/finding.ts';
import { useMemo } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { ValueChart } from '../../../parts/chart/value-chart.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { Section } from '../../../ui/section.tsx';
import { words } from '../../../words/record/detection.ts';
import { distributionOf } from './distribution.ts';
import type { Result, TimingsBody } from './results.ts';

const { result: texts, chart } = words;

type Answer = Extract<Result, { kind: 'timings' }>['answer'];

interface TimingsDetailProps {
  readonly body: TimingsBody;
  readonly answer: Answer;
}

/** The durations of both classes beside each other, and the test that counts. */
export function TimingsDetail({ body, answer }: TimingsDetailProps) {
  const { timing_samples: samples, input_classes: classes } = body;
  const { edges, shares, hidden } = useMemo(() => distributionOf(samples, classes), [samples, classes]);
  const [first = [], second] = shares;
  return (
    <>
      <ValueChart
        name="durations"
        title={chart.title}
        summary={chart.summary(samples.length, hidden)}
        pointTitle={chart.duration}
        points={first.map((_, step) => {
          const [from, to] = [figure(edges[step] ?? 0), figure(edges[step + 1] ?? 0)];
          return { id: String(edges[step]), label: chart.from(from), title: chart.range(from, to) };
        })}
        series={
          second === undefined
            ? [{ id: 'all', name: chart.all, kind: 'bar', values: first }]
            : [
                { id: 'fixed', name: chart.fixed, kind: 'line', values: first },
                { id: 'random', name: chart.random, kind: 'line', values: second },
              ]
        }
        format={(value) => chart.share(figure(value))}
      />
      <Section title={texts.test}>
        <FactList>
          <Fact name={texts.durations}>{formatCount(samples.length)}</Fact>
          <Fact name={texts.pattern}>{texts.patterns[answer.cache_pattern]}</Fact>
          <Fact name={texts.variance}>{texts.squareNs(figure(answer.timing_variance_ns))}</Fact>
          {answer.test !== null && <TestFacts test={answer.test} />}
        </FactList>
      </Section>
    </>
  );
}

function TestFacts({ test }: { readonly test: NonNullable<Answer['test']> }) {
  const unit = test.kind === 'second_order' ? texts.squareNs : texts.ns;
  return (
    <>
      <Fact name={texts.kept}>
        {texts.tests[test.kind]}, {test.percentile === null ? texts.keptAll : texts.keptShare(figure(test.percentile))}{' '}
        ({test.counts.map(formatCount).join(' + ')})
      </Fact>
      <Fact name={texts.t}>
        {figure(test.t)} <span className="text-13 text-muted">{texts.tNote}</span>
      </Fact>
      <Fact name={texts.effect}>
        {figure(test.effect_size)} <span className="text-13 text-muted">{texts.effectNote}</span>
      </Fact>
      <Fact name={texts.difference}>{unit(figure(test.difference_ns))}</Fact>
      <Fact name={texts.freedom}>{figure(test.degrees_of_freedom)}</Fact>
      {test.needed !== null && <Fact name={texts.needed}>{figure(test.needed)}</Fact>}
    </>
  );
}
