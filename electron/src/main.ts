/** The desktop shell's start-up, in its order. What decides anything stands in the other files, tested as functions. */
import * as crypto from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { defaultDataFolder } from '@touchstone/core/data-folder.ts';
import type { ShellCapabilities } from '@touchstone/core/shell.ts';
import { nodeBackend } from '@touchstone/core/sign/node-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import {
  app,
  BrowserWindow,
  ClipboardItem,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
} from 'electron';
import { dataDirFromArgv, dataDirFromSecondStart, filesFromArgv, filesFromSecondStart, OpenedFiles } from './files.ts';
import { DESKTOP_LOCKED, FILES_OPENED, registerShell } from './ipc.ts';
import { impatient } from './keychain.ts';
import { guardLeaving } from './leaving.ts';
import { addressOf, pageFromArgv, pageFromLink, pageFromSecondStart } from './links.ts';
import { followOutput, type LogFile, openLogFile } from './log-file.ts';
import { masterKeyOpener } from './master-key.ts';
import { menuTemplate } from './menu.ts';
import { lockApp, lockSession } from './navigation.ts';
import { safeArguments, startArguments } from './next-start.ts';
import { APP_ID, profileFolder, startRefusal } from './profile.ts';
import { type ProfileKey, profileKeyKeeper, putProfileKeyBack } from './profile-key.ts';
import { createProtocolHandler, listAssets, ORIGIN, SCHEME, SCHEME_PRIVILEGES } from './protocol.ts';
import { askAboutRollback, askForSafeMode, askToTryAgain, mayLeave, type ShowBox, tell } from './questions.ts';
import { recoverPage, SAFE_MODE } from './recovery.ts';
import { pinnedReleaseKeys } from './release-keys.ts';
import { createSecretClipboard } from './secret-clipboard.ts';
import { ServerProcess } from './server-process.ts';
import { openSettings, type SettingsFile } from './settings.ts';
import { chooseFiles, createShellHandlers, type ShellContext } from './shell-handlers.ts';
import { windowOptions, windowState } from './window.ts';

const HERE = import.meta.dirname;
/** The built console: beside this bundle, in the packed app as in a checkout. */
const CONSOLE_FOLDER = path.join(HERE, '..', '..', 'renderer', 'dist');
const DEV_TOOLS = !app.isPackaged;
const surroundings = { env: process.env, platform: process.platform, home: homedir(), path };
const dataDir = dataDirFromArgv(process.argv, process.cwd()) ?? defaultDataFolder(surroundings);
const isSafeMode = app.commandLine.hasSwitch(SAFE_MODE);
const firstFiles = isSafeMode ? [] : filesFromArgv(process.argv, process.cwd());
let window: BrowserWindow | null = null;
/** Opens the window, or brings it to the front; nothing before the app is ready. */
let showWindow = () => {};
/** Loads an address in the window; nothing without one. */
let load: (url: string) => void = () => {};
/** The page that the window shows next, where a link asked for one. */
let pageAsked = isSafeMode ? null : pageFromArgv(process.argv);
let linkCount = 0;
/** Whether the key store of the system holds the key of the data folder. */
let isKeyInKeychain = false;
/** Electron closes the window to end the app. */
let isQuitting = false;
/** The windows are gone, and the app ends as soon as the server has. */
let isEnding = false;
/** The arguments with which it starts again when it has ended. Until then the person may stay. */
let nextStart: (() => string[]) | null = null;
/** The data folder of the next start. */
let nextDataDir = dataDir;
/** Windows alone. */
let profileKey: ProfileKey | null = null;
const openedFiles = new OpenedFiles(() => window?.webContents.send(FILES_OPENED));

// A checkout would be called Electron, and the key store keeps its key under this name: one folder opens in both.
app.setName(PRODUCT.name);
if (process.platform === 'win32') app.setAppUserModelId(APP_ID);
if (!app.commandLine.hasSwitch('user-data-dir')) {
  const profile = profileFolder(app.getPath('appData'), surroundings);
  // Electron takes only a folder that is there.
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  for (const name of ['userData', 'sessionData']) app.setPath(name, profile);
}
app.enableSandbox();
if (isSafeMode) app.disableHardwareAcceleration();
protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { ...SCHEME_PRIVILEGES } }]);
lockApp(app);

// macOS hands files over by this event, also before the app is ready.
app.on('open-file', (event, file) => {
  event.preventDefault();
  openedFiles.add(filesFromArgv(['', file], process.cwd()));
  showWindow();
});

// macOS hands links over by this event, also before the app is ready.
app.on('open-url', (event, link) => {
  event.preventDefault();
  showPage(pageFromLink(link));
});

const refusal = startRefusal((name) => app.commandLine.hasSwitch(name));
if (refusal !== null) {
  dialog.showErrorBox(PRODUCT.name, refusal);
  app.exit(1);
} else if (app.requestSingleInstanceLock({ files: firstFiles, dataDir, page: pageAsked })) {
  openedFiles.add(firstFiles);
  if (process.platform === 'win32') profileKey = putProfileKeyBack({ profile: app.getPath('sessionData'), dataDir });
  app.on('second-instance', (_event, _argv, _cwd, data) => {
    openedFiles.add(filesFromSecondStart(data));
    const other = dataDirFromSecondStart(data);
    if (isEnding && other !== null) nextDataDir = other;
    showPage(pageFromSecondStart(data));
    if (isEnding || other === null || other === dataDir) return;
    void tell(showBox, `This window shows the data folder ${dataDir}. Close it to open ${other}.`);
  });
  app
    .whenReady()
    .then(run)
    .catch((error: unknown) => {
      dialog.showErrorBox(PRODUCT.name, error instanceof Error ? error.message : String(error));
      app.exit(1);
    });
} else {
  // A folder for the lock that cannot be written is answered the same way.
  process.stderr.write(
    'Touchstone runs already, or its profile cannot be used. What was asked for is handed to the one that runs.\n',
  );
  app.quit();
}

let lastBox: Promise<unknown> = Promise.resolve();

/**
 * One box after the other: of several sheets macOS closes the last one alone when the app is to end, and the app stays
 * (electron/electron#43706).
 */
const showBox: ShowBox = (options) => {
  const box = lastBox.then(() => showNow(options));
  lastBox = box.catch(() => {});
  return box;
};

/**
 * macOS stops the whole process under a box without a window, and shows none above a window that is not there yet (message_box_mac.mm):
 * the box waits for it, a second at most after its page.
 */
const showNow: ShowBox = async (options) => {
  if (process.platform === 'darwin' && !isQuitting) {
    if (window === null) showWindow();
    const opened = window;
    if (opened !== null && !opened.isVisible()) {
      await new Promise<void>((resolve) => {
        opened.once('show', resolve);
        // One that was minimised.
        opened.once('restore', resolve);
        opened.once('closed', resolve);
      });
    }
  }
  // Nobody is there any more to be asked.
  if (isQuitting) return { response: options.cancelId ?? 0 };
  return window === null ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options);
};

/** Brings the window to the front, with a page where one is named. */
function showPage(page: string | null): void {
  pageAsked = page ?? pageAsked;
  showWindow();
}

function quitAndStart(argumentsOf: () => string[]): void {
  nextStart = argumentsOf;
  app.quit();
}

/** The address that a link asked for, once. */
function takeAskedAddress(): string | null {
  const page = pageAsked;
  pageAsked = null;
  return page === null ? null : addressOf(page, ++linkCount);
}

async function run(): Promise<void> {
  const profile = app.getPath('userData');
  const echo = (line: string) => void (app.isPackaged || process.stderr.write(`${line}\n`));
  const log = openLogFile(path.join(profile, 'logs'), { now: Date.now, echo });
  const settings = await openSettings(path.join(profile, 'settings.json'), (names) =>
    log.note(`Settings repaired: ${names.join(', ')}.`),
  );
  nativeTheme.themeSource = settings.current().theme;
  lockSession(session.defaultSession, DEV_TOOLS);

  const server = createServer(settings, log);
  protocol.handle(
    SCHEME,
    createProtocolHandler(listAssets(CONSOLE_FOLDER), (...request) => server.request(...request)),
  );
  const secrets = createSecretClipboard({
    clipboard,
    itemOf: (formats) => new ClipboardItem({ ...formats }),
    platform: process.platform,
    setTimer: setTimeout,
  });
  const releaseKeys = pinnedReleaseKeys(HERE);
  const context: ShellContext = {
    about: {
      ...PRODUCT,
      platform: process.platform,
      arch: process.arch,
      electron: process.versions.electron ?? '',
      packaged: app.isPackaged,
      dataDir,
    },
    hasKeychain: () => isKeyInKeychain,
    dialog,
    window: () => window,
    nativeTheme,
    settings,
    openedFiles,
    server,
    secrets,
    releaseKeys,
    updatesFolder: path.join(profile, 'updates'),
    verifier: createSignatureProvider([nodeBackend(crypto)], (length) => new Uint8Array(crypto.randomBytes(length))),
    now: Date.now,
    setTimer: setTimeout,
  };
  registerShell(ipcMain, createShellHandlers(context));

  const capabilities: ShellCapabilities = {
    openDialog: true,
    saveDialog: true,
    printToPdf: true,
    openedFiles: true,
    updateFromFile: releaseKeys !== null,
  };
  showWindow = () => {
    if (isEnding) {
      // This process has no server for another window: what was asked for is the next one's.
      nextStart ??= () =>
        startArguments(process.argv, { dataDir: nextDataDir, files: openedFiles.takePaths(), page: pageAsked });
      return;
    }
    if (window === null) {
      // Shows itself with its page.
      openWindow(settings, capabilities, server);
      return;
    }
    const asked = takeAskedAddress();
    if (asked !== null) load(asked);
    if (window.isMinimized()) window.restore();
    // Of a window that was never shown `focus` does nothing.
    if (!window.isVisible()) window.show();
    window.focus();
  };
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate(process.platform, DEV_TOOLS, {
        openFiles: () => {
          showWindow();
          void chooseFiles(context, false).then((files) => openedFiles.add(files));
        },
        print: () => window?.webContents.print(),
        openInBrowser,
        restartServer: () => void restart(server),
      }),
    ),
  );
  app.on('activate', () => showWindow());
  app.on('browser-window-created', (_event, opened) => {
    // Windows logs off without `will-quit`. Where it asks before, there is time to look at the clipboard.
    opened.on('query-session-end', () => void secrets.clearNow());
    opened.on('session-end', () => void secrets.clearNow());
  });
  const lockPage = () => window?.webContents.send(DESKTOP_LOCKED);
  // Linux tells nothing of its screen: there the idle time and the sleep lock the page.
  powerMonitor.on('lock-screen', lockPage);
  powerMonitor.on('suspend', lockPage);
  app.on('before-quit', () => {
    isQuitting = true;
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  let isServerStopped = false;
  app.on('will-quit', (event) => {
    if (isServerStopped) return;
    event.preventDefault();
    if (isEnding) return;
    isEnding = true;
    void Promise.all([server.stop(), settings.written(), secrets.clearNow()]).then(() => {
      isServerStopped = true;
      // Electron starts it as soon as it is told, to wait for the end of this process.
      if (nextStart !== null) app.relaunch({ args: nextStart() });
      // With nothing to wait for this still runs inside of the event, where Electron ignores it: it is quitting (browser.cc).
      setImmediate(() => app.quit());
    });
  });

  server.start();
  openWindow(settings, capabilities, server);
}

/** Longest wait in milliseconds of the server for the key store; someone types a password meanwhile. */
const KEY_STORE_WITHIN_MS = 30_000;

/** The server of the data folder, and what the person is asked when it does not start. */
function createServer(settings: SettingsFile, log: LogFile): ServerProcess {
  /** Said by the person, for the next start. */
  let acceptRollback = false;
  /** Electron asks the key store once in a process: only another process finds it open. */
  let mayOpenLater = false;
  if (profileKey?.fault) log.note(profileKey.fault);
  const folders = { profile: app.getPath('sessionData'), dataDir };
  const keeper = profileKey && profileKeyKeeper(profileKey, folders, (fault) => log.note(fault), setTimeout);
  const openMasterKey = masterKeyOpener(
    dataDir,
    impatient(safeStorage, KEY_STORE_WITHIN_MS, setTimeout),
    process.platform,
    keeper,
  );
  const server = new ServerProcess({
    fork: () => {
      const options = { serviceName: 'Touchstone server', stdio: 'pipe' } as const;
      const child = utilityProcess.fork(path.join(HERE, 'server-entry.mjs'), [], options);
      followOutput(child, log);
      return child;
    },
    log,
    prepare: async () => {
      const start = { dataDir, acceptRollback };
      acceptRollback = false;
      const masterKey = await openMasterKey();
      mayOpenLater = !masterKey.ok && masterKey.mayOpenLater;
      isKeyInKeychain = masterKey.ok && masterKey.key !== null;
      if (!masterKey.ok) throw new Error(masterKey.message);
      const { shareOnThisMachine, sharePort } = settings.current();
      return { ...start, sharePort: shareOnThisMachine ? sharePort : null, masterKey: masterKey.key };
    },
    now: () => performance.now(),
    setTimer: setTimeout,
    onState: (state, message) => {
      if (message === undefined) return;
      if (state === 'ready') {
        void tell(showBox, message);
        return;
      }
      void askToTryAgain(showBox, message).then((again) => {
        if (again && mayOpenLater) quitAndStart(() => process.argv.slice(1));
        else if (again) void restart(server);
      });
    },
    onRolledBack: (detail) => {
      void askAboutRollback(showBox, detail).then((goesOn) => {
        acceptRollback = goesOn;
        if (goesOn) void restart(server);
        else app.quit();
      });
    },
  });
  return server;
}

/** Starts the server anew, also after it was given up, and has the page sign in to it. */
async function restart(server: ServerProcess): Promise<void> {
  await server.stop();
  if (isEnding) return;
  server.start();
  load(await startUrl(server));
}

/** After its page has loaded the window is shown, whether Chromium has told of a first picture or not. */
const SHOWN_WITHIN_MS = 500;

function openWindow(settings: SettingsFile, capabilities: ShellCapabilities, server: ServerProcess): void {
  const state = isSafeMode ? null : settings.current().window;
  const workAreas = screen.getAllDisplays().map(({ workArea }) => workArea);
  const preload = path.join(HERE, 'preload.cjs');
  const opened = new BrowserWindow(windowOptions({ preload, capabilities, devTools: DEV_TOOLS, state, workAreas }));
  window = opened;
  let isShown = false;
  const show = () => {
    if (opened.isDestroyed() || isShown) return;
    isShown = true;
    // Shows it, but without the focus; done earlier it would show a page that is not there, and `ready-to-show` would not come.
    if (state?.isMaximized) opened.maximize();
    opened.show();
  };
  opened.once('ready-to-show', show);
  // On Wayland, or without a graphics processor, that may never come (electron/electron#48859).
  const showSoon = () => setTimeout(show, SHOWN_WITHIN_MS);
  opened.webContents.once('did-finish-load', showSoon);
  opened.webContents.once('did-fail-load', showSoon);
  // A process of the page that ends before its first picture tells of neither.
  opened.webContents.on('render-process-gone', showSoon);
  const loadHere = guardLeaving({
    app,
    window: opened,
    ask: () => {
      if (opened.isMinimized()) opened.restore();
      // The window of a hidden app shows no box.
      if (process.platform === 'darwin') app.show();
      return mayLeave(showBox);
    },
    onHeld: () => {
      isQuitting = false;
    },
    onAppStays: () => {
      nextStart = null;
    },
  });
  load = loadHere;
  opened.on('close', () => {
    // Where the window stood is nothing to trouble a person with who closes it.
    settings.change({ window: windowState(opened) }).catch(() => {});
  });
  opened.on('closed', () => {
    window = null;
  });
  // macOS: of two sheets, such as dialogs for files, an end closes one, and Electron asks no second time (electron/electron#43706).
  opened.on('sheet-end', () =>
    setImmediate(() => {
      if (isQuitting && !opened.isDestroyed()) opened.close();
    }),
  );
  const loadAgain = () => {
    if (opened.isDestroyed()) return;
    // Of a page that never came there is nothing that could be reloaded.
    if (opened.webContents.getURL() === '') void startUrl(server).then(loadHere);
    else opened.webContents.reload();
  };
  recoverPage(opened.webContents, {
    // Not in the event of the old page's end (electron/electron#19887).
    load: () => void setImmediate(loadAgain),
    now: () => performance.now(),
    ask: (reason) => askForSafeMode(showBox, reason),
    startSafely: () => quitAndStart(() => safeArguments(process.argv, dataDir)),
    quit: () => app.quit(),
  });
  // A page without a start token asks the shell for one.
  const asked = takeAskedAddress();
  void (asked === null ? startUrl(server) : Promise.resolve(asked)).then(loadHere);
}

/** Hands the console over to the system's browser, which knows passkeys; there is one to hand over where the server is shared. */
function openInBrowser(): void {
  const page = path.join(dataDir, 'open-console.html');
  if (existsSync(page)) void shell.openPath(page);
  else {
    void tell(
      showBox,
      'The console can be opened in a browser while Touchstone is shared on this machine. Switch that on in the settings and start Touchstone again.',
    );
  }
}

/** Longest wait in milliseconds for the server before the page opens without a session; verifying needs none. */
const SESSION_WAIT_MS = 5_000;

/** The console's address with a start token, as the browser gets it from `open-console.html`; without one if the server is late. */
async function startUrl(server: ServerProcess): Promise<string> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, SESSION_WAIT_MS, null));
  const token = await Promise.race([server.startToken().catch(() => null), late]);
  return token === null ? `${ORIGIN}/` : `${ORIGIN}/#/start/${token}`;
}
