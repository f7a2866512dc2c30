// What `npm start` decides before it starts anything; electron/test/launch.test.ts tests it.
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export const USAGE = `Usage: npm start -- [options]
  --port N         port of the embedded server in browser mode (default 7433; 0 picks a free one)
  --data-dir DIR   the one folder that holds all state
  --browser        use the default browser even where Electron or a window of another browser could be used
  --electron       use Electron or fail
  --no-open        open nothing, with the server alone`;

/** Reads the arguments. Answers `{ options }`, `{ help: true }` or `{ fault }`. */
export function parseStartArgs(args, cwd) {
  const options = { port: null, dataDir: null, browser: false, electron: false, open: true };
  for (let i = 0; i < args.length; i++) {
    const [name, inline] = args[i].split(/=(.*)/s, 2);
    if (name === '--port' || name === '--data-dir') {
      const value = inline ?? args[++i];
      if (value === undefined || value === '') return { fault: `${name} needs a value.` };
      if (name === '--data-dir') options.dataDir = path.resolve(cwd, value);
      else if (/^\d{1,5}$/.test(value) && Number(value) <= 65535) options.port = value;
      else return { fault: '--port takes a number from 0 to 65535.' };
    } else if (args[i] === '--browser') options.browser = true;
    else if (args[i] === '--electron') options.electron = true;
    else if (args[i] === '--no-open') options.open = false;
    else if (args[i] === '--help' || args[i] === '-h') return { help: true };
    else return { fault: `Unknown option ${args[i]}.` };
  }
  if (options.browser && options.electron) return { fault: '--browser and --electron exclude each other.' };
  return { options };
}

/**
 * The Electron program, or null when only its npm package is there. The package itself is never loaded: since version 42
 * that starts a download.
 */
export function electronBinary(root, env) {
  const folder = path.join(root, 'node_modules', 'electron');
  const pathFile = path.join(folder, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : '';
  const override = env.ELECTRON_OVERRIDE_DIST_PATH;
  const file = override ? path.join(override, name || 'electron') : name && path.join(folder, 'dist', name);
  return file && existsSync(file) ? file : null;
}

/** The folder that holds all of Electron, of its program: on macOS that lies deep in an application. */
export function electronDist(file) {
  const at = file.indexOf(`${path.sep}Electron.app${path.sep}`);
  return at < 0 ? path.dirname(file) : file.slice(0, at);
}

/** By setting of the kernel: the value with which programs of users make no namespaces. Ubuntu 24.04 has the last. */
const NO_NAMESPACES = {
  'user/max_user_namespaces': '0',
  'kernel/unprivileged_userns_clone': '0',
  'kernel/apparmor_restrict_unprivileged_userns': '1',
};

/**
 * Why Electron of a checkout would end at once, without a sandbox, and the shell does not start without one; null where nothing
 * speaks against it. `read` answers a file's text, or null; `isHelper` whether a file is root's with mode 4755.
 */
export function sandboxFault({ dist, platform, uid, read, isHelper }) {
  if (platform !== 'linux') return null;
  if (uid === 0) return 'its sandbox does not run as root';
  if (isHelper(path.join(dist, 'chrome-sandbox'))) return null;
  const found = Object.entries(NO_NAMESPACES).find(([name, value]) => read(`/proc/sys/${name}`)?.trim() === value);
  return found === undefined
    ? null
    : `its sandbox cannot work with ${found.join('=').replaceAll('/', '.')} of this system`;
}

/** What `sandboxFault` asks of this machine. */
export function machineOf(electron) {
  return {
    dist: electronDist(electron),
    platform: process.platform,
    uid: process.getuid?.(),
    read: (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null),
    isHelper: (file) => {
      const { uid, mode } = statSync(file, { throwIfNoEntry: false }) ?? { uid: -1, mode: 0 };
      return uid === 0 && (mode & 0o7777) === 0o4755;
    },
  };
}

/** Whether a browser window could be seen: a desktop session, and neither an ssh session nor a CI run. */
export function hasDisplay(env, platform) {
  if (env.CI || env.SSH_CONNECTION) return false;
  if (platform === 'linux') return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
  return true;
}

/** What `npm start` says it does where there is no Electron; the server says which browser it opens. */
export function insteadOfWindow(opens) {
  return opens ? 'a browser opens the console instead.' : 'the server starts without a window.';
}
