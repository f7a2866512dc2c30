/** The state of many files: rows, counts, what a view of them shows. Pure; `session.ts` holds the one live instance. */
import { type Outcome, worstExitCode } from '@touchstone/core/verdict/verification-report.ts';
import type { RowFacts } from './messages.ts';

export type RowStatus = 'queued' | 'running' | 'done' | 'error' | 'cancelled';

export interface Row {
  /** Position in which the file was added, from 0. */
  readonly id: number;
  /** Name, or path within the dropped folder. */
  readonly name: string;
  readonly size: number;
  readonly status: RowStatus;
  /** Set when `status` is `done`. */
  readonly facts: RowFacts | null;
  /** Why a file has no outcome: not read, too large, crashed. */
  readonly message: string | null;
  /** UTF-8 JSON of the report; set with `facts`. */
  readonly packedReport: Uint8Array<ArrayBuffer> | null;
}

/** What the outcome column shows and the filters name. A file without a verdict is `ERROR`, never an outcome. */
export type RowOutcome = Outcome | 'ERROR' | 'CANCELLED' | 'WAITING';
/** The worst first. */
export const ROW_OUTCOMES = [
  'FAILED',
  'INPUT_ERROR',
  'ERROR',
  'PENDING',
  'VERIFIED_PENDING_SIGNATURES',
  'WAITING',
  'CANCELLED',
  'VERIFIED',
] as const satisfies readonly RowOutcome[];

export function outcomeOf(row: Row): RowOutcome {
  if (row.facts !== null) return row.facts.outcome;
  if (row.status === 'error') return 'ERROR';
  return row.status === 'cancelled' ? 'CANCELLED' : 'WAITING';
}

export interface Summary {
  readonly total: number;
  readonly finished: number;
  readonly counts: Readonly<Record<RowOutcome, number>>;
  /** Files without a verdict: they wait, were cancelled, or could not be read. Not checked is not passed. */
  readonly notVerified: number;
  /**
   * Exit code as `pq-verify` gives it. Files that could not be read count as 2, cancelled ones cannot be concluded and
   * count as 3. While files wait it is null: only a failure is certain before the last one is judged.
   */
  readonly exitCode: 0 | 1 | 2 | 3 | null;
  /** The worst outcome that any file has; one that waits or was cancelled is worse than a verified one. Null for no files. */
  readonly worst: RowOutcome | null;
  readonly demo: number;
}

const EXIT: Readonly<Record<RowOutcome, 0 | 1 | 2 | 3 | null>> = {
  FAILED: 1,
  INPUT_ERROR: 2,
  ERROR: 2,
  PENDING: 3,
  VERIFIED_PENDING_SIGNATURES: 3,
  VERIFIED: 0,
  CANCELLED: 3,
  WAITING: null,
};

/** Counts rows as they come and change, so that a summary never has to look at all of them again. */
export class Tally {
  private readonly counts: Record<RowOutcome, number> = noCounts();
  private total = 0;
  private demo = 0;

  add(row: Row): void {
    this.count(row, 1);
  }

  /** The row must have been added, and be as it was then. */
  remove(row: Row): void {
    this.count(row, -1);
  }

  private count(row: Row, by: 1 | -1): void {
    this.total += by;
    this.counts[outcomeOf(row)] += by;
    if (row.facts?.demo === true) this.demo += by;
  }

  summary(): Summary {
    const counts = { ...this.counts };
    return {
      total: this.total,
      finished: this.total - counts.WAITING,
      notVerified: counts.WAITING + counts.CANCELLED + counts.ERROR,
      counts,
      exitCode: exitCodeOf(counts),
      worst: ROW_OUTCOMES.find((outcome) => counts[outcome] > 0) ?? null,
      demo: this.demo,
    };
  }
}

function exitCodeOf(counts: Summary['counts']): Summary['exitCode'] {
  const codes = ROW_OUTCOMES.flatMap((outcome) => {
    const code = EXIT[outcome];
    return counts[outcome] > 0 && code !== null ? [code] : [];
  });
  if (codes.length === 0) return null;
  const worst = worstExitCode(codes);
  return counts.WAITING > 0 && worst !== 1 ? null : worst;
}

function noCounts(): Record<RowOutcome, number> {
  return {
    FAILED: 0,
    INPUT_ERROR: 0,
    ERROR: 0,
    PENDING: 0,
    VERIFIED_PENDING_SIGNATURES: 0,
    WAITING: 0,
    CANCELLED: 0,
    VERIFIED: 0,
  };
}

export function summarise(rows: readonly Row[]): Summary {
  const tally = new Tally();
  for (const row of rows) tally.add(row);
  return tally.summary();
}

export const SORT_KEYS = [
  'outcome',
  'name',
  'code',
  'claimed',
  'subject',
  'issuer',
  'principal',
  'cycle',
  'size',
  'time',
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface View {
  /** Shown outcomes; empty shows all. */
  readonly outcomes: readonly RowOutcome[];
  /** Text that name, subject, issuer, cycle or code must hold, without regard to case. */
  readonly text: string;
  readonly sort: SortKey;
  readonly descending: boolean;
}

/** Reads filters from the URL's search; unknown words are dropped. The words that `searchOf` writes read back the same. */
export function viewFromSearch(search: Readonly<Record<string, unknown>>): View {
  const words = typeof search.outcome === 'string' ? search.outcome.split(',') : [];
  const sortText = typeof search.sort === 'string' ? search.sort : '';
  const key = sortText.replace(/^-/, '');
  return {
    outcomes: ROW_OUTCOMES.filter((outcome) => words.includes(outcome)),
    text: typeof search.q === 'string' ? search.q : '',
    sort: SORT_KEYS.find((known) => known === key) ?? 'outcome',
    descending: sortText.startsWith('-'),
  };
}

/** The search members of a view; undefined where they would say the default. */
export function searchOf(view: View): { outcome: string | undefined; q: string | undefined; sort: string | undefined } {
  const sort = `${view.descending ? '-' : ''}${view.sort}`;
  return {
    outcome: view.outcomes.length === 0 ? undefined : view.outcomes.join(','),
    q: view.text === '' ? undefined : view.text,
    sort: sort === 'outcome' ? undefined : sort,
  };
}
