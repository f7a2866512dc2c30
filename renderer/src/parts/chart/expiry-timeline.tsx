import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatAgo, formatTime } from '../../lib/format.ts';
import { AgoText } from '../../ui/ago-text.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { FileText } from '../../ui/file-text.tsx';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { words } from '../../words/parts/chart.ts';
import { clustersOf, type MarkCluster, monthsAfter, SPAN_MS } from './timeline-layout.ts';

export interface TimelineItem {
  readonly id: string;
  /** May come from a file. */
  readonly name: string;
  /** When it expires or is due, milliseconds. */
  readonly at: number;
  readonly link: { readonly to: string; readonly search: Readonly<Record<string, string>> };
}

export interface TimelineLane {
  readonly id: string;
  readonly title: string;
  /** What happens at the time, in the table. */
  readonly kind: string;
  readonly sign: ReactNode;
  readonly items: readonly TimelineItem[];
}

export interface ExpiryTimelineProps {
  readonly caption: string;
  readonly lanes: readonly TimelineLane[];
  readonly now: number;
}

const LANE = 36;
const AXIS = 24;
/** Share of the width before today, where overdue things stand, and of the twelve months; the rest is room for the last mark. */
const TODAY = 0.04;
const WIDTH = 0.94;
const MOST_NAMES = 5;
const MOST_ROWS = 200;

/** What expires in the next twelve months, a lane for each kind; and the same as a table. */
export function ExpiryTimeline({ caption, lanes, now }: ExpiryTimelineProps) {
  const height = lanes.length * LANE + AXIS;
  const rows = lanes
    .flatMap((lane) => lane.items.map((item) => ({ lane, item })))
    .sort((a, b) => a.item.at - b.item.at);
  const { timeline } = words;
  return (
    <div className="space-y-3">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 border-t border-line text-13">
        <div>
          {lanes.map((lane) => (
            <div key={lane.id} className="flex h-9 items-center gap-2 whitespace-nowrap">
              {lane.sign}
              <span className="max-[599px]:sr-only">{lane.title}</span>
            </div>
          ))}
        </div>
        <svg
          role="img"
          aria-label={lanes.map((lane) => laneWords(lane, now)).join('. ')}
          width="100%"
          height={height}
          className="block overflow-visible"
        >
          {lanes.map(({ id }, index) => (
            <line
              key={id}
              x1="0"
              x2="100%"
              y1={(index + 1) * LANE}
              y2={(index + 1) * LANE}
              className="stroke-line forced-colors:stroke-[GrayText]"
            />
          ))}
          {monthsAfter(now).map(({ at, title }, index) => (
            <g key={at}>
              <line
                x1={percent(at, now)}
                x2={percent(at, now)}
                y1={0}
                y2={lanes.length * LANE}
                className="stroke-line"
                strokeDasharray="2 4"
              />
              <text
                x={percent(at, now)}
                y={height - 6}
                textAnchor="middle"
                className={`fill-muted text-12 ${index % 3 === 2 ? '' : 'max-[899px]:hidden'}`}
              >
                {title}
              </text>
            </g>
          ))}
          <line
            x1={percent(now, now)}
            x2={percent(now, now)}
            y1={0}
            y2={lanes.length * LANE + 4}
            className="stroke-accent forced-colors:stroke-[Highlight]"
            strokeWidth={1.5}
          />
          <text x={percent(now, now)} y={height - 6} textAnchor="middle" className="fill-text text-12 font-medium">
            {timeline.today}
          </text>
          {lanes.map((lane, index) =>
            clustersOf(lane.items, now).map((cluster) => (
              <Mark key={`${lane.id} ${cluster.at}`} cluster={cluster} y={index * LANE + LANE / 2} now={now} />
            )),
          )}
        </svg>
        <div aria-hidden="true" className="text-muted">
          {lanes.map(({ id, items }) => (
            <div key={id} className="flex h-9 items-center justify-end whitespace-nowrap">
              {items.length === 0 ? timeline.none : laterWords(items, now)}
            </div>
          ))}
        </div>
      </div>
      <Disclosure title={words.asTable(rows.length)}>
        <Table
          caption={caption}
          columns={[
            { id: 'kind', title: timeline.columns.kind },
            { id: 'name', title: timeline.columns.name },
            { id: 'when', title: timeline.columns.when },
          ]}
        >
          {rows.slice(0, MOST_ROWS).map(({ lane, item }) => (
            <Row key={`${lane.id} ${item.id}`}>
              <Cell noWrap>{lane.kind}</Cell>
              <Cell isHeader>
                <Link to={item.link.to} search={item.link.search} className="text-accent underline underline-offset-4">
                  <FileText text={item.name} limit={120} />
                </Link>
              </Cell>
              <Cell noWrap>
                <AgoText value={item.at} now={now} />
              </Cell>
            </Row>
          ))}
        </Table>
        {rows.length > MOST_ROWS && <p className="mt-2 text-13 text-muted">{timeline.cut(MOST_ROWS)}</p>}
      </Disclosure>
    </div>
  );
}

/** One thing, or several that are too near to each other to be told apart: how many they are stands in the mark. */
function Mark({ cluster, y, now }: { readonly cluster: MarkCluster; readonly y: number; readonly now: number }) {
  const { at, items, urgency } = cluster;
  const count = items.length;
  const names = items.slice(0, MOST_NAMES).map((item) => `${item.name}: ${formatTime(item.at)?.local ?? ''}`);
  const more = count > MOST_NAMES ? [words.timeline.more(count - MOST_NAMES)] : [];
  return (
    <g className="forced-colors:fill-[CanvasText]">
      <circle cx={percent(at, now)} cy={y} r={count === 1 ? 6 : 10} className={FILLS[urgency]} />
      {count > 1 && (
        <text
          x={percent(at, now)}
          y={y + 4}
          textAnchor="middle"
          className="fill-page text-12 font-semibold forced-colors:fill-[Canvas]"
        >
          {count}
        </text>
      )}
      <title>{[...names, ...more].join('\n')}</title>
    </g>
  );
}

const FILLS = {
  past: 'fill-inconclusive forced-colors:fill-[CanvasText]',
  soon: 'fill-pending forced-colors:fill-[CanvasText]',
  later: 'fill-skipped forced-colors:fill-[CanvasText]',
} as const;

/** Where an instant stands; what is over stands before today. */
function percent(at: number, now: number): string {
  const share = at < now ? TODAY / 3 : TODAY + ((at - now) / SPAN_MS) * WIDTH;
  return `${(share * 100).toFixed(2)}%`;
}

function laneWords({ title, items }: TimelineLane, now: number): string {
  const past = items.filter(({ at }) => at < now).length;
  const next = Math.min(...items.filter(({ at }) => at >= now).map(({ at }) => at));
  return words.timeline.lane(title, items.length, past, Number.isFinite(next) ? formatAgo(next, now) : '');
}

/** What has no place in the picture. */
function laterWords(items: readonly TimelineItem[], now: number): string {
  const later = items.filter(({ at }) => at > now + SPAN_MS).length;
  return later === 0 ? '' : words.timeline.later(later);
}
