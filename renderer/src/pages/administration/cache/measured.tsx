import type { UseQueryResult } from '@tanstack/react-query';
import { ChartLine } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatCount, formatTime } from '../../../lib/format.ts';
import { SampleChart } from '../../../parts/chart/sample-chart.tsx';
import { DataGrid, type GridColumn } from '../../../parts/grid/data-grid.tsx';
import { csvText } from '../../../parts/list-page/csv.ts';
import { exportActions } from '../../../parts/list-page/export-actions.tsx';
import { type ListView, orderList } from '../../../parts/list-page/list-order.ts';
import { nextSort, type Sort } from '../../../parts/list-page/sort-codec.ts';
import { useListOrder } from '../../../parts/list-page/use-list-order.ts';
import { MoreMenu } from '../../../parts/page/more-menu.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { Section } from '../../../ui/section.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { words } from '../../../words/administration/cache.ts';
import { type Analytics, hitRateOf, latencyOf, millisecondsText, percentText, type Sample } from './samples.ts';

export interface MeasuredProps {
  readonly query: UseQueryResult<Sample>;
  readonly samples: readonly Sample[];
}

/** What the server measured since it started, and how that changed while this page was open. */
export function Measured({ query, samples }: MeasuredProps) {
  const { data, error, isPending, refetch } = query;
  if (isPending) return <p className="min-h-40 text-muted">{words.measured.loading}</p>;
  const times = samples.map(({ at }) => at);
  return (
    <div className="space-y-(--gap)">
      {error !== null && <RequestError error={error} what={words.measured.what} onRetry={() => void refetch()} />}
      {data !== undefined && hitRateOf(data.analytics) === null ? (
        <EmptyState title={words.measured.empty} icon={<ChartLine aria-hidden size={20} />}>
          <p>{words.measured.emptyText}</p>
        </EmptyState>
      ) : (
        samples.length > 0 && (
          <>
            {samples.length < 2 && <p className="text-13 text-muted">{words.measured.gathering}</p>}
            {samples.length >= 2 && (
              <div className="grid gap-(--gap) lg:grid-cols-2">
                <SampleChart
                  measure={words.measured.hitRate}
                  times={times}
                  lines={[
                    { name: words.measured.hitRateLine, values: samples.map(({ analytics }) => hitRateOf(analytics)) },
                  ]}
                  most={1}
                  format={percentText}
                />
                <SampleChart
                  measure={words.measured.latency}
                  times={times}
                  lines={LATENCIES.map(({ name, member }) => ({
                    name,
                    values: samples.map(({ analytics }) => latencyOf(analytics, member)),
                  }))}
                  format={millisecondsText}
                />
              </div>
            )}
            <p className="text-13 text-muted">{words.measured.note}</p>
            <Disclosure title={words.measured.behind(samples.length)} level={2}>
              <SampleTable samples={samples} />
            </Disclosure>
          </>
        )
      )}
      {data !== undefined && <Numbers analytics={data.analytics} />}
    </div>
  );
}

const LATENCIES = [
  { id: 'mean', name: words.measured.lines.avgLatency, member: 'avgLatency' },
  { id: 'p95', name: words.measured.lines.p95Latency, member: 'p95Latency' },
  { id: 'p99', name: words.measured.lines.p99Latency, member: 'p99Latency' },
] as const;

function Numbers({ analytics }: { readonly analytics: Analytics }) {
  const { measured: texts } = words;
  const { metrics, ai, usage } = analytics;
  const isRead = hitRateOf(analytics) !== null;
  const share = (value: number) => (isRead ? percentText(value) : words.facts.noReads);
  const time = (value: number) => (isRead ? millisecondsText(value) : words.facts.noReads);
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2 lg:items-start">
      <Section title={texts.title} lead={texts.lead}>
        <FactList>
          <Fact name={words.facts.hitRate}>{share(metrics.hitRate)}</Fact>
          <Fact name={texts.missRate}>{share(metrics.missRate)}</Fact>
          <Fact name={texts.mean}>{time(metrics.avgLatency)}</Fact>
          <Fact name={texts.p95}>{time(metrics.p95Latency)}</Fact>
          <Fact name={texts.p99}>{time(metrics.p99Latency)}</Fact>
          <Fact name={words.facts.operations}>{formatCount(usage.operations)}</Fact>
          <Fact name={texts.moved}>{usage.dataTransferred}</Fact>
          <Fact name={texts.keys}>{formatCount(usage.uniqueKeys)}</Fact>
        </FactList>
      </Section>
      <Section title={texts.learned} lead={texts.learnedLead}>
        <FactList>
          <Fact name={texts.patterns}>{formatCount(ai.patternsDetected)}</Fact>
          <Fact name={texts.accuracy}>{percentText(ai.prefetchAccuracy)}</Fact>
          <Fact name={texts.better}>{formatCount(ai.optimizationsSuggested)}</Fact>
          <Fact name={texts.savings}>{percentText(ai.projectedSavings)}</Fact>
        </FactList>
        <p className="mt-3 text-muted">{texts.hint(<code>aiOptimize</code>)}</p>
      </Section>
    </div>
  );
}

const SORT_KEYS = ['time', 'rate', 'mean', 'p95', 'p99', 'operations'] as const;
type SampleSort = (typeof SORT_KEYS)[number];

const VALUES: Readonly<Record<SampleSort, (sample: Sample) => number>> = {
  time: ({ at }) => at,
  rate: ({ analytics }) => hitRateOf(analytics) ?? -1,
  mean: ({ analytics }) => analytics.metrics.avgLatency,
  p95: ({ analytics }) => analytics.metrics.p95Latency,
  p99: ({ analytics }) => analytics.metrics.p99Latency,
  operations: ({ analytics }) => analytics.usage.operations,
};

const END = 'text-end tabular-nums';

const COLUMNS: readonly GridColumn<Sample, SampleSort>[] = [
  {
    id: 'time',
    title: words.measured.time,
    width: 190,
    grows: 1,
    look: 'tabular-nums',
    cell: ({ at }) => formatTime(at)?.utc,
  },
  {
    id: 'rate',
    title: words.facts.hitRate,
    width: 100,
    grows: 1,
    look: END,
    cell: ({ analytics }) => orDash(hitRateOf(analytics), percentText),
  },
  ...LATENCIES.map(
    ({ id, name, member }): GridColumn<Sample, SampleSort> => ({
      id,
      title: name,
      width: 100,
      grows: 1,
      look: END,
      cell: ({ analytics }) => orDash(latencyOf(analytics, member), millisecondsText),
    }),
  ),
  {
    id: 'operations',
    title: words.facts.operations,
    width: 140,
    grows: 1,
    look: END,
    cell: ({ analytics }) => formatCount(analytics.usage.operations),
  },
];

function orDash(value: number | null, format: (value: number) => string): string {
  return value === null ? '–' : format(value);
}

function SampleTable({ samples }: { readonly samples: readonly Sample[] }) {
  const [sort, setSort] = useState<Sort<SampleSort>>({ by: 'time', descending: true });
  const copy = useCopy();
  const view = useMemo<ListView<Sample>>(
    () => ({ matches: () => true, sortBy: VALUES[sort.by], descending: sort.descending }),
    [sort],
  );
  const shown = useListOrder(samples, view);
  const rowText = (sample: Sample) => csvText([sample], CSV).split('\r\n')[1] ?? '';
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-2">
        <MoreMenu
          actions={exportActions({
            name: 'cache-measured',
            csv: () => csvText(orderList(samples, view), CSV),
            json: () => `${JSON.stringify({ samples: orderList(samples, view) }, null, 2)}\n`,
          })}
        />
      </div>
      <DataGrid
        label={words.measured.table}
        items={shown}
        columns={COLUMNS}
        idOf={idOf}
        sort={sort}
        onSort={(by) => setSort(nextSort(sort, by))}
        onOpen={(sample) => void copy(rowText(sample), words.measured.row)}
        onCopy={(sample) => void copy(rowText(sample), words.measured.row)}
        emptyText={words.measured.none}
      />
    </div>
  );
}

const CSV = [
  ['time_utc', ({ at }: Sample) => formatTime(at)?.iso ?? ''],
  ['hit_rate', ({ analytics }: Sample) => hitRateOf(analytics) ?? ''],
  ['mean_ms', ({ analytics }: Sample) => latencyOf(analytics, 'avgLatency') ?? ''],
  ['p95_ms', ({ analytics }: Sample) => latencyOf(analytics, 'p95Latency') ?? ''],
  ['p99_ms', ({ analytics }: Sample) => latencyOf(analytics, 'p99Latency') ?? ''],
  ['operations', ({ analytics }: Sample) => analytics.usage.operations],
] as const;

function idOf({ at }: Sample): string {
  return String(at);
}
