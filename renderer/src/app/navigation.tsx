import { Link, useRouterState } from '@tanstack/react-router';
import { Menu as MenuIcon, Monitor, Moon, Sun, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { setPreferences, THEME_TITLES, THEMES, usePreferences } from '../lib/state/preferences.ts';
import { IconButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { PAGES } from './pages.tsx';

const LINK =
  'flex min-h-(--control) items-center gap-2.5 rounded border-s-3 border-transparent ps-1.5 pe-2 forced-colors:border-[Canvas] forced-colors:aria-[current=page]:border-[Highlight] text-text hover:bg-sunken ' +
  'aria-[current=page]:border-accent aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent';

export interface NavigationLinksProps {
  readonly isNarrow?: boolean;
  /** A page was chosen; it may be the one that is shown. */
  readonly onChoose?: () => void;
}

export function NavigationLinks({ isNarrow = false, onChoose }: NavigationLinksProps) {
  return (
    <ul className="space-y-0.5">
      {PAGES.map(({ path, title, icon: Icon }) => (
        <li key={path}>
          <Link to={path} className={LINK} onClick={onChoose} {...(isNarrow ? { title } : {})}>
            <Icon aria-hidden size={17} className="shrink-0" />
            <span className={isNarrow ? 'sr-only' : ''}>{title}</span>
          </Link>
        </li>
      ))}
    </ul>
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
      <IconButton label="Open the navigation" icon={<MenuIcon aria-hidden size={19} />} onPress={() => setOpen(true)} />
      <ModalOverlay isOpen={isOpen} onOpenChange={setOpen} isDismissable className="modal-overlay fixed inset-0 z-40">
        <Modal className="h-full w-64 max-w-full">
          <Dialog
            aria-label="Navigation"
            className="flex h-full flex-col gap-3 overflow-y-auto border-e border-line-strong bg-surface p-2 outline-none"
          >
            <div className="flex items-center justify-between ps-2 font-semibold">
              Touchstone
              <IconButton
                label="Close the navigation"
                icon={<X aria-hidden size={17} />}
                onPress={() => setOpen(false)}
              />
            </div>
            <nav aria-label="Pages">
              <NavigationLinks onChoose={choose} />
            </nav>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </>
  );
}

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

export function ThemeMenu() {
  const { theme } = usePreferences();
  const Icon = THEME_ICONS[theme];
  return (
    <Menu
      label="Theme"
      trigger={<IconButton label={`Theme: ${THEME_TITLES[theme]}`} icon={<Icon aria-hidden size={17} />} />}
      actions={THEMES.map((id) => {
        const ThemeIcon = THEME_ICONS[id];
        return {
          id,
          title: THEME_TITLES[id],
          icon: <ThemeIcon aria-hidden size={16} />,
          onAction: () => setPreferences({ theme: id }),
        };
      })}
    />
  );
}
