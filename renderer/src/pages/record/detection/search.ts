import { SEVERITIES } from '@touchstone/core/detection/finding.ts';
import Type from 'typebox';
import { ADDRESS_TEXT, addressReader, useAddressOf } from '../../../lib/address.ts';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';

export const KINDS = ['timings', 'traffic', 'algorithms'] as const;
export type Kind = (typeof KINDS)[number];

export const SORT_KEYS = ['finding', 'severity', 'evidence', 'subject', 'kind', 'at'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const GRAVEST_FIRST: Sort<SortKey> = { by: 'severity', descending: false };
export const { readSort, sortText } = sortCodec(SORT_KEYS, GRAVEST_FIRST);

/** What the Detection page keeps in the address. Nothing of what is checked is in it. */
export const readDetectionSearch = addressReader({
  /** What is to be checked: its sheet is open. */
  act: Type.Enum([...KINDS]),
  /** The result that is open. */
  result: Type.String({ pattern: '^[a-z]{1,20}-[0-9]{1,6}$' }),
  q: ADDRESS_TEXT,
  severity: Type.Enum([...SEVERITIES]),
  kind: Type.Enum([...KINDS]),
  sort: ADDRESS_TEXT,
});

export const useDetectionSearch = () => useAddressOf('/detection', readDetectionSearch);
