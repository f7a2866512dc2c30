/**
 * What the console can do beyond its own page. One interface, two adapters: the desktop shell (core/src/shell.ts) and
 * the browser. Pages ask `capabilities`, never which of the two is behind it.
 */
import {
  SHELL_CALLS,
  type Shell,
  type ShellAbout,
  type ShellClearing,
  type ShellFiles,
  type ShellSettings,
  type ShellUpdate,
} from '@touchstone/core/shell.ts';

export type BridgeMode = 'desktop' | 'browser';

export interface BridgeCapabilities {
  /** Files that are opened outside the window: by double click, from the menu, by a second start. */
  readonly openedFiles: boolean;
  /** Saving asks where; otherwise the file goes where the browser puts downloads. */
  readonly saveDialog: boolean;
  /** Prints to a PDF file directly; otherwise the print dialog does it. */
  readonly printToPdf: boolean;
  /** Gets a start token by itself, also after the server was restarted. */
  readonly signIn: boolean;
  /** The theme holds for the window's own frame and menus as well. */
  readonly theme: boolean;
  /** The server may listen on a port for SDKs and agents, and the console decides it. */
  readonly shareOnThisMachine: boolean;
  readonly updateFromFile: boolean;
}

export type BridgeAbout = Pick<ShellAbout, 'platform' | 'arch' | 'electron' | 'packaged' | 'dataDir' | 'keychain'>;

export interface Bridge {
  readonly mode: BridgeMode;
  readonly capabilities: BridgeCapabilities;
  /** The application around the page; null in a browser. */
  about(): Promise<BridgeAbout | null>;
  /** The files that were handed over since the last call; none in a browser. */
  takeOpenedFiles(): Promise<ShellFiles>;
  /** Calls `listener` whenever there is something to take. Returns the function that ends it. */
  onFilesOpened(listener: () => void): () => void;
  /** Calls `listener` when the screen is locked or the machine goes to sleep; never in a browser. Returns the function that ends it. */
  onDesktopLocked(listener: () => void): () => void;
  /** Saves a file; false where the person cancelled. A browser cannot tell and answers true. Rejects where it failed. */
  saveFile(name: string, bytes: Uint8Array<ArrayBuffer>, mediaType: string): Promise<boolean>;
  /** Prints the page as it stands: to a PDF file of this name, or by the print dialog. False where the person cancelled. */
  printPage(pdfName: string): Promise<boolean>;
  /**
   * Puts a secret on the clipboard, or rejects; `cleared` settles when it was taken back. null in a browser, where the page does
   * it itself.
   */
  readonly copySecret: ((secret: string) => Promise<{ readonly cleared: Promise<ShellClearing> }>) | null;
  /** A fresh start token; null where the mode has none to give. */
  startToken(): Promise<string | null>;
  /** The shell's settings; null in a browser. */
  readSettings(): Promise<ShellSettings | null>;
  writeSettings(change: Partial<ShellSettings>): Promise<ShellSettings | null>;
  /** Lets the person choose an update and verifies it; installs nothing. `cancelled` in a browser. */
  verifyUpdate(): Promise<ShellUpdate>;
}

/** What the browser adapter needs of its page. */
export interface BrowserPage {
  download(name: string, bytes: Uint8Array<ArrayBuffer>, mediaType: string): void;
  print(): void;
}

/** The desktop adapter where `touchstone` is a shell of this version, the browser adapter everywhere else. */
export function bridgeOf(touchstone: unknown, page: BrowserPage): Bridge {
  return isShell(touchstone) ? desktopBridge(touchstone, page) : browserBridge(page);
}

const SHELL_CAPABILITIES = [
  'openDialog',
  'saveDialog',
  'printToPdf',
  'openedFiles',
  'updateFromFile',
] as const satisfies readonly (keyof Shell['capabilities'])[];

/** Whether every call and flag of core/src/shell.ts is there; an older shell counts as a browser. */
function isShell(value: unknown): value is Shell {
  if (typeof value !== 'object' || value === null) return false;
  const capabilities: unknown = Reflect.get(value, 'capabilities');
  if (typeof capabilities !== 'object' || capabilities === null) return false;
  const calls = [...SHELL_CALLS, 'onFilesOpened', 'onDesktopLocked'];
  return (
    calls.every((call) => typeof Reflect.get(value, call) === 'function') &&
    SHELL_CAPABILITIES.every((flag) => typeof Reflect.get(capabilities, flag) === 'boolean')
  );
}

function desktopBridge(shell: Shell, page: BrowserPage): Bridge {
  const { openedFiles, saveDialog, printToPdf, updateFromFile } = shell.capabilities;
  return {
    mode: 'desktop',
    capabilities: {
      openedFiles,
      saveDialog,
      printToPdf,
      signIn: true,
      theme: true,
      shareOnThisMachine: true,
      updateFromFile,
    },
    about: () => shell.about(),
    takeOpenedFiles: async () => (openedFiles ? shell.takeOpenedFiles() : NO_FILES),
    onFilesOpened: (listener) => (openedFiles ? shell.onFilesOpened(listener) : () => undefined),
    onDesktopLocked: (listener) => shell.onDesktopLocked(listener),
    async saveFile(name, bytes, mediaType) {
      if (saveDialog) return shell.saveFile(name, bytes);
      page.download(name, bytes, mediaType);
      return true;
    },
    async printPage(pdfName) {
      if (printToPdf) return shell.printToPdf(pdfName);
      page.print();
      return true;
    },
    async copySecret(secret) {
      await shell.copySecret(secret);
      // A shell that went away tells nobody.
      return { cleared: shell.secretCleared().catch(() => 'kept') };
    },
    startToken: () => shell.startToken(),
    readSettings: () => shell.readSettings(),
    writeSettings: (change) => shell.writeSettings(change),
    verifyUpdate: () => shell.verifyUpdate(),
  };
}

const NO_FILES: ShellFiles = { files: [], refused: [] };

function browserBridge(page: BrowserPage): Bridge {
  return {
    mode: 'browser',
    capabilities: {
      openedFiles: false,
      saveDialog: false,
      printToPdf: false,
      signIn: false,
      theme: false,
      shareOnThisMachine: false,
      updateFromFile: false,
    },
    about: async () => null,
    takeOpenedFiles: async () => NO_FILES,
    onFilesOpened: () => () => undefined,
    onDesktopLocked: () => () => undefined,
    async saveFile(name, bytes, mediaType) {
      page.download(name, bytes, mediaType);
      return true;
    },
    async printPage() {
      page.print();
      return true;
    },
    copySecret: null,
    startToken: async () => null,
    readSettings: async () => null,
    writeSettings: async () => null,
    verifyUpdate: async () => ({ outcome: 'cancelled' }),
  };
}
