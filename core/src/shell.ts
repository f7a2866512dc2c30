/**
 * What the desktop shell offers the console, beyond what a browser can do: at most twelve calls. The preload script puts
 * an object of this type at `window.touchstone`; in a browser it is absent and the console says what the mode lacks.
 * Requests to the server are no part of it: in both modes the page calls `fetch` on its own origin (docs/adr/0010).
 */

/** What this shell can do. A browser has none of these; the console shows why a function is missing. */
export interface ShellCapabilities {
  readonly openDialog: boolean;
  readonly saveDialog: boolean;
  readonly printToPdf: boolean;
  /** Files that the desktop hands over: double click, "Open with", a second start with a file. */
  readonly openedFiles: boolean;
  readonly updateFromFile: boolean;
}

export interface ShellAbout {
  readonly name: string;
  readonly version: string;
  /** `linux`, `darwin` or `win32`. */
  readonly platform: string;
  readonly arch: string;
  readonly electron: string;
  /** False when the shell runs from a checkout. */
  readonly packaged: boolean;
  /** Absolute path of the one data folder. */
  readonly dataDir: string;
  /**
   * The operating system's key store holds secrets under a real key; false where it would be a fixed password, and as long as the
   * key store has not answered.
   */
  readonly keychain: boolean;
}

/** A file whose bytes the shell has read for the page; the page never gets a path. */
export interface ShellFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A file that was chosen or handed over but not read, with one sentence why. */
export interface ShellFileRefusal {
  readonly name: string;
  readonly reason: string;
}

export interface ShellFiles {
  readonly files: readonly ShellFile[];
  readonly refused: readonly ShellFileRefusal[];
}

/** The settings that the page may read and change. */
export interface ShellSettings {
  readonly theme: 'system' | 'light' | 'dark';
  /** Whether the server also listens on 127.0.0.1 for SDKs and agents; takes effect at the next start. */
  readonly shareOnThisMachine: boolean;
  /** The port that it then listens on, 1024 to 65535. */
  readonly sharePort: number;
}

export type ShellUpdate =
  | { readonly outcome: 'cancelled' }
  | { readonly outcome: 'refused'; readonly reason: string }
  /** The verified private copy stands in `path`; the person installs it with the system's own installer. */
  | { readonly outcome: 'verified'; readonly version: string; readonly path: string };

/**
 * What became of a secret on the clipboard. `cleared`: it is gone. `changed`: something else was copied meanwhile, which stays.
 * `kept`: the clipboard cannot be looked at, so the secret may still be there.
 */
export type ShellClearing = 'cleared' | 'changed' | 'kept';

export type ShellServerState = 'starting' | 'ready' | 'stopped';

export interface Shell {
  readonly capabilities: ShellCapabilities;
  about(): Promise<ShellAbout>;
  /** Lets the person choose files; empty when the dialog is cancelled. */
  openFiles(): Promise<ShellFiles>;
  /** The files that were handed over since the last call. */
  takeOpenedFiles(): Promise<ShellFiles>;
  /** Calls `listener` whenever `takeOpenedFiles` has something to take. Returns the function that ends it. */
  onFilesOpened(listener: () => void): () => void;
  /** Calls `listener` when the screen is locked (macOS, Windows) or the machine goes to sleep. Returns the function that ends it. */
  onDesktopLocked(listener: () => void): () => void;
  /** Saves bytes where the person says; false when the dialog is cancelled. */
  saveFile(suggestedName: string, bytes: Uint8Array): Promise<boolean>;
  /** Prints the page as it stands to a PDF file where the person says; false when the dialog is cancelled. */
  printToPdf(suggestedName: string): Promise<boolean>;
  /** A fresh single-use token that the console exchanges for its session (security, S2). */
  startToken(): Promise<string>;
  /** Puts a secret on the clipboard, for 20 seconds and with a mark that clipboard managers keep no copy of it. */
  copySecret(secret: string): Promise<void>;
  /** Settles when the time of the last secret is over. */
  secretCleared(): Promise<ShellClearing>;
  readSettings(): Promise<ShellSettings>;
  /** Changes the named settings and answers all of them. */
  writeSettings(change: Partial<ShellSettings>): Promise<ShellSettings>;
  /** Lets the person choose an update manifest and verifies it and its file (security, S12); installs nothing by itself. */
  verifyUpdate(): Promise<ShellUpdate>;
}

/** Every call by name: the IPC channels are `touchstone:<name>`. */
export const SHELL_CALLS = [
  'about',
  'openFiles',
  'takeOpenedFiles',
  'saveFile',
  'printToPdf',
  'startToken',
  'copySecret',
  'secretCleared',
  'readSettings',
  'writeSettings',
  'verifyUpdate',
] as const satisfies readonly (keyof Shell)[];
export type ShellCall = (typeof SHELL_CALLS)[number];
