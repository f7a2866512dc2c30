import type { UseQueryResult } from '@tanstack/react-query';
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
import { Panel } from '../../../ui/panel.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { type Analytics, hitRateOf, latencyOf, millisecondsText, percentText, type Sample } from './samples.ts';

export interface MeasuredProps {
  readonly query: UseQueryResult<Sample>;
  readonly samples: readonly Sample[];
}

/** What the server measured since it started, and how that changed while this page was open. */
export function Measured({ query, samples }: MeasuredProps) {
  const { data, error, isPending, refetch } = query;
  if (isPending) return <p className="min-h-40 text-muted">Loading the numbers</p>;
  const times = samples.map(({ at }) => at);
  return (
    <div className="space-y-(--gap)">
      {error !== null && <RequestError error={error} what="The numbers" onRetry={() => void refetch()} />}
      {data !== undefined && hitRateOf(data.analytics) === null ? (
        <EmptyState title="No key has been read since the server started">
          Hit rate and latency are measured at reads. Write a key and read it under Try it, or let an application do so.
        </EmptyState>
      ) : (
        samples.length > 0 && (
          <>
            <div className="grid gap-(--gap) lg:grid-cols-2">
              <SampleChart
                measure="Hit rate since the server started"
                times={times}
                lines={[{ name: 'hit rate', values: samples.map(({ analytics }) => hitRateOf(analytics)) }]}
                most={1}
                format={percentText}
              />
              <SampleChart
                measure="Latency of reads since the server started"
                times={times}
                lines={LATENCIES.map(({ name, member }) => ({
                  name,
                  values: samples.map(({ analytics }) => latencyOf(analytics, member)),
                }))}
                format={millisecondsText}
              />
            </div>
            <p className="text-13 text-muted">
              This window asks every five seconds while the page is open and keeps the last half hour; times are UTC.
              The server keeps no history.
            </p>
            <Disclosure title={`The numbers behind the charts (${formatCount(samples.length)})`} level={2}>
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
  { name: 'mean', member: 'avgLatency' },
  { name: 'p95', member: 'p95Latency' },
  { name: 'p99', member: 'p99Latency' },
] as const;

function Numbers({ analytics }: { readonly analytics: Analytics }) {
  const { metrics, ai, usage } = analytics;
  const isRead = hitRateOf(analytics) !== null;
  const share = (value: number) => (isRead ? percentText(value) : 'no reads yet');
  const time = (value: number) => (isRead ? millisecondsText(value) : 'no reads yet');
  return (
    <div className="grid gap-(--gap) lg:grid-cols-2 lg:items-start">
      <Panel
        title="Measured"
        lead="Counted in this server since it started. Latencies are those of reads, with the database and the decryption and without the network."
      >
        <FactList>
          <Fact name="Hit rate">{share(metrics.hitRate)}</Fact>
          <Fact name="Miss rate">{share(metrics.missRate)}</Fact>
          <Fact name="Mean latency">{time(metrics.avgLatency)}</Fact>
          <Fact name="95 of 100 reads within">{time(metrics.p95Latency)}</Fact>
          <Fact name="99 of 100 reads within">{time(metrics.p99Latency)}</Fact>
          <Fact name="Reads and writes">{formatCount(usage.operations)}</Fact>
          <Fact name="Values moved">{usage.dataTransferred}</Fact>
          <Fact name="Keys stored now">{formatCount(usage.uniqueKeys)}</Fact>
        </FactList>
      </Panel>
      <Panel
        title="Learned"
        lead="By a documented rule over the times of reads and writes. No model is asked, on this machine or elsewhere."
      >
        <FactList>
          <Fact name="Keys with a regular pattern">{formatCount(ai.patternsDetected)}</Fact>
          <Fact name="Predicted reads that came when predicted">{percentText(ai.prefetchAccuracy)}</Fact>
          <Fact name="Keys for which another lifetime would do better">{formatCount(ai.optimizationsSuggested)}</Fact>
          <Fact name="Misses that the rule's lifetimes would have saved">{percentText(ai.projectedSavings)}</Fact>
        </FactList>
        <p className="text-muted">
          Let the server choose the lifetime with <code>aiOptimize</code>. Suggestions to fetch ahead stand in the list
          of entries; the server fetches nothing by itself.
        </p>
      </Panel>
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
  { id: 'time', title: 'Time, UTC', width: 190, grows: 1, look: 'tabular-nums', cell: ({ at }) => formatTime(at)?.utc },
  {
    id: 'rate',
    title: 'Hit rate',
    width: 100,
    grows: 1,
    look: END,
    cell: ({ analytics }) => orDash(hitRateOf(analytics), percentText),
  },
  ...LATENCIES.map(
    ({ name, member }): GridColumn<Sample, SampleSort> => ({
      id: name,
      title: name,
      width: 100,
      grows: 1,
      look: END,
      cell: ({ analytics }) => orDash(latencyOf(analytics, member), millisecondsText),
    }),
  ),
  {
    id: 'operations',
    title: 'Reads and writes',
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
        label="Samples"
        items={shown}
        columns={COLUMNS}
        idOf={idOf}
        sort={sort}
        onSort={(by) => setSort(nextSort(sort, by))}
        onOpen={(sample) => void copy(rowText(sample), 'the row')}
        onCopy={(sample) => void copy(rowText(sample), 'the row')}
        emptyText="There is no sample yet."
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
