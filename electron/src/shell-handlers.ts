/** The shell's calls: what each does with dialogs, files and the server. Electron's modules are arguments. */
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ShellUpdate } from '@touchstone/core/shell.ts';
import type { Dialog, NativeTheme, OpenDialogOptions } from 'electron';
import { type OpenedFiles, readFiles } from './files.ts';
import type { ShellHandlers } from './ipc.ts';
import type { SecretClipboard } from './secret-clipboard.ts';
import type { ServerProcess } from './server-process.ts';
import { pageSettings, type SettingsFile } from './settings.ts';
import { type UpdateContext, verifyUpdate } from './updates.ts';

export interface ShellContext extends UpdateContext {
  readonly dialog: Pick<Dialog, 'showOpenDialog' | 'showSaveDialog' | 'showMessageBox'>;
  /** Whether the key store of the system holds the key of the data folder, as far as that is known. */
  readonly hasKeychain: () => boolean;
  readonly nativeTheme: Pick<NativeTheme, 'themeSource'>;
  readonly settings: SettingsFile;
  readonly openedFiles: OpenedFiles;
  readonly server: Pick<ServerProcess, 'startToken'>;
  readonly secrets: Pick<SecretClipboard, 'copy' | 'cleared'>;
}

const FILTERS = [
  { name: 'Artifacts, receipts and key sets', extensions: ['json', 'pqv'] },
  { name: 'All files', extensions: ['*'] },
];

/** Dialogs begin where the last one ended; Electron would begin in Downloads each time. */
function startFolder(settings: SettingsFile, name = ''): { defaultPath?: string } {
  const { lastFolder } = settings.current();
  if (lastFolder === null) return name === '' ? {} : { defaultPath: name };
  return { defaultPath: path.join(lastFolder, name) };
}

/** Lets the person choose files; none where the dialog is cancelled. */
export async function chooseFiles(
  { window: windowOf, dialog, settings }: Pick<ShellContext, 'window' | 'dialog' | 'settings'>,
  isSingle: boolean,
): Promise<readonly string[]> {
  const window = windowOf();
  if (window === null) return [];
  const options: OpenDialogOptions = {
    properties: isSingle ? ['openFile'] : ['openFile', 'multiSelections'],
    filters: FILTERS,
    ...startFolder(settings),
  };
  // A dialog of a window that is not shown yet would not be shown either (file_dialog_mac.mm).
  const { canceled, filePaths } = await (window.isVisible()
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options));
  const first = filePaths[0];
  if (canceled || first === undefined) return [];
  await settings.change({ lastFolder: path.dirname(first) });
  return filePaths;
}

export function createShellHandlers(context: ShellContext): ShellHandlers {
  const { dialog, settings, nativeTheme } = context;

  async function save(suggestedName: string, contents: () => Promise<Uint8Array>): Promise<boolean> {
    const window = context.window();
    if (window === null) return false;
    const { canceled, filePath } = await dialog.showSaveDialog(window, startFolder(settings, suggestedName));
    if (canceled || filePath === '') return false;
    await replaceFile(filePath, await contents());
    await settings.change({ lastFolder: path.dirname(filePath) });
    return true;
  }

  /** The update that is being verified: a second one would remove its copy. */
  let updating: Promise<ShellUpdate> | null = null;

  async function chooseUpdate(): Promise<ShellUpdate> {
    if (context.releaseKeys === null) return { outcome: 'refused', reason: 'This build contains no release keys.' };
    const [manifest] = await chooseFiles(context, true);
    return manifest === undefined ? { outcome: 'cancelled' } : verifyUpdate(manifest, context.releaseKeys, context);
  }

  return {
    about: async () => ({ ...context.about, keychain: context.hasKeychain() }),
    openFiles: async () => readFiles(await chooseFiles(context, false)),
    takeOpenedFiles: () => context.openedFiles.take(),
    saveFile: (name, bytes) => save(name, async () => bytes),
    printToPdf: async (name) => {
      const contents = context.window()?.webContents;
      if (contents === undefined) return false;
      return save(name, () => contents.printToPDF({ pageSize: 'A4', printBackground: true, preferCSSPageSize: true }));
    },
    startToken: () => context.server.startToken(),
    copySecret: (secret) => context.secrets.copy(secret),
    secretCleared: () => context.secrets.cleared(),
    readSettings: async () => pageSettings(settings.current()),
    writeSettings: async (change) => {
      const next = await settings.change({ ...change });
      nativeTheme.themeSource = next.theme;
      return pageSettings(next);
    },
    verifyUpdate: () => {
      updating ??= chooseUpdate().finally(() => {
        updating = null;
      });
      return updating;
    },
  };
}

/** Writes beside the file, flushes and renames: a failure leaves what stood there. */
async function replaceFile(file: string, bytes: Uint8Array): Promise<void> {
  const beside = `${file}.${process.pid}.new`;
  // `wx`: what somebody else has left under that name is neither followed nor overwritten.
  const handle = await open(beside, 'wx');
  try {
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
