import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { I18nProvider, RouterProvider as LinkProvider } from 'react-aria-components';
import type { SessionStart } from '../lib/client.ts';
import { queryClient } from '../lib/query.ts';
import { LiveRegionProvider } from '../ui/live-region.tsx';
import { router } from './router.tsx';
import { SessionStartContext } from './session-start.ts';

export function Providers({ sessionStart }: { readonly sessionStart: Promise<SessionStart> }) {
  return (
    <StrictMode>
      <I18nProvider locale="en">
        <LinkProvider navigate={(to) => void router.navigate({ to })}>
          <QueryClientProvider client={queryClient}>
            <SessionStartContext value={sessionStart}>
              <LiveRegionProvider>
                <RouterProvider router={router} />
              </LiveRegionProvider>
            </SessionStartContext>
          </QueryClientProvider>
        </LinkProvider>
      </I18nProvider>
    </StrictMode>
  );
}
