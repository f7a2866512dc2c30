/** Every page of the console, in the order of its navigation. */
export const CONSOLE_PAGES = [
  { path: '/overview', title: 'Overview' },
  { path: '/verify', title: 'Verify' },
  { path: '/trust', title: 'Trust' },
  { path: '/artifacts', title: 'Artifacts' },
  { path: '/receipts', title: 'Receipts' },
  { path: '/sign', title: 'Sign' },
  { path: '/secrets', title: 'Secrets' },
  { path: '/keys', title: 'Keys' },
  { path: '/health', title: 'Health' },
  { path: '/agents', title: 'Agents' },
  { path: '/ledger', title: 'Ledger' },
  { path: '/cache', title: 'Cache' },
  { path: '/api-explorer', title: 'API explorer' },
  { path: '/accounts', title: 'Accounts' },
  { path: '/settings', title: 'Settings' },
] as const;

export const CONSOLE_PATHS = CONSOLE_PAGES.map(({ path }) => path);
