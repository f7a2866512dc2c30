/**
 * A page that holds its window by `beforeunload`: the person is asked, and what was wanted is done again where the page may go.
 * The question does not stop the process meanwhile: GTK runs no task under a box that does (message_box_gtk.cc), and Chromium kills
 * a process that answers no second start within 20 seconds (process_singleton_posix.cc), with all that its page held.
 */
import type { App, BrowserWindow } from 'electron';

export interface LeavingNeeds {
  readonly app: Pick<App, 'on' | 'off' | 'quit'>;
  readonly window: BrowserWindow;
  /** Whether the page may go. */
  readonly ask: () => Promise<boolean>;
  /** The person stays, and with the page whatever was to follow. */
  readonly onStay: () => void;
}

/** Answers what loads an address in the window: a page that holds it may stay instead. */
export function guardLeaving({ app, window, ask, onStay }: LeavingNeeds): (url: string) => void {
  const { webContents } = window;
  /** What leads away: an address, or the end of the app, else that of the window. */
  let asked: string | null = null;
  let isQuitting = false;
  let again = () => {};
  let isAsking = false;
  let isLet = false;

  const load = (url: string) => {
    // Closed while the address was waited for.
    if (window.isDestroyed()) return;
    asked = url;
    window.loadURL(url).catch(() => {});
  };
  const quits = () => {
    isQuitting = true;
  };
  app.on('before-quit', quits);
  window.on('closed', () => void app.off('before-quit', quits));
  window.on('close', () => {
    asked = null;
  });
  webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (!isMainFrame || isSameDocument) return;
    asked = null;
    isLet = false;
  });
  webContents.on('will-prevent-unload', (event) => {
    if (isLet) {
      // To prevent the prevention is to let the page go.
      event.preventDefault();
      return;
    }
    const url = asked;
    if (url !== null) again = () => load(url);
    else if (isQuitting) again = () => app.quit();
    else again = () => window.close();
    // A window that stays ends the quitting (browser.cc, OnWindowCloseCancelled).
    asked = null;
    isQuitting = false;
    if (isAsking) return;
    isAsking = true;
    void ask().then((mayGo) => {
      isAsking = false;
      if (window.isDestroyed()) return;
      isLet = mayGo;
      if (mayGo) again();
      else onStay();
    });
  });
  return load;
}
