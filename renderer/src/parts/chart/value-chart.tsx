import { type ReactNode, useId } from 'react';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { words } from '../../words/parts/chart.ts';
import { ChartFigure } from './chart-figure.tsx';
import { Bar, Dot, EstimatedBar, LinePath, Swatch, Tiles } from './looks.tsx';
import { PointPicker } from './point-picker.tsx';
import { isInReach, labelPlaces, ticksTo } from './scale.ts';
import {
  type ChartData,
  type ChartSeries,
  chartCsv,
  chartLines,
  mostOf,
  pointText,
  totalAt,
  valuesAt,
} from './series.ts';

export interface ValueChartProps extends ChartData {
  /** Name of the CSV file, without its ending. */
  readonly name: string;
  /** Top of the scale; where absent, what the values need. */
  readonly most?: number;
  /** Whether all values are whole, so that the axis has no halves. */
  readonly isWhole?: boolean;
  readonly isTitled?: boolean;
}

/** Share of a point's width that its bar takes. */
const BAR = 0.72;
const MOST_LABELS = 5;
const MOST_ROWS = 400;

/** Values by day or moment, at most six series: stacked bars, lines, a limit that they are measured by, and what is to be expected. */
export function ValueChart({ name, most, isWhole = false, isTitled = true, ...data }: ValueChartProps) {
  const chart = useId();
  const { title, summary, points, series, limit = null, mark = null, format } = data;
  const needed = most ?? mostOf(data);
  const shownLimit = limit !== null && isInReach(limit.value, needed) ? limit : null;
  const ticks = ticksTo(Math.max(needed, shownLimit?.value ?? 0), isWhole);
  const top = ticks.at(-1) ?? 1;
  const hasBars = series.some(({ kind }) => kind === 'bar');
  const placeOf = (index: number) =>
    hasBars ? (index + 0.5) / points.length : points.length < 2 ? 0.5 : index / (points.length - 1);
  return (
    <ChartFigure
      title={title}
      isTitled={isTitled}
      summary={summary}
      lines={() => chartLines(data)}
      legend={
        <Legend
          chart={chart}
          series={series}
          note={limit !== null && shownLimit === null ? words.limitAbove(limit.name, format(limit.value)) : null}
        />
      }
      table={{
        rows: points.length,
        content: () => <ChartTable {...data} />,
        csv: { name, text: () => chartCsv(data) },
      }}
    >
      {/* The topmost value of the axis stands above the drawing by half a line. */}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 pt-2 text-12 text-muted tabular-nums">
        <ValueAxis ticks={ticks} format={format} />
        <div className="relative h-40">
          <svg
            role="img"
            aria-label={`${title}. ${summary}`}
            width="100%"
            height="100%"
            className="block overflow-visible"
          >
            <Tiles chart={chart} />
            <GridLines ticks={ticks} />
            <Bars chart={chart} series={series} count={points.length} top={top} />
            <Lines series={series} top={top} placeOf={placeOf} />
            <Dots series={series} top={top} placeOf={placeOf} />
            {shownLimit !== null && <LimitLine y={share(shownLimit.value, top)} />}
            {mark !== null && <MarkLine x={placeOf(mark.index)} />}
          </svg>
          {shownLimit !== null && (
            <span
              aria-hidden="true"
              style={{ bottom: `${share(shownLimit.value, top) * 100}%` }}
              className="absolute end-0 mb-0.5 bg-page/80 px-1 text-text"
            >
              {words.value(shownLimit.name, format(shownLimit.value))}
            </span>
          )}
          {mark !== null && <MarkName name={mark.name} at={placeOf(mark.index)} />}
          <PointPicker
            label={words.pointsOf(title)}
            count={points.length}
            placeOf={placeOf}
            textOf={(index) => pointText(data, index)}
          >
            {(index) => <PointValues chart={chart} data={data} index={index} />}
          </PointPicker>
        </div>
        <span />
        <PointAxis labels={points.map(({ label }) => label)} placeOf={placeOf} isInset={hasBars} />
      </div>
    </ChartFigure>
  );
}

function share(value: number, top: number): number {
  return Math.min(1, Math.max(0, value / top));
}

function percent(part: number): string {
  return `${(part * 100).toFixed(3)}%`;
}

function ValueAxis({
  ticks,
  format,
}: {
  readonly ticks: readonly number[];
  readonly format: (value: number) => string;
}) {
  const texts = ticks.map(format);
  const longest = texts.reduce((long, text) => (text.length > long.length ? text : long), '');
  const top = ticks.at(-1) ?? 1;
  return (
    <div aria-hidden="true" className="relative h-40 text-end leading-none">
      {/* Gives the column its width. */}
      <span className="invisible">{longest}</span>
      {ticks.map((tick, index) => (
        <span
          key={tick}
          style={{ bottom: `calc(${share(tick, top) * 100}% - 0.5em)` }}
          className="absolute end-0 whitespace-nowrap"
        >
          {texts[index]}
        </span>
      ))}
    </div>
  );
}

interface PointAxisProps {
  readonly labels: readonly string[];
  readonly placeOf: (index: number) => number;
  /** The first and last point stand off the ends, so that their labels may be centred. */
  readonly isInset: boolean;
}

function PointAxis({ labels, placeOf, isInset }: PointAxisProps) {
  const places = labelPlaces(labels.length, MOST_LABELS);
  return (
    <div aria-hidden="true" className="relative mt-1.5 h-4 whitespace-nowrap">
      {places.map((place, index) => {
        const isFirst = index === 0 && (!isInset || labels.length > 20);
        const isLast = index === places.length - 1 && index > 0 && (!isInset || labels.length > 20);
        const at = isFirst ? { left: 0 } : isLast ? { right: 0 } : { left: percent(placeOf(place)) };
        return (
          <span
            key={place}
            style={at}
            className={`absolute ${isFirst || isLast ? '' : '-translate-x-1/2'} ${index % 2 === 1 ? 'max-[599px]:hidden' : ''}`}
          >
            {labels[place]}
          </span>
        );
      })}
    </div>
  );
}

function GridLines({ ticks }: { readonly ticks: readonly number[] }) {
  const top = ticks.at(-1) ?? 1;
  return ticks.map((tick) => (
    <line
      key={tick}
      x1="0"
      x2="100%"
      y1={percent(1 - share(tick, top))}
      y2={percent(1 - share(tick, top))}
      className={tick === 0 ? 'stroke-line-strong' : 'stroke-line forced-colors:stroke-[GrayText]'}
    />
  ));
}

interface PlottedProps {
  readonly series: readonly ChartSeries[];
  readonly count: number;
  readonly top: number;
}

function Bars({ chart, series, count, top }: PlottedProps & { readonly chart: string }) {
  const width = percent(BAR / count);
  return Array.from({ length: count }, (_, index) => {
    const x = percent((index + (1 - BAR) / 2) / count);
    let below = 0;
    return series.map(({ id, kind, values }, place) => {
      const value = values[index] ?? 0;
      if (value <= 0 || (kind !== 'bar' && kind !== 'estimatedBar')) return null;
      below += value;
      const box = { x, width, y: percent(1 - share(below, top)), height: percent(share(value, top)) };
      const key = `${id} ${index}`;
      return kind === 'bar' ? (
        <Bar key={key} chart={chart} place={place} {...box} />
      ) : (
        <EstimatedBar key={key} {...box} />
      );
    });
  });
}

function Lines({
  series,
  top,
  placeOf,
}: Omit<PlottedProps, 'count'> & { readonly placeOf: (index: number) => number }) {
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height="100%"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="overflow-visible"
    >
      {series.map(({ id, kind, values }, place) =>
        kind === 'line' || kind === 'estimatedLine' ? (
          <LinePath
            key={id}
            place={place}
            isEstimated={kind === 'estimatedLine'}
            d={pathOf(values, (index, value) => [placeOf(index) * 100, (1 - share(value, top)) * 100])}
          />
        ) : null,
      )}
    </svg>
  );
}

/** A path with gaps where values are missing. A value between two gaps has no line. */
export function pathOf(
  values: readonly (number | null)[],
  place: (index: number, value: number) => readonly [x: number, y: number],
): string {
  const steps = values.map((value, index) => {
    if (value === null || isLone(values, index)) return '';
    const isBegun = index > 0 && values[index - 1] !== null;
    return `${isBegun ? 'L' : 'M'}${place(index, value)
      .map((part) => part.toFixed(2))
      .join(' ')}`;
  });
  return steps.join('');
}

function isLone(values: readonly (number | null)[], index: number): boolean {
  return (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
}

/** Values between two gaps, as dots in the shape of their series. */
function Dots({ series, top, placeOf }: Omit<PlottedProps, 'count'> & { readonly placeOf: (index: number) => number }) {
  return series.map(({ id, kind, values }, place) =>
    kind !== 'line'
      ? null
      : values.map((value, index) =>
          value === null || !isLone(values, index) ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place
            <Dot key={`${id} ${index}`} place={place} x={percent(placeOf(index))} y={percent(1 - share(value, top))} />
          ),
        ),
  );
}

const MARKING = {
  strokeWidth: 1.5,
  strokeDasharray: '8 4',
  className: 'stroke-text forced-colors:stroke-[Highlight]',
} as const;

function LimitLine({ y }: { readonly y: number }) {
  return <line x1="0" x2="100%" y1={percent(1 - y)} y2={percent(1 - y)} {...MARKING} />;
}

function MarkLine({ x }: { readonly x: number }) {
  return <line x1={percent(x)} x2={percent(x)} y1="0" y2="100%" {...MARKING} />;
}

/** On the side of the line where there is more room. */
function MarkName({ name, at }: { readonly name: string; readonly at: number }) {
  return (
    <span
      aria-hidden="true"
      style={at > 0.5 ? { right: percent(1 - at) } : { left: percent(at) }}
      className="absolute top-0 mx-1 bg-page/80 px-1 text-text"
    >
      {name}
    </span>
  );
}

interface PointValuesProps {
  readonly chart: string;
  readonly data: ChartData;
  readonly index: number;
}

/** The values of the point that is visited, the topmost of the stack first. */
function PointValues({ chart, data, index }: PointValuesProps) {
  const { points, series, format } = data;
  const known = valuesAt(data, index).filter(({ series: one, value }) => value > 0 || one.kind !== 'bar');
  const total = totalAt(data, index);
  return (
    <>
      <p className="font-medium">{points[index]?.title}</p>
      <dl className="mt-0.5">
        {total !== null && <ValueRow name={words.total} value={format(total)} />}
        {known.toReversed().map(({ series: one, value }) => (
          <ValueRow
            key={one.id}
            swatch={series.length > 1 ? <Swatch chart={chart} place={series.indexOf(one)} kind={one.kind} /> : null}
            name={one.name}
            value={format(value)}
          />
        ))}
        {known.length === 0 && total === null && <ValueRow name={words.none} value="" />}
      </dl>
    </>
  );
}

function ValueRow({
  swatch = null,
  name,
  value,
}: {
  readonly swatch?: ReactNode;
  readonly name: string;
  readonly value: string;
}) {
  return (
    <div className="flex items-center gap-2">
      {swatch}
      <dt className="min-w-0 flex-1 text-muted">{name}</dt>
      <dd className="tabular-nums">{value}</dd>
    </div>
  );
}

interface LegendProps {
  readonly chart: string;
  readonly series: readonly ChartSeries[];
  readonly note: string | null;
}

function Legend({ chart, series, note }: LegendProps) {
  if (series.length < 2 && note === null) return null;
  return (
    <div className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-13">
      {series.length > 1 && (
        <ul aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1">
          {series.map(({ id, name, kind }, place) => (
            <li key={id} className="flex items-center gap-1.5">
              <Swatch chart={chart} place={place} kind={kind} />
              {name}
            </li>
          ))}
        </ul>
      )}
      {note !== null && <p className="text-muted">{note}</p>}
    </div>
  );
}

function ChartTable(data: ChartData) {
  const { title, points, pointTitle, series, format } = data;
  const isStacked = totalAt(data, 0) !== null;
  // Where there are more than anybody looks through, the newest.
  const first = Math.max(0, points.length - MOST_ROWS);
  return (
    <>
      <Table
        caption={title}
        columns={[
          { id: 'point', title: pointTitle },
          ...series.map(({ id, name }) => ({ id, title: words.columnTitle(name), align: 'end' as const })),
          ...(isStacked ? [{ id: 'total', title: words.total, align: 'end' as const }] : []),
        ]}
      >
        {points.slice(first).map(({ id, title: pointName }, offset) => (
          <Row key={id}>
            <Cell isHeader noWrap>
              {pointName}
            </Cell>
            {series.map(({ id: seriesId, values }) => {
              const value = values[first + offset] ?? null;
              return (
                <Cell key={seriesId} align="end" noWrap>
                  {value === null ? words.noValue : format(value)}
                </Cell>
              );
            })}
            {isStacked && (
              <Cell align="end" noWrap>
                {format(totalAt(data, first + offset) ?? 0)}
              </Cell>
            )}
          </Row>
        ))}
      </Table>
      {first > 0 && <p className="mt-2 text-13 text-muted">{words.newest(MOST_ROWS)}</p>}
    </>
  );
}
