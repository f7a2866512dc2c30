import { formatTime } from '../../lib/format.ts';

export interface ChartLine {
  readonly name: string;
  /** One value for each time; null where there is none. */
  readonly values: readonly (number | null)[];
}

export interface SampleChartProps {
  /** What the lines measure, for example "Latency of reads". */
  readonly measure: string;
  /** When the values were taken, milliseconds since 1970, oldest first. */
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  /** Top of the scale; the largest value where absent. */
  readonly most?: number;
  readonly format: (value: number) => string;
}

const HEIGHT = 100;
/** Dash patterns tell the lines apart without colour. */
const DASHES = [undefined, '6 3', '2 3'] as const;
const STROKES = ['stroke-accent', 'stroke-text', 'stroke-muted'] as const;

/** Up to three lines over time. The same numbers stand in a table beside it; the picture itself says the last ones in words. */
export function SampleChart({ measure, times, lines, most, format }: SampleChartProps) {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return null;
  const values = lines.flatMap((line) => line.values.filter((value) => value !== null));
  const top = most ?? Math.max(...values, 0);
  const span = Math.max(1, last - first);
  const latest = lines.map(({ name, values: own }) => {
    const value = own.findLast((candidate) => candidate !== null);
    return `${name} ${value === undefined || value === null ? 'not known' : format(value)}`;
  });
  const words = `${measure}, last: ${latest.join(', ')}`;
  const place = (value: number, index: number) => {
    const x = (((times[index] ?? first) - first) / span) * HEIGHT;
    return { x, y: top === 0 ? HEIGHT : HEIGHT - (value / top) * HEIGHT };
  };
  return (
    <figure className="min-w-0 rounded border border-line bg-surface px-4 py-3">
      <figcaption className="mb-2 text-13 text-muted">{words}.</figcaption>
      <div className="flex gap-2">
        <div
          aria-hidden="true"
          className="flex h-32 shrink-0 flex-col justify-between text-end text-12 leading-none text-muted tabular-nums"
        >
          <span>{format(top)}</span>
          <span>0</span>
        </div>
        <div className="min-w-0 flex-1">
          <svg
            role="img"
            aria-label={words}
            viewBox={`0 0 ${HEIGHT} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="block h-32 w-full overflow-visible border-b border-line-strong"
          >
            {[0, 0.5].map((share) => (
              <line
                key={share}
                x1={0}
                x2={HEIGHT}
                y1={share * HEIGHT}
                y2={share * HEIGHT}
                className="stroke-line"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {lines.map(({ name, values: own }, line) => (
              <path
                key={name}
                d={pathOf(own, place)}
                fill="none"
                strokeWidth={2}
                strokeLinecap="round"
                vectorEffect="non-scaling-stroke"
                strokeDasharray={DASHES[line % DASHES.length]}
                className={`${STROKES[line % STROKES.length]} forced-colors:stroke-[CanvasText]`}
              />
            ))}
          </svg>
          <div aria-hidden="true" className="mt-1 flex justify-between text-12 text-muted tabular-nums">
            <span>{clock(first)}</span>
            <span>{clock(last)}</span>
          </div>
        </div>
      </div>
      {lines.length > 1 && (
        <ul aria-hidden="true" className="mt-2 flex flex-wrap gap-x-4 text-13">
          {lines.map(({ name }, line) => (
            <li key={name} className="flex items-center gap-1.5">
              <svg aria-hidden="true" width="24" height="8" viewBox="0 0 24 8">
                <line
                  x1="0"
                  x2="24"
                  y1="4"
                  y2="4"
                  strokeWidth="2"
                  strokeDasharray={DASHES[line % DASHES.length]}
                  className={`${STROKES[line % STROKES.length]} forced-colors:stroke-[CanvasText]`}
                />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}

/** A path with gaps where values are missing; a lone value is a dot, which a round cap draws. */
function pathOf(
  values: readonly (number | null)[],
  place: (value: number, index: number) => { readonly x: number; readonly y: number },
): string {
  const steps: string[] = [];
  let isOpen = false;
  for (const [index, value] of values.entries()) {
    if (value === null) {
      isOpen = false;
      continue;
    }
    const { x, y } = place(value, index);
    steps.push(`${isOpen ? 'L' : 'M'}${x.toFixed(2)} ${y.toFixed(2)}`);
    if (!isOpen) steps.push(`L${x.toFixed(2)} ${y.toFixed(2)}`);
    isOpen = true;
  }
  return steps.join('');
}

function clock(time: number): string {
  return formatTime(time)?.utc.slice(11) ?? '';
}
