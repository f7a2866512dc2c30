/** Draws the lanes of some rows: lines, bends where sessions and forks branch off, and one mark for each row. */
import { type RowList, weightOf } from '../rows/row-list.ts';
import type { LaneColours } from './colours.ts';
import { type LaneLayout, type LaneLine, linesBetween } from './layout.ts';

/** Pixels from one lane to the next. */
export const LANE_WIDTH = 14;
const MARGIN = 12;
/** More lanes than this share the last place: the gutter must not take the room of the text. */
const MOST_PLACES = 12;

/** Width of the gutter for so many lanes. */
export function gutterWidth(lanes: number): number {
  return 2 * MARGIN + Math.max(0, Math.min(lanes, MOST_PLACES) - 1) * LANE_WIDTH;
}

export interface LaneScene {
  readonly list: RowList;
  readonly layout: LaneLayout;
  readonly rowHeight: number;
  readonly colours: LaneColours;
  /** 1 for the rows on the path that is pointed out; null where there is none. */
  readonly path: Uint8Array | null;
  /** The row at which the chain was found broken; -1 where it was not. */
  readonly brokenRow: number;
}

/** Draws the rows from `first` to `last`; the first one's upper edge is at 0. */
export function drawLanes(context: CanvasRenderingContext2D, scene: LaneScene, first: number, last: number): void {
  const { layout, rowHeight, colours, path, list } = scene;
  const place = (lane: number) => MARGIN + Math.min(lane, MOST_PLACES - 1) * LANE_WIDTH;
  const middle = (row: number) => (row - first + 0.5) * rowHeight;
  const edge = (isPath: boolean, to: number) => {
    const isFork = list.length[to] === 0;
    context.strokeStyle = isPath ? colours.accent : isFork ? colours.inconclusive : colours['line-strong'];
    context.lineWidth = isPath ? 3 : 1.5;
    context.setLineDash(isFork ? [4, 3] : list.skips[to] === 1 ? [2, 4] : []);
  };
  const lines = linesBetween(layout, first, last);
  const isOnPath = ({ row, end }: LaneLine) => path?.[row] === 1 && path[end] === 1;
  const isPlain = (line: LaneLine) => !isOnPath(line) && list.skips[line.end] !== 1 && list.length[line.end] !== 0;
  const add = ({ row, end, lane }: LaneLine) => {
    // A line that goes on for 100,000 rows is drawn as far as it is seen.
    context.moveTo(place(lane), Math.max(middle(row), -rowHeight));
    // The line to a fork leaves the lane above the fork's row.
    const until = list.length[end] === 0 ? end - 1 : end;
    context.lineTo(place(lane), Math.min(middle(until), (last - first + 2) * rowHeight));
  };
  // Almost all lines look the same: one stroke for these, instead of one for each.
  context.strokeStyle = colours['line-strong'];
  context.lineWidth = 1.5;
  context.setLineDash([]);
  context.beginPath();
  for (const line of lines) if (isPlain(line)) add(line);
  context.stroke();
  for (const line of lines) {
    if (isPlain(line)) continue;
    edge(isOnPath(line), line.end);
    context.beginPath();
    add(line);
    context.stroke();
  }
  for (let row = first; row <= Math.min(last, layout.count - 1); row++) {
    const above = layout.parent[row] ?? -1;
    if (above < 0 || layout.lane[above] === layout.lane[row]) continue;
    const from = place(layout.lane[above] ?? 0);
    const to = place(layout.lane[row] ?? 0);
    edge(path?.[row] === 1 && path[above] === 1, row);
    context.beginPath();
    context.moveTo(from, middle(row) - rowHeight);
    context.bezierCurveTo(from, middle(row) - rowHeight / 2, to, middle(row) - rowHeight / 2, to, middle(row));
    context.stroke();
  }
  context.setLineDash([]);
  context.beginPath();
  for (let row = first; row <= Math.min(last, layout.count - 1); row++) {
    const x = place(layout.lane[row] ?? 0);
    const y = middle(row);
    if (!isDot(scene, row)) continue;
    context.moveTo(x + DOT, y);
    context.arc(x, y, DOT, 0, 2 * Math.PI);
  }
  context.fillStyle = colours.muted;
  context.fill();
  for (let row = first; row <= Math.min(last, layout.count - 1); row++) {
    if (!isDot(scene, row)) drawMark(context, scene, row, place(layout.lane[row] ?? 0), middle(row));
  }
}

/** Radius of the mark of a receipt without a remark. */
const DOT = 3.5;

/** Whether a row is as almost all are. */
function isDot({ list, brokenRow }: LaneScene, row: number): boolean {
  return row !== brokenRow && list.length[row] === 1 && weightOf(list, row) === 0 && !isEndOfSession(list, row);
}

/**
 * Each state has a shape of its own: dot, square, diamond, octagon; a bar for a run; a hollow diamond for a fork; a cross
 * where the chain breaks.
 */
function drawMark(context: CanvasRenderingContext2D, scene: LaneScene, row: number, x: number, y: number): void {
  const { list, colours, brokenRow } = scene;
  context.lineWidth = 1.5;
  context.beginPath();
  if (row === brokenRow) {
    context.strokeStyle = colours.failed;
    context.lineWidth = 3;
    context.moveTo(x - 5, y - 5);
    context.lineTo(x + 5, y + 5);
    context.moveTo(x + 5, y - 5);
    context.lineTo(x - 5, y + 5);
    context.stroke();
    return;
  }
  if ((list.length[row] ?? 1) > 1) {
    context.fillStyle = colours.muted;
    context.roundRect(x - 3, y - 8, 6, 16, 3);
    context.fill();
    return;
  }
  if (list.length[row] === 0) {
    context.fillStyle = colours.surface;
    context.strokeStyle = colours.inconclusive;
    polygon(context, x, y, 4);
    context.fill();
    context.stroke();
    return;
  }
  const weight = weightOf(list, row);
  if (weight === 0) {
    // The start or the end of a session; for others see `isDot`.
    context.fillStyle = colours.surface;
    context.strokeStyle = colours.muted;
    context.arc(x, y, 4, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
    return;
  }
  if (weight === 1) {
    context.fillStyle = colours.surface;
    context.strokeStyle = colours.pending;
    context.rect(x - 4, y - 4, 8, 8);
    context.fill();
    context.stroke();
    return;
  }
  const sides = weight === 2 ? 4 : 8;
  context.fillStyle = weight === 2 ? colours.inconclusive : colours.failed;
  polygon(context, x, y, sides);
  context.fill();
  if (weight === 2) return;
  context.strokeStyle = colours.surface;
  context.beginPath();
  context.moveTo(x - 2, y - 2);
  context.lineTo(x + 2, y + 2);
  context.moveTo(x + 2, y - 2);
  context.lineTo(x - 2, y + 2);
  context.stroke();
}

/** A diamond or an octagon. */
function polygon(context: CanvasRenderingContext2D, x: number, y: number, sides: 4 | 8): void {
  for (let corner = 0; corner < sides; corner++) {
    const angle = ((corner + (sides === 8 ? 0.5 : 0)) / sides) * 2 * Math.PI;
    context.lineTo(x + 5.5 * Math.cos(angle), y + 5.5 * Math.sin(angle));
  }
  context.closePath();
}

function isEndOfSession(list: RowList, row: number): boolean {
  const columns = list.sessions[list.session[row] ?? 0]?.columns;
  const kind = columns?.kindAt(list.node[row] ?? 0);
  return kind === 'start' || kind === 'end';
}
