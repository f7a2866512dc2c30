import type { PagePath } from './page-names.ts';

/** The part of the guides that is about a page: the guide's id, and behind `#` the name of a heading. */
export const PAGE_GUIDES: Readonly<Record<PagePath, string>> = {
  '/overview': 'console-administration#overview',
  '/verify': 'console-administration#verify',
  '/trust': 'keys-and-trust',
  '/artifacts': 'console-artifacts',
  '/receipts': 'console-receipts-and-sign#receipts',
  '/sign': 'console-receipts-and-sign#sign',
  '/proofs': 'console-proofs-and-payments#proofs',
  '/secrets': 'console-secrets-and-health#secrets',
  '/keys': 'console-keys',
  '/biometrics': 'biometrics#in-the-console',
  '/encrypted-compute': 'encrypted-computation#in-the-console',
  '/search': 'encrypted-search',
  '/joint-computation': 'joint-computation',
  '/fraud': 'fraud-signals#in-the-console',
  '/agents': 'console-agents',
  '/ledger': 'console-ledger-and-cache#ledger',
  '/health': 'console-secrets-and-health#health',
  '/payments': 'console-proofs-and-payments#payments',
  '/detection': 'detection#the-page',
  '/calls': 'calls',
  '/accounts': 'console-administration#accounts',
  '/webhooks': 'console-keys#webhooks',
  '/devices': 'console-keys#devices',
  '/cache': 'console-ledger-and-cache#cache',
  '/api-explorer': 'console-administration#api-explorer',
  '/settings': 'console-administration#settings',
  '/help': 'console-administration#help',
};

/** A place in the guides as the address of the Help page has it. */
export function guidePlace(place: string): { readonly guide: string; readonly part?: string } {
  const [guide = '', part] = place.split('#');
  return part === undefined ? { guide } : { guide, part };
}
