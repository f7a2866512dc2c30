// What `npm start` decides before it starts anything. Pure functions; electron/test/launch.test.ts tests them.
import { existsSync, readFileSync } from 'node:fs';
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
