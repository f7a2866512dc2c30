import type { UseQueryResult } from '@tanstack/react-query';
import { ChartLine } from 'lucide-react';
import { formatCount } from '../../../lib/format.ts';
import { ValueChart } from '../../../parts/chart/value-chart.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { Section } from '../../../ui/section.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/administration/cache.ts';
import { type Analytics, durationFormat, hitRateOf, percentText } from './analytics.ts';
import { type History, hitRateChart, latencyChart, longestLatency, trafficChart } from './history-charts.ts';

const { measured: texts } = words;

export interface MeasuredProps {
  readonly analytics: UseQueryResult<Analytics>;
  readonly history: UseQueryResult<History>;
}

/** What the server measured: the last hour as charts, and the sums since it started. */
export function Measured({ analytics, history }: MeasuredProps) {
  if (analytics.isPending || history.isPending) return <p className="min-h-40 text-muted">{texts.loading}</p>;
  const error = analytics.error ?? history.error;
  const retry = () => {
    void analytics.refetch();
    void history.refetch();
  };
  const isUnread = analytics.data !== undefined && hitRateOf(analytics.data) === null;
  return (
    <div className="space-y-8">
      {error !== null && <RequestError error={error} what={texts.what} onRetry={retry} />}
      {isUnread ? (
        <EmptyState title={texts.empty} icon={<ChartLine aria-hidden size={20} />}>
          <p>{texts.emptyText}</p>
        </EmptyState>
      ) : (
        history.data !== undefined && <LastHour history={history.data} now={history.dataUpdatedAt} />
      )}
      {analytics.data !== undefined && <Numbers analytics={analytics.data} />}
    </div>
  );
}

function LastHour({ history, now }: { readonly history: History; readonly now: number }) {
  const most = longestLatency(history);
  return (
    <div className="space-y-4">
      <div className="grid gap-x-10 gap-y-8 min-[1100px]:grid-cols-3">
        <ValueChart name="cache-hit-rate" most={1} {...hitRateChart(history, now)} />
        <ValueChart name="cache-latency" {...latencyChart(history, durationFormat(most), now)} />
        <ValueChart name="cache-traffic" isWhole {...trafficChart(history, now)} />
      </div>
      <p className="text-13 text-muted">{texts.note(<TimeText value={history.since} />)}</p>
    </div>
  );
}

function Numbers({ analytics }: { readonly analytics: Analytics }) {
  const { metrics, ai, usage } = analytics;
  const isRead = hitRateOf(analytics) !== null;
  const format = durationFormat(metrics.p99Latency);
  const share = (value: number) => (isRead ? percentText(value) : words.facts.noReads);
  const time = (value: number) => (isRead ? format(value) : words.facts.noReads);
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
