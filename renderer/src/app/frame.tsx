import { Outlet, useRouterState } from '@tanstack/react-router';
import { PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { queryClient } from '../lib/query.ts';
import { useActingFor } from '../lib/session/acting-for.ts';
import { setPreferences, usePreferences } from '../lib/state/preferences.ts';
import { commandKeys } from '../lib/text/platform-keys.ts';
import { useTrustSync } from '../parts/trust/trust.ts';
import { IconButton } from '../ui/button.tsx';
import { useChosenInSight } from '../ui/use-chosen-in-sight.ts';
import { words } from '../words/app/navigation.ts';
import { ActingNotice } from './acting-notice.tsx';
import { loadVerbs } from './find/load-verbs.ts';
import { ListFollower } from './followed-lists.ts';
import { GuideDialog } from './guide-dialog.tsx';
import { LockNotice } from './lock-notice.tsx';
import { Brand, NavigationLinks, NavigationMenu, ThemeMenu } from './navigation.tsx';
import { NoticeList } from './notice-list.tsx';
import { pageAt, preloadPages } from './pages.tsx';
import { Palette } from './palette.tsx';
import { SessionNotice } from './session-notice.tsx';
import { useSessionStart } from './session-start.ts';
import { ShortcutHelp } from './shortcut-help.tsx';
import { useShortcuts } from './shortcuts.ts';
import { SignOutButton } from './sign-out.tsx';
import { StatusFooter } from './status-footer.tsx';
import { UndoNotice } from './undo-notice.tsx';
import { UnlockNotice } from './unlock-notice.tsx';

const PALETTE_KEYS = commandKeys('K');

/** What stands around every page: skip link, navigation, heading, palette, status footer. */
export function Frame() {
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [guide, setGuide] = useState<string | null>(null);
  const mainRef = useRef<HTMLElement>(null);
  const start = useSessionStart();
  const acting = useActingFor();
  useTrustSync(start?.kind ?? null);
  useShortcuts({ onPalette: () => setPaletteOpen(true), onHelp: () => setHelpOpen(true), onGuide: setGuide });

  useEffect(() => {
    // After the first page has its turn.
    const timer = setTimeout(() => {
      preloadPages();
      // What cannot be loaded now is loaded when the palette opens.
      loadVerbs().catch(() => undefined);
    }, 500);
    return () => clearTimeout(timer);
  }, []);

  // A session that has just been opened can do what was refused before.
  useEffect(() => {
    if (start?.kind === 'opened') void queryClient.invalidateQueries();
  }, [start]);

  return (
    <div className="flex min-h-dvh flex-col min-[900px]:flex-row">
      <button
        type="button"
        className="screen-only absolute start-2 -top-16 z-50 rounded border border-line-strong bg-surface px-3 py-2 focus:top-2"
        onClick={() => mainRef.current?.focus()}
      >
        {words.skip}
      </button>
      <Side onPalette={() => setPaletteOpen(true)} />
      <div className="flex min-w-0 flex-1 flex-col">
        <ActingNotice />
        <main
          ref={mainRef}
          tabIndex={-1}
          className="w-full flex-1 px-(--page-pad) pt-6 pb-10 outline-none max-[599px]:px-4 max-[599px]:pt-4"
        >
          <NoticeList />
          <SessionNotice start={start} />
          {/* For whom the console acts is part of what a page is: forms and answers of one account end with it. */}
          <Suspense
            key={acting?.projectId ?? 'local'}
            fallback={<p className="min-h-96 text-muted">{words.loading}</p>}
          >
            <Outlet />
          </Suspense>
        </main>
        <StatusFooter />
      </div>
      <Palette isOpen={isPaletteOpen} onOpenChange={setPaletteOpen} onHelp={() => setHelpOpen(true)} />
      <ListFollower key={acting?.projectId ?? 'local'} />
      <UndoNotice />
      <LockNotice />
      <UnlockNotice />
      <ShortcutHelp isOpen={isHelpOpen} onOpenChange={setHelpOpen} />
      <GuideDialog place={guide} onClose={() => setGuide(null)} />
    </div>
  );
}

/** The column at the side, or the bar above narrow windows: the product, finding, pages, the theme. */
function Side({ onPalette }: { readonly onPalette: () => void }) {
  const { isNavigationNarrow: isNarrow } = usePreferences();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const pages = useChosenInSight<HTMLElement>(pageAt(path)?.path);
  const toggle = (
    <IconButton
      label={isNarrow ? words.widen : words.narrow}
      icon={isNarrow ? <PanelLeftOpen aria-hidden size={16} /> : <PanelLeftClose aria-hidden size={16} />}
      onPress={() => setPreferences({ isNavigationNarrow: !isNarrow })}
    />
  );
  return (
    <header
      className={`screen-only sticky top-0 z-20 flex shrink-0 items-center gap-1 border-line bg-side max-[899px]:border-b max-[899px]:px-2 max-[899px]:py-1 min-[900px]:h-dvh min-[900px]:flex-col min-[900px]:items-stretch min-[900px]:gap-3 min-[900px]:border-e min-[900px]:p-3 ${isNarrow ? 'min-[900px]:w-15' : 'min-[900px]:w-58'}`}
    >
      <div className="min-[900px]:hidden">
        <NavigationMenu />
      </div>
      <div
        className={`flex min-h-(--control) flex-1 items-center justify-between gap-2 px-1 min-[900px]:flex-none ${isNarrow ? 'min-[900px]:flex-col min-[900px]:px-0' : ''}`}
      >
        <Brand isNarrow={isNarrow} />
        <span className="max-[899px]:hidden">{toggle}</span>
      </div>
      {!isNarrow && (
        <button
          type="button"
          onClick={onPalette}
          className="flex min-h-(--control) items-center gap-2 rounded border border-line bg-surface px-2 text-muted hover:border-line-strong hover:text-text max-[899px]:hidden"
        >
          <Search aria-hidden size={15} />
          <span className="flex-1 text-start">{words.find}</span>
          <kbd className="text-12">{PALETTE_KEYS}</kbd>
        </button>
      )}
      <div className={isNarrow ? 'text-center' : 'min-[900px]:hidden'}>
        <IconButton label={words.findLong(PALETTE_KEYS)} icon={<Search aria-hidden size={16} />} onPress={onPalette} />
      </div>
      <nav ref={pages} aria-label={words.pages} className="fading-column min-h-0 flex-1 max-[899px]:hidden">
        <NavigationLinks isNarrow={isNarrow} />
      </nav>
      <div className={`flex gap-1 ${isNarrow ? 'min-[900px]:flex-col min-[900px]:items-center' : ''}`}>
        <ThemeMenu />
        <SignOutButton />
      </div>
    </header>
  );
}
