import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserWindow, OpenDialogOptions, SaveDialogOptions } from 'electron';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OpenedFiles } from '../src/files.ts';
import { openSettings, type SettingsFile } from '../src/settings.ts';
import { createShellHandlers } from '../src/shell-handlers.ts';

let folder = '';
let settings: SettingsFile;
/** What the person does in the next dialog: the paths they choose; none is "Cancel". */
let chosen: string[] = [];
let copied: string[] = [];
let hasKeychain = false;
let asked: (OpenDialogOptions | SaveDialogOptions)[] = [];
/** Whether each dialog for opening belonged to the window. */
let parents: boolean[] = [];
const nativeTheme: { themeSource: 'system' | 'light' | 'dark' } = { themeSource: 'system' };

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-shell-'));
  settings = await openSettings(path.join(folder, 'settings.json'), () => {});
  chosen = [];
  copied = [];
  asked = [];
  parents = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const printed = new Uint8Array([0x25, 0x50, 0x44, 0x46]);
let isVisible = true;
const page = {
  webContents: { printToPDF: async () => Buffer.from(printed) },
  isVisible: () => isVisible,
} as unknown as BrowserWindow;

function handlers(window: BrowserWindow | null = page) {
  return createShellHandlers({
    about: {
      name: 'Touchstone',
      version: '0.1.0',
      platform: 'linux',
      arch: 'x64',
      electron: '45.4.1',
      packaged: false,
      dataDir: folder,
    },
    hasKeychain: () => hasKeychain,
    dialog: {
      showOpenDialog: async (...args: unknown[]) => {
        asked.push(args.at(-1) as OpenDialogOptions);
        parents.push(args.length > 1);
        return { canceled: chosen.length === 0, filePaths: chosen };
      },
      showSaveDialog: async (_window: unknown, options?: SaveDialogOptions) => {
        asked.push(options ?? {});
        return { canceled: chosen.length === 0, filePath: chosen[0] ?? '' };
      },
      showMessageBox: async () => ({ response: 0, checkboxChecked: false }),
    },
    window: () => window,
    nativeTheme,
    settings,
    openedFiles: new OpenedFiles(() => {}),
    server: { startToken: async () => 'token' },
    secrets: { copy: async (secret) => void copied.push(secret), cleared: async () => 'cleared' },
    releaseKeys: null,
    updatesFolder: path.join(folder, 'updates'),
    verifier: { verify: async () => false },
    now: () => 0,
    setTimer: setTimeout,
  });
}

describe('files', () => {
  it('are read for the page, and the folder is remembered', async () => {
    const file = path.join(folder, 'a.pqv.json');
    writeFileSync(file, '{}');
    chosen = [file];
    const shell = handlers();
    expect(await shell.openFiles()).toEqual({
      files: [{ name: 'a.pqv.json', bytes: new Uint8Array([0x7b, 0x7d]) }],
      refused: [],
    });
    await shell.openFiles();
    expect(asked[1]).toMatchObject({ defaultPath: folder });
    // R34: macOS shows no dialog that belongs to a window which is not shown yet.
    isVisible = false;
    await shell.openFiles();
    isVisible = true;
    expect(parents).toEqual([true, true, false]);
  });

  it('are none when the dialog is cancelled or the window is gone', async () => {
    expect(await handlers().openFiles()).toEqual({ files: [], refused: [] });
    chosen = [path.join(folder, 'a.json')];
    expect(await handlers(null).openFiles()).toEqual({ files: [], refused: [] });
    expect(asked).toHaveLength(1);
  });

  it('are saved where the person says, and nowhere else', async () => {
    const target = path.join(folder, 'report.json');
    chosen = [target];
    expect(await handlers().saveFile('report.json', new Uint8Array([0x31]))).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe('1');
    chosen = [];
    expect(await handlers().saveFile('report.json', new Uint8Array([0x32]))).toBe(false);
    expect(readFileSync(target, 'utf8')).toBe('1');
  });

  it('keep what stood there when the contents cannot be made, and leave nothing beside', async () => {
    const target = path.join(folder, 'report.pdf');
    writeFileSync(target, 'old');
    chosen = [target];
    const broken = { webContents: { printToPDF: () => Promise.reject(new Error('no printer')) } };
    await expect(handlers(broken as unknown as BrowserWindow).printToPdf('report.pdf')).rejects.toThrow('no printer');
    expect(readFileSync(target, 'utf8')).toBe('old');
    chosen = [path.join(folder, 'taken')];
    mkdirSync(path.join(folder, 'taken', 'x'), { recursive: true });
    await expect(handlers().saveFile('taken', printed)).rejects.toThrow();
    expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  it('are printed to PDF', async () => {
    const target = path.join(folder, 'report.pdf');
    chosen = [target];
    expect(await handlers().printToPdf('report.pdf')).toBe(true);
    expect(new Uint8Array(readFileSync(target))).toEqual(printed);
    expect(await handlers(null).printToPdf('report.pdf')).toBe(false);
  });
});

describe('the rest', () => {
  it('changes settings and the theme at once', async () => {
    const shell = handlers();
    expect(await shell.writeSettings({ theme: 'dark' })).toMatchObject({ theme: 'dark' });
    expect(nativeTheme.themeSource).toBe('dark');
    expect(await shell.readSettings()).toEqual({ theme: 'dark', shareOnThisMachine: false, sharePort: 7433 });
  });

  it('refuses updates in a build without release keys, before any dialog', async () => {
    expect(await handlers().verifyUpdate()).toMatchObject({ outcome: 'refused' });
    expect(asked).toEqual([]);
  });

  it('says what it is, and R16: whether the key store holds the key, as far as that is known', async () => {
    const { about } = handlers();
    expect(await about()).toMatchObject({ name: 'Touchstone', dataDir: folder, keychain: false });
    hasKeychain = true;
    expect((await about()).keychain).toBe(true);
    await handlers().copySecret('s');
    expect([copied, await handlers().secretCleared()]).toEqual([['s'], 'cleared']);
    expect(await handlers().startToken()).toBe('token');
  });
});
