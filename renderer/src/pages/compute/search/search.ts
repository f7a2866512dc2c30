import Type from 'typebox';
import { ADDRESS_TEXT, addressReader, useAddressOf } from '../../../lib/address.ts';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';

export const SORT_KEYS = ['name', 'type', 'documents', 'created'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

const NEWEST_FIRST: Sort<SortKey> = { by: 'created', descending: true };
export const { readSort, sortText } = sortCodec(SORT_KEYS, NEWEST_FIRST);

export const INDEX_TYPES = ['keyword', 'ckks_similarity'] as const;
export type IndexType = (typeof INDEX_TYPES)[number];

/** What the Encrypted search page keeps in the address: what is open, never what is searched. */
export const readIndexSearch = addressReader({
  /** The verb whose sheet is open. */
  act: Type.Enum(['add', 'sample', 'delete', 'delete-document']),
  /** The name of the index that is open. */
  index: ADDRESS_TEXT,
  /** The name of the document that is to be deleted. */
  document: ADDRESS_TEXT,
  q: ADDRESS_TEXT,
  type: Type.Enum([...INDEX_TYPES]),
  sort: ADDRESS_TEXT,
});

export const useIndexSearch = () => useAddressOf('/search', readIndexSearch);
