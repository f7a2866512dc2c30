import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { PAGE_NAMES, type PagePath } from '../parts/navigation/page-names.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { words } from '../words/app/frame.ts';
import { Frame } from './frame.tsx';
import { NotFound } from './not-found.tsx';
import { DEFAULT_PATH, LoadedPage } from './pages.tsx';

const rootRoute = createRootRoute({
  component: Frame,
  notFoundComponent: NotFound,
  // Each page reads what is its own and believes none of it.
  validateSearch: (search: Record<string, unknown>): Record<string, unknown> => search,
});

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: DEFAULT_PATH, replace: true });
  },
});

/** Tabs of Keys that became pages of their own. */
const MOVED_TABS: ReadonlyMap<unknown, PagePath> = new Map([
  ['webhooks', '/webhooks'],
  ['devices', '/devices'],
]);

const pageRoutes = PAGE_NAMES.map(({ path }) =>
  createRoute({ path, ...routeOf(path), ...(path === '/keys' ? { beforeLoad: leadOn } : {}) }),
);

/** Takes a link to such a tab to its page. */
function leadOn({ search: { tab, ...search } }: { readonly search: Record<string, unknown> }): void {
  const to = MOVED_TABS.get(tab);
  if (to !== undefined) throw redirect({ to, search, replace: true });
}

/** One session of agents: a place that is sent to others and opened in windows of its own. */
const agentSessionRoute = createRoute({ path: '/agents/sessions/$session', ...routeOf('/agents') });

/** What pages are made of, for developers: not in the product. */
const kitRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: '/kit',
        component: lazyRouteComponent(() => import('../pages/developers/kit/page.tsx'), 'KitPage'),
      }),
    ]
  : [];

function routeOf(path: PagePath) {
  return {
    getParentRoute: () => rootRoute,
    component: () => <LoadedPage path={path} />,
    errorComponent: ({ reset }: { readonly reset: () => void }) => (
      <ErrorState title={words.broken.title} onRetry={reset}>
        {words.broken.text}
      </ErrorState>
    ),
  };
}

/** Hash history: the same addresses work under `app://` and `http://`, and the server sees none of them. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([indexRoute, agentSessionRoute, ...pageRoutes, ...kitRoutes]),
  history: createHashHistory(),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
