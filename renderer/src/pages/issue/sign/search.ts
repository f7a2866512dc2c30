import { HYBRID_SCHEME_NAMES, type HybridSchemeName } from '@touchstone/core/composite/schemes.ts';
import Type from 'typebox';
import { addressReader, useAddressOf } from '../../../lib/address.ts';

export const TABS = ['three-family', 'hybrid', 'ml-dsa', 'ml-kem'] as const;
export type TabId = (typeof TABS)[number];

const readSignSearch = addressReader({
  tab: Type.Enum([...TABS]),
  scheme: Type.Enum([...HYBRID_SCHEME_NAMES]),
});

const USUAL_SCHEME: HybridSchemeName = 'NESTED_ED25519_DILITHIUM3';

/** What the Sign page keeps in the address. Nothing that a person enters is in it. */
export function useSignSearch() {
  const { search, setSearch } = useAddressOf('/sign', readSignSearch);
  const { tab = 'three-family', scheme = USUAL_SCHEME } = search;
  return { search: { tab, scheme }, setSearch };
}
