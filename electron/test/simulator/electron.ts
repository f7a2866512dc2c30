/** The module `electron` of a main process. */
export { app } from './app.ts';
export { ClipboardItem, clipboard, dialog, Menu, nativeTheme, powerMonitor, screen, shell } from './desktop.ts';
export { safeStorage } from './key-store.ts';
export { protocol, session } from './session.ts';
export { utilityProcess } from './utility-process.ts';
export { BrowserWindow, ipcMain } from './window.ts';
