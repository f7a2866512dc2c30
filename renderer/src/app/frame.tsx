import { Outlet, useRouterState } from '@tanstack/react-router';
import { PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { queryClient } from '../lib/query.ts';
import { useActingFor } from '../lib/session/acting-for.ts';
import { setPreferences, usePreferences } from '../lib/state/preferences.ts';
import { useTrustSync } from '../parts/trust/trust.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { ActingNotice } from './acting-notice.tsx';
import { LockNotice } from './lock-notice.tsx';
import { NavigationLinks, NavigationMenu, ThemeMenu } from './navigation.tsx';
import { NoticeList } from './notice-list.tsx';
import { pageAt, preloadPages } from './pages.tsx';
import { Palette } from './palette.tsx';
import { SessionNotice } from './session-notice.tsx';
import { useSessionStart } from './session-start.ts';
import { ShortcutHelp } from './shortcut-help.tsx';
import { useShortcuts } from './shortcuts.ts';
import { SignOutButton } from './sign-out.tsx';
import { StatusFooter } from './status-footer.tsx';
import { UnlockNotice } from './unlock-notice.tsx';

const PALETTE_KEYS = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';

/** What stands around every page: skip link, navigation, heading, palette, status footer. */
export function Frame() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const page = pageAt(path);
  const title = page?.title ?? 'Not found';
  const { isNavigationNarrow } = usePreferences();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const mainRef = useRef<HTMLElement>(null);
  const start = useSessionStart();
  const acting = useActingFor();
  useTrustSync(start?.kind ?? null);
  useShortcuts({ onPalette: () => setPaletteOpen(true), onHelp: () => setHelpOpen(true) });

  useEffect(() => {
    // After the first page has its turn.
    const timer = setTimeout(preloadPages, 500);
    return () => clearTimeout(timer);
  }, []);

  // A session that has just been opened can do what was refused before.
  useEffect(() => {
    if (start?.kind === 'opened') void queryClient.invalidateQueries();
  }, [start]);

  useEffect(() => {
    document.title = `${title} – Touchstone`;
  }, [title]);

  return (
    <div className="flex min-h-dvh flex-col min-[900px]:flex-row">
      <button
        type="button"
        className="screen-only absolute start-2 -top-16 z-50 rounded border border-line-strong bg-surface px-3 py-2 focus:top-2"
        onClick={() => mainRef.current?.focus()}
      >
        Skip to content
      </button>
      <header
        className={`screen-only sticky top-0 z-20 flex shrink-0 items-center gap-1 border-line bg-surface max-[899px]:border-b max-[899px]:px-2 max-[899px]:py-1 min-[900px]:h-dvh min-[900px]:flex-col min-[900px]:items-stretch min-[900px]:gap-3 min-[900px]:border-e min-[900px]:p-2 ${isNavigationNarrow ? 'min-[900px]:w-[50px]' : 'min-[900px]:w-52'}`}
      >
        <div className="min-[900px]:hidden">
          <NavigationMenu />
        </div>
        <div className="flex min-h-(--control) flex-1 items-center gap-2 px-1 font-semibold min-[900px]:flex-none">
          <img src="./icon.svg" alt="" width={22} height={22} className="shrink-0" />
          <span className={isNavigationNarrow ? 'min-[900px]:hidden' : ''}>Touchstone</span>
        </div>
        <div className={isNavigationNarrow ? '' : 'max-[899px]:hidden'}>
          {isNavigationNarrow ? null : (
            <Button
              variant="secondary"
              className="w-full !justify-start text-muted"
              icon={<Search aria-hidden size={15} />}
              onPress={() => setPaletteOpen(true)}
            >
              Find <kbd className="ms-2 rounded border border-line px-1 text-12">{PALETTE_KEYS}</kbd>
            </Button>
          )}
        </div>
        <div className={isNavigationNarrow ? '' : 'min-[900px]:hidden'}>
          <IconButton
            label={`Find pages and actions (${PALETTE_KEYS})`}
            icon={<Search aria-hidden size={17} />}
            onPress={() => setPaletteOpen(true)}
          />
        </div>
        <nav aria-label="Pages" className="flex-1 max-[899px]:hidden">
          <NavigationLinks isNarrow={isNavigationNarrow} />
        </nav>
        <div className={`flex gap-1 ${isNavigationNarrow ? 'min-[900px]:flex-col' : 'min-[900px]:justify-between'}`}>
          <ThemeMenu />
          <SignOutButton />
          <span className="max-[899px]:hidden">
            <IconButton
              label={isNavigationNarrow ? 'Widen the navigation' : 'Narrow the navigation'}
              icon={
                isNavigationNarrow ? <PanelLeftOpen aria-hidden size={17} /> : <PanelLeftClose aria-hidden size={17} />
              }
              onPress={() => setPreferences({ isNavigationNarrow: !isNavigationNarrow })}
            />
          </span>
        </div>
      </header>
      <div className="flex min-w-0 flex-1 flex-col">
        <ActingNotice />
        <main
          ref={mainRef}
          tabIndex={-1}
          className={`w-full flex-1 p-(--page-pad) outline-none max-[599px]:px-3 ${page?.isWide === true ? '' : 'max-w-[1200px]'}`}
        >
          <NoticeList />
          <SessionNotice start={start} />
          {/* For whom the console acts is part of what a page is: forms and answers of one account end with it. */}
          <Suspense
            key={acting?.projectId ?? 'local'}
            fallback={<p className="min-h-96 text-muted">Loading the page</p>}
          >
            <Outlet />
          </Suspense>
        </main>
        <StatusFooter />
      </div>
      <Palette isOpen={isPaletteOpen} onOpenChange={setPaletteOpen} onHelp={() => setHelpOpen(true)} />
      <LockNotice />
      <UnlockNotice />
      <ShortcutHelp isOpen={isHelpOpen} onOpenChange={setHelpOpen} />
    </div>
  );
}
