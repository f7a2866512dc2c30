import { useEffect } from 'react';
import Type from 'typebox';
import { addressReader, useAddressOf } from '../../../lib/address.ts';

/** The sections that the index names, and those that are shown together with one of them. */
export const SECTIONS = {
  appearance: ['appearance'],
  shortcuts: ['shortcuts'],
  server: ['server'],
  'data-folder': ['data-folder'],
  backup: ['backup'],
  sharing: ['sharing', 'share'],
  update: ['update'],
  about: ['about', 'mode', 'simulated'],
  backends: ['backends'],
} as const satisfies Record<string, readonly string[]>;

export type SectionName = keyof typeof SECTIONS;
const NAMES = Object.keys(SECTIONS) as readonly SectionName[];

/** The section of the index that shows what an address names; the first one where it names nothing that there is. */
export function sectionOf(address: string | undefined): SectionName {
  return NAMES.find((name) => (SECTIONS[name] as readonly string[]).includes(address ?? '')) ?? 'appearance';
}

export const readSettingsSearch = addressReader({
  section: Type.String({ pattern: '^[a-z-]{1,40}$' }),
  /** The verb whose sheet is open. */
  act: Type.Enum(['backup', 'server']),
});

export const useSettingsSearch = () => useAddressOf('/settings', readSettingsSearch);

/** Goes to the section that the address names, as `#/settings?section=backup`: into sight, and with the focus. */
export function useLinkedSection(): void {
  const { section } = useSettingsSearch().search;
  useEffect(() => {
    if (section === undefined) return;
    // After the frame has moved the focus to the page's heading.
    const timer = setTimeout(() => {
      const heading = document.getElementById(section);
      heading?.focus({ preventScroll: true });
      heading?.scrollIntoView({ block: 'nearest' });
    });
    return () => clearTimeout(timer);
  }, [section]);
}
