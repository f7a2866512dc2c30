import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { useId, useMemo } from 'react';
import { IconButton } from '../../../../ui/button.tsx';
import { words } from '../../../../words/record/agents-session-replay.ts';
import { momentText } from '../data/clock.ts';
import { density, type ReplayStates } from './replay-states.ts';

const { line: texts } = words;

export interface Moment {
  /** The last receipt at that moment. */
  readonly row: number;
  /** Milliseconds since 1970. */
  readonly time: number;
}

export interface TimeLineProps {
  readonly states: ReplayStates;
  readonly moment: Moment;
  readonly onChange: (moment: Moment) => void;
}

/** Bars of the picture above the slider. */
const BARS = 120;
/** A tenth of the receipts, by the Page keys. */
const PAGE = 10;

/** The session's time as a slider: the pointer goes to any moment, the keys go from receipt to receipt. */
export function TimeLine({ states, moment, onChange }: TimeLineProps) {
  const id = useId();
  const { times, count } = states;
  const first = times[0] ?? 0;
  const last = times[count - 1] ?? first;
  const goTo = (row: number) => {
    const within = Math.min(count - 1, Math.max(0, row));
    onChange({ row: within, time: times[within] ?? first });
  };
  const place = texts.moment(moment.row + 1, count, momentText(moment.time));
  const onKeyDown = (event: React.KeyboardEvent) => {
    const page = Math.max(1, Math.round(count / PAGE));
    const moves: Readonly<Record<string, number>> = {
      ArrowRight: moment.row + 1,
      ArrowUp: moment.row + 1,
      ArrowLeft: moment.row - 1,
      ArrowDown: moment.row - 1,
      PageUp: moment.row + page,
      PageDown: moment.row - page,
      Home: 0,
      End: count - 1,
    };
    const move = moves[event.key];
    if (move === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    goTo(move);
  };
  return (
    <div>
      <Density times={times} at={moment.time} />
      <label htmlFor={id} className="sr-only">
        {texts.label}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        // A session of one receipt has one moment, which is no reason for a slider without a length.
        max={Math.max(1, last - first)}
        step={1}
        value={Math.round(moment.time - first)}
        aria-valuetext={place}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          const time = first + Number(event.currentTarget.value);
          onChange({ row: Math.max(0, states.rowAt(time)), time });
        }}
        className="block h-6 w-full cursor-pointer accent-accent"
      />
      <div className="mt-2 flex flex-wrap items-center gap-1">
        <IconButton
          label={texts.first}
          icon={<ChevronFirst aria-hidden size={16} />}
          aria-disabled={moment.row === 0}
          onPress={() => goTo(0)}
        />
        <IconButton
          label={texts.previous}
          icon={<ChevronLeft aria-hidden size={16} />}
          aria-disabled={moment.row === 0}
          onPress={() => goTo(moment.row - 1)}
        />
        <IconButton
          label={texts.next}
          icon={<ChevronRight aria-hidden size={16} />}
          aria-disabled={moment.row === count - 1}
          onPress={() => goTo(moment.row + 1)}
        />
        <IconButton
          label={texts.last}
          icon={<ChevronLast aria-hidden size={16} />}
          aria-disabled={moment.row === count - 1}
          onPress={() => goTo(count - 1)}
        />
        <p className="ms-2 text-13 tabular-nums" data-testid="moment">
          {place}
        </p>
      </div>
    </div>
  );
}

/** How the receipts spread over the time; the slider below says the same in words. */
function Density({ times, at }: { readonly times: Float64Array; readonly at: number }) {
  const counts = useMemo(() => density(times, BARS), [times]);
  const most = Math.max(1, ...counts);
  const first = times[0] ?? 0;
  const span = Math.max(1, (times[times.length - 1] ?? first) - first);
  const x = ((at - first) / span) * BARS;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${BARS} 24`}
      preserveAspectRatio="none"
      className="block h-8 w-full overflow-visible border-b border-line"
    >
      {counts.map((count, column) => {
        if (count === 0) return null;
        const height = 3 + (count / most) * 21;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place in time
            key={column}
            x={column + 0.1}
            y={24 - height}
            width={0.8}
            height={height}
            className="fill-muted forced-colors:fill-[CanvasText]"
          />
        );
      })}
      <line
        x1={x}
        x2={x}
        y1={0}
        y2={24}
        vectorEffect="non-scaling-stroke"
        strokeWidth={2}
        className="stroke-accent forced-colors:stroke-[Highlight]"
      />
    </svg>
  );
}
