import Type from 'typebox';
import { ADDRESS_TEXT, addressReader, useAddressOf } from '../../../lib/address.ts';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';

export const SORT_KEYS = ['name', 'custody', 'state', 'made', 'until'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

const NEWEST_FIRST: Sort<SortKey> = { by: 'made', descending: true };
export const { readSort, sortText } = sortCodec(SORT_KEYS, NEWEST_FIRST);

export const SCHEMES = ['BFV', 'CKKS'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** What a notebook computes from ciphertexts that it holds. */
export const COMPUTE_ACTS = ['add', 'multiply', 'rotate', 'refresh', 'decrypt'] as const;
export type ComputeAct = (typeof COMPUTE_ACTS)[number];

/** What the Encrypted compute page keeps in the address: what is open, never a value and never a key. */
export const readFheSearch = addressReader({
  /** The verb whose sheet is open. */
  act: Type.Enum([
    'new',
    'sample',
    'delete',
    'load-keys',
    'encrypt',
    'encrypt-sample',
    'load',
    ...COMPUTE_ACTS,
    'ask',
    'ask-sample',
    'improve',
  ]),
  view: Type.Enum(['parameters']),
  /** The id of the key pair or session whose notebook is open. */
  key: Type.String({ pattern: '^(key_bfv|ckks)_[0-9a-f]{16}$' }),
  /** The number of the step whose ciphertext a verb begins with. */
  of: Type.String({ pattern: '^[1-9][0-9]{0,4}$' }),
  q: ADDRESS_TEXT,
  scheme: Type.Enum([...SCHEMES]),
  sort: ADDRESS_TEXT,
});

export const useFheSearch = () => useAddressOf('/encrypted-compute', readFheSearch);

export function isComputeAct(act: string | undefined): act is ComputeAct {
  return COMPUTE_ACTS.some((one) => one === act);
}
