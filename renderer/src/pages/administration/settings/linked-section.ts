import { useEffect } from 'react';
import Type from 'typebox';
import { addressReader, useAddressOf } from '../../../lib/address.ts';

const readSettingsSearch = addressReader({ section: Type.String({ pattern: '^[a-z-]{1,40}$' }) });

/** Goes to the section that the address names, as `#/settings?section=backup`: into sight, and with the focus. */
export function useLinkedSection(): void {
  const { section } = useAddressOf('/settings', readSettingsSearch).search;
  useEffect(() => {
    if (section === undefined) return;
    // After the frame has moved the focus to the page's heading.
    const timer = setTimeout(() => {
      const heading = document.getElementById(section);
      heading?.focus({ preventScroll: true });
      heading?.scrollIntoView({ block: 'start' });
    });
    return () => clearTimeout(timer);
  }, [section]);
}
