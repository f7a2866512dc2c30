import { AUDIT_ACTIONS, SECRET_STATES } from '@touchstone/core/api/crypto/shield-schemas.ts';
import Type from 'typebox';
import { ADDRESS_TEXT, addressReader, useAddressOf } from '../../../lib/address.ts';
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

/** It becomes part of a path: whatever the server cannot have made is dropped here. */
const ID = Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' });

/** What the Secrets page keeps in the address. Nothing that a person enters into a form is in it. */
export const readSecretsSearch = addressReader({
  view: Type.Enum(['audit']),
  /** The verb whose sheet is open. */
  act: Type.Enum(['store', 'sample', 'rotate', 'verify', 'delete', 'destroy']),
  /** The id of the version that is open. */
  secret: ID,
  q: ADDRESS_TEXT,
  vault: ADDRESS_TEXT,
  environment: ADDRESS_TEXT,
  provider: ADDRESS_TEXT,
  /** `active` where absent. */
  status: Type.Enum(STATUS_FILTERS.filter((status) => status !== 'active')),
  rotation: Type.Enum([...ROTATION_FILTERS]),
  sort: ADDRESS_TEXT,
  /** Filters of the audit: an action and the id of a version. */
  action: Type.Enum([...AUDIT_ACTIONS]),
  of: ID,
});

export const useSecretsSearch = () => useAddressOf('/secrets', readSecretsSearch);
