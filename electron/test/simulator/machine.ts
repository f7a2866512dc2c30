/** The machine that is simulated, and the words between a test and the simulated main process. */

/**
 * What keeps secrets, as Chromium's components/os_crypt/async sees it at the first use in a process; it does not look again.
 *
 *   secret-service  Linux with a key store that is open
 *   locked          the desktop has one, and it is locked: what it sealed cannot be opened for now
 *   silent          the desktop has one that takes a question and never answers: locked, with nobody to ask
 *   absent          the desktop's name promises one, and none answers
 *   unknown-desktop a key store that is open, on a desktop that Chromium does not know
 *   keychain        macOS
 *   rotated         the same, after its key was exchanged: it opens what the old one sealed
 *   dpapi           Windows: a key in the profile, wrapped for this user
 *   dpapi-fails     Windows, while what it wrapped before cannot be unwrapped: a domain out of reach, a password reset
 */
export type KeyStoreKind =
  | 'secret-service'
  | 'locked'
  | 'silent'
  | 'absent'
  | 'unknown-desktop'
  | 'keychain'
  | 'rotated'
  | 'dpapi'
  | 'dpapi-fails';

export interface Machine {
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly isPackaged: boolean;
  /** Folder of the user: profile, key store and default data folder are in it. */
  readonly home: string;
  readonly keyStore: KeyStoreKind;
  /** How many times as fast the main process's timers run. */
  readonly haste: number;
  /**
   * `untold`: no `ready-to-show` comes, as in Wayland sessions (electron/electron#48859). `dies`: the page's process ends before it,
   * and no event of loading comes either (lib/browser/api/web-contents.ts, stopLoadingListener).
   */
  readonly firstPaint: 'told' | 'untold' | 'dies';
  /** Node's crypto as in Electron: with ML-DSA and ML-KEM, or without. */
  readonly boringssl: 'current' | 'classical';
  /** Indices of the buttons that the person presses in the questions that come; after these every question is cancelled. */
  readonly presses: readonly number[];
  /** What the person chooses in every dialog that opens files; nothing is "Cancel". */
  readonly chosen: readonly string[];
}

/** Something that the shell did to its surroundings. */
export interface Happening {
  readonly what: string;
  readonly with: unknown;
}

/** What the person, the page or the system does. */
export type Deed =
  | {
      readonly do: 'request';
      readonly method: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Uint8Array<ArrayBuffer> | null;
    }
  /** Asks `window.touchstone` in the page. */
  | { readonly do: 'call'; readonly name: string; readonly args: readonly unknown[] }
  /** Whether the page would get a permission. */
  | { readonly do: 'permission'; readonly name: string; readonly url: string }
  | { readonly do: 'navigate'; readonly url: string }
  /** Whether the page would get a window of its own. */
  | { readonly do: 'open-window'; readonly url: string }
  /** The page begins or ends to hold the window by `beforeunload`. */
  | { readonly do: 'hold'; readonly isHeld: boolean }
  | { readonly do: 'close-window' }
  /** Sheets that begin to lie on the window. */
  | { readonly do: 'sheets'; readonly count: number }
  | { readonly do: 'menu'; readonly label: string }
  | { readonly do: 'quit' }
  | { readonly do: 'app-event'; readonly name: string; readonly args: readonly unknown[] }
  /** What the system tells, twice: docs/api/power-monitor.md. Answers what a page heard that listened to the first only. */
  | { readonly do: 'power'; readonly event: 'lock-screen' | 'suspend' }
  /** Windows ends the session: docs/api/browser-window.md; nobody hears `before-quit` and `will-quit`. */
  | { readonly do: 'log-off' }
  /** The page's process ends: docs/api/web-contents.md, `render-process-gone`. */
  | { readonly do: 'crash-page'; readonly reason: string }
  /** V8 gives up in the server. */
  | { readonly do: 'crash-server' }
  | { readonly do: 'read-clipboard' }
  | { readonly do: 'write-clipboard'; readonly text: string };

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}
