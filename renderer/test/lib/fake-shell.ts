/** A shell as the preload script gives it to the page, which records its calls and answers what a test says. */
import type { Shell, ShellCapabilities, ShellFiles, ShellSettings } from '@touchstone/core/shell.ts';

export interface FakeShell {
  readonly shell: Shell;
  readonly calls: (readonly unknown[])[];
  /** Hands files over, as the desktop does. */
  handOver(files: ShellFiles): void;
  listenerCount(): number;
}

export function fakeShell(flags: Partial<ShellCapabilities> = {}): FakeShell {
  const calls: (readonly unknown[])[] = [];
  const listeners = new Set<() => void>();
  let pending: ShellFiles = { files: [], refused: [] };
  let settings: ShellSettings = { theme: 'dark', shareOnThisMachine: false, sharePort: 7433 };
  const shell: Shell = {
    capabilities: {
      openDialog: true,
      saveDialog: true,
      printToPdf: true,
      openedFiles: true,
      updateFromFile: false,
      ...flags,
    },
    about: async () => ({
      name: 'Touchstone',
      version: '0.1.0',
      platform: 'linux',
      arch: 'x64',
      electron: '41.0.0',
      packaged: true,
      dataDir: '/home/ada/.local/share/touchstone',
      keychain: true,
    }),
    openFiles: async () => ({ files: [], refused: [] }),
    async takeOpenedFiles() {
      calls.push(['takeOpenedFiles']);
      const taken = pending;
      pending = { files: [], refused: [] };
      return taken;
    },
    onFilesOpened(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onDesktopLocked: () => () => undefined,
    async saveFile(name, bytes) {
      calls.push(['saveFile', name, bytes]);
      return false;
    },
    async printToPdf(name) {
      calls.push(['printToPdf', name]);
      return true;
    },
    startToken: async () => 'ab'.repeat(32),
    async copySecret(secret) {
      calls.push(['copySecret', secret]);
    },
    secretCleared: async () => 'cleared',
    readSettings: async () => settings,
    async writeSettings(change) {
      calls.push(['writeSettings', change]);
      settings = { ...settings, ...change };
      return settings;
    },
    verifyUpdate: async () => ({ outcome: 'refused', reason: 'This build contains no release keys.' }),
  };
  return {
    shell,
    calls,
    handOver(files) {
      pending = files;
      for (const listener of listeners) listener();
    },
    listenerCount: () => listeners.size,
  };
}
