/** The console's pages in the order of its navigation: their addresses and names. What they load stands in `app/pages.tsx`. */

/** The groups of the navigation, which are the folders under `pages/`. One without pages is not shown. */
export const PAGE_GROUPS = [
  { id: 'check', title: 'Check' },
  { id: 'issue', title: 'Issue' },
  { id: 'protect', title: 'Protect' },
  { id: 'compute', title: 'Compute' },
  { id: 'record', title: 'Record' },
  { id: 'administration', title: 'Administration' },
] as const;

export type PageGroup = (typeof PAGE_GROUPS)[number]['id'];

export interface PageName {
  readonly path: string;
  readonly group: PageGroup;
  readonly title: string;
  /** What a person does there, for the command palette. */
  readonly purpose: string;
  /** After `g`, go to the page: one letter, or two. */
  readonly letters: string;
}

/**
 * Letters: no page's letters begin with another page's, so that nobody has to wait for the end of a sequence. C, d, e and h
 * begin two: Calls `cl` and Cache `ca`, Detection `dt` and Devices `dv`, Encrypted compute `ec` and Encrypted search `es`,
 * Health `ha` and Help `he`. Payments has `m`, for money; n, q, y and z are free.
 */
export const PAGE_NAMES = [
  { path: '/overview', group: 'check', title: 'Overview', purpose: 'What needs attention', letters: 'o' },
  { path: '/verify', group: 'check', title: 'Verify', purpose: 'Check artifacts, receipts and sessions', letters: 'v' },
  { path: '/trust', group: 'check', title: 'Trust', purpose: 'Key sets that were compared and pinned', letters: 't' },
  { path: '/artifacts', group: 'issue', title: 'Artifacts', purpose: 'Issue and keep artifacts', letters: 'a' },
  { path: '/receipts', group: 'issue', title: 'Receipts', purpose: 'Create, list and look up receipts', letters: 'r' },
  { path: '/sign', group: 'issue', title: 'Sign', purpose: '3-key trio, hybrid layers, ML-DSA, ML-KEM', letters: 'i' },
  { path: '/proofs', group: 'issue', title: 'Proofs', purpose: 'Prove a claim without the value', letters: 'p' },
  { path: '/secrets', group: 'protect', title: 'Secrets', purpose: 'Passwords and API keys of programs', letters: 's' },
  {
    path: '/keys',
    group: 'protect',
    title: 'Keys',
    purpose: 'Managed and wrapped keys, gateway, ceremony',
    letters: 'k',
  },
  {
    path: '/biometrics',
    group: 'protect',
    title: 'Biometrics',
    purpose: 'Encrypted templates, verification, thresholds',
    letters: 'b',
  },
  {
    path: '/encrypted-compute',
    group: 'compute',
    title: 'Encrypted compute',
    purpose: 'Compute on numbers that stay encrypted',
    letters: 'ec',
  },
  {
    path: '/search',
    group: 'compute',
    title: 'Encrypted search',
    purpose: 'Find documents that stay encrypted',
    letters: 'es',
  },
  {
    path: '/joint-computation',
    group: 'compute',
    title: 'Joint computation',
    purpose: 'One number about inputs that nobody shows',
    letters: 'j',
  },
  {
    path: '/fraud',
    group: 'compute',
    title: 'Fraud sharing',
    purpose: 'Contribute signals, ask for scores',
    letters: 'f',
  },
  { path: '/agents', group: 'record', title: 'Agents', purpose: 'Sessions, replay, fork, approvals', letters: 'g' },
  {
    path: '/ledger',
    group: 'record',
    title: 'Ledger',
    purpose: 'Blocks, anchors, documents, platform audit',
    letters: 'l',
  },
  {
    path: '/health',
    group: 'record',
    title: 'Health',
    purpose: 'Agreement, sessions, events, attestations',
    letters: 'ha',
  },
  {
    path: '/payments',
    group: 'record',
    title: 'Payments',
    purpose: 'Private invoices and what became of them',
    letters: 'm',
  },
  {
    path: '/detection',
    group: 'record',
    title: 'Detection',
    purpose: 'Timing leaks, harvesting, weak algorithms',
    letters: 'dt',
  },
  {
    path: '/calls',
    group: 'record',
    title: 'Calls',
    purpose: 'Encrypted video calls and their transcripts',
    letters: 'cl',
  },
  {
    path: '/accounts',
    group: 'administration',
    title: 'Accounts',
    purpose: 'Accounts, API keys, usage, audit',
    letters: 'u',
  },
  {
    path: '/webhooks',
    group: 'administration',
    title: 'Webhooks',
    purpose: 'Addresses for notices, and what became of them',
    letters: 'w',
  },
  {
    path: '/devices',
    group: 'administration',
    title: 'Devices',
    purpose: 'Passkeys of platform users',
    letters: 'dv',
  },
  {
    path: '/cache',
    group: 'administration',
    title: 'Cache',
    purpose: 'Cached values, hit rate, latency',
    letters: 'ca',
  },
  {
    path: '/api-explorer',
    group: 'administration',
    title: 'API explorer',
    purpose: 'Operations of the embedded server',
    letters: 'x',
  },
  {
    path: '/settings',
    group: 'administration',
    title: 'Settings',
    purpose: 'Appearance, server, data folder, backup',
    letters: ',',
  },
  {
    path: '/help',
    group: 'administration',
    title: 'Help',
    purpose: 'Guides, and what error codes mean',
    letters: 'he',
  },
] as const satisfies readonly PageName[];

export type PagePath = (typeof PAGE_NAMES)[number]['path'];
