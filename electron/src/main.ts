/** The desktop shell's start-up, in its order. What decides anything stands in the other files, tested as functions. */
import * as crypto from 'node:crypto';
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
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  protocol,
  safeStorage,
  screen,
  session,
  utilityProcess,
} from 'electron';
import { dataDirFromArgv, filesFromArgv, filesFromSecondStart, OpenedFiles } from './files.ts';
import { FILES_OPENED, registerShell } from './ipc.ts';
import { isKeychainUsable } from './keychain.ts';
import { shellMasterKey } from './master-key.ts';
import { menuTemplate } from './menu.ts';
import { lockApp, lockSession } from './navigation.ts';
import { createProtocolHandler, listAssets, ORIGIN, SCHEME, SCHEME_PRIVILEGES } from './protocol.ts';
import { pinnedReleaseKeys } from './release-keys.ts';
import { ServerProcess } from './server-process.ts';
import { openSettings } from './settings.ts';
import { createShellHandlers } from './shell-handlers.ts';
import { windowOptions, windowState } from './window.ts';

const HERE = import.meta.dirname;
/** The built console: beside this bundle, in the packed app as in a checkout. */
const CONSOLE_FOLDER = path.join(HERE, '..', '..', 'renderer', 'dist');
const DEV_TOOLS = !app.isPackaged;
const dataDir =
  dataDirFromArgv(process.argv, process.cwd()) ??
  defaultDataFolder({ env: process.env, platform: process.platform, home: homedir(), path });
const firstFiles = filesFromArgv(process.argv, process.cwd());
let window: BrowserWindow | null = null;
const openedFiles = new OpenedFiles(() => window?.webContents.send(FILES_OPENED));

app.enableSandbox();
protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { ...SCHEME_PRIVILEGES } }]);
lockApp(app);

// macOS hands files over by this event, also before the app is ready.
app.on('open-file', (event, file) => {
  event.preventDefault();
  openedFiles.add(filesFromArgv(['', file], process.cwd()));
});

if (app.requestSingleInstanceLock({ files: firstFiles })) {
  openedFiles.add(firstFiles);
  app.on('second-instance', (_event, _argv, _cwd, data) => {
    openedFiles.add(filesFromSecondStart(data));
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  app
    .whenReady()
    .then(run)
    .catch((error: unknown) => {
      dialog.showErrorBox(PRODUCT.name, error instanceof Error ? error.message : String(error));
      app.exit(1);
    });
} else {
  app.quit();
}

async function run(): Promise<void> {
  const settings = await openSettings(path.join(app.getPath('userData'), 'settings.json'), (names) =>
    console.error(`Settings repaired: ${names.join(', ')}.`),
  );
  nativeTheme.themeSource = settings.current().theme;
  lockSession(session.defaultSession, DEV_TOOLS);

  /** Said by the person, for the next start. */
  let acceptRollback = false;
  const server = new ServerProcess({
    fork: () =>
      utilityProcess.fork(path.join(HERE, 'server-entry.mjs'), [], {
        serviceName: 'Touchstone server',
        stdio: 'inherit',
      }),
    prepare: async () => {
      const start = { dataDir, acceptRollback };
      acceptRollback = false;
      const masterKey = await shellMasterKey(dataDir, safeStorage, process.platform);
      if (!masterKey.ok) throw new Error(masterKey.message);
      const { shareOnThisMachine, sharePort } = settings.current();
      return { ...start, sharePort: shareOnThisMachine ? sharePort : null, masterKey: masterKey.key };
    },
    now: () => performance.now(),
    setTimer: setTimeout,
    onState: (_state, message) => {
      if (message !== undefined) dialog.showErrorBox(PRODUCT.name, message);
    },
    onRolledBack: (detail) => {
      void askAboutRollback(detail).then(async (goesOn) => {
        if (!goesOn) return app.quit();
        acceptRollback = true;
        await server.stop();
        server.start();
        if (window !== null) void startUrl(server).then((url) => window?.loadURL(url));
      });
    },
  });
  protocol.handle(
    SCHEME,
    createProtocolHandler(listAssets(CONSOLE_FOLDER), (...request) => server.request(...request)),
  );

  const releaseKeys = pinnedReleaseKeys(HERE);
  registerShell(
    ipcMain,
    createShellHandlers({
      about: {
        ...PRODUCT,
        platform: process.platform,
        arch: process.arch,
        electron: process.versions.electron ?? '',
        packaged: app.isPackaged,
        dataDir,
      },
      dialog,
      window: () => window,
      nativeTheme,
      settings,
      openedFiles,
      server,
      releaseKeys,
      verifier: createSignatureProvider([nodeBackend(crypto)], (length) => new Uint8Array(crypto.randomBytes(length))),
      now: Date.now,
    }),
  );

  const capabilities: ShellCapabilities = {
    openDialog: true,
    saveDialog: true,
    printToPdf: true,
    openedFiles: true,
    keychain: await isKeychainUsable(safeStorage, process.platform),
    updateFromFile: releaseKeys !== null,
  };

  function openWindow(): void {
    const { window: state } = settings.current();
    const workAreas = screen.getAllDisplays().map(({ workArea }) => workArea);
    const preload = path.join(HERE, 'preload.cjs');
    const opened = new BrowserWindow(windowOptions({ preload, capabilities, devTools: DEV_TOOLS, state, workAreas }));
    window = opened;
    if (state?.isMaximized) opened.maximize();
    opened.once('ready-to-show', () => opened.show());
    opened.on('close', () => {
      // Where the window stood is nothing to trouble a person with who closes it.
      settings.change({ window: windowState(opened) }).catch(() => {});
    });
    opened.on('closed', () => {
      window = null;
    });
    reloadOnceWhenGone(opened);
    void startUrl(server).then((url) => opened.loadURL(url));
  }

  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate(process.platform, DEV_TOOLS, {
        openFiles: () => {
          if (window === null) return;
          const chosen = dialog.showOpenDialogSync(window, { properties: ['openFile', 'multiSelections'] });
          openedFiles.add(chosen ?? []);
        },
        print: () => window?.webContents.print(),
      }),
    ),
  );
  app.on('activate', () => {
    if (window === null) openWindow();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  let isServerStopped = false;
  app.on('will-quit', (event) => {
    if (isServerStopped) return;
    event.preventDefault();
    void Promise.all([server.stop(), settings.written()]).then(() => {
      isServerStopped = true;
      app.quit();
    });
  });

  server.start();
  openWindow();
}

/** Whether the person wants to go on with a database that is older than it was. */
async function askAboutRollback(detail: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: PRODUCT.name,
    message: 'The database is older than before.',
    detail,
    buttons: ['Quit', 'Use the older database'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1;
}

/** Longest wait in milliseconds for the server before the page opens without a session; verifying needs none. */
const SESSION_WAIT_MS = 5_000;

/** The console's address with a start token, as the browser gets it from `open-console.html`; without one if the server is late. */
async function startUrl(server: ServerProcess): Promise<string> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, SESSION_WAIT_MS, null));
  const token = await Promise.race([server.startToken().catch(() => null), late]);
  return token === null ? `${ORIGIN}/` : `${ORIGIN}/#/start/${token}`;
}

/** A page that crashed is loaded again once; the second time the person decides. */
function reloadOnceWhenGone(opened: BrowserWindow): void {
  let hasReloaded = false;
  opened.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    if (!hasReloaded) {
      hasReloaded = true;
      opened.webContents.reload();
      return;
    }
    dialog.showErrorBox(PRODUCT.name, `The window stopped again (${reason}). Start Touchstone again.`);
    app.quit();
  });
}
