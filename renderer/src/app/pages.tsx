/** The pages of the console: one folder each under `pages/`, one line here. */
import {
  Blocks,
  Bot,
  Braces,
  Files,
  Gauge,
  HeartPulse,
  KeyRound,
  LayoutList,
  type LucideIcon,
  PenLine,
  ReceiptText,
  ScanSearch,
  Settings,
  ShieldCheck,
  Users,
  Vault,
} from 'lucide-react';
import { type ComponentType, use, useEffect } from 'react';

export interface PageDescription {
  readonly path: string;
  readonly title: string;
  /** What a person does there, for the command palette. */
  readonly purpose: string;
  readonly icon: LucideIcon;
  /** After `g`, goes to the page. */
  readonly letter: string;
  /** Tables, trees and charts use the whole width of the window (console M6). */
  readonly isWide?: boolean;
  /** Loads the page's code; also called when the console is idle, so that every page opens with the server stopped. */
  readonly load: () => Promise<ComponentType>;
}

export const AGENTS_PAGE = {
  path: '/agents',
  title: 'Agents',
  purpose: 'Attested sessions, receipts, replay and fork, approvals',
  icon: Bot,
  letter: 'b',
  isWide: true,
  load: once(async () => (await import('../pages/agents/page.tsx')).AgentsPage),
} as const satisfies PageDescription;

export const PAGES = [
  {
    path: '/overview',
    title: 'Overview',
    purpose: 'What needs attention',
    icon: LayoutList,
    letter: 'o',
    load: once(async () => (await import('../pages/overview/page.tsx')).OverviewPage),
  },
  {
    path: '/verify',
    title: 'Verify',
    purpose: 'Check artifacts and receipts',
    icon: ScanSearch,
    letter: 'v',
    load: once(async () => (await import('../pages/verify/page.tsx')).VerifyPage),
  },
  {
    path: '/trust',
    title: 'Trust',
    purpose: 'Key sets that this machine believes',
    icon: ShieldCheck,
    letter: 't',
    load: once(async () => (await import('../pages/trust/page.tsx')).TrustPage),
  },
  {
    path: '/artifacts',
    title: 'Artifacts',
    purpose: 'Artifacts that the server keeps',
    icon: Files,
    letter: 'a',
    isWide: true,
    load: once(async () => (await import('../pages/artifacts/page.tsx')).ArtifactsPage),
  },
  {
    path: '/receipts',
    title: 'Receipts',
    purpose: 'Make, list and look up receipts',
    icon: ReceiptText,
    letter: 'r',
    isWide: true,
    load: once(async () => (await import('../pages/receipts/page.tsx')).ReceiptsPage),
  },
  {
    path: '/sign',
    title: 'Sign',
    purpose: 'Three families, hybrid layers, ML-DSA, ML-KEM',
    icon: PenLine,
    letter: 'i',
    load: once(async () => (await import('../pages/sign/page.tsx')).SignPage),
  },
  {
    path: '/secrets',
    title: 'Secrets',
    purpose: 'Store, read and rotate secrets, and see who did',
    icon: Vault,
    letter: 'p',
    isWide: true,
    load: once(async () => (await import('../pages/secrets/page.tsx')).SecretsPage),
  },
  {
    path: '/keys',
    title: 'Keys',
    purpose: 'Managed and wrapped keys, gateway, webhooks, ceremony, passkeys',
    icon: KeyRound,
    letter: 'k',
    isWide: true,
    load: once(async () => (await import('../pages/keys/page.tsx')).KeysPage),
  },
  {
    path: '/health',
    title: 'Health',
    purpose: 'Agreement, validation sessions, events, attestations',
    icon: HeartPulse,
    letter: 'h',
    isWide: true,
    load: once(async () => (await import('../pages/health/page.tsx')).HealthPage),
  },
  AGENTS_PAGE,
  {
    path: '/ledger',
    title: 'Ledger',
    purpose: 'Chains, blocks, anchors, documents, platform audit',
    icon: Blocks,
    letter: 'l',
    isWide: true,
    load: once(async () => (await import('../pages/ledger/page.tsx')).LedgerPage),
  },
  {
    path: '/cache',
    title: 'Cache',
    purpose: 'Cached values, lifetimes and why, hit rate, latency',
    icon: Gauge,
    letter: 'm',
    isWide: true,
    load: once(async () => (await import('../pages/cache/page.tsx')).CachePage),
  },
  {
    path: '/api-explorer',
    title: 'API explorer',
    purpose: 'Operations of the embedded server',
    icon: Braces,
    letter: 'e',
    isWide: true,
    load: once(async () => (await import('../pages/api-explorer/page.tsx')).ApiExplorerPage),
  },
  {
    path: '/accounts',
    title: 'Accounts',
    purpose: 'Accounts, API keys, usage, audit',
    icon: Users,
    letter: 'c',
    isWide: true,
    load: once(async () => (await import('../pages/accounts/page.tsx')).AccountsPage),
  },
  {
    path: '/settings',
    title: 'Settings',
    purpose: 'Appearance, server settings, data folder, backup, about',
    icon: Settings,
    letter: 's',
    load: once(async () => (await import('../pages/settings/page.tsx')).SettingsPage),
  },
] as const satisfies readonly PageDescription[];

/** A new user has nothing to oversee yet: Verify works without server and account, and offers the examples. */
export const DEFAULT_PATH = '/verify' satisfies (typeof PAGES)[number]['path'];

/** The page at an address; undefined where there is none. */
export function pageAt(path: string): PageDescription | undefined {
  return PAGES.find((page) => path === page.path || path.startsWith(`${page.path}/`));
}

/** Keeps what was loaded; a failed attempt is forgotten, so that the next one asks again. */
function once(load: () => Promise<ComponentType>): () => Promise<ComponentType> {
  let loading: Promise<ComponentType> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

let shownBefore = false;

/** Shows a page as soon as its code is there, suspends until then, and moves the focus to its heading. */
export function LoadedPage({ page }: { readonly page: PageDescription }) {
  const Page = use(page.load());
  useEffect(() => {
    // Opening the console is no navigation: the focus stays where the browser put it.
    if (shownBefore) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    shownBefore = true;
    window.scrollTo(0, 0);
  }, []);
  return <Page />;
}

/** Loads the code of all pages while nothing else is going on. */
export function preloadPages(): void {
  // A page that cannot be loaded now says so when it is opened.
  for (const page of PAGES) page.load().catch(() => undefined);
}
