/** The list of joint computations: names, what is looked through, how it is ordered and exported. */
import type { mpc } from '@touchstone/core/api/crypto/mpc.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { SessionDescription } from '@touchstone/core/mpc/session.ts';
import { type CsvColumn, csvText } from '../../../parts/list-page/csv.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import type { Sort } from '../../../parts/list-page/sort-codec.ts';
import { words } from '../../../words/compute/joint-computation.ts';
import type { SessionState, SortKey } from './search.ts';

export type SessionItem = OutputOf<typeof mpc.list>['items'][number];

export function nameOf({ computation, participants }: SessionItem): string {
  return words.of(words.tasks[computation], participants);
}

/** As `nameOf`, with what a custom one computes. */
export function describedName({ computation, custom, participants }: SessionDescription): string {
  return words.of(words.tasks[custom?.kind ?? computation], participants.length);
}

const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const BROKEN = new Intl.NumberFormat('en', { maximumSignificantDigits: 12 });

/** A result to be read: whole ones exactly, others without the noise of the last binary digits. What is copied is exact. */
export function formatResult(result: number): string {
  return (Number.isInteger(result) ? WHOLE : BROKEN).format(result);
}

export interface SessionFilter {
  readonly text: string;
  readonly state: SessionState | null;
}

export function sessionView({ text, state }: SessionFilter, { by, descending }: Sort<SortKey>): ListView<SessionItem> {
  const needle = text.trim().toLowerCase();
  const sortBy: Readonly<Record<SortKey, (item: SessionItem) => string | number>> = {
    name: nameOf,
    state: (item) => words.states[item.state],
    contributions: ({ contributions }) => contributions,
    opened: ({ created_at }) => created_at,
    until: ({ expires_at }) => expires_at,
    id: ({ session_id }) => session_id,
  };
  return {
    matches: (item) =>
      (state === null || item.state === state) &&
      (needle === '' || nameOf(item).toLowerCase().includes(needle) || item.session_id.startsWith(needle)),
    sortBy: sortBy[by],
    descending,
  };
}

const CSV: readonly CsvColumn<SessionItem>[] = [
  ['session_id', ({ session_id }) => session_id],
  ['computation', ({ computation }) => computation],
  ['state', ({ state }) => state],
  ['participants', ({ participants }) => String(participants)],
  ['contributions', ({ contributions }) => String(contributions)],
  ['needed', ({ needed }) => String(needed)],
  ['created_at', ({ created_at }) => created_at],
  ['expires_at', ({ expires_at }) => expires_at],
];

export function sessionsCsv(items: readonly SessionItem[]): string {
  return csvText(items, CSV);
}

export function sessionsJson(items: readonly SessionItem[]): string {
  return `${JSON.stringify(items, null, 2)}\n`;
}
