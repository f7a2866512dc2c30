import { useEffect, useState } from 'react';

/** How long a revealed secret stays readable, milliseconds (console.md, rule 6). */
export const HIDE_AFTER_MS = 30_000;

/** Whether a secret is shown. It hides itself after 30 seconds, and at once when the window is put away. */
export function useReveal(): { readonly isShown: boolean; readonly toggle: () => void } {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    const hide = () => setShown(false);
    const timer = setTimeout(hide, HIDE_AFTER_MS);
    document.addEventListener('visibilitychange', hide);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [isShown]);
  return { isShown, toggle: () => setShown(!isShown) };
}
