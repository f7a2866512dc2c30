import {
  AUTO_LOCK_MINUTES,
  DENSITIES,
  setPreferences,
  THEMES,
  usePreferences,
} from '../../../lib/state/preferences.ts';
import { ShortcutList } from '../../../parts/navigation/shortcut-list.tsx';
import { CheckRow } from '../../../ui/check-row.tsx';
import { Select } from '../../../ui/select.tsx';
import { words } from '../../../words/administration/settings.ts';
import { words as preferences } from '../../../words/parts/preferences.ts';
import { SettingsSection } from './settings-section.tsx';

const LOCK_OPTIONS = AUTO_LOCK_MINUTES.map((minutes) => ({
  value: String(minutes),
  label: words.appearance.minutes(minutes),
}));

/** Theme, density, and when windows lock. */
export function Appearance() {
  const { theme, density, autoLockMinutes } = usePreferences();
  const { appearance } = words;
  return (
    <SettingsSection id="appearance" title={appearance.title} lead={appearance.lead}>
      <div className="grid max-w-md gap-x-4 gap-y-5 sm:grid-cols-2">
        <Select
          label={appearance.theme}
          value={theme}
          options={THEMES.map((value) => ({ value, label: preferences.themes[value] }))}
          onChange={(value) => setPreferences({ theme: value })}
        />
        <Select
          label={appearance.density}
          value={density}
          options={DENSITIES.map((value) => ({ value, label: appearance.densities[value] }))}
          onChange={(value) => setPreferences({ density: value })}
        />
        <div className="space-y-1">
          <Select
            label={appearance.lock}
            value={String(autoLockMinutes)}
            options={LOCK_OPTIONS}
            onChange={(value) => {
              const minutes = AUTO_LOCK_MINUTES.find((known) => String(known) === value);
              if (minutes !== undefined) setPreferences({ autoLockMinutes: minutes });
            }}
          />
          <p className="text-13 text-muted">{appearance.lockHint}</p>
        </div>
      </div>
    </SettingsSection>
  );
}

/** The shortcuts, and whether single characters are some. */
export function Keyboard() {
  const { hasLetterShortcuts } = usePreferences();
  return (
    <SettingsSection id="shortcuts" title={words.keyboard.title}>
      <CheckRow
        isSelected={hasLetterShortcuts}
        onChange={(isOn) => setPreferences({ hasLetterShortcuts: isOn })}
        label={words.keyboard.letters}
      />
      <div className="mt-4">
        <ShortcutList />
      </div>
    </SettingsSection>
  );
}
