import { PLAN_SLUGS } from '@touchstone/core/api/plans.ts';
import Type from 'typebox';
import { ADDRESS_TEXT, addressReader, useAddressOf } from '../../../lib/address.ts';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';

export const SORT_KEYS = ['email', 'plan', 'credits', 'status', 'created'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const TABS = ['account', 'keys', 'usage', 'audit'] as const;
export type AccountTab = (typeof TABS)[number];

export const STATUSES = ['active', 'suspended'] as const;
export type AccountStatus = (typeof STATUSES)[number];

export const OLDEST_FIRST: Sort<SortKey> = { by: 'created', descending: false };
export const { readSort, sortText } = sortCodec(SORT_KEYS, OLDEST_FIRST);

/** It becomes part of a path: whatever the server cannot have made is dropped here. */
const ID = Type.String({ pattern: '^[A-Za-z0-9_]{1,100}$' });

/** What the Accounts page keeps in the address: the account that is open, its tab and key, filters of the lists. */
export const readAccountsSearch = addressReader({
  view: Type.Literal('audit'),
  account: ID,
  tab: Type.Enum([...TABS]),
  /** The verb whose sheet is open. */
  act: Type.Enum(['new', 'terms', 'suspend', 'new-key', 'sample-key', 'change-key', 'rotate-key', 'revoke-key']),
  /** The API key that is open. */
  key: ID,
  /** What the list of keys is looked through for. */
  find: ADDRESS_TEXT,
  /** Keys that ended are listed too. */
  show: Type.Enum(['all']),
  q: ADDRESS_TEXT,
  plan: Type.Enum([...PLAN_SLUGS]),
  status: Type.Enum([...STATUSES]),
  sort: ADDRESS_TEXT,
  /** Filters of the audit: an action and an account. */
  action: Type.String({ pattern: '^.{0,100}$' }),
  of: ID,
});

export const useAccountsSearch = () => useAddressOf('/accounts', readAccountsSearch);
