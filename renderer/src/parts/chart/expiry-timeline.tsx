import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatAgo, formatTime } from '../../lib/format.ts';
import { AgoText } from '../../ui/ago-text.tsx';
import { FileText } from '../../ui/file-text.tsx';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { words } from '../../words/parts/chart.ts';
import type { TextLines } from '../page/text-lines.ts';
import { ChartFigure } from './chart-figure.tsx';
import { PointPicker } from './point-picker.tsx';
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
  /** What the timeline shows; the heading above it says it to the eye. */
  readonly title: string;
  /** Of the table. */
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
const { timeline } = words;

/** A mark of the picture. */
interface Mark {
  readonly lane: TimelineLane;
  readonly row: number;
  readonly cluster: MarkCluster;
}

/** What expires in the next twelve months, a lane for each kind; and the same as text and as a table. */
export function ExpiryTimeline({ title, caption, lanes, now }: ExpiryTimelineProps) {
  const rows = lanes
    .flatMap((lane) => lane.items.map((item) => ({ lane, item })))
    .sort((a, b) => a.item.at - b.item.at);
  return (
    <ChartFigure
      title={title}
      isTitled={false}
      lines={() => timelineLines(lanes, now)}
      table={{ rows: rows.length, content: () => <TimelineTable caption={caption} rows={rows} now={now} /> }}
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 border-t border-line text-13">
        <div>
          {lanes.map((lane) => (
            <div key={lane.id} className="flex h-9 items-center gap-2 whitespace-nowrap">
              {lane.sign}
              <span className="max-[599px]:sr-only">{lane.title}</span>
            </div>
          ))}
        </div>
        <Drawing title={title} lanes={lanes} now={now} />
        <div aria-hidden="true" className="text-muted">
          {lanes.map(({ id, items }) => (
            <div key={id} className="flex h-9 items-center justify-end whitespace-nowrap">
              {items.length === 0 ? timeline.none : laterWords(items, now)}
            </div>
          ))}
        </div>
      </div>
    </ChartFigure>
  );
}

function Drawing({ title, lanes, now }: Pick<ExpiryTimelineProps, 'title' | 'lanes' | 'now'>) {
  const [visited, setVisited] = useState<number | null>(null);
  const height = lanes.length * LANE + AXIS;
  const marks: readonly Mark[] = lanes
    .flatMap((lane, row) => clustersOf(lane.items, now).map((cluster) => ({ lane, row, cluster })))
    .sort((a, b) => a.cluster.at - b.cluster.at);
  const yOf = (row: number) => row * LANE + LANE / 2;
  return (
    <div className="relative">
      <svg
        role="img"
        aria-label={lanes.map((lane) => laneWords(lane, now)).join('. ')}
        width="100%"
        height={height}
        className="block overflow-visible"
      >
        <Axes lanes={lanes} now={now} />
        {marks.map((mark, index) => (
          <MarkDrawing
            key={`${mark.lane.id} ${mark.cluster.at}`}
            cluster={mark.cluster}
            x={percent(mark.cluster.at, now)}
            y={yOf(mark.row)}
            isVisited={index === visited}
          />
        ))}
      </svg>
      {marks.length > 0 && (
        <PointPicker
          label={words.pointsOf(title)}
          count={marks.length}
          placeOf={(index) => shareOf(marks[index]?.cluster.at ?? now, now)}
          heightOf={(index) => yOf(marks[index]?.row ?? 0) / height}
          textOf={(index) => textsOf(marks[index]).join(', ')}
          onVisit={setVisited}
        >
          {(index) =>
            textsOf(marks[index]).map((text, line) => (
              <p key={text} className={line === 0 ? 'font-medium' : ''}>
                <FileText text={text} limit={120} />
              </p>
            ))
          }
        </PointPicker>
      )}
    </div>
  );
}

/** A line under each lane, one for each month, and today. */
function Axes({ lanes, now }: Pick<ExpiryTimelineProps, 'lanes' | 'now'>) {
  const bottom = lanes.length * LANE;
  return (
    <>
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
            y2={bottom}
            className="stroke-line"
            strokeDasharray="2 4"
          />
          <text
            x={percent(at, now)}
            y={bottom + AXIS - 6}
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
        y2={bottom + 4}
        className="stroke-accent forced-colors:stroke-[Highlight]"
        strokeWidth={1.5}
      />
      {/* From the start: in a narrow window half of it would stand outside. */}
      <text x="0" y={bottom + AXIS - 6} className="fill-text text-12 font-medium">
        {timeline.today}
      </text>
    </>
  );
}

interface MarkDrawingProps {
  readonly cluster: MarkCluster;
  readonly x: string;
  readonly y: number;
  readonly isVisited: boolean;
}

/**
 * One thing, or several that are too near to each other to be told apart: how many they are stands in the mark. What is overdue
 * is a diamond, what comes soon is filled, what comes later is a ring: not told by colour alone.
 */
function MarkDrawing({ cluster: { items, urgency }, x, y, isVisited }: MarkDrawingProps) {
  const count = items.length;
  const radius = count === 1 ? 6 : 10;
  const { fill, text } = LOOKS[urgency];
  return (
    <svg x={x} y={y} aria-hidden="true" className="overflow-visible">
      {isVisited && (
        <circle
          r={radius + 4}
          fill="none"
          strokeWidth={2}
          className="screen-only stroke-accent forced-colors:stroke-[Highlight]"
        />
      )}
      {urgency === 'past' ? (
        <rect
          x={-radius}
          y={-radius}
          width={radius * 2}
          height={radius * 2}
          rx={2}
          transform="rotate(45)"
          className={fill}
        />
      ) : (
        <circle r={urgency === 'later' ? radius - 1 : radius} strokeWidth={2} className={fill} />
      )}
      {count > 1 && (
        <text y={4} textAnchor="middle" className={`text-12 font-semibold ${text}`}>
          {count}
        </text>
      )}
    </svg>
  );
}

const ON_FILL = 'fill-page forced-colors:fill-[Canvas]';
const LOOKS = {
  past: { fill: 'fill-inconclusive forced-colors:fill-[CanvasText]', text: ON_FILL },
  soon: { fill: 'fill-pending forced-colors:fill-[CanvasText]', text: ON_FILL },
  later: {
    fill: 'fill-page stroke-skipped forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]',
    text: 'fill-text forced-colors:fill-[CanvasText]',
  },
} as const;

interface TimelineRow {
  readonly lane: TimelineLane;
  readonly item: TimelineItem;
}

interface TimelineTableProps {
  readonly caption: string;
  readonly rows: readonly TimelineRow[];
  readonly now: number;
}

function TimelineTable({ caption, rows, now }: TimelineTableProps) {
  return (
    <>
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
    </>
  );
}

/** The lane of a mark, and its things with their times, the first few. */
function textsOf(mark: Mark | undefined): readonly string[] {
  if (mark === undefined) return [];
  const { lane, cluster } = mark;
  const { items } = cluster;
  const count = items.length;
  const names = items.slice(0, MOST_NAMES).map(({ name, at }) => timeline.item(name, formatTime(at)?.local ?? ''));
  return [lane.title, ...names, ...(count > MOST_NAMES ? [timeline.more(count - MOST_NAMES)] : [])];
}

/** Each lane with all that it holds, the soonest first. */
export function timelineLines(lanes: readonly TimelineLane[], now: number): TextLines {
  return lanes.map((lane) => ({
    text: laneWords(lane, now),
    lines: lane.items
      .toSorted((a, b) => a.at - b.at)
      .map(({ name, at }) => timeline.item(name, formatTime(at)?.utc ?? '')),
  }));
}

/** Where an instant stands; what is over stands before today. */
function shareOf(at: number, now: number): number {
  return at < now ? TODAY / 3 : TODAY + ((at - now) / SPAN_MS) * WIDTH;
}

function percent(at: number, now: number): string {
  return `${(shareOf(at, now) * 100).toFixed(2)}%`;
}

function laneWords({ title, items }: TimelineLane, now: number): string {
  const past = items.filter(({ at }) => at < now).length;
  const next = Math.min(...items.filter(({ at }) => at >= now).map(({ at }) => at));
  return timeline.lane(title, items.length, past, Number.isFinite(next) ? formatAgo(next, now) : '');
}

/** What has no place in the picture. */
function laterWords(items: readonly TimelineItem[], now: number): string {
  const later = items.filter(({ at }) => at > now + SPAN_MS).length;
  return later === 0 ? '' : timeline.later(later);
}
