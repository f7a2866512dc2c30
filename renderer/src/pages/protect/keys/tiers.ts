import type { ManagedKey } from './managed-items.ts';

export type Tier = ManagedKey['tier'];

export const TIER_WORDS: Record<Tier, string> = { 'key-1': 'key-1, ML-KEM-768', 'key-2': 'key-2, ML-KEM-1024' };

export const TIER_OPTIONS = [
  { value: 'key-2', label: TIER_WORDS['key-2'] },
  { value: 'key-1', label: TIER_WORDS['key-1'] },
] as const satisfies readonly { readonly value: Tier; readonly label: string }[];
