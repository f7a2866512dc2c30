import { Link, useRouterState } from '@tanstack/react-router';
import { PRODUCT } from '@touchstone/core/version.ts';
import { ChevronDown, Menu as MenuIcon, Monitor, Moon, Sun, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { setPreferences, THEMES, usePreferences } from '../lib/state/preferences.ts';
import { PAGE_GROUPS } from '../parts/navigation/page-names.ts';
import { IconButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { words } from '../words/app/navigation.ts';
import { words as preferences } from '../words/parts/preferences.ts';
import { PAGES, type PageDescription, pageAt } from './pages.tsx';
import { useWaitingCounts, type WaitingCount } from './waiting-counts.ts';

const LINK =
  'group/link relative flex min-h-7 items-center gap-2.5 rounded px-2 text-muted hover:bg-side-hover hover:text-text ' +
  'focus-visible:outline-offset-[-2px] aria-[current=page]:bg-side-current aria-[current=page]:font-medium aria-[current=page]:text-text ' +
  'forced-colors:border forced-colors:border-[Canvas] forced-colors:aria-[current=page]:border-[Highlight]';

export interface NavigationLinksProps {
  readonly isNarrow?: boolean;
  /** A page was chosen; it may be the one that is shown. */
  readonly onChoose?: () => void;
}

/** The pages in their groups, each of which opens and closes; of a closed one the page that is shown stays. */
export function NavigationLinks({ isNarrow = false, onChoose }: NavigationLinksProps) {
  const { closedGroups } = usePreferences();
  const counts = useWaitingCounts();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const current = pageAt(path)?.path;
  const id = useId();
  return (
    <div className={isNarrow ? 'divide-y divide-line' : 'space-y-2'}>
      {PAGE_GROUPS.map((group) => {
        const pages = PAGES.filter((page) => page.group === group.id);
        if (pages.length === 0) return null;
        const isOpen = isNarrow || !closedGroups.includes(group.id);
        const toggle = () =>
          setPreferences({
            closedGroups: isOpen ? [...closedGroups, group.id] : closedGroups.filter((one) => one !== group.id),
          });
        return (
          <div key={group.id} className={isNarrow ? 'py-2 first:pt-0' : ''}>
            {!isNarrow && (
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={`${id}-${group.id}`}
                onClick={toggle}
                className="group/head flex h-6 w-full items-center gap-1 rounded px-2 text-12 font-medium text-muted hover:text-text focus-visible:outline-offset-[-2px]"
              >
                {group.title}
                <ChevronDown
                  aria-hidden
                  size={12}
                  className={`transition-transform ${isOpen ? 'opacity-0 group-hover/head:opacity-100 group-focus-visible/head:opacity-100' : '-rotate-90'}`}
                />
              </button>
            )}
            <ul id={`${id}-${group.id}`} className="space-y-px">
              {pages
                .filter((page) => isOpen || page.path === current)
                .map((page) => (
                  <li key={page.path}>
                    <PageLink page={page} waiting={counts[page.path]} isNarrow={isNarrow} onChoose={onChoose} />
                  </li>
                ))}
            </ul>
          </div>
        );
      })}
    </div>
  );
}

interface PageLinkProps {
  readonly page: PageDescription;
  readonly waiting: WaitingCount | undefined;
  readonly isNarrow: boolean;
  readonly onChoose: (() => void) | undefined;
}

function PageLink({ page, waiting, isNarrow, onChoose }: PageLinkProps) {
  const { path, title, icon: Icon } = page;
  const tip = waiting === undefined ? title : `${title}: ${waiting.words}`;
  return (
    <Link to={path} className={LINK} onClick={onChoose} {...(isNarrow ? { title: tip } : {})}>
      <Icon aria-hidden size={16} className="shrink-0 group-aria-[current=page]/link:text-accent" />
      <span className={isNarrow ? 'sr-only' : 'min-w-0 flex-1'}>{title}</span>
      {waiting !== undefined && (
        <>
          <span
            aria-hidden="true"
            title={waiting.words}
            className={
              isNarrow
                ? 'absolute end-1.5 top-1.5 size-2 rounded-full bg-accent'
                : 'min-w-5 rounded-full bg-accent-soft px-1.5 text-center text-12 leading-5 font-medium text-accent'
            }
          >
            {isNarrow ? '' : waiting.count}
          </span>
          <span className="sr-only">, {waiting.words}</span>
        </>
      )}
    </Link>
  );
}

/** The navigation of narrow windows: a panel from the left; it closes when a page is chosen. */
export function NavigationMenu() {
  const [isOpen, setOpen] = useState(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the panel, also on going back
  useEffect(() => setOpen(false), [path]);
  const isChosen = useRef(false);
  const choose = () => {
    isChosen.current = true;
    setOpen(false);
  };
  // Another page moves the focus by itself. A link to the page that is shown may lead from one part of it to another.
  useEffect(() => {
    if (isOpen || !isChosen.current) return;
    isChosen.current = false;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [isOpen]);
  return (
    <>
      <IconButton label={words.open} icon={<MenuIcon aria-hidden size={18} />} onPress={() => setOpen(true)} />
      <ModalOverlay isOpen={isOpen} onOpenChange={setOpen} isDismissable className="modal-overlay fixed inset-0 z-40">
        <Modal className="slides-from-start h-full w-72 max-w-[85vw]">
          <Dialog
            aria-label={words.navigation}
            className="flex h-full flex-col gap-3 overflow-y-auto border-e border-line bg-side p-3 outline-none"
          >
            <div className="flex items-center justify-between ps-2 font-semibold">
              <Brand />
              <IconButton label={words.close} icon={<X aria-hidden size={16} />} onPress={() => setOpen(false)} />
            </div>
            <nav aria-label={words.pages}>
              <NavigationLinks onChoose={choose} />
            </nav>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </>
  );
}

/** The product's sign and name; the sign alone where it is narrow. */
export function Brand({ isNarrow = false }: { readonly isNarrow?: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-2 font-semibold tracking-[-0.01em]">
      <img src="./icon.svg" alt="" width={20} height={20} className="shrink-0" />
      <span className={isNarrow ? 'min-[900px]:hidden' : ''}>{PRODUCT.name}</span>
    </span>
  );
}

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

export function ThemeMenu() {
  const { theme } = usePreferences();
  const Icon = THEME_ICONS[theme];
  return (
    <Menu
      label={words.theme}
      trigger={<IconButton label={words.themeNow(preferences.themes[theme])} icon={<Icon aria-hidden size={16} />} />}
      actions={THEMES.map((id) => {
        const ThemeIcon = THEME_ICONS[id];
        return {
          id,
          title: preferences.themes[id],
          icon: <ThemeIcon aria-hidden size={16} />,
          onAction: () => setPreferences({ theme: id }),
        };
      })}
    />
  );
}
