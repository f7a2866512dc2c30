import { useNavigate, useSearch } from '@tanstack/react-router';
import { AUDIT_ACTIONS, SECRET_STATES } from '@touchstone/core/api/crypto/shield-schemas.ts';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';

export const SORT_KEYS = [
  'name',
  'vault',
  'environment',
  'provider',
  'value',
  'status',
  'version',
  'rotation',
  'tags',
  'created',
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const STATUS_FILTERS = [...SECRET_STATES, 'all'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];
export const ROTATION_FILTERS = ['overdue', 'soon', 'later', 'never'] as const;
export type RotationFilter = (typeof ROTATION_FILTERS)[number];
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const NEWEST_FIRST: Sort<SortKey> = { by: 'created', descending: true };
export const { readSort, sortText } = sortCodec(SORT_KEYS, NEWEST_FIRST);

/** What the Secrets page keeps in the address. Nothing that a person enters into a form is in it. */
export interface SecretsSearch {
  readonly view?: 'store' | 'audit' | undefined;
  /** The id of the version that is open. */
  readonly secret?: string | undefined;
  readonly q?: string | undefined;
  readonly vault?: string | undefined;
  readonly environment?: string | undefined;
  readonly provider?: string | undefined;
  /** `active` where absent. */
  readonly status?: StatusFilter | undefined;
  readonly rotation?: RotationFilter | undefined;
  /** A sort key, with a minus sign before it where the order is descending. */
  readonly sort?: string | undefined;
  /** Filters of the audit: an action and the id of a version. */
  readonly action?: AuditAction | undefined;
  readonly of?: string | undefined;
}

/** Reads the address; everything else in it is dropped. */
export function readSecretsSearch(search: Readonly<Record<string, unknown>>): SecretsSearch {
  const { view, secret, q, vault, environment, provider, status, rotation, sort, action, of } = search;
  const knownStatus = STATUS_FILTERS.find((known) => known === status);
  const knownRotation = ROTATION_FILTERS.find((known) => known === rotation);
  const knownAction = AUDIT_ACTIONS.find((known) => known === action);
  return {
    ...(view === 'store' || view === 'audit' ? { view } : {}),
    ...(isId(secret) ? { secret } : {}),
    ...textMember('q', q),
    ...textMember('vault', vault),
    ...textMember('environment', environment),
    ...textMember('provider', provider),
    ...(knownStatus === undefined || knownStatus === 'active' ? {} : { status: knownStatus }),
    ...(knownRotation === undefined ? {} : { rotation: knownRotation }),
    ...(typeof sort === 'string' ? { sort } : {}),
    ...(knownAction === undefined ? {} : { action: knownAction }),
    ...(isId(of) ? { of } : {}),
  };
}

/** The router reads digits as a number; a vault may well be called 2026. */
function textMember<K extends string>(name: K, value: unknown): Partial<Record<K, string>> {
  if (typeof value !== 'string' && typeof value !== 'number') return {};
  return { [name]: String(value).slice(0, 200) } as Partial<Record<K, string>>;
}

/** It becomes part of a path: whatever the server cannot have made is dropped here. */
function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9-]{1,64}$/.test(value);
}

/** The address as state. Filters replace the entry in the history; opening something adds one, so that Back returns. */
export function useSecretsSearch() {
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const setSearch = (changes: SecretsSearch, history: 'replace' | 'push' = 'replace') =>
    navigate({
      to: '/secrets',
      search: (before: Readonly<Record<string, unknown>>) => ({ ...readSecretsSearch(before), ...changes }),
      replace: history === 'replace',
    });
  return { search: readSecretsSearch(raw), setSearch };
}
