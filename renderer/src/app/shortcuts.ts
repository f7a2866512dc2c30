import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { usePreferences } from '../lib/state/preferences.ts';
import { PAGE_NAMES } from '../parts/navigation/page-names.ts';

/** After `g`, the page's letter must follow within this time. */
const SEQUENCE_MS = 1_500;

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

/** The keyboard shortcuts of the frame. Letters do nothing while typing, in dialogs, or when switched off. */
export function useShortcuts({ onPalette, onHelp }: { readonly onPalette: () => void; readonly onHelp: () => void }) {
  const navigate = useNavigate();
  const { hasLetterShortcuts } = usePreferences();

  const press = useEffectEvent((event: KeyboardEvent, isAfterG: boolean): boolean => {
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      onPalette();
      return false;
    }
    if (!hasLetterShortcuts || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return false;
    if (document.querySelector('[role=dialog], [role=alertdialog]') !== null) return false;
    if (event.key === '?') {
      event.preventDefault();
      onHelp();
      return false;
    }
    if (!isAfterG) return event.key === 'g';
    const page = PAGE_NAMES.find(({ letter }) => letter === event.key);
    if (page !== undefined) void navigate({ to: page.path });
    return false;
  });

  useEffect(() => {
    let pressedG = 0;
    const listen = (event: KeyboardEvent) => {
      const isAfterG = event.timeStamp - pressedG < SEQUENCE_MS && pressedG > 0;
      pressedG = press(event, isAfterG) ? event.timeStamp : 0;
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
