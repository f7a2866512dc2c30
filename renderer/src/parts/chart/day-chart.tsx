import { formatCount } from '../../lib/format.ts';

export interface DayChartProps {
  /** What the bars measure, for example "Units". */
  readonly measure: string;
  /** Oldest first; `day` is a UTC day as `2026-11-21`. */
  readonly days: readonly { readonly day: string; readonly value: number }[];
}

const HEIGHT = 100;
/** Share of a day's width that its bar takes. */
const BAR = 0.72;

/** One bar for each day. The numbers stand in a table beside it: the picture itself says the extremes in words. */
export function DayChart({ measure, days }: DayChartProps) {
  const most = Math.max(...days.map(({ value }) => value), 0);
  const sum = days.reduce((total, { value }) => total + value, 0);
  const top = days.find(({ value }) => value === most);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || top === undefined) return null;
  const words =
    most === 0
      ? `${measure} by day: none from ${first.day} to ${last.day}`
      : `${measure} by day from ${first.day} to ${last.day}: ${formatCount(sum)} in all, at most ${formatCount(most)}, on ${top.day}`;
  return (
    <figure className="rounded border border-line bg-surface px-4 py-3">
      <figcaption className="mb-2 text-13 text-muted">{words}.</figcaption>
      <div className="flex gap-2">
        <div
          aria-hidden="true"
          className="flex h-32 shrink-0 flex-col justify-between text-end text-12 leading-none text-muted tabular-nums"
        >
          <span>{formatCount(most)}</span>
          <span>0</span>
        </div>
        <div className="min-w-0 flex-1">
          <svg
            role="img"
            aria-label={words}
            viewBox={`0 0 ${days.length} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="block h-32 w-full border-b border-line-strong"
          >
            {[0, 0.5].map((share) => (
              <line
                key={share}
                x1={0}
                x2={days.length}
                y1={share * HEIGHT}
                y2={share * HEIGHT}
                className="stroke-line"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {days.map(({ day, value }, index) => {
              const height = most === 0 ? 0 : (value / most) * HEIGHT;
              return (
                <g key={day}>
                  <rect
                    x={index + (1 - BAR) / 2}
                    y={HEIGHT - height}
                    width={BAR}
                    height={height}
                    className="fill-accent forced-colors:fill-[CanvasText]"
                  />
                  {/* The whole column answers the pointer, also where its bar is low. */}
                  <rect x={index} y={0} width={1} height={HEIGHT} fill="transparent">
                    <title>{`${day}: ${formatCount(value)}`}</title>
                  </rect>
                </g>
              );
            })}
          </svg>
          <div aria-hidden="true" className="mt-1 flex justify-between text-12 text-muted tabular-nums">
            <span>{first.day}</span>
            <span>{last.day}</span>
          </div>
        </div>
      </div>
    </figure>
  );
}
