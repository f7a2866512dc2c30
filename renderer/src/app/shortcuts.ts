import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { usePreferences } from '../lib/state/preferences.ts';
import { guidePlace, PAGE_GUIDES } from '../parts/navigation/page-guides.ts';
import { PAGE_NAMES } from '../parts/navigation/page-names.ts';

/** After `g`, and after each letter of a page, the next must follow within this time. */
const SEQUENCE_MS = 1_500;

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

export interface ShortcutActs {
  readonly onPalette: () => void;
  readonly onHelp: () => void;
  /** Shows a part of the guides above an open sheet. */
  readonly onGuide: (place: string) => void;
}

/** The keyboard shortcuts of the frame. Letters do nothing while typing, in dialogs, or when switched off. */
export function useShortcuts({ onPalette, onHelp, onGuide }: ShortcutActs) {
  const navigate = useNavigate();
  const { hasLetterShortcuts } = usePreferences();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });

  const openGuide = () => {
    // A question is answered first.
    if (document.querySelector('[role=alertdialog]') !== null) return;
    const page = PAGE_NAMES.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
    const place = PAGE_GUIDES[page?.path ?? '/help'];
    // What was entered into a sheet would be lost with the page.
    if (document.querySelector('[role=dialog]') !== null) onGuide(place);
    else if (page?.path !== '/help') void navigate({ to: '/help', search: guidePlace(place) });
  };

  /** @param before what was pressed shortly before; answers what has been begun with this key */
  const press = useEffectEvent((event: KeyboardEvent, before: string): string => {
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      onPalette();
      return '';
    }
    if (event.key === 'F1' && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      openGuide();
      return '';
    }
    if (!hasLetterShortcuts || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return '';
    if (document.querySelector('[role=dialog], [role=alertdialog]') !== null) return '';
    if (event.key === '?') {
      event.preventDefault();
      onHelp();
      return '';
    }
    if (before === '') return event.key === 'g' ? 'g' : '';
    const letters = `${before}${event.key}`.slice(1);
    const page = PAGE_NAMES.find((known) => known.letters === letters);
    if (page !== undefined) void navigate({ to: page.path });
    return page === undefined && PAGE_NAMES.some((known) => known.letters.startsWith(letters)) ? `g${letters}` : '';
  });

  useEffect(() => {
    let begun = '';
    let begunAt = 0;
    const listen = (event: KeyboardEvent) => {
      begun = press(event, event.timeStamp - begunAt < SEQUENCE_MS ? begun : '');
      begunAt = event.timeStamp;
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
