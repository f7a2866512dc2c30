import Type from 'typebox';
import { addressReader, useAddressOf } from '../../../lib/address.ts';

export const TRUST_TABS = ['sets', 'own', 'revoked', 'history'] as const;

/** What the Trust page keeps in the address. */
export const readTrustSearch = addressReader({
  /** Whether the sheet for importing a key set is open: empty, or with that of the examples. */
  import: Type.Union([Type.Literal(true), Type.Literal('sample')]),
  /** `sets` where absent. */
  tab: Type.Enum(TRUST_TABS.filter((tab) => tab !== 'sets')),
  /** The fingerprint of the key set that is open. */
  set: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});

export const useTrustSearch = () => useAddressOf('/trust', readTrustSearch);
