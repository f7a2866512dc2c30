import { ARTIFACT_ID, CATEGORIES } from '@touchstone/core/artifact/artifact.ts';
import Type from 'typebox';
import { ADDRESS_TEXT, addressReader, useAddressOf } from '../../../lib/address.ts';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';

export const SORT_KEYS = ['subject', 'category', 'signatures', 'id', 'issued'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const SIGNING_STATES = ['waiting', 'complete'] as const;
export type SigningState = (typeof SIGNING_STATES)[number];

export const NEWEST_FIRST: Sort<SortKey> = { by: 'issued', descending: true };
export const { readSort, sortText } = sortCodec(SORT_KEYS, NEWEST_FIRST);

/** What the Artifacts page keeps in the address: the artifact that is shown, the open sheet, the filters of the list. */
export const readArtifactsSearch = addressReader({
  id: Type.String({ pattern: ARTIFACT_ID.source }),
  /** The verb whose sheet is open. */
  act: Type.Enum(['new', 'sample', 'request', 'answer']),
  q: ADDRESS_TEXT,
  category: Type.Enum([...CATEGORIES]),
  signing: Type.Enum([...SIGNING_STATES]),
  sort: ADDRESS_TEXT,
});

export const useArtifactsSearch = () => useAddressOf('/artifacts', readArtifactsSearch);
