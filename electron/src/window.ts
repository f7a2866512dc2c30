/** The one window: its options (Electron's security checklist, items 2 to 10) and where it stands on the screen. */

import type { ShellCapabilities } from '@touchstone/core/shell.ts';
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron';
import type { WindowState } from './settings.ts';

export interface WindowOptions {
  readonly preload: string;
  readonly capabilities: ShellCapabilities;
  readonly devTools: boolean;
  readonly state: WindowState | null;
  /** Work areas of the screens that are connected now. */
  readonly workAreas: readonly Rectangle[];
}

const SIZE = { width: 1280, height: 860 };
const SMALLEST = { minWidth: 360, minHeight: 400 };
/** Handed to the preload script, which has no other way to know it before the page runs. */
export const CAPABILITIES_ARGUMENT = '--touchstone-capabilities=';

/** Options for a BrowserWindow. Every security setting is written out, also where it equals today's default. */
export function windowOptions(options: WindowOptions): BrowserWindowConstructorOptions {
  return {
    ...placeOnScreen(options.state, options.workAreas),
    ...SMALLEST,
    show: false,
    title: 'Touchstone',
    autoHideMenuBar: true,
    webPreferences: {
      preload: options.preload,
      additionalArguments: [CAPABILITIES_ARGUMENT + JSON.stringify(options.capabilities)],
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: options.devTools,
    },
  };
}

/** The remembered place if at least a grip of it (100 × 50) lies on a connected screen, else the default size, centred. */
export function placeOnScreen(
  state: WindowState | null,
  workAreas: readonly Rectangle[],
): { x?: number; y?: number; width: number; height: number } {
  if (state === null) return SIZE;
  const { x, y, width, height } = state;
  const isReachable = workAreas.some((area) => {
    const overlapX = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
    const overlapY = Math.min(y + height, area.y + area.height) - Math.max(y, area.y);
    return overlapX >= 100 && overlapY >= 50 && y >= area.y;
  });
  return isReachable ? { x, y, width, height } : SIZE;
}

/** What to remember of a window: the place of the unmaximised window and whether it is maximised. */
export function windowState(window: Pick<BrowserWindow, 'getNormalBounds' | 'isMaximized'>): WindowState {
  const { x, y, width, height } = window.getNormalBounds();
  return { x, y, width, height, isMaximized: window.isMaximized() };
}
