/** The menu: few entries. What people do often has a key, none that the console or the system uses. Developer tools only where the build allows them. */
import type { MenuItemConstructorOptions } from 'electron';

export interface MenuActions {
  readonly openFiles: () => void;
  readonly print: () => void;
  readonly openInBrowser: () => void;
  readonly restartServer: () => void;
}

export function menuTemplate(platform: string, devTools: boolean, actions: MenuActions): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const file: MenuItemConstructorOptions = {
    label: '&File',
    submenu: [
      { label: '&Open…', accelerator: 'CmdOrCtrl+O', click: actions.openFiles },
      { label: '&Print…', accelerator: 'CmdOrCtrl+P', click: actions.print },
      { label: 'Open in &browser', accelerator: 'CmdOrCtrl+Shift+B', click: actions.openInBrowser },
      { label: '&Restart server', click: actions.restartServer },
      { type: 'separator' },
      isMac ? { role: 'close' } : { role: 'quit' },
    ],
  };
  const view: MenuItemConstructorOptions = {
    label: '&View',
    submenu: [
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
      ...(devTools ? ([{ type: 'separator' }, { role: 'toggleDevTools' }] satisfies MenuItemConstructorOptions[]) : []),
    ],
  };
  return [...(isMac ? [{ role: 'appMenu' } as const] : []), file, { role: 'editMenu' }, view, { role: 'windowMenu' }];
}
