/**
 * Calls of Electron that are wrong in their moment, their process or their arguments: each as a change of the shell's source, with
 * the test of simulated.test.ts that has to notice it. `wrong-calls.test.ts` makes them in a copy.
 */
export interface WrongCall {
  readonly what: 'moment' | 'process' | 'argument';
  readonly name: string;
  /** In `electron/src`. */
  readonly file: string;
  /** Text that stands in the file once, and what comes in its place. */
  readonly changes: readonly (readonly [from: string, to: string])[];
  /** The test that fails. */
  readonly noticedBy: TestName;
}

export type TestName = readonly [suite: string, test: string];

const FIRST_START: TestName = ['a first start', 'serves the console, signs in, opens again and quits'];
const MACOS: TestName = [
  'the key store',
  'H4, M8: on macOS profile and data folder are apart; checkout and app have one key, exchanged or not',
];
const WINDOW: TestName = ['the window', 'grants, goes and closes as it should'];

/** What the shell does when the app is ready, and what it does before. */
const READY = 'async function run(): Promise<void> {\n';
const BEFORE_READY = 'lockApp(app);\n';

export const WRONG_CALLS: readonly WrongCall[] = [
  {
    what: 'moment',
    name: 'the sandbox of all pages, after ready',
    file: 'main.ts',
    changes: [
      ['app.enableSandbox();\n', ''],
      [READY, `${READY}  app.enableSandbox();\n`],
    ],
    noticedBy: FIRST_START,
  },
  {
    what: 'moment',
    name: 'the privileges of the scheme, after ready',
    file: 'main.ts',
    changes: [
      ['protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { ...SCHEME_PRIVILEGES } }]);\n', ''],
      [
        READY,
        `${READY}  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { ...SCHEME_PRIVILEGES } }]);\n`,
      ],
    ],
    noticedBy: FIRST_START,
  },
  {
    what: 'moment',
    name: 'the name of the key in the key store, after ready',
    file: 'main.ts',
    changes: [
      ['app.setName(PRODUCT.name);\n', ''],
      [READY, `${READY}  app.setName(PRODUCT.name);\n`],
    ],
    noticedBy: FIRST_START,
  },
  {
    what: 'moment',
    name: 'the session, before ready',
    file: 'main.ts',
    changes: [[BEFORE_READY, `${BEFORE_READY}lockSession(session.defaultSession, DEV_TOOLS);\n`]],
    noticedBy: FIRST_START,
  },
  {
    what: 'moment',
    name: 'the server, before ready',
    file: 'main.ts',
    changes: [[BEFORE_READY, `${BEFORE_READY}utilityProcess.fork(path.join(HERE, 'server-entry.mjs'));\n`]],
    noticedBy: FIRST_START,
  },
  {
    what: 'moment',
    name: 'the end of the app, which does not wait for the clipboard',
    file: 'main.ts',
    changes: [
      ['    if (isServerStopped) return;\n    event.preventDefault();\n', '    if (isServerStopped) return;\n'],
    ],
    noticedBy: WINDOW,
  },
  {
    what: 'moment',
    name: 'the end, while Electron still tells of the one before',
    file: 'main.ts',
    changes: [['setImmediate(() => app.quit())', 'app.quit()']],
    noticedBy: MACOS,
  },
  {
    what: 'moment',
    name: 'a window that is shown before its page is there',
    file: 'main.ts',
    changes: [
      [
        'openWindow(settings, capabilities, server);\n      return;',
        'openWindow(settings, capabilities, server);\n      (window as BrowserWindow | null)?.show();\n      return;',
      ],
    ],
    noticedBy: MACOS,
  },
  {
    what: 'process',
    name: 'the clipboard, in the preload script',
    file: 'preload.ts',
    changes: [
      [
        "import { contextBridge, ipcRenderer } from 'electron';",
        "import { clipboard, contextBridge, ipcRenderer } from 'electron';",
      ],
      ['const calls = Object', 'clipboard.clear();\nconst calls = Object'],
    ],
    noticedBy: FIRST_START,
  },
  {
    what: 'process',
    name: 'a module of Node, in the sandboxed preload script',
    file: 'preload.ts',
    changes: [
      [
        "import { contextBridge, ipcRenderer } from 'electron';",
        "import { readFileSync } from 'node:fs';\nimport { contextBridge, ipcRenderer } from 'electron';",
      ],
      ['const calls = Object', 'readFileSync(process.argv[0]);\nconst calls = Object'],
    ],
    noticedBy: FIRST_START,
  },
  {
    what: 'argument',
    name: 'pages without the sandbox',
    file: 'window.ts',
    changes: [['      sandbox: true,\n', '      sandbox: false,\n']],
    noticedBy: FIRST_START,
  },
  {
    what: 'argument',
    name: 'a preload script by a relative path',
    file: 'main.ts',
    changes: [["const preload = path.join(HERE, 'preload.cjs');", "const preload = 'preload.cjs';"]],
    noticedBy: FIRST_START,
  },
  {
    what: 'argument',
    name: 'a scheme without an origin',
    file: 'protocol.ts',
    changes: [['  standard: true,\n', '']],
    noticedBy: FIRST_START,
  },
  {
    what: 'argument',
    name: 'output of the server to a place that there is not',
    file: 'main.ts',
    changes: [["stdio: 'pipe' } as const", "stdio: 'file' } as never"]],
    noticedBy: FIRST_START,
  },
  {
    what: 'argument',
    name: 'a sealed key as text',
    file: 'keychain.ts',
    changes: [['store.decryptStringAsync(Buffer.from(sealed))', 'store.decryptStringAsync(String(sealed) as never)']],
    noticedBy: FIRST_START,
  },
  {
    what: 'argument',
    name: 'windows that pages may open',
    file: 'navigation.ts',
    changes: [["({ action: 'deny' })", "({ action: 'allow' })"]],
    noticedBy: WINDOW,
  },
  {
    what: 'argument',
    name: 'an event that the system does not send',
    file: 'main.ts',
    changes: [["powerMonitor.on('lock-screen', lockPage)", "powerMonitor.on('screen-locked' as never, lockPage)"]],
    noticedBy: WINDOW,
  },
  {
    what: 'argument',
    name: 'a page that is asked about and stays all the same',
    file: 'leaving.ts',
    changes: [['      event.preventDefault();\n', '']],
    noticedBy: WINDOW,
  },
  {
    what: 'argument',
    name: 'an entry of the menu that is called nothing',
    file: 'menu.ts',
    changes: [["{ label: '&Print…', ", '{ ']],
    noticedBy: FIRST_START,
  },
];
