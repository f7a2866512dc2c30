/** What the shell asks and tells people beside its page. The last button is the one that goes on. */
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron';

/** Shows a box, above the window where there is one, and answers with the button that was pressed. */
export type ShowBox = (options: MessageBoxOptions) => Promise<{ readonly response: number }>;

const TITLE = { title: PRODUCT.name, defaultId: 0, cancelId: 0, noLink: true } as const;

/** Whether the person wants to go on with a database that is older than it was. */
export async function askAboutRollback(show: ShowBox, detail: string): Promise<boolean> {
  const { response } = await show({
    ...TITLE,
    type: 'warning',
    message: 'The database is older than before.',
    detail,
    buttons: ['Quit', 'Use the older database'],
  });
  return response === 1;
}

/** Whether to try again after the server has stopped for good. Files can be verified without it. */
export async function askToTryAgain(show: ShowBox, detail: string): Promise<boolean> {
  const { response } = await show({
    ...TITLE,
    type: 'error',
    message: 'The server of this window does not run.',
    detail,
    buttons: ['Go on without it', 'Try again'],
  });
  return response === 1;
}

/** Whether to start in safe mode after the page has stopped twice. */
export async function askForSafeMode(show: ShowBox, reason: string): Promise<boolean> {
  const { response } = await show({
    ...TITLE,
    type: 'error',
    message: 'The page of this window has stopped twice.',
    detail: `The system says: ${reason}. In safe mode Touchstone draws without the graphics card and opens no files by itself.`,
    buttons: ['Quit', 'Start in safe mode'],
  });
  return response === 1;
}

/** Says something that needs no decision. */
export async function tell(show: ShowBox, message: string): Promise<void> {
  await show({ ...TITLE, type: 'info', message, buttons: ['OK'] });
}

/**
 * Whether the person accepts the release keys that an update brings (decisions 12.8): both fingerprints, asked once. Nobody can
 * be asked without a window.
 */
export async function acceptsNextKeys(
  dialog: Pick<Dialog, 'showMessageBox'>,
  window: BrowserWindow | null,
  pinned: KeySet,
  next: KeySet,
): Promise<boolean> {
  if (window === null) return false;
  const { response } = await dialog.showMessageBox(window, {
    ...TITLE,
    type: 'warning',
    message: `This release replaces the release keys: edition ${next.serial} follows edition ${pinned.serial}.`,
    detail: `The present keys vouch for the new ones. Compare both fingerprints with what the makers say in another place.\n\nPresent: ${pinned.fingerprint}\nNew: ${next.fingerprint}`,
    buttons: ['Cancel', 'Verify the release'],
  });
  return response === 1;
}

/** Tells of work until `ended`. Answers whether the person ended it. Nobody is told without a window. */
export async function tellOfWork(
  dialog: Pick<Dialog, 'showMessageBox'>,
  window: BrowserWindow | null,
  message: string,
  ended: AbortSignal,
): Promise<boolean> {
  if (window === null || ended.aborted) return false;
  await dialog.showMessageBox(window, { ...TITLE, type: 'info', message, buttons: ['Cancel'], signal: ended });
  // A box that is closed by the signal answers as if the person had cancelled (docs/api/dialog.md).
  return !ended.aborted;
}

/**
 * Whether the page may go though it holds something that is nowhere else: shares of a ceremony, keys and steps of encrypted
 * compute, changes of the trust store that the server does not have. Without the question Electron would not close the window, and
 * say nothing (browser-window.md, event `close`).
 */
export async function mayLeave(show: ShowBox): Promise<boolean> {
  const { response } = await show({
    ...TITLE,
    type: 'warning',
    message: 'Leave this page?',
    detail:
      'It holds something that is kept nowhere else: shares of a key that have not been handed out, keys or steps of encrypted compute, or changes of the trust store that the server does not have. It is lost when you leave.',
    buttons: ['Stay', 'Leave and lose it'],
  });
  return response === 1;
}
