/** What the shell asks and tells people beside its page. The last button is the one that goes on. */
import { PRODUCT } from '@touchstone/core/version.ts';
import type { BrowserWindow, Dialog } from 'electron';

const TITLE = { title: PRODUCT.name, defaultId: 0, cancelId: 0, noLink: true } as const;

/** Whether the person wants to go on with a database that is older than it was. */
export async function askAboutRollback(dialog: Pick<Dialog, 'showMessageBox'>, detail: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    ...TITLE,
    type: 'warning',
    message: 'The database is older than before.',
    detail,
    buttons: ['Quit', 'Use the older database'],
  });
  return response === 1;
}

/** Whether to try again after the server has stopped for good. Files can be verified without it. */
export async function askToTryAgain(dialog: Pick<Dialog, 'showMessageBox'>, detail: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    ...TITLE,
    type: 'error',
    message: 'The server of this window does not run.',
    detail,
    buttons: ['Go on without it', 'Try again'],
  });
  return response === 1;
}

/** Whether to start in safe mode after the page has stopped twice. */
export async function askForSafeMode(dialog: Pick<Dialog, 'showMessageBox'>, reason: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    ...TITLE,
    type: 'error',
    message: 'The page of this window has stopped twice.',
    detail: `The system says: ${reason}. In safe mode Touchstone draws without the graphics card and opens no files by itself.`,
    buttons: ['Quit', 'Start in safe mode'],
  });
  return response === 1;
}

/** Says something that needs no decision. */
export async function tell(dialog: Pick<Dialog, 'showMessageBox'>, message: string): Promise<void> {
  await dialog.showMessageBox({ ...TITLE, type: 'info', message, buttons: ['OK'] });
}

/**
 * Whether the window may go though its page holds something that is nowhere else: shares of a ceremony, changes of the trust
 * store that the server does not have. Without the question Electron would not close it, and say nothing (browser-window.md,
 * event `close`). The page waits for the answer, so this is asked synchronously.
 */
export function mayLeave(dialog: Pick<Dialog, 'showMessageBoxSync'>, window: BrowserWindow): boolean {
  const response = dialog.showMessageBoxSync(window, {
    ...TITLE,
    type: 'warning',
    message: 'Leave this page?',
    detail:
      'It holds something that is kept nowhere else: shares of a key that have not been handed out, or changes of the trust store that the server does not have. It is lost when you leave.',
    buttons: ['Stay', 'Leave and lose it'],
  });
  return response === 1;
}
