import { useEffect, useEffectEvent } from 'react';

/** Escape closes a panel that is part of a page, wherever the focus is; not under a dialog or menu, which has Escape itself. */
export function useEscape(isOpen: boolean, close: () => void): void {
  const listen = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null) return;
    event.preventDefault();
    close();
  });
  useEffect(() => {
    if (!isOpen) return;
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOpen]);
}
