import { useNavigate, useSearch } from '@tanstack/react-router';
import { HYBRID_SCHEME_NAMES, type HybridSchemeName } from '@touchstone/core/composite/schemes.ts';

export const TABS = ['three-family', 'hybrid', 'ml-dsa', 'ml-kem'] as const;
export type TabId = (typeof TABS)[number];

/** What the Sign page keeps in the address. Nothing that a person enters is in it. */
export interface SignSearch {
  readonly tab: TabId;
  readonly scheme: HybridSchemeName;
}

const USUAL_SCHEME: HybridSchemeName = 'NESTED_ED25519_DILITHIUM3';

/** Reads the address; everything else in it is dropped. */
export function readSignSearch({ tab, scheme }: Readonly<Record<string, unknown>>): SignSearch {
  return {
    tab: TABS.find((known) => known === tab) ?? 'three-family',
    scheme: HYBRID_SCHEME_NAMES.find((known) => known === scheme) ?? USUAL_SCHEME,
  };
}

export function useSignSearch() {
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = readSignSearch(raw);
  const setSearch = (changes: Partial<SignSearch>) =>
    void navigate({ to: '/sign', search: { ...search, ...changes }, replace: true });
  return { search, setSearch };
}
