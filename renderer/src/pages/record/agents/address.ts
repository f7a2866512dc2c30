import { useNavigate, useParams, useSearch } from '@tanstack/react-router';

export const TABS = ['sessions', 'agents', 'approvals', 'lineage', 'policies'] as const;
export type TabId = (typeof TABS)[number];

export const SESSION_VIEWS = ['receipts', 'map', 'replay', 'fork'] as const;
export type SessionView = (typeof SESSION_VIEWS)[number];

/** What a place of the Agents page keeps behind its `?`; each part reads its own members and believes none of them. */
export type AddressSearch = Readonly<Record<string, unknown>>;

/** A place of the Agents page: a tab, or a session with one of its views. */
export interface Address {
  readonly tab: TabId;
  /** The session that is open; null on the tabs. */
  readonly sessionId: string | null;
  readonly view: SessionView;
  readonly search: AddressSearch;
}

/** Ids of agents, sessions, nodes and forks as the service makes them. */
export const ID_FORM = /^(?:agt|ags|node|fork)_[A-Za-z0-9_-]{1,96}$/;

/** A member of the address that is an id; undefined where it is none. */
export function readId(value: unknown): string | undefined {
  return typeof value === 'string' && ID_FORM.test(value) ? value : undefined;
}

/** A member of the address that is any text. The router reads digits as a number. */
export function readText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 500) : undefined;
}

export interface AddressActions {
  /** Changes members of this place; undefined takes one away. Replaces the entry in the history unless told otherwise. */
  readonly set: (changes: AddressSearch, history?: 'replace' | 'push') => void;
  readonly goToTab: (tab: TabId, search?: AddressSearch) => void;
  /** Opens a session, with the node that is to be looked at as `node` where there is one. */
  readonly goToSession: (sessionId: string, search?: AddressSearch & { readonly view?: SessionView }) => void;
}

/** The address as state: where this page is, and how to go elsewhere on it. */
export function useAddress(): Address & AddressActions {
  const search: AddressSearch = useSearch({ strict: false });
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const navigate = useNavigate();
  const sessionId = params.session ?? null;
  return {
    tab: TABS.find((known) => known === search.tab) ?? 'sessions',
    sessionId,
    view: SESSION_VIEWS.find((known) => known === search.view) ?? 'receipts',
    search,
    set: (changes, history = 'replace') =>
      void navigate({
        to: '.',
        search: (before: AddressSearch) => ({ ...before, ...changes }),
        replace: history === 'replace',
      }),
    goToTab: (tab, own = {}) =>
      void navigate({ to: '/agents', search: { ...(tab === 'sessions' ? {} : { tab }), ...own } }),
    goToSession: (session, own = {}) =>
      void navigate({ to: '/agents/sessions/$session', params: { session }, search: own }),
  };
}
