/** The pages of the console: one folder each under `pages/`, one line in `parts/navigation/page-names.ts`, one entry here. */
import {
  BadgeCheck,
  Binary,
  Blocks,
  Bot,
  Braces,
  CircleHelp,
  Cpu,
  FileSearch,
  Files,
  Gauge,
  HeartPulse,
  KeyRound,
  LayoutList,
  LockKeyhole,
  type LucideIcon,
  PenLine,
  Phone,
  Radar,
  ReceiptText,
  ScanFace,
  ScanSearch,
  Settings,
  ShieldAlert,
  ShieldCheck,
  Sigma,
  Users,
  WalletCards,
  Webhook,
} from 'lucide-react';
import { type ComponentType, use, useEffect } from 'react';
import { PAGE_NAMES, type PagePath } from '../parts/navigation/page-names.ts';

interface PageParts {
  readonly icon: LucideIcon;
  /** Loads the page's code; also called when the console is idle, so that every page opens with the server stopped. */
  readonly load: () => Promise<ComponentType>;
}

export type PageDescription = (typeof PAGES)[number];

const PARTS: Readonly<Record<PagePath, PageParts>> = {
  '/overview': {
    icon: LayoutList,
    load: once(async () => (await import('../pages/check/overview/page.tsx')).OverviewPage),
  },
  '/verify': {
    icon: ScanSearch,
    load: once(async () => (await import('../pages/check/verify/page.tsx')).VerifyPage),
  },
  '/trust': {
    icon: ShieldCheck,
    load: once(async () => (await import('../pages/check/trust/page.tsx')).TrustPage),
  },
  '/artifacts': {
    icon: Files,
    load: once(async () => (await import('../pages/issue/artifacts/page.tsx')).ArtifactsPage),
  },
  '/receipts': {
    icon: ReceiptText,
    load: once(async () => (await import('../pages/issue/receipts/page.tsx')).ReceiptsPage),
  },
  '/sign': {
    icon: PenLine,
    load: once(async () => (await import('../pages/issue/sign/page.tsx')).SignPage),
  },
  '/proofs': {
    icon: BadgeCheck,
    load: once(async () => (await import('../pages/issue/proofs/page.tsx')).ProofsPage),
  },
  '/secrets': {
    icon: LockKeyhole,
    load: once(async () => (await import('../pages/protect/secrets/page.tsx')).SecretsPage),
  },
  '/keys': {
    icon: KeyRound,
    load: once(async () => (await import('../pages/protect/keys/page.tsx')).KeysPage),
  },
  '/biometrics': {
    icon: ScanFace,
    load: once(async () => (await import('../pages/protect/biometrics/page.tsx')).BiometricsPage),
  },
  '/encrypted-compute': {
    icon: Binary,
    load: once(async () => (await import('../pages/compute/encrypted-compute/page.tsx')).EncryptedComputePage),
  },
  '/search': {
    icon: FileSearch,
    load: once(async () => (await import('../pages/compute/search/page.tsx')).EncryptedSearchPage),
  },
  '/fraud': {
    icon: Radar,
    load: once(async () => (await import('../pages/compute/fraud/page.tsx')).FraudPage),
  },
  '/joint-computation': {
    icon: Sigma,
    load: once(async () => (await import('../pages/compute/joint-computation/page.tsx')).JointComputationPage),
  },
  '/health': {
    icon: HeartPulse,
    load: once(async () => (await import('../pages/record/health/page.tsx')).HealthPage),
  },
  '/agents': {
    icon: Bot,
    load: once(async () => (await import('../pages/record/agents/page.tsx')).AgentsPage),
  },
  '/ledger': {
    icon: Blocks,
    load: once(async () => (await import('../pages/record/ledger/page.tsx')).LedgerPage),
  },
  '/payments': {
    icon: WalletCards,
    load: once(async () => (await import('../pages/record/payments/page.tsx')).PaymentsPage),
  },
  '/detection': {
    icon: ShieldAlert,
    load: once(async () => (await import('../pages/record/detection/page.tsx')).DetectionPage),
  },
  '/calls': {
    icon: Phone,
    load: once(async () => (await import('../pages/record/calls/page.tsx')).CallsPage),
  },
  '/cache': {
    icon: Gauge,
    load: once(async () => (await import('../pages/administration/cache/page.tsx')).CachePage),
  },
  '/api-explorer': {
    icon: Braces,
    load: once(async () => (await import('../pages/administration/api-explorer/page.tsx')).ApiExplorerPage),
  },
  '/accounts': {
    icon: Users,
    load: once(async () => (await import('../pages/administration/accounts/page.tsx')).AccountsPage),
  },
  '/webhooks': {
    icon: Webhook,
    load: once(async () => (await import('../pages/administration/webhooks/page.tsx')).WebhooksPage),
  },
  '/devices': {
    icon: Cpu,
    load: once(async () => (await import('../pages/administration/devices/page.tsx')).DevicesPage),
  },
  '/settings': {
    icon: Settings,
    load: once(async () => (await import('../pages/administration/settings/page.tsx')).SettingsPage),
  },
  '/help': {
    icon: CircleHelp,
    load: once(async () => (await import('../pages/administration/help/page.tsx')).HelpPage),
  },
};

export const PAGES = PAGE_NAMES.map((name) => ({ ...name, ...PARTS[name.path] }));

/** A new user has nothing to oversee yet: Verify works without server and account, and offers the examples. */
export const DEFAULT_PATH = '/verify' satisfies PagePath;

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
export function LoadedPage({ path }: { readonly path: PagePath }) {
  const Page = use(PARTS[path].load());
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
