import type { FheScheme } from '@touchstone/core/fhe/cost-model.ts';
import { SECURITY_LEVELS } from '@touchstone/core/fhe/security-tables.ts';
import { useMemo, useState } from 'react';
import type { ChartPoint, ChartSeries } from '../../../../parts/chart/series.ts';
import { ValueChart } from '../../../../parts/chart/value-chart.tsx';
import { Section } from '../../../../ui/section.tsx';
import { Select } from '../../../../ui/select.tsx';
import { words } from '../../../../words/compute/encrypted-compute-advice.ts';
import type { Benchmark } from '../queries.ts';
import { SCHEMES } from '../search.ts';
import { MEBIBYTE, mebibytesText, millisecondsText } from './numbers.ts';
import { type Choice, costModelOf, deepest, tradeOff } from './trade-off.ts';

const { tradeOff: texts } = words;
const SCHEME_OPTIONS = SCHEMES.map((value) => ({ value, label: texts.schemes[value] }));

/** Time and size by depth, a line for each security level. */
export function TradeOffCharts({ measured }: { readonly measured: Benchmark }) {
  const [scheme, setScheme] = useState<FheScheme>('BFV');
  const found = useMemo(() => tradeOff(scheme, costModelOf(measured)), [scheme, measured]);
  const points = found.depths.map(
    (depth): ChartPoint => ({ id: String(depth), label: texts.pointLabel(depth), title: texts.pointTitle(depth) }),
  );
  const seriesOf = (value: (choice: Choice) => number) =>
    SECURITY_LEVELS.map(
      (level): ChartSeries => ({
        id: String(level),
        name: words.levels[level],
        kind: 'line',
        values: (found.byLevel.get(level) ?? []).map((choice) => (choice === null ? null : value(choice))),
      }),
    );
  const ends = texts.deepest(deepest(found).map(([level, depth]) => [words.levels[level], depth]));
  const common = { points, pointTitle: texts.point };
  return (
    <Section
      title={texts.title}
      lead={`${texts.lead} ${ends}`}
      aside={
        <div className="screen-only min-w-48">
          <Select label={texts.scheme} hideLabel options={SCHEME_OPTIONS} value={scheme} onChange={setScheme} />
        </div>
      }
    >
      <div className="grid gap-x-12 gap-y-8 min-[1100px]:grid-cols-2">
        <ValueChart
          {...common}
          name={texts.timeFile}
          title={texts.time}
          summary={texts.timeSummary}
          series={seriesOf(({ milliseconds }) => milliseconds)}
          format={millisecondsText}
        />
        <ValueChart
          {...common}
          name={texts.sizeFile}
          title={texts.size}
          summary={texts.sizeSummary}
          series={seriesOf(({ bytes }) => bytes / MEBIBYTE)}
          format={mebibytesText}
        />
      </div>
    </Section>
  );
}
