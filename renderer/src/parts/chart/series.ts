/** What a chart of values shows, and what it says in words. */
import { words } from '../../words/parts/chart.ts';
import { type CsvColumn, csvText } from '../list-page/csv.ts';
import type { TextLines } from '../page/text-lines.ts';

/** A place on the axis below: a day, a moment. */
export interface ChartPoint {
  readonly id: string;
  /** On the axis. */
  readonly label: string;
  /** Where there is room: beside its values, in the table. */
  readonly title: string;
}

export interface ChartSeries {
  readonly id: string;
  /** In the middle of a sentence as well. */
  readonly name: string;
  /** Bars stand on each other. What is estimated and not measured is outlined, or dashed. */
  readonly kind: 'bar' | 'line' | 'estimatedBar' | 'estimatedLine';
  /** One for each point; null where there is none. */
  readonly values: readonly (number | null)[];
}

export interface ChartLimit {
  readonly name: string;
  readonly value: number;
}

/** A point that is pointed out, for example the one in force. */
export interface ChartMark {
  readonly name: string;
  /** Which of the points. */
  readonly index: number;
}

export interface ChartData {
  /** What is shown, for example "Units by day". */
  readonly title: string;
  /** The whole in one sentence. */
  readonly summary: string;
  /** Oldest first. */
  readonly points: readonly ChartPoint[];
  /** What the points are, for example "Day, UTC". */
  readonly pointTitle: string;
  readonly series: readonly ChartSeries[];
  readonly limit?: ChartLimit | null;
  readonly mark?: ChartMark | null;
  readonly format: (value: number) => string;
}

export interface NamedValue {
  readonly series: ChartSeries;
  readonly value: number;
}

/** What is known of a point, in the order of the series. */
export function valuesAt({ series }: Pick<ChartData, 'series'>, index: number): readonly NamedValue[] {
  return series.flatMap((one) => {
    const value = one.values[index] ?? null;
    return value === null ? [] : [{ series: one, value }];
  });
}

/** The height of the stack of a point; null where there is only one bar, or none. */
export function totalAt(data: Pick<ChartData, 'series'>, index: number): number | null {
  const bars = data.series.filter(({ kind }) => kind === 'bar');
  if (bars.length < 2) return null;
  return bars.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
}

/** The largest value that has to have room: of stacks, of estimates on them, and of lines. */
export function mostOf({ series, points }: Pick<ChartData, 'series' | 'points'>): number {
  return points.reduce((most, _, index) => {
    const at = (kind: ChartSeries['kind']) =>
      series.filter((one) => one.kind === kind).map(({ values }) => values[index] ?? 0);
    const stack = [...at('bar'), ...at('estimatedBar')].reduce((sum, value) => sum + value, 0);
    return Math.max(most, stack, ...at('line'), ...at('estimatedLine'));
  }, 0);
}

/** A point in words: for screen readers as it is visited, and as a line of text. */
export function pointText(data: ChartData, index: number): string {
  const { points, format } = data;
  const known = valuesAt(data, index).filter(({ series, value }) => value > 0 || series.kind !== 'bar');
  const total = totalAt(data, index);
  const values = known.map(({ series, value }) => words.value(series.name, format(value)));
  const title = points[index]?.title ?? '';
  if (total !== null) return words.stack(title, format(total), values);
  return words.point(title, values);
}

/** The chart as text: its sentence, its limit, and every point at which something is known. */
export function chartLines(data: ChartData): TextLines {
  const { summary, limit, mark, points, format } = data;
  const known = points.flatMap((_, index) => {
    const values = valuesAt(data, index);
    return values.some(({ series, value }) => value > 0 || series.kind !== 'bar') ? [pointText(data, index)] : [];
  });
  return [
    summary,
    ...(limit === undefined || limit === null ? [] : [words.value(limit.name, format(limit.value))]),
    ...(mark === undefined || mark === null ? [] : [mark.name]),
    ...(known.length === 0 ? [] : [{ text: words.values(known.length), lines: known }]),
  ];
}

/** The same numbers for a spreadsheet, as they are and not as they are written. */
export function chartCsv(data: ChartData): string {
  const { points, pointTitle, series } = data;
  const column = ({ name, values }: ChartSeries): CsvColumn<number> => [csvTitle(name), (index) => values[index] ?? ''];
  return csvText(
    [...points.keys()],
    [[csvTitle(pointTitle), (index) => points[index]?.id ?? ''], ...series.map(column)],
  );
}

/** A heading for programs: no commas, no blanks. */
function csvTitle(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');
}
