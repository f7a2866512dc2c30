/**
 * Lanes of a forest of receipts whose rows are in topological order: every row stands after its parent. A lane is a
 * column of the drawing; it belongs to one branch from the branch's first row to its last. Time and memory grow with
 * rows and edges, nothing recurses: a chain of a million rows is a normal case.
 */

export interface LaneLayout {
  readonly count: number;
  /** How many lanes there are; 0 where there is no row. */
  readonly lanes: number;
  /** For each row its lane. */
  readonly lane: Uint16Array<ArrayBuffer>;
  /** For each row the last of its children, below which its line ends; the row itself where it has none. */
  readonly end: Uint32Array<ArrayBuffer>;
  /** For each row its parent's row; -1 for a root. */
  readonly parent: Int32Array<ArrayBuffer>;
  /** Rows of lines that are open above every `CHECKPOINT`th row, so that a window of rows is drawn from there. */
  readonly checkpoints: readonly Uint32Array[];
}

export const CHECKPOINT = 512;
/** Two bytes tell so many lanes apart; nobody sees so many side by side. */
const MOST_LANES = 0x10000;

/**
 * Gives every row a lane. The last child of a row goes on in its parent's lane, the others take the lane that became
 * free last, or a new one. Throws RangeError where a row does not stand after its parent, and above 65,536 lanes.
 *
 * @param standsApart of rows that never go on in their parent's lane
 */
export function layoutLanes(
  parent: Int32Array<ArrayBuffer>,
  standsApart: (row: number) => boolean = () => false,
): LaneLayout {
  const count = parent.length;
  const lane = new Uint16Array(count);
  const end = new Uint32Array(count);
  for (let row = 0; row < count; row++) {
    const above = parent[row] ?? -1;
    if (above >= row || above < -1) throw new RangeError(`row ${row} does not stand after its parent ${above}`);
    end[row] = row;
    // Rows come in order, so the last one to say so is the last child.
    if (above >= 0) end[above] = row;
  }
  const free: number[] = [];
  const checkpoints: Uint32Array[] = [];
  /** Rows whose line is open, by lane. */
  const open: number[] = [];
  let lanes = 0;
  for (let row = 0; row < count; row++) {
    if (row % CHECKPOINT === 0) checkpoints.push(Uint32Array.from(open.filter((owner) => owner >= 0)));
    const above = parent[row] ?? -1;
    const isLast = above >= 0 && end[above] === row;
    const goesOn = isLast && !standsApart(row);
    let own: number;
    if (goesOn) own = lane[above] ?? 0;
    else {
      own = free.pop() ?? lanes;
      if (own === MOST_LANES) throw new RangeError(`more than ${MOST_LANES} lanes`);
      if (own === lanes) lanes += 1;
    }
    lane[row] = own;
    if (end[row] === row) {
      open[own] = -1;
      free.push(own);
    } else open[own] = row;
    if (isLast && !goesOn) {
      const ended = lane[above] ?? 0;
      open[ended] = -1;
      free.push(ended);
    }
  }
  return { count, lanes, lane, end, parent, checkpoints };
}

/** A stretch of line in one lane, from a row down to the row where its last child stands. */
export interface LaneLine {
  readonly row: number;
  readonly end: number;
  readonly lane: number;
}

/** The lines that are seen somewhere in the rows from `first` to `last`, both included; each once. */
export function linesBetween(layout: LaneLayout, first: number, last: number): LaneLine[] {
  const { lane, end, checkpoints } = layout;
  const from = Math.max(0, Math.min(first, layout.count - 1));
  const to = Math.min(last, layout.count - 1);
  const lines: LaneLine[] = [];
  const add = (row: number) => {
    const until = end[row] ?? row;
    if (until > row && until >= from) lines.push({ row, end: until, lane: lane[row] ?? 0 });
  };
  const checkpoint = Math.floor(from / CHECKPOINT);
  for (const row of checkpoints[checkpoint] ?? []) add(row);
  for (let row = checkpoint * CHECKPOINT; row <= to; row++) add(row);
  return lines;
}

/** The rows from a row up to the root of its tree, the row itself first. */
export function pathToRoot({ parent }: Pick<LaneLayout, 'parent'>, row: number): number[] {
  const path: number[] = [];
  for (let at = row; at >= 0; at = parent[at] ?? -1) path.push(at);
  return path;
}
