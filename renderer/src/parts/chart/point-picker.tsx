import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';

export interface PointPickerProps {
  /** What is visited: the name of the chart. */
  readonly label: string;
  readonly count: number;
  /** Where a point stands, as a share of the width. */
  readonly placeOf: (index: number) => number;
  /** And of the height, where points stand above each other. */
  readonly heightOf?: (index: number) => number;
  /** What a point says; read out as it is visited. */
  readonly textOf: (index: number) => string;
  /** What stands beside a point while it is visited. */
  readonly children: (index: number) => ReactNode;
  /** Points that a page key jumps over. */
  readonly stride?: number;
  /** The drawing marks the point that is visited; where absent, a line through it does. */
  readonly onVisit?: (index: number | null) => void;
}

/**
 * Lies over a drawing and visits its points: by the pointer, or from the keyboard with the arrow keys, Home, End and the page
 * keys. For screen readers it is a slider whose value is the point in words.
 */
export function PointPicker(props: PointPickerProps) {
  const { label, count, placeOf, heightOf, textOf, children, stride = 7, onVisit } = props;
  const [visited, setVisited] = useState<number | null>(null);
  // A chart that follows the server may have become shorter.
  const current = visited === null || visited >= count ? null : visited;
  const visit = (index: number | null) => {
    setVisited(index);
    onVisit?.(index);
  };
  const nearest = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const distance = (index: number) =>
      Math.hypot(
        left + placeOf(index) * width - clientX,
        heightOf === undefined ? 0 : top + heightOf(index) * height - clientY,
      );
    return nearestOf(count, distance);
  };
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = event.key === 'Escape' ? null : placeAfter(event.key, current ?? count - 1, count, stride);
    // Escape belongs to others where nothing is shown here.
    if (next === undefined || (next === null && current === null)) return;
    event.preventDefault();
    visit(next);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={(current ?? count - 1) + 1}
      aria-valuetext={textOf(current ?? count - 1)}
      className="absolute inset-0 rounded-sm"
      onPointerMove={(event) => visit(nearest(event))}
      onPointerDown={(event) => visit(nearest(event))}
      onPointerLeave={(event) => visit(event.currentTarget === document.activeElement ? current : null)}
      onFocus={() => visit(current ?? count - 1)}
      onBlur={() => visit(null)}
      onKeyDown={press}
    >
      {current !== null && onVisit === undefined && <Line place={placeOf(current)} />}
      {current !== null && (
        <Beside place={placeOf(current)} height={heightOf?.(current) ?? 0}>
          {children(current)}
        </Beside>
      )}
    </div>
  );
}

function Line({ place }: { readonly place: number }) {
  return (
    <div
      style={{ left: `${place * 100}%` }}
      className="screen-only pointer-events-none absolute inset-y-0 w-px bg-muted forced-colors:bg-[Highlight]"
    />
  );
}

/** A box beside the point, on the side that has more room; on paper it is away. */
function Beside({
  place,
  height,
  children,
}: {
  readonly place: number;
  readonly height: number;
  readonly children: ReactNode;
}) {
  const side =
    place <= 0.5 ? { left: `calc(${place * 100}% + 10px)` } : { right: `calc(${(1 - place) * 100}% + 10px)` };
  return (
    <div
      aria-hidden="true"
      style={{ ...side, top: `${height * 100}%` }}
      className="screen-only pointer-events-none absolute z-10 w-max max-w-[min(18rem,calc(50%-10px))] rounded border border-line bg-surface px-2.5 py-1.5 text-12 text-text shadow-raised"
    >
      {children}
    </div>
  );
}

function nearestOf(count: number, distance: (index: number) => number): number {
  let nearest = 0;
  for (let index = 1; index < count; index++) if (distance(index) < distance(nearest)) nearest = index;
  return nearest;
}

/** Where a key leads; undefined for one that means nothing here. */
export function placeAfter(key: string, from: number, count: number, stride: number): number | undefined {
  const to = {
    ArrowLeft: from - 1,
    ArrowDown: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from + 1,
    PageUp: from + stride,
    PageDown: from - stride,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined ? undefined : Math.min(count - 1, Math.max(0, to));
}
