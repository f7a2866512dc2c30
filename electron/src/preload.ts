/** Runs sandboxed before the page and gives it `window.touchstone`: the calls of core/src/shell.ts, never ipcRenderer itself. */
import { SHELL_CALLS, type Shell, type ShellCapabilities } from '@touchstone/core/shell.ts';
import { contextBridge, ipcRenderer } from 'electron';

// Only constants: this file is bundled into one CommonJS script, and a sandboxed preload cannot import.
const CAPABILITIES_ARGUMENT = '--touchstone-capabilities=';
const FILES_OPENED = 'touchstone:files-opened';
const DESKTOP_LOCKED = 'touchstone:desktop-locked';

const argument = process.argv.find((each) => each.startsWith(CAPABILITIES_ARGUMENT));
if (argument === undefined) throw new Error('the window was made without its capabilities');
const capabilities: ShellCapabilities = JSON.parse(argument.slice(CAPABILITIES_ARGUMENT.length));

const calls = Object.fromEntries(
  SHELL_CALLS.map((call) => [call, (...args: unknown[]) => ipcRenderer.invoke(`touchstone:${call}`, ...args)]),
) as Pick<Shell, (typeof SHELL_CALLS)[number]>;

/** Listens to what the main process sends. */
function onSent(channel: string, listener: () => void): () => void {
  // The event object stays here: it would hand ipcRenderer to the page.
  const forward = () => listener();
  ipcRenderer.on(channel, forward);
  return () => {
    ipcRenderer.removeListener(channel, forward);
  };
}

const shell: Shell = {
  capabilities,
  ...calls,
  onFilesOpened: (listener) => onSent(FILES_OPENED, listener),
  onDesktopLocked: (listener) => onSent(DESKTOP_LOCKED, listener),
};

contextBridge.exposeInMainWorld('touchstone', shell);
