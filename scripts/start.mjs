// `npm start`: installs and builds what is missing, then opens Touchstone: the desktop window where Electron's binary is
// present, else the same console in a window of an installed Chromium, Chrome or Edge, else in the default browser.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { buildStale } from './build.mjs';
import {
  electronBinary,
  hasDisplay,
  insteadOfWindow,
  machineOf,
  parseStartArgs,
  sandboxFault,
  USAGE,
} from './launch.mjs';
import { ensureInstalled, NODE_24, ROOT } from './setup.mjs';

/** Runs the product as this process's only child and ends as it ends. */
function run(file, args) {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const child = spawn(file, args, { cwd: ROOT, stdio: 'inherit', env });
  // Ctrl-C reaches the whole foreground group by itself; a signal that is sent to this process alone is passed on.
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGINT', () => {});
  child.on('error', (error) => {
    console.error(`${file} could not be started: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1)));
}

const { options, help, fault: misuse } = parseStartArgs(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd());
if (options === undefined) {
  console[help ? 'log' : 'error'](help ? USAGE : `${misuse}\n\n${USAGE}`);
  process.exit(help ? 0 : 2);
}
ensureInstalled();
buildStale();

const dataDir = options.dataDir === null ? [] : ['--data-dir', options.dataDir];
const binary = options.browser ? null : electronBinary(ROOT, process.env);
const fault = binary === null ? null : sandboxFault(machineOf(binary));
// Who insists sees what Electron says of it.
const electron = fault === null || options.electron ? binary : null;
if (electron !== null && (options.port !== null || !options.open)) {
  console.error(
    '--port and --no-open are of the browser: add --browser, or switch sharing on in the settings of the window.',
  );
  process.exit(2);
} else if (electron !== null) {
  // The folder, not its main file: its package.json says the app's name.
  run(electron, [path.join(ROOT, 'electron'), ...dataDir]);
} else if (options.electron) {
  console.error("Electron's binary is not present. `npx install-electron` fetches it where github.com can be reached.");
  process.exit(1);
} else {
  const port = options.port === null ? [] : ['--port', options.port];
  const opens = options.open && hasDisplay(process.env, process.platform);
  const open = opens ? [options.browser ? '--open' : '--window'] : [];
  const why =
    fault === null ? "Electron's binary is not present" : `Electron is not started (${fault}; --electron tries)`;
  if (!options.browser) console.log(`${why}: ${insteadOfWindow(opens)}`);
  run(NODE_24, [path.join(ROOT, 'cli', 'bin', 'touchstone.mjs'), 'serve', ...port, ...dataDir, ...open]);
}
