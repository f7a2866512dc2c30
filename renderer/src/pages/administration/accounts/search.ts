import { useNavigate, useSearch } from '@tanstack/react-router';
import { PLAN_SLUGS, type PlanSlug } from '@touchstone/core/api/plans.ts';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';

export const SORT_KEYS = ['email', 'plan', 'credits', 'status', 'created'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const TABS = ['account', 'keys', 'usage', 'audit'] as const;
export type AccountTab = (typeof TABS)[number];

export const STATUSES = ['active', 'suspended'] as const;
export type AccountStatus = (typeof STATUSES)[number];

export const OLDEST_FIRST: Sort<SortKey> = { by: 'created', descending: false };
export const { readSort, sortText } = sortCodec(SORT_KEYS, OLDEST_FIRST);

/** What the Accounts page keeps in the address: the account that is open, its tab and key, filters of the lists. */
export interface AccountsSearch {
  readonly view?: 'audit' | undefined;
  readonly account?: string | undefined;
  readonly tab?: AccountTab | undefined;
  /** The API key that is open. */
  readonly key?: string | undefined;
  /** What the list of keys is looked through for. */
  readonly find?: string | undefined;
  readonly q?: string | undefined;
  readonly plan?: PlanSlug | undefined;
  readonly status?: AccountStatus | undefined;
  /** A sort key, with a minus sign before it where the order is descending. */
  readonly sort?: string | undefined;
  /** Filters of the audit: an action and an account. */
  readonly action?: string | undefined;
  readonly of?: string | undefined;
}

/** Reads the address; everything else in it is dropped. */
export function readAccountsSearch(search: Readonly<Record<string, unknown>>): AccountsSearch {
  const { view, account, tab, key, find, q, plan, status, sort, action, of } = search;
  const knownTab = TABS.find((known) => known === tab);
  const knownPlan = PLAN_SLUGS.find((known) => known === plan);
  const knownStatus = STATUSES.find((known) => known === status);
  return {
    ...(view === 'audit' ? { view } : {}),
    ...(isId(account) ? { account } : {}),
    ...(knownTab === undefined ? {} : { tab: knownTab }),
    ...(isId(key) ? { key } : {}),
    ...(typeof find === 'string' || typeof find === 'number' ? { find: String(find) } : {}),
    // The router reads digits as a number; a person may well search for 2026.
    ...(typeof q === 'string' || typeof q === 'number' ? { q: String(q) } : {}),
    ...(knownPlan === undefined ? {} : { plan: knownPlan }),
    ...(knownStatus === undefined ? {} : { status: knownStatus }),
    ...(typeof sort === 'string' ? { sort } : {}),
    ...(typeof action === 'string' && action.length <= 100 ? { action } : {}),
    ...(isId(of) ? { of } : {}),
  };
}

/** It becomes part of a path: whatever the server cannot have made is dropped here. */
function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_]{1,100}$/.test(value);
}

/** The address as state. Filters replace the entry in the history; opening something adds one, so that Back returns. */
export function useAccountsSearch() {
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const setSearch = (changes: AccountsSearch, history: 'replace' | 'push' = 'replace') =>
    navigate({
      to: '/accounts',
      search: (before: Readonly<Record<string, unknown>>) => ({ ...readAccountsSearch(before), ...changes }),
      replace: history === 'replace',
    });
  return { search: readAccountsSearch(raw), setSearch };
}
