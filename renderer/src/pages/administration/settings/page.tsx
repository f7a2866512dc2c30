import { bridge } from '../../../lib/shell/live-bridge.ts';
import {
  AUTO_LOCK_MINUTES,
  DENSITIES,
  type Density,
  setPreferences,
  THEME_TITLES,
  THEMES,
  usePreferences,
} from '../../../lib/state/preferences.ts';
import { ShortcutList } from '../../../parts/navigation/shortcut-list.tsx';
import { CheckRow } from '../../../ui/check-row.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Select } from '../../../ui/select.tsx';
import { About } from './about.tsx';
import { Backends } from './backends.tsx';
import { Backup } from './backup.tsx';
import { DataFolder } from './data-folder.tsx';
import { Desktop, Update } from './desktop.tsx';
import { useLinkedSection } from './linked-section.ts';
import { Section } from './section.tsx';
import { ServerSettings } from './server-settings.tsx';
import { Sharing } from './sharing.tsx';

const DENSITY_TITLES: Record<Density, string> = { comfortable: 'Comfortable', compact: 'Compact' };

const LOCK_OPTIONS = AUTO_LOCK_MINUTES.map((minutes) => ({
  value: String(minutes),
  label: minutes === 1 ? '1 minute' : `${minutes} minutes`,
}));

/** Settings: this console, its server, the data folder with its backups, and what all of it is made of. */
export function SettingsPage() {
  const { theme, density, hasLetterShortcuts, autoLockMinutes } = usePreferences();
  useLinkedSection();
  return (
    <>
      <PageHeading title="Settings" />
      <div className="space-y-6">
        <Section id="appearance" title="Appearance" lead="Kept in the data folder, for all windows of the console.">
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
            <Select
              label="Lock when left alone for"
              value={String(autoLockMinutes)}
              options={LOCK_OPTIONS}
              onChange={(value) => {
                const minutes = AUTO_LOCK_MINUTES.find((known) => String(known) === value);
                if (minutes !== undefined) setPreferences({ autoLockMinutes: minutes });
              }}
            />
          </div>
        </Section>
        <Section id="shortcuts" title="Keyboard">
          <ShortcutList />
          <div className="mt-3">
            <CheckRow
              isSelected={hasLetterShortcuts}
              onChange={(isOn) => setPreferences({ hasLetterShortcuts: isOn })}
              label="Shortcuts of single characters (? and g with a letter)"
            />
          </div>
        </Section>
        <ServerSettings />
        <DataFolder />
        <Backup />
        <Sharing />
        {bridge.mode === 'desktop' && <Desktop />}
        <Update />
        <About />
        <Backends />
      </div>
    </>
  );
}
