/** The list of keys: pairs of BFV and sessions of CKKS in one, what is looked through, how it is ordered and exported. */
import type { fhe } from '@touchstone/core/api/crypto/fhe.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { type CsvColumn, csvText } from '../../../parts/list-page/csv.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import type { Sort } from '../../../parts/list-page/sort-codec.ts';
import { words } from '../../../words/compute/encrypted-compute.ts';
import type { Scheme, SortKey } from './search.ts';

type Pair = OutputOf<typeof fhe.bfvKeys>['items'][number];
type Session = OutputOf<typeof fhe.ckksSessions>['items'][number];

/** Who keeps the secret key. `page`: it was made in this page, and the service has never seen it. */
export type KeyCustody = 'server' | 'client' | 'page';
export type Profile = Pair['profile'];

export interface KeyItem {
  readonly id: string;
  readonly scheme: Scheme;
  /** Of BFV. */
  readonly profile: Profile | null;
  readonly custody: KeyCustody;
  /** Whether the service has an entry for it. */
  readonly isListed: boolean;
  readonly isOpen: boolean;
  /** Null where only its file is known. */
  readonly madeAt: string | null;
  /** Of sessions. */
  readonly expiresAt: string | null;
  /** Of sessions: how often they have decrypted. */
  readonly decrypts: number | null;
  /** Of pairs: SHA-256 of the public key. */
  readonly fingerprint: string | null;
}

export function pairItem({ key_id, custody, profile, fingerprint, created_at }: Pair): KeyItem {
  return {
    id: key_id,
    scheme: 'BFV',
    profile,
    custody,
    isListed: true,
    isOpen: true,
    madeAt: created_at,
    expiresAt: null,
    decrypts: null,
    fingerprint,
  };
}

export function sessionItem({ session_id, state, decrypts, created_at, expires_at }: Session): KeyItem {
  return {
    id: session_id,
    scheme: 'CKKS',
    profile: null,
    custody: 'server',
    isListed: true,
    isOpen: state === 'open',
    madeAt: created_at,
    expiresAt: expires_at,
    decrypts,
    fingerprint: null,
  };
}

/** The digits that people tell keys apart by. */
export function shortId(id: string): string {
  return id.slice(-16, -8);
}

export function nameOf({ id, profile }: Pick<KeyItem, 'id' | 'profile'>): string {
  return words.nameOf(profile === null ? words.kinds.ckks : words.kinds[profile], shortId(id));
}

/** A pair has no end; a session is open until its own. */
export function stateText({ scheme, isOpen }: Pick<KeyItem, 'scheme' | 'isOpen'>): string {
  return words.states[scheme === 'BFV' ? 'active' : isOpen ? 'open' : 'ended'];
}

export function keyView(text: string, scheme: Scheme | null, { by, descending }: Sort<SortKey>): ListView<KeyItem> {
  const needle = text.trim().toLowerCase();
  const sortBy: Readonly<Record<SortKey, (item: KeyItem) => string>> = {
    name: nameOf,
    custody: ({ custody }) => words.custodies[custody],
    state: stateText,
    made: ({ madeAt }) => madeAt ?? '',
    until: ({ expiresAt }) => expiresAt ?? '',
  };
  return {
    matches: (item) =>
      (scheme === null || item.scheme === scheme) &&
      (needle === '' || nameOf(item).toLowerCase().includes(needle) || item.id.startsWith(needle)),
    sortBy: sortBy[by],
    descending,
  };
}

const CSV: readonly CsvColumn<KeyItem>[] = [
  ['id', ({ id }) => id],
  ['scheme', ({ scheme }) => scheme],
  ['profile', ({ profile }) => profile ?? ''],
  ['custody', ({ custody }) => custody],
  ['created_at', ({ madeAt }) => madeAt ?? ''],
  ['expires_at', ({ expiresAt }) => expiresAt ?? ''],
  ['decrypts', ({ decrypts }) => decrypts ?? ''],
  ['fingerprint', ({ fingerprint }) => fingerprint ?? ''],
];

export function keysCsv(items: readonly KeyItem[]): string {
  return csvText(items, CSV);
}

export function keysJson(items: readonly KeyItem[]): string {
  return `${JSON.stringify(items, null, 2)}\n`;
}
