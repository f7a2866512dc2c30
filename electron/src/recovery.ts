/** What becomes of a page whose process is gone: it is loaded again once in a minute, then the person may start in safe mode. */
import type { RenderProcessGoneDetails } from 'electron';

/** Without the graphics card, the remembered place of the window, and files and links that were handed over. */
export const SAFE_MODE = 'safe-mode';

const RELOAD_AFTER_MS = 60_000;

export interface RecoveryNeeds {
  /** Loads the page again. */
  readonly load: () => void;
  /** Milliseconds; monotonic. */
  readonly now: () => number;
  /** Whether to start in safe mode. */
  readonly ask: (reason: string) => Promise<boolean>;
  readonly startSafely: () => void;
  readonly quit: () => void;
}

/** The part of Electron's WebContents that is used. */
export interface Contents {
  on(event: 'render-process-gone', listener: (event: unknown, details: RenderProcessGoneDetails) => void): unknown;
}

export function recoverPage(contents: Contents, { load, now, ask, startSafely, quit }: RecoveryNeeds): void {
  let reloadedAt = Number.NEGATIVE_INFINITY;
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    if (now() - reloadedAt >= RELOAD_AFTER_MS) {
      reloadedAt = now();
      load();
      return;
    }
    void ask(reason).then((safely) => (safely ? startSafely() : quit()));
  });
}
