import { words } from '../../../words/protect/keys.ts';
import type { ManagedKey } from './managed-items.ts';

export type Tier = ManagedKey['tier'];

export const TIER_WORDS: Readonly<Record<Tier, string>> = words.tiers;

export const TIER_OPTIONS = [
  { value: 'key-2', label: TIER_WORDS['key-2'] },
  { value: 'key-1', label: TIER_WORDS['key-1'] },
] as const satisfies readonly { readonly value: Tier; readonly label: string }[];
