/** How the console looks: kept on the server, shared by all windows. */
import { useSyncExternalStore } from 'react';
import { consoleState } from './live-state.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** Minutes without a key or the pointer after which a window locks (console.md, rule 6: 5 unless changed). */
export const AUTO_LOCK_MINUTES = [1, 5, 15, 30] as const;
export type AutoLockMinutes = (typeof AUTO_LOCK_MINUTES)[number];

export interface Preferences {
  readonly theme: Theme;
  readonly density: Density;
  readonly isNavigationNarrow: boolean;
  /** Groups of the navigation that are closed. */
  readonly closedGroups: readonly string[];
  /** Shortcuts of single letters; they can be switched off (WCAG 2.1.4). */
  readonly hasLetterShortcuts: boolean;
  readonly autoLockMinutes: AutoLockMinutes;
}

const DEFAULTS: Preferences = {
  theme: 'system',
  density: 'comfortable',
  isNavigationNarrow: false,
  closedGroups: [],
  hasLetterShortcuts: true,
  autoLockMinutes: 5,
};

const listeners = new Set<() => void>();
let current: Preferences = read();

function read(): Preferences {
  const text = consoleState.getItem('preferences');
  if (text === null) return DEFAULTS;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return DEFAULTS;
    const { theme, density, isNavigationNarrow, closedGroups, hasLetterShortcuts, autoLockMinutes } = value as Record<
      string,
      unknown
    >;
    return {
      theme: THEMES.find((known) => known === theme) ?? DEFAULTS.theme,
      density: DENSITIES.find((known) => known === density) ?? DEFAULTS.density,
      isNavigationNarrow: isNavigationNarrow === true,
      closedGroups: Array.isArray(closedGroups) ? closedGroups.filter((id) => typeof id === 'string') : [],
      hasLetterShortcuts: hasLetterShortcuts !== false,
      autoLockMinutes: AUTO_LOCK_MINUTES.find((known) => known === autoLockMinutes) ?? DEFAULTS.autoLockMinutes,
    };
  } catch {
    return DEFAULTS;
  }
}

/** Puts theme and density on the document's root, where the style sheets look for them. */
function apply(): void {
  const { dataset } = document.documentElement;
  if (current.theme === 'system') delete dataset.theme;
  else dataset.theme = current.theme;
  dataset.density = current.density;
}

/** Applies what is known and follows what comes from the server and from other windows. Called once, before the first paint. */
export function startPreferences(): void {
  apply();
  consoleState.onArrival('preferences', () => {
    current = read();
    apply();
    for (const listener of listeners) listener();
  });
}

export function setPreferences(changes: Partial<Preferences>): void {
  current = { ...current, ...changes };
  consoleState.setItem('preferences', JSON.stringify(current));
  apply();
  for (const listener of listeners) listener();
}

export function preferences(): Preferences {
  return current;
}

/** Calls `listener` after every change, also of other windows. Returns the function that ends it. */
export function onPreferences(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(onPreferences, preferences, preferences);
}
