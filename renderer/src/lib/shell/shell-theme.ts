import { onPreferences, preferences, setPreferences } from '../state/preferences.ts';
import { bridge } from './live-bridge.ts';

/** Keeps the theme of the page and that of the desktop window the same: the shell's counts at the start, then the page's. */
export async function followShellTheme(): Promise<void> {
  if (!bridge.capabilities.theme) return;
  // Without an answer the page keeps its own theme.
  const settings = await bridge.readSettings().catch(() => null);
  if (settings !== null && settings.theme !== preferences().theme) setPreferences({ theme: settings.theme });
  let written = preferences().theme;
  onPreferences(() => {
    const { theme } = preferences();
    if (theme === written) return;
    written = theme;
    bridge.writeSettings({ theme }).catch(() => undefined);
  });
}
