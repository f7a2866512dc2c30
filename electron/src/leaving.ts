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
  /** The page holds its window: Electron has given up whatever was to end. */
  readonly onHeld: () => void;
  /** The app is not to end: the person stays, or wants something else by now. */
  readonly onAppStays: () => void;
}

/** Answers what loads an address in the window: a page that holds it may stay instead. */
export function guardLeaving({ app, window, ask, onHeld, onAppStays }: LeavingNeeds): (url: string) => void {
  const { webContents } = window;
  /** What leads away: an address, the end of the app or that of the window, else the page itself, which loads itself again. */
  let asked: string | null = null;
  let isQuitting = false;
  let isClosing = false;
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
    isClosing = true;
  });
  webContents.on('did-start-navigation', ({ url, isMainFrame, isSameDocument }) => {
    if (!isMainFrame) return;
    // Another part of the same page leads nowhere.
    if (!isSameDocument || url === asked) asked = null;
    if (!isSameDocument) isLet = false;
  });
  webContents.on('will-prevent-unload', (event) => {
    if (isLet) {
      // To prevent the prevention is to let the page go.
      event.preventDefault();
      return;
    }
    const url = asked;
    const isEnd = url === null && isQuitting;
    if (url !== null) again = () => load(url);
    else if (isEnd) again = () => app.quit();
    else if (isClosing) again = () => window.close();
    else again = () => webContents.reload();
    // A window that stays ends the quitting (browser.cc, OnWindowCloseCancelled).
    asked = null;
    isQuitting = false;
    isClosing = false;
    onHeld();
    if (!isEnd) onAppStays();
    if (isAsking) return;
    isAsking = true;
    void ask().then((mayGo) => {
      isAsking = false;
      if (window.isDestroyed()) return;
      isLet = mayGo;
      if (mayGo) again();
      // The end of the app ends the question too, and that is no word to stay.
      else if (!isQuitting) onAppStays();
    });
  });
  return load;
}
