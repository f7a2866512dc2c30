import { useNavigate, useSearch } from '@tanstack/react-router';
import { KEY_STATUSES, type KeyStatus } from '@touchstone/core/keys/lifecycle.ts';
import { readSort } from './managed-items.ts';

export const TABS = ['managed', 'wrapped', 'gateway', 'webhooks', 'ceremony', 'devices'] as const;
export type TabId = (typeof TABS)[number];

/** What the Keys page keeps in the address: the tab, what is open, filters. Nothing secret is ever in it. */
export interface KeysSearch {
  readonly tab?: TabId | undefined;
  /** The managed key that is open. */
  readonly key?: string | undefined;
  readonly wrapped?: string | undefined;
  readonly target?: string | undefined;
  readonly delivery?: string | undefined;
  readonly q?: string | undefined;
  readonly state?: KeyStatus | undefined;
  /** A sort key, with a minus sign before it where the order is descending. */
  readonly sort?: string | undefined;
  /** The platform user whose passkeys are meant. */
  readonly user?: string | undefined;
}

/** Reads the address; everything else in it is dropped. */
export function readKeysSearch(search: Readonly<Record<string, unknown>>): KeysSearch {
  const { q, sort } = search;
  const tab = TABS.find((known) => known === search.tab);
  const state = KEY_STATUSES.find((known) => known === search.state);
  const key = idIn(search.key, /^(?:key|hk)_[A-Za-z0-9_-]{1,64}$/);
  const wrapped = idIn(search.wrapped, /^wk_[A-Za-z0-9_-]{1,64}$/);
  const target = idIn(search.target, /^[A-Za-z0-9._-]{1,100}$/);
  const delivery = idIn(search.delivery, /^whd_[A-Za-z0-9_-]{1,64}$/);
  const user = idIn(search.user, /^usr_[A-Za-z0-9_-]{1,64}$/);
  return {
    ...(tab === undefined ? {} : { tab }),
    // A stored key is always `key_<x>`; `hk_<x>` names the same one.
    ...(key === undefined ? {} : { key: key.replace(/^hk_/, 'key_') }),
    ...(wrapped === undefined ? {} : { wrapped }),
    ...(target === undefined ? {} : { target }),
    ...(delivery === undefined ? {} : { delivery }),
    // The router reads digits as a number; a person may well search for 2026.
    ...(typeof q === 'string' || typeof q === 'number' ? { q: String(q) } : {}),
    ...(state === undefined ? {} : { state }),
    ...(typeof sort === 'string' ? { sort } : {}),
    ...(user === undefined ? {} : { user }),
  };
}

function idIn(value: unknown, pattern: RegExp): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && pattern.test(text) ? text : undefined;
}

/** The address as state. Filters replace the entry in the history; opening something adds one, so that Back returns. */
export function useKeysSearch() {
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = readKeysSearch(raw);
  const setSearch = (changes: KeysSearch, history: 'replace' | 'push' = 'replace') =>
    void navigate({
      to: '/keys',
      search: (before: Readonly<Record<string, unknown>>) => ({ ...readKeysSearch(before), ...changes }),
      replace: history === 'replace',
    });
  const sort = readSort(search.sort);
  return { search, sort, setSearch };
}
