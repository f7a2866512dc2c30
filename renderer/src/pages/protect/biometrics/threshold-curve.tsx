import { useMemo } from 'react';
import { ValueChart } from '../../../parts/chart/value-chart.tsx';
import { Section } from '../../../ui/section.tsx';
import { words } from '../../../words/protect/biometrics.ts';
import { acceptsAt, rejectsAt, THRESHOLDS } from './demo-pairs.ts';

const { curve: texts } = words;
const PERCENT = 100;
const DEFAULT_THRESHOLD = 0.9;

function percent(value: number): string {
  return texts.percent(value >= 10 || value === 0 ? value.toFixed(0) : value.toFixed(1));
}

/** The trade-off of a threshold on made-up data, with the one that is in force for faces; null while it is not known. */
export function ThresholdCurve({ threshold }: { readonly threshold: number | null }) {
  const points = useMemo(
    () => THRESHOLDS.map((value) => ({ id: String(value), label: value.toFixed(2), title: value.toFixed(2) })),
    [],
  );
  const series = useMemo(
    () =>
      [
        { id: 'accepts', name: texts.accepts, kind: 'line', values: THRESHOLDS.map(acceptsAt) },
        { id: 'rejects', name: texts.rejects, kind: 'line', values: THRESHOLDS.map(rejectsAt) },
      ] as const,
    [],
  );
  const told = threshold ?? DEFAULT_THRESHOLD;
  const summary = texts.summary(told.toFixed(2), percent(acceptsAt(told)), percent(rejectsAt(told)));
  return (
    <Section title={texts.title} lead={texts.lead}>
      <ValueChart
        name={texts.name}
        title={texts.chart}
        summary={summary}
        points={points}
        pointTitle={texts.point}
        series={series}
        mark={
          threshold === null
            ? null
            : {
                name: texts.inForce(threshold.toFixed(2)),
                index: THRESHOLDS.indexOf(Math.round(100 * threshold) / 100),
              }
        }
        most={PERCENT}
        format={percent}
        isTitled={false}
      />
    </Section>
  );
}
