import { Checkbox } from 'react-aria-components';
import { ShortcutList } from '../../app/shortcut-list.tsx';
import { bridge } from '../../lib/live-bridge.ts';
import {
  DENSITIES,
  type Density,
  setPreferences,
  THEME_TITLES,
  THEMES,
  usePreferences,
} from '../../lib/preferences.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Select } from '../../ui/select.tsx';
import { About } from './about.tsx';
import { Backends } from './backends.tsx';
import { Desktop, Update } from './desktop.tsx';
import { Section } from './section.tsx';

const DENSITY_TITLES: Record<Density, string> = { comfortable: 'Comfortable', compact: 'Compact' };

/** Settings: appearance and shortcuts of this console, and what it is made of. */
export function SettingsPage() {
  const { theme, density, hasLetterShortcuts } = usePreferences();
  return (
    <>
      <PageHeading title="Settings" />
      <div className="space-y-6">
        <Section id="appearance" title="Appearance" lead="Kept in this browser, for all windows of the console.">
          <div className="grid max-w-md gap-3 sm:grid-cols-2">
            <Select
              label="Theme"
              value={theme}
              options={THEMES.map((value) => ({ value, label: THEME_TITLES[value] }))}
              onChange={(value) => setPreferences({ theme: value })}
            />
            <Select
              label="Density"
              value={density}
              options={DENSITIES.map((value) => ({ value, label: DENSITY_TITLES[value] }))}
              onChange={(value) => setPreferences({ density: value })}
            />
          </div>
        </Section>
        <Section id="shortcuts" title="Keyboard">
          <ShortcutList />
          <Checkbox
            isSelected={hasLetterShortcuts}
            onChange={(isOn) => setPreferences({ hasLetterShortcuts: isOn })}
            className="group mt-3 flex items-start gap-2"
          >
            <span
              aria-hidden="true"
              className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-sm border border-line-strong bg-surface text-xs leading-none text-accent"
            >
              {hasLetterShortcuts ? '✓' : ''}
            </span>
            <span>Shortcuts of single characters (? and g with a letter)</span>
          </Checkbox>
        </Section>
        {bridge.mode === 'desktop' && <Desktop />}
        <Update />
        <About />
        <Backends />
      </div>
    </>
  );
}
