/** The console's pages in the order of its navigation: their addresses and names. What they load stands in `app/pages.tsx`. */

export interface PageName {
  readonly path: string;
  readonly title: string;
  /** What a person does there, for the command palette. */
  readonly purpose: string;
  /** After `g`, goes to the page. */
  readonly letter: string;
}

export const PAGE_NAMES = [
  { path: '/overview', title: 'Overview', purpose: 'What needs attention', letter: 'o' },
  { path: '/verify', title: 'Verify', purpose: 'Check artifacts and receipts', letter: 'v' },
  { path: '/trust', title: 'Trust', purpose: 'Key sets that this machine believes', letter: 't' },
  { path: '/artifacts', title: 'Artifacts', purpose: 'Artifacts that the server keeps', letter: 'a' },
  { path: '/receipts', title: 'Receipts', purpose: 'Make, list and look up receipts', letter: 'r' },
  { path: '/sign', title: 'Sign', purpose: 'Three families, hybrid layers, ML-DSA, ML-KEM', letter: 'i' },
  { path: '/secrets', title: 'Secrets', purpose: 'Store, read and rotate secrets, and see who did', letter: 'p' },
  {
    path: '/keys',
    title: 'Keys',
    purpose: 'Managed and wrapped keys, gateway, webhooks, ceremony, passkeys',
    letter: 'k',
  },
  { path: '/health', title: 'Health', purpose: 'Agreement, validation sessions, events, attestations', letter: 'h' },
  { path: '/agents', title: 'Agents', purpose: 'Attested sessions, receipts, replay and fork, approvals', letter: 'b' },
  { path: '/ledger', title: 'Ledger', purpose: 'Chains, blocks, anchors, documents, platform audit', letter: 'l' },
  { path: '/cache', title: 'Cache', purpose: 'Cached values, lifetimes and why, hit rate, latency', letter: 'm' },
  { path: '/api-explorer', title: 'API explorer', purpose: 'Operations of the embedded server', letter: 'e' },
  { path: '/accounts', title: 'Accounts', purpose: 'Accounts, API keys, usage, audit', letter: 'c' },
  {
    path: '/settings',
    title: 'Settings',
    purpose: 'Appearance, server settings, data folder, backup, about',
    letter: 's',
  },
] as const satisfies readonly PageName[];

export type PagePath = (typeof PAGE_NAMES)[number]['path'];
