/** The way back. */
import type { ChainName } from '@touchstone/core/api/common.ts';
import type { Crumb } from '../../../parts/page/page.tsx';
import { words } from '../../../words/record/ledger.ts';

export const ALL_CHAINS: readonly Crumb[] = [{ title: words.title, to: '/ledger' }];

export function crumbsOf(chain: ChainName): readonly Crumb[] {
  return [...ALL_CHAINS, { title: words.chains[chain], to: '/ledger', search: { chain } }];
}
