// `npm run dev`: the server from its sources, which starts anew when one of them changes, and the console, built again when
// one of its own does. The server itself serves that build, so origin, policy and sign-in are those of the product: reload
// the page after a change of the console, and open it anew after a start (its origin is new at each, decisions 12.26).
// `--port N` and `--data-dir DIR`; unless stated 7434, beside the product's own port, and a folder in .cache.
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { binOf, ensureInstalled, NODE_24, ROOT } from './setup.mjs';

const CONSOLE = path.join(ROOT, '.cache', 'dev-console');

const { values } = parseArgs({ options: { port: { type: 'string' }, 'data-dir': { type: 'string' } } });
ensureInstalled();
// What an earlier run left would be served until the first build is done.
rmSync(CONSOLE, { recursive: true, force: true });

const build = ['build', '--watch', '--outDir', CONSOLE, '--emptyOutDir', 'false', '--mode', 'development'];
const children = [
  start([binOf('vite'), ...build, '--minify', 'false', '--sourcemap', '--logLevel', 'warn'], 'renderer'),
];
console.log('Building the console ...');
while (!existsSync(path.join(CONSOLE, 'index.html'))) await setTimeout(200);
const folder = values['data-dir'] ?? path.join(ROOT, '.cache', 'dev-data');
const options = { consoleDir: CONSOLE, dataDir: path.resolve(folder), port: Number(values.port ?? 7434) };
const server = ['--watch', '--watch-preserve-output', 'scripts/dev-server.mjs'];
children.push(start([...server, JSON.stringify(options)], '.'));

function start(args, cwd) {
  const env = { ...process.env, NODE_ENV: 'development' };
  const child = spawn(NODE_24, args, { cwd: path.join(ROOT, cwd), env, stdio: 'inherit' });
  child.on('exit', (code) => stop(code ?? 1));
  return child;
}

function stop(code) {
  for (const child of children) child.kill('SIGTERM');
  process.exitCode = code;
}

process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));
