import { formatCount, formatUtcDay } from '../../../lib/format.ts';
import { ExpiryTimeline } from '../../../parts/chart/expiry-timeline.tsx';
import type { ChartPoint, ChartSeries } from '../../../parts/chart/series.ts';
import { ValueChart } from '../../../parts/chart/value-chart.tsx';
import { ObjectTile } from '../../../parts/objects/object-tile.tsx';
import type { Demo } from './demo.ts';

const NOW = Date.now();
const DAY_MS = 86_400_000;

/** The charts of the kit, with what is made up for them. */
export const CHART_DEMOS: readonly Demo[] = [
  {
    name: 'Stacked bars',
    file: 'parts/chart/value-chart.tsx',
    use: 'Values by day or moment, at most six series. Bars stand on each other and are told apart by colour and pattern; what is estimated is outlined; a limit far above all values is named below. The pointer, or the arrow, Home, End and page keys once the chart has the focus, show the values of a point. The kit adds "As text", the table and CSV; on paper and in forced colours the patterns stay.',
    source: `<ValueChart name="usage-by-day" isWhole title={…} summary={…} pointTitle="Day, UTC" format={formatCount}
  points={[{ id: '2026-05-01', label: '1 May', title: '1 May 2026' }]}
  series={[{ id, name: 'secrets', kind: 'bar', values: [3] }, { id, name: 'expected', kind: 'estimatedBar', values: [2] }]}
  limit={{ name: 'Limit of the plan', value: 100 }} />`,
    isWide: true,
    View: BarDemo,
  },
  {
    name: 'Lines',
    file: 'parts/chart/value-chart.tsx',
    use: 'The same part with lines: told apart by colour and dashes, with gaps where nothing is known; a forecast is dashed thinly. One unit for the whole axis.',
    source: `series={[{ id, name: 'spent', kind: 'line', values }, { id, name: 'at the present pace', kind: 'estimatedLine', values }]}`,
    isWide: true,
    View: LineDemo,
  },
  {
    name: 'Expiry timeline',
    file: 'parts/chart/expiry-timeline.tsx',
    use: 'What expires or is due within twelve months, a lane for each kind; what is near together shares a mark with its number. A diamond is overdue, a disc is soon, a ring is later.',
    source:
      '<ExpiryTimeline title={…} caption={…} now={now} lanes={[{ id, title, kind, sign, items: [{ id, name, at, link }] }]} />',
    isWide: true,
    View: TimelineDemo,
  },
];

const POINTS: readonly ChartPoint[] = Array.from({ length: 30 }, (_, index) => {
  const time = NOW - (29 - index) * DAY_MS;
  const { short, long } = formatUtcDay(time);
  return { id: new Date(time).toISOString().slice(0, 10), label: short, title: long };
});

function values(height: number, every: number): readonly number[] {
  return POINTS.map((_, index) => (index % every === 0 ? 0 : Math.round(height * (1 + Math.sin(index * every)))));
}

function BarDemo() {
  const groups = ['secrets', 'receipts', 'keys', 'agent actions'].map(
    (name, index): ChartSeries => ({ id: name, name, kind: 'bar', values: values(40 - index * 8, index + 4) }),
  );
  const expected: ChartSeries = {
    id: 'expected',
    name: 'expected by midnight UTC',
    kind: 'estimatedBar',
    values: POINTS.map((_, index) => (index === POINTS.length - 1 ? 60 : null)),
  };
  return (
    <ValueChart
      name="demo"
      title="Units by day"
      summary="4,210 in total, at most 241 on 4 May 2026."
      pointTitle="Day, UTC"
      points={POINTS}
      series={[...groups, expected]}
      limit={{ name: 'Limit of the plan', value: 280 }}
      format={formatCount}
      isWhole
    />
  );
}

function LineDemo() {
  return (
    <ValueChart
      name="demo"
      title="Read latency"
      summary="Last: mean 21 µs, p95 47 µs, p99 80 µs."
      pointTitle="Time"
      points={POINTS}
      series={[
        { id: 'mean', name: 'mean', kind: 'line', values: values(20, 7) },
        {
          id: 'p95',
          name: 'p95',
          kind: 'line',
          values: values(40, 5).map((value, index) => (index === 12 ? null : value + 20)),
        },
        { id: 'p99', name: 'p99', kind: 'line', values: values(30, 3).map((value) => value + 60) },
      ]}
      format={(value) => `${value} µs`}
    />
  );
}

function TimelineDemo() {
  const link = { to: '/secrets', search: {} };
  const items = [-3, 2, 40, 42, 45, 200, 500].map((days) => ({
    id: `${days}`,
    name: `Secret ${days}`,
    at: NOW + days * DAY_MS,
    link,
  }));
  const secrets = {
    id: 'secrets',
    title: 'Secrets',
    kind: 'Secret to rotate',
    sign: <ObjectTile kind="secret" />,
    items,
  };
  const keySets = {
    id: 'keySets',
    title: 'Key sets',
    kind: 'Key set expires',
    sign: <ObjectTile kind="keySet" />,
    items: [],
  };
  return (
    <ExpiryTimeline
      title="What expires or is due"
      caption="What expires or is due, soonest first"
      now={NOW}
      lanes={[keySets, secrets]}
    />
  );
}
