import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { PLANS, type Plan } from '@touchstone/core/api/plans.ts';
import { ChartColumn } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { ValueChart } from '../../../parts/chart/value-chart.tsx';
import { DataGrid, type GridColumn } from '../../../parts/grid/data-grid.tsx';
import { exportActions } from '../../../parts/list-page/export-actions.tsx';
import { orderList } from '../../../parts/list-page/list-order.ts';
import { nextSort, type Sort } from '../../../parts/list-page/sort-codec.ts';
import { Toolbar } from '../../../parts/list-page/toolbar.tsx';
import { useListOrder } from '../../../parts/list-page/use-list-order.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Select } from '../../../ui/select.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { words } from '../../../words/administration/accounts-usage.ts';
import type { AccountRead } from './account-items.ts';
import { usageQuery } from './queries.ts';
import { MEASURES, type Measure, unitsChart, usageChart } from './usage-charts.ts';
import {
  dayText,
  type Grouping,
  groupUsage,
  type UsageEntry,
  type UsageRow,
  type UsageSort,
  usageCsv,
  usageView,
} from './usage-rows.ts';

const { columns: titles } = words;

const DAY_MS = 86_400_000;

const SPANS = [
  { value: '7', label: words.days(7) },
  { value: '30', label: words.days(30) },
  { value: '90', label: words.days(90) },
] as const;
type Span = (typeof SPANS)[number]['value'];

/** Only a plan with a daily limit has a chart of what is limited. */
function measureOptions({ platformPerDay }: Plan) {
  return MEASURES.filter((value) => value !== 'platform' || platformPerDay !== null).map((value) => ({
    value,
    label: words.measures[value],
  }));
}

const GROUPING_OPTIONS: readonly { readonly value: Grouping; readonly label: string }[] = [
  { value: 'both', label: words.both },
  { value: 'operation', label: words.operation },
  { value: 'day', label: words.day },
];

const COLUMNS: readonly GridColumn<UsageRow, UsageSort>[] = [
  {
    id: 'day',
    title: titles.day,
    width: 120,
    grows: 0,
    look: 'tabular-nums',
    cell: ({ day }) => day ?? words.allDays,
  },
  {
    id: 'operation',
    title: titles.operation,
    isVital: true,
    width: 220,
    grows: 1,
    look: 'font-mono text-12',
    cell: ({ operation }) => operation ?? words.allOperations,
  },
  {
    id: 'calls',
    title: titles.calls,
    width: 100,
    grows: 0,
    look: 'text-end tabular-nums',
    cell: ({ calls }) => formatCount(calls),
  },
  {
    id: 'units',
    title: titles.units,
    isVital: true,
    width: 100,
    grows: 0,
    look: 'text-end tabular-nums',
    cell: ({ units }) => formatCount(units),
  },
];

/** What an account used: by day and against its limits as charts, and a table by operation and day. */
export function UsageView({ account }: { readonly account: AccountRead }) {
  const [span, setSpan] = useState<Span>('30');
  const [measure, setMeasure] = useState<Measure>('units');
  const now = Date.now();
  const days = Number(span);
  const plan = PLANS[account.plan];
  const usage = useQuery(usageQuery(account.id, dayText(now - (days - 1) * DAY_MS)));
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <div className="w-36">
          <Select label={words.span} hideLabel options={SPANS} value={span} onChange={setSpan} />
        </div>
        <div className="w-36">
          <Select label={words.bars} hideLabel options={measureOptions(plan)} value={measure} onChange={setMeasure} />
        </div>
      </div>
      {usage.isPending && <p className="min-h-40 text-muted">{words.loading}</p>}
      {usage.error !== null && (
        <RequestError error={usage.error} what={words.what} onRetry={() => void usage.refetch()} />
      )}
      {usage.data !== undefined && usage.data.usage.length === 0 && (
        <EmptyState title={words.empty} icon={<ChartColumn aria-hidden size={20} />}>
          <p>{words.emptyText}</p>
        </EmptyState>
      )}
      {usage.data !== undefined && usage.data.usage.length > 0 && (
        <>
          <div className="grid gap-x-12 gap-y-8 pt-2 pb-4 min-[1100px]:grid-cols-2">
            <ValueChart name="usage-by-day" isWhole {...usageChart(usage.data.usage, measure, plan, days, now)} />
            <ValueChart name="units-spent" isWhole {...unitsChart(usage.data.usage, account, days, now)} />
          </div>
          <UsageTable entries={usage.data.usage} calls={usage.data.total_calls} units={usage.data.total_units} />
        </>
      )}
    </div>
  );
}

interface UsageTableProps {
  readonly entries: readonly UsageEntry[];
  readonly calls: number;
  readonly units: number;
}

function UsageTable({ entries, calls, units }: UsageTableProps) {
  const [grouping, setGrouping] = useState<Grouping>('both');
  const [sort, setSort] = useState<Sort<UsageSort>>({ by: 'day', descending: true });
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const copy = useCopy();
  const rows = useMemo(() => groupUsage(entries, grouping), [entries, grouping]);
  const view = useMemo(() => usageView(sort.by, sort.descending, text), [sort, text]);
  const shown = useListOrder(rows, view);
  const columns = useMemo(
    () =>
      COLUMNS.filter(({ id }) => (id === 'day' ? grouping !== 'operation' : id !== 'operation' || grouping !== 'day')),
    [grouping],
  );
  const open = ({ operation, day }: UsageRow) => {
    if (operation !== null) void navigate({ to: '/api-explorer', search: { operation } });
    else {
      setGrouping('both');
      setText(day ?? '');
    }
  };
  return (
    <>
      <Toolbar
        find={{ label: words.find, text, onChange: (wanted = '') => setText(wanted) }}
        acts={
          <div className="w-48 max-w-full">
            <Select
              label={words.groupBy}
              hideLabel
              options={GROUPING_OPTIONS}
              value={grouping}
              onChange={setGrouping}
            />
          </div>
        }
        more={exportActions({
          name: 'usage',
          csv: () => usageCsv(orderList(rows, view)),
          json: () => {
            const usage = orderList(rows, view).map(({ id: _, ...row }) => row);
            return `${JSON.stringify({ usage }, null, 2)}\n`;
          },
        })}
      />
      <DataGrid
        label={words.label}
        items={shown}
        columns={columns}
        idOf={idOf}
        sort={sort}
        onSort={(by) => setSort(nextSort(sort, by))}
        onOpen={open}
        onCopy={({ operation, day }) => void copy(operation ?? day ?? '', words.row)}
        emptyText={words.noMatch}
      />
      <p className="text-13 text-muted tabular-nums">{words.sum(calls, units)}</p>
    </>
  );
}

function idOf({ id }: UsageRow): string {
  return id;
}
