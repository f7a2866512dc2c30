import type { ChartSeries } from './series.ts';

/**
 * How series are told apart: by colour, and without it by pattern, dashes or shape, so that charts are read on paper, in forced
 * colours and by people who see no colours.
 */
interface Look {
  readonly fill: string;
  readonly stroke: string;
  /** Lines over the fill, in a tile of 8 by 8; none for a plain fill. */
  readonly tile: string | null;
  readonly dash: string | undefined;
  /** Of single values, around 0. */
  readonly dot: string;
}

const FORCED_FILL = 'forced-colors:fill-[CanvasText]';
const FORCED_STROKE = 'forced-colors:stroke-[CanvasText]';

const LOOKS: readonly Look[] = [
  {
    fill: 'fill-chart-1',
    stroke: 'stroke-chart-1',
    tile: null,
    dash: undefined,
    dot: 'M-3 0A3 3 0 1 0 3 0A3 3 0 1 0 -3 0Z',
  },
  {
    fill: 'fill-chart-2',
    stroke: 'stroke-chart-2',
    tile: 'M-2 10L10 -2M-2 2L2 -2M6 10L10 6',
    dash: '6 3',
    dot: 'M-2.5 -2.5H2.5V2.5H-2.5Z',
  },
  { fill: 'fill-chart-3', stroke: 'stroke-chart-3', tile: 'M0 2H8M0 6H8', dash: '2 3', dot: 'M0 -3.5L3.5 2.5H-3.5Z' },
  {
    fill: 'fill-chart-4',
    stroke: 'stroke-chart-4',
    tile: 'M2 0V8M6 0V8',
    dash: '8 3 2 3',
    dot: 'M0 -3.5L3.5 0L0 3.5L-3.5 0Z',
  },
  {
    fill: 'fill-chart-5',
    stroke: 'stroke-chart-5',
    tile: 'M-2 -2L10 10M6 -2L10 2M-2 6L2 10',
    dash: '1 3',
    dot: 'M0 3.5L3.5 -2.5H-3.5Z',
  },
  {
    fill: 'fill-chart-6',
    stroke: 'stroke-chart-6',
    tile: 'M0 4H8M4 0V8',
    dash: '4 2 1 2',
    dot: 'M-1 -3H1V-1H3V1H1V3H-1V1H-3V-1H-1Z',
  },
];

/** As many series as can be told apart. */
export const MOST_SERIES = LOOKS.length;

function lookOf(place: number): Look {
  const look = LOOKS[place % MOST_SERIES];
  if (look === undefined) throw new RangeError(`There is no look ${place}`);
  return look;
}

function tileId(chart: string, place: number): string {
  return `${chart}-tile-${place}`;
}

/** The patterns of a chart, for its own drawing and those of its legend. */
export function Tiles({ chart }: { readonly chart: string }) {
  return (
    <defs>
      {LOOKS.map(
        ({ tile, fill }, place) =>
          tile !== null && (
            <pattern key={fill} id={tileId(chart, place)} width="8" height="8" patternUnits="userSpaceOnUse">
              <path d={tile} className="stroke-page/75 forced-colors:stroke-[Canvas]" strokeWidth="1.25" />
            </pattern>
          ),
      )}
    </defs>
  );
}

export interface BarProps {
  readonly chart: string;
  readonly place: number;
  readonly x: string;
  readonly y: string;
  readonly width: string;
  readonly height: string;
}

/** A bar in the look of its series. Distances are shares of the drawing. */
export function Bar({ chart, place, ...box }: BarProps) {
  const { fill, tile } = lookOf(place);
  return (
    <>
      <rect {...box} className={`${fill} ${FORCED_FILL}`} />
      {tile !== null && <rect {...box} fill={`url(#${tileId(chart, place)})`} />}
    </>
  );
}

/** What is estimated and not measured. */
export function EstimatedBar(box: Omit<BarProps, 'chart' | 'place'>) {
  return (
    <rect {...box} fill="none" strokeWidth={1.5} strokeDasharray="3 2" className={`stroke-muted ${FORCED_STROKE}`} />
  );
}

export function LinePath({
  place,
  isEstimated,
  d,
}: {
  readonly place: number;
  readonly isEstimated: boolean;
  readonly d: string;
}) {
  const { stroke, dash } = lookOf(place);
  return (
    <path
      d={d}
      fill="none"
      strokeWidth={isEstimated ? 1.5 : 2}
      strokeLinecap="round"
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
      strokeDasharray={isEstimated ? '3 4' : dash}
      className={`${isEstimated ? 'stroke-muted' : stroke} ${FORCED_STROKE}`}
    />
  );
}

/** A single value of a series. */
export function Dot({ place, x, y }: { readonly place: number; readonly x: string; readonly y: string }) {
  const { fill, dot } = lookOf(place);
  return (
    <svg aria-hidden="true" x={x} y={y} className="overflow-visible">
      <path d={dot} className={`${fill} ${FORCED_FILL}`} />
    </svg>
  );
}

/** The look of a series beside its name. */
export function Swatch({
  chart,
  place,
  kind,
}: {
  readonly chart: string;
  readonly place: number;
  readonly kind: ChartSeries['kind'];
}) {
  return (
    <svg aria-hidden="true" width={20} height={12} className="shrink-0 overflow-visible">
      {kind === 'bar' && <Bar chart={chart} place={place} x="4" y="0" width="12" height="12" />}
      {kind === 'estimatedBar' && <EstimatedBar x="4" y="0" width="12" height="12" />}
      {(kind === 'line' || kind === 'estimatedLine') && (
        <LinePath place={place} isEstimated={kind === 'estimatedLine'} d="M0 6H20" />
      )}
    </svg>
  );
}
