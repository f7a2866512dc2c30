/** The list of calls: what is looked through, how it is ordered and exported. */
import type { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { type CsvColumn, csvText } from '../../../parts/list-page/csv.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import type { Sort } from '../../../parts/list-page/sort-codec.ts';
import { words } from '../../../words/record/calls.ts';
import type { SortKey } from './search.ts';

type Video = typeof api.crypto.video;
export type Call = OutputOf<Video['getSession']>;
export type CallItem = OutputOf<Video['listSessions']>['items'][number];
export type CallStatus = CallItem['status'];

/** What a call is called: who takes part. */
export function callName({ participants }: Pick<CallItem, 'participants'>): string {
  return participants.join(', ');
}

export interface CallFilter {
  readonly text: string;
  readonly state: CallStatus | null;
}

/** A call is over at its last millisecond, whether or not the list was asked for since. */
export function statusNow({ status, expires_at }: Pick<CallItem, 'status' | 'expires_at'>, now: number): CallStatus {
  return status === 'open' && now >= (parseIsoTime(expires_at) ?? 0) ? 'expired' : status;
}

export function callView(
  { text, state }: CallFilter,
  { by, descending }: Sort<SortKey>,
  now: number,
): ListView<CallItem> {
  const needle = text.trim().toLowerCase();
  const sortBy: Readonly<Record<SortKey, (item: CallItem) => string | number>> = {
    participants: (item) => callName(item).toLowerCase(),
    state: (item) => words.states[statusNow(item, now)],
    duration: ({ duration_seconds }) => duration_seconds,
    made: ({ created_at }) => created_at,
    id: ({ session_id }) => session_id,
  };
  return {
    matches: (item) =>
      (state === null || statusNow(item, now) === state) &&
      (needle === '' || [callName(item), item.session_id].some((value) => value.toLowerCase().includes(needle))),
    sortBy: sortBy[by],
    descending,
  };
}

const CSV_COLUMNS: readonly CsvColumn<CallItem>[] = [
  ['session_id', ({ session_id }) => session_id],
  ['status', ({ status }) => status],
  ['participants', callName],
  ['created_at', ({ created_at }) => created_at],
  ['ended_at', ({ ended_at }) => ended_at ?? ''],
  ['end_reason', ({ end_reason }) => end_reason ?? ''],
  ['duration_seconds', ({ duration_seconds }) => duration_seconds],
  ['record_transcript', ({ record_transcript }) => String(record_transcript)],
];

export function callsCsv(items: readonly CallItem[]): string {
  return csvText(items, CSV_COLUMNS);
}

export function callsJson(items: readonly CallItem[]): string {
  return `${JSON.stringify(items, null, 2)}\n`;
}
