/** The framing of MCP over standard input and output: one JSON-RPC message per line, ended by a line feed. */

/** A line without its end, or what was kept of one that is longer than allowed. */
export type Line = Uint8Array | LongLine;

export interface LongLine {
  /** Its first bytes and its last ones, at most 4 KiB of each. */
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

const END_BYTES = 4 * 1024;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Splits chunks into lines. Keeps at most `mostBytes` of an unfinished line and copies each of them once, however many
 * chunks a message comes in; of a longer one only its ends. Blank lines are left out; what stands after the last line
 * feed is no message.
 */
export function createLineReader(mostBytes: number): (chunk: Uint8Array) => readonly Line[] {
  let parts: Uint8Array[] = [];
  let held = 0;
  let long: LongLine | null = null;

  function take(part: Uint8Array): void {
    if (long !== null) {
      long = { head: long.head, tail: joined([long.tail, part]).slice(-END_BYTES) };
      return;
    }
    held += part.length;
    parts.push(part);
    if (held <= mostBytes) return;
    const line = joined(parts);
    long = { head: line.slice(0, END_BYTES), tail: line.slice(-END_BYTES) };
    parts = [];
  }

  function finish(): Line | null {
    const line = long ?? joined(parts);
    parts = [];
    held = 0;
    long = null;
    if (!(line instanceof Uint8Array)) return line;
    const end = line.at(-1) === CARRIAGE_RETURN ? line.length - 1 : line.length;
    return end === 0 ? null : line.subarray(0, end);
  }

  return (chunk) => {
    const lines: Line[] = [];
    let start = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, start)) {
      take(chunk.subarray(start, at));
      const line = finish();
      if (line !== null) lines.push(line);
      start = at + 1;
    }
    if (start < chunk.length) take(chunk.subarray(start));
    return lines;
  };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first;
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
