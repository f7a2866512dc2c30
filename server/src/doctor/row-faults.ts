/** Holds columns of rows against what they should say, and words what differs. */
import { toHex } from '@touchstone/core/bytes.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { type Finding, ok, problem, RESTORE } from './check.ts';

export type Held = string | number | boolean | null | undefined | Uint8Array;

/** What a column holds, and what it should hold. */
export type Comparison = readonly [found: Held, expected: Held];

export interface RowFaults {
  /** Adds a fault for every column that does not hold what it should. */
  compare(table: string, row: string | number, columns: Readonly<Record<string, Comparison>>): void;
  /** Adds a fault of a row, as the end of a sentence. */
  add(table: string, row: string | number, fault: string): void;
  /** A problem for each fault, up to a number; `sound` where there is none. */
  findings(sound: string): readonly Finding[];
}

/** Enough to tell that there is damage. */
const MOST = 20;
const MOST_SHOWN = 80;

export function createRowFaults(): RowFaults {
  const faults: string[] = [];
  const add: RowFaults['add'] = (table, row, fault) => void faults.push(`Row ${row} of ${table} ${fault}.`);
  return {
    add,
    compare(table, row, columns) {
      for (const [name, [found, expected]] of Object.entries(columns)) {
        if (plain(found) === plain(expected)) continue;
        add(
          table,
          row,
          `has another ${name} than was signed or derived: ${shown(name, found)} instead of ${shown(name, expected)}`,
        );
      }
    },
    findings(sound) {
      if (faults.length === 0) return [ok(sound)];
      const more = faults.length - MOST;
      return [
        ...faults.slice(0, MOST).map((fault) => problem(fault, RESTORE)),
        ...(more > 0 ? [problem(`There are ${more} more faults of this kind.`, RESTORE)] : []),
      ];
    },
  };
}

function plain(value: Held): string | number | boolean | null {
  return value instanceof Uint8Array ? toHex(value) : (value ?? null);
}

function shown(name: string, value: Held): string {
  const plainly = plain(value);
  if (plainly === null) return 'nothing';
  if (typeof plainly === 'number' && /_at$|_ms$/.test(name))
    return isTime(plainly) ? formatIsoTime(plainly) : `${plainly}`;
  const text = String(plainly);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

function isTime(value: number): boolean {
  return value >= 0 && value < 253_402_300_800_000;
}

/** Rows that are numbered, all of a table or those within something, and never taken out leave no gap. */
export function createCounters(): (position: number, within?: string) => Comparison {
  const counts = new Map<string, number>();
  return (position, within = '') => {
    const place = (counts.get(within) ?? 0) + 1;
    counts.set(within, place);
    return [position, place];
  };
}

/**
 * How far the time of a row may lie from that of the signed entry about it: both are read from the clock within one request,
 * which may wait for others in between.
 */
const APART_MS = 5 * 60_000;

/** A time beside that of the signed entry which tells of it. */
export function stamped(found: number | null, at: number): Comparison {
  return found !== null && Math.abs(found - at) <= APART_MS ? [found, found] : [found, at];
}
