/** Validation sessions in lists: their state and remaining time, what is looked through, how they are exported. */
import type { health } from '@touchstone/core/api/crypto/health.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { SESSION_STATES, type SessionState, sessionStateAt } from '@touchstone/core/health/session.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { formatSpan } from '../../../lib/format.ts';
import { csvText } from '../../../parts/list-page/csv.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import type { Sort } from '../../../parts/list-page/sort-codec.ts';
import type { SortKey } from './search.ts';

export type SessionItem = OutputOf<typeof health.listSessions>['items'][number];

/** What each sheet of a session is given. */
export interface SessionSheetProps {
  readonly item: SessionItem;
  /** The state now. */
  readonly state: SessionState;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The state by this machine's clock: a lock runs out without anybody asking the server. */
export function stateNow({ state, expires_at, released_at }: SessionItem, now: number): SessionState {
  const expiresAt = parseIsoTime(expires_at);
  if (state !== 'open' || expiresAt === null) return state;
  return sessionStateAt({ expiresAt, releasedAt: released_at === null ? null : parseIsoTime(released_at) }, now);
}

/** Milliseconds until the lock of an open session ends, at least 0. */
export function remainingMs({ expires_at }: Pick<SessionItem, 'expires_at'>, now: number): number {
  return Math.max(0, (parseIsoTime(expires_at) ?? now) - now);
}

/** `14 min 05 s`, `45 s`, `1 h 10 min`. */
export function remainingWords(milliseconds: number): string {
  return formatSpan(Math.ceil(milliseconds / 1000));
}

const SORT_VALUES: Readonly<Record<SortKey, (item: SessionItem) => string | number>> = {
  contract: ({ contract_id }) => contract_id.toLowerCase(),
  user: ({ user_id }) => user_id.toLowerCase(),
  state: ({ state }) => SESSION_STATES.indexOf(state),
  opened: ({ opened_at }) => opened_at,
  events: ({ events }) => events,
  attestations: ({ attestations }) => attestations,
  id: ({ session_id }) => session_id,
};

export interface SessionFilter {
  readonly text: string;
  readonly state: SessionState | null;
}

/** The view for the list's order. Text is looked for in contract, user and id. */
export function sessionView(
  { text, state }: SessionFilter,
  { by, descending }: Sort<SortKey>,
  now: number,
): ListView<SessionItem> {
  const needle = text.trim().toLowerCase();
  return {
    matches: (item) =>
      (state === null || stateNow(item, now) === state) &&
      (needle === '' ||
        [item.contract_id, item.user_id, item.session_id].some((one) => one.toLowerCase().includes(needle))),
    sortBy: SORT_VALUES[by],
    descending,
  };
}

export function sessionsCsv(items: readonly SessionItem[]): string {
  return csvText(items, [
    ['session_id', ({ session_id }) => session_id],
    ['contract_id', ({ contract_id }) => contract_id],
    ['user_id', ({ user_id }) => user_id],
    ['state', ({ state }) => state],
    ['opened_at_utc', ({ opened_at }) => opened_at],
    ['expires_at_utc', ({ expires_at }) => expires_at],
    ['released_at_utc', ({ released_at }) => released_at ?? ''],
    ['events', ({ events }) => events],
    ['attestations', ({ attestations }) => attestations],
    ['head_hash', ({ head_hash }) => head_hash ?? ''],
  ]);
}

export function sessionsJson(items: readonly SessionItem[]): string {
  return `${JSON.stringify({ sessions: items }, null, 2)}\n`;
}

/** The open session that holds the lock of a contract; undefined where none is known. */
export function holderOf(items: readonly SessionItem[], contractId: string, now: number): SessionItem | undefined {
  return items.find((item) => item.contract_id === contractId && stateNow(item, now) === 'open');
}

/** A count as typed: a whole number from 0 on. Null where it is none. */
export function readCount(text: string): number | null {
  const digits = text.trim();
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}
