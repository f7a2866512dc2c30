import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { usePreferences } from '../lib/state/preferences.ts';
import { PAGE_NAMES } from '../parts/navigation/page-names.ts';

/** After `g`, and after each letter of a page, the next must follow within this time. */
const SEQUENCE_MS = 1_500;

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

/** The keyboard shortcuts of the frame. Letters do nothing while typing, in dialogs, or when switched off. */
export function useShortcuts({ onPalette, onHelp }: { readonly onPalette: () => void; readonly onHelp: () => void }) {
  const navigate = useNavigate();
  const { hasLetterShortcuts } = usePreferences();

  /** @param before what was pressed shortly before; answers what has been begun with this key */
  const press = useEffectEvent((event: KeyboardEvent, before: string): string => {
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      onPalette();
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
