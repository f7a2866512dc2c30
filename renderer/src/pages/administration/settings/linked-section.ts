import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Goes to the section that the address names, as `#/settings?section=backup`: into sight, and with the focus. */
export function useLinkedSection(): void {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const section = typeof search.section === 'string' && /^[a-z-]{1,40}$/.test(search.section) ? search.section : null;
  useEffect(() => {
    if (section === null) return;
    // After the frame has moved the focus to the page's heading.
    const timer = setTimeout(() => {
      const heading = document.getElementById(section);
      heading?.focus({ preventScroll: true });
      heading?.scrollIntoView({ block: 'start' });
    });
    return () => clearTimeout(timer);
  }, [section]);
}
