/** The state of many files: rows, counts, what a view of them shows. Pure; `session.ts` holds the one live instance. */
import { type Outcome, worstExitCode } from '@touchstone/core/artifact/report.ts';
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
  /** Exit code as `pq-verify` gives it; null while nothing is judged. Files that could not be read count as 2. */
  readonly exitCode: 0 | 1 | 2 | 3 | null;
  /** The worst outcome that any file has. */
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
  WAITING: null,
  CANCELLED: null,
};

export function summarise(rows: readonly Row[]): Summary {
  const counts = Object.fromEntries(ROW_OUTCOMES.map((outcome) => [outcome, 0])) as Record<RowOutcome, number>;
  let demo = 0;
  for (const row of rows) {
    counts[outcomeOf(row)]++;
    if (row.facts?.demo === true) demo++;
  }
  const codes = ROW_OUTCOMES.flatMap((outcome) => {
    const code = EXIT[outcome];
    return counts[outcome] > 0 && code !== null ? [code] : [];
  });
  const worst = ROW_OUTCOMES.find((outcome) => counts[outcome] > 0 && EXIT[outcome] !== null) ?? null;
  return {
    total: rows.length,
    finished: rows.length - counts.WAITING,
    counts,
    exitCode: codes.length === 0 ? null : worstExitCode(codes),
    worst,
    demo,
  };
}

export const SORT_KEYS = ['outcome', 'name', 'code', 'subject', 'issuer', 'cycle', 'size', 'time'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface View {
  /** Shown outcomes; empty shows all. */
  readonly outcomes: readonly RowOutcome[];
  /** Text that name, subject, issuer, cycle or code must hold, without regard to case. */
  readonly text: string;
  readonly sort: SortKey;
  readonly descending: boolean;
}

const SEVERITY: ReadonlyMap<RowOutcome, number> = new Map(ROW_OUTCOMES.map((outcome, index) => [outcome, index]));

function sortValue(row: Row, key: SortKey): string | number {
  switch (key) {
    case 'outcome':
      return SEVERITY.get(outcomeOf(row)) ?? 0;
    case 'name':
      return row.name.toLowerCase();
    case 'code':
      return row.facts?.code ?? '';
    case 'subject':
      return row.facts?.subject?.toLowerCase() ?? '';
    case 'issuer':
      return row.facts?.issuer?.toLowerCase() ?? '';
    case 'cycle':
      return row.facts?.cycle ?? '';
    case 'size':
      return row.size;
    case 'time':
      return row.facts?.durationMs ?? -1;
  }
}

function matches(row: Row, needle: string): boolean {
  const { facts } = row;
  return [row.name, facts?.subject, facts?.issuer, facts?.principal, facts?.cycle, facts?.code].some((text) =>
    text?.toLowerCase().includes(needle),
  );
}

/** Filtered and sorted rows; equal ones keep the order in which they were added. The given rows stay as they are. */
export function viewOf(rows: readonly Row[], view: View): readonly Row[] {
  const needle = view.text.trim().toLowerCase();
  const shown = rows.filter(
    (row) =>
      (view.outcomes.length === 0 || view.outcomes.includes(outcomeOf(row))) && (needle === '' || matches(row, needle)),
  );
  const keyed = shown.map((row) => ({ row, value: sortValue(row, view.sort) }));
  const sign = view.descending ? -1 : 1;
  keyed.sort((a, b) => (a.value < b.value ? -sign : a.value > b.value ? sign : a.row.id - b.row.id));
  return keyed.map(({ row }) => row);
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
