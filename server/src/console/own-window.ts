/** A window of its own for the console, where there is no desktop shell: an installed Chromium, Chrome or Edge as an application. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Browser {
  readonly name: string;
  /** Absolute path of its program. */
  readonly file: string;
}

/** What is asked of this machine. */
export interface BrowserMachine {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether it is a program that sees this user's folders. */
  readonly isProgram: (file: string) => boolean;
}

/** The first that is there is taken. Linux: names on PATH. macOS: of the application. Windows: below the folders of programs. */
const BROWSERS = [
  {
    name: 'Chromium',
    linux: ['chromium', 'chromium-browser'],
    darwin: 'Chromium',
    win32: 'Chromium\\Application\\chrome.exe',
  },
  {
    name: 'Google Chrome',
    linux: ['google-chrome-stable', 'google-chrome'],
    darwin: 'Google Chrome',
    win32: 'Google\\Chrome\\Application\\chrome.exe',
  },
  {
    name: 'Microsoft Edge',
    linux: ['microsoft-edge-stable', 'microsoft-edge'],
    darwin: 'Microsoft Edge',
    win32: 'Microsoft\\Edge\\Application\\msedge.exe',
  },
] as const;

const WINDOWS_FOLDERS = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'];

function placesOf(browser: (typeof BROWSERS)[number], { platform, env }: BrowserMachine): readonly string[] {
  switch (platform) {
    case 'linux':
      return (env.PATH ?? '')
        .split(':')
        .filter((folder) => folder.startsWith('/'))
        .flatMap((folder) => browser.linux.map((name) => `${folder}/${name}`));
    case 'darwin':
      return ['', env.HOME ?? ''].map(
        (home) => `${home}/Applications/${browser.darwin}.app/Contents/MacOS/${browser.darwin}`,
      );
    case 'win32':
      return WINDOWS_FOLDERS.map((name) => env[name] ?? '')
        .filter((folder) => folder !== '')
        .map((folder) => `${folder}\\${browser.win32}`);
    default:
      return [];
  }
}

export function findBrowser(machine: BrowserMachine): Browser | null {
  for (const browser of BROWSERS) {
    const file = placesOf(browser, machine).find(machine.isProgram);
    if (file !== undefined) return { name: browser.name, file };
  }
  return null;
}

/** A snap sees no folder whose name begins with a dot, and the data folder lies in one. Some of them are scripts that start it. */
function isOutsideSnap(file: string): boolean {
  try {
    const target = realpathSync(file);
    if (!statSync(target).isFile() || /^\/snap\/|\/snap$/.test(target)) return false;
    const start = Buffer.alloc(4_096);
    const handle = openSync(target, 'r');
    const length = readSync(handle, start, 0, start.length, 0);
    closeSync(handle);
    return !(start.toString('latin1', 0, 2) === '#!' && start.toString('latin1', 0, length).includes('/snap/'));
  } catch {
    return false;
  }
}

/**
 * `closed`: by the person. `at-once`: the browser has ended without a fault before anybody could; it has handed the page to one
 * that runs already, or shows nothing. `fault`: it did not start, or ended with a fault.
 */
export type WindowEnd = 'closed' | 'at-once' | 'fault';

/** A browser that ends sooner had no window that somebody has closed. */
const AT_ONCE_MS = 1_500;

export interface OwnWindow {
  /** The browser's name. */
  readonly name: string;
  readonly closed: Promise<WindowEnd>;
  close(): void;
}

/**
 * Opens a page in a window without tabs and address bar, with a profile folder of its own; null where no such browser is
 * installed. The command line, which every user of the machine can read, holds the page's path and nothing of its contents.
 */
export function openOwnWindow(page: string, profile: string): OwnWindow | null {
  const browser = findBrowser({ platform: process.platform, env: process.env, isProgram: isOutsideSnap });
  if (browser === null) return null;
  const { href } = pathToFileURL(path.resolve(page));
  const words = [`--app=${href}`, `--user-data-dir=${profile}`, '--no-first-run', '--no-default-browser-check'];
  // Detached: Ctrl-C reaches the server, which then closes the window.
  const child = spawn(browser.file, words, { stdio: 'ignore', detached: true });
  const started = performance.now();
  const closed = new Promise<WindowEnd>((resolve) => {
    child.on('error', () => resolve('fault'));
    child.on('exit', (code) =>
      resolve(code !== 0 ? 'fault' : performance.now() - started < AT_ONCE_MS ? 'at-once' : 'closed'),
    );
  });
  child.unref();
  return { name: browser.name, closed, close: () => void child.kill() };
}
