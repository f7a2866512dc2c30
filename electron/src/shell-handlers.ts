/** The shell's calls: what each does with dialogs, files and the server. Electron's modules are arguments. */
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { ShellAbout, ShellUpdate } from '@touchstone/core/shell.ts';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import type { BrowserWindow, Dialog, NativeTheme } from 'electron';
import { type OpenedFiles, readFiles } from './files.ts';
import type { ShellHandlers } from './ipc.ts';
import type { SecretClipboard } from './secret-clipboard.ts';
import type { ServerProcess } from './server-process.ts';
import { pageSettings, type SettingsFile } from './settings.ts';
import { copyVerified, verifyRelease } from './updates.ts';

export interface ShellContext {
  readonly about: ShellAbout;
  readonly dialog: Pick<Dialog, 'showOpenDialog' | 'showSaveDialog'>;
  /** The window that asks; null after it was closed. */
  readonly window: () => BrowserWindow | null;
  readonly nativeTheme: Pick<NativeTheme, 'themeSource'>;
  readonly settings: SettingsFile;
  readonly openedFiles: OpenedFiles;
  readonly server: Pick<ServerProcess, 'startToken'>;
  readonly secrets: Pick<SecretClipboard, 'copy' | 'cleared'>;
  readonly releaseKeys: KeySet | null;
  readonly verifier: SignatureVerifier;
  readonly now: () => number;
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
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    properties: isSingle ? ['openFile'] : ['openFile', 'multiSelections'],
    filters: FILTERS,
    ...startFolder(settings),
  });
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

  async function verifyUpdate(): Promise<ShellUpdate> {
    const { releaseKeys: keySet, about, verifier } = context;
    if (keySet === null) return { outcome: 'refused', reason: 'This build contains no release keys.' };
    const [manifestPath] = await chooseFiles(context, true);
    if (manifestPath === undefined) return { outcome: 'cancelled' };
    const { files, refused } = await readFiles([manifestPath]);
    const [file] = files;
    if (file === undefined) return { outcome: 'refused', reason: refused[0]?.reason ?? 'The file could not be read.' };
    const installed = { product: about.name, version: about.version, platform: `${about.platform}-${about.arch}` };
    const judged = await verifyRelease(file.bytes, { keySet, installed, verifier, now: context.now() });
    if (!judged.ok) return { outcome: 'refused', reason: judged.message };
    const source = path.join(path.dirname(manifestPath), judged.manifest.file.name);
    const copied = await copyVerified(source, judged.manifest, path.join(about.dataDir, 'updates'));
    if (!copied.ok) return { outcome: 'refused', reason: copied.message };
    return { outcome: 'verified', version: judged.manifest.version, path: copied.path };
  }

  return {
    about: async () => context.about,
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
    verifyUpdate,
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
