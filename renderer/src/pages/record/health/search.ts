import { useNavigate, useSearch } from '@tanstack/react-router';
import { SESSION_STATES, type SessionState } from '@touchstone/core/health/session.ts';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';

export const SORT_KEYS = ['contract', 'user', 'state', 'opened', 'events', 'attestations', 'id'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const NEWEST_FIRST: Sort<SortKey> = { by: 'opened', descending: true };
export const { readSort, sortText } = sortCodec(SORT_KEYS, NEWEST_FIRST);

/** What the Health page keeps in the address. */
export interface HealthSearch {
  readonly view?: 'agreement' | 'open' | undefined;
  /** The session that is open. */
  readonly session?: string | undefined;
  /** The user whose agreement is looked at. */
  readonly user?: string | undefined;
  readonly q?: string | undefined;
  readonly state?: SessionState | undefined;
  /** A sort key, with a minus sign before it where the order is descending. */
  readonly sort?: string | undefined;
}

/** Reads the address; everything else in it is dropped. */
export function readHealthSearch(search: Readonly<Record<string, unknown>>): HealthSearch {
  const { view, session, user, q, state, sort } = search;
  const knownState = SESSION_STATES.find((known) => known === state);
  return {
    ...(view === 'agreement' || view === 'open' ? { view } : {}),
    ...(typeof session === 'string' && /^sess_[0-9a-f]{1,64}$/.test(session) ? { session } : {}),
    // The router reads digits as a number; a user may well be called 7.
    ...(typeof user === 'string' || typeof user === 'number' ? { user: String(user).slice(0, 200) } : {}),
    ...(typeof q === 'string' || typeof q === 'number' ? { q: String(q) } : {}),
    ...(knownState === undefined ? {} : { state: knownState }),
    ...(typeof sort === 'string' ? { sort } : {}),
  };
}

/** The address as state. Filters replace the entry in the history; opening something adds one, so that Back returns. */
export function useHealthSearch() {
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const setSearch = (changes: HealthSearch, history: 'replace' | 'push' = 'replace') =>
    navigate({
      to: '/health',
      search: (before: Readonly<Record<string, unknown>>) => ({ ...readHealthSearch(before), ...changes }),
      replace: history === 'replace',
    });
  return { search: readHealthSearch(raw), setSearch };
}
