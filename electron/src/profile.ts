/** Under which name and in which folder the window keeps what is its own, and how it may not be started. */
import { localAppData, type Surroundings } from '@touchstone/core/data-folder.ts';
import { PRODUCT } from '@touchstone/core/version.ts';

/** Whose windows these are: the installer puts it on the shortcuts of Windows, which else would count them as another program's. */
export const APP_ID = 'org.touchstone.console';

/**
 * The window's profile: settings, cookies, caches, the lock that lets it start once. Electron would take the folder of the app's
 * name, which on macOS is the data folder's own, since neither system nor disk tells `Touchstone` from `touchstone` there. On
 * Windows it stays on the machine as the data do, since neither opens without the other; elsewhere it is below Electron's `appData`.
 */
export function profileFolder(appData: string, { platform, ...surroundings }: Surroundings): string {
  const folder = platform === 'win32' ? localAppData(surroundings) : appData;
  return surroundings.path.join(folder, `${PRODUCT.name.toLowerCase()}-window`);
}

/** Switches that take the sandbox from the pages (docs/tutorial/sandbox.md); ELECTRON_DISABLE_SANDBOX sets the first. */
const UNSAFE = ['no-sandbox', 'disable-web-security'];

/** Why this start is refused, in a sentence for the person; null where nothing speaks against it. */
export function startRefusal(hasSwitch: (name: string) => boolean): string | null {
  const found = UNSAFE.find(hasSwitch);
  if (found === undefined) return null;
  return `Touchstone does not start with --${found}: a page could then reach this computer. Start it without, or use the package for your system, which brings what the sandbox needs.`;
}
