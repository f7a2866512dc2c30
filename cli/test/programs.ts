/** The programs under test: built once for each test run, from the source as it stands. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const EXAMPLE_FOLDER = path.join(ROOT, 'examples');

export interface Programs {
  /** Node 24. */
  readonly node: string;
  /** Node 20 of the machine; null where there is none. */
  readonly oldNode: string | null;
  /** The bundles: their launchers look through all sources at each start. */
  readonly pqVerify: string;
  readonly touchstone: string;
}

let found: Programs | null = null;

export function programs(): Programs {
  if (found !== null) return found;
  const pqVerify = path.join(ROOT, 'cli/dist/pq-verify.mjs');
  const touchstone = path.join(ROOT, 'cli/dist/touchstone.mjs');
  if (!isFresh(touchstone)) {
    const { status, stderr } = spawnSync(process.execPath, [path.join(ROOT, 'cli/build.ts')], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the commands could not be built: ${stderr}`);
  }
  found = {
    node: process.execPath,
    oldNode: oldNode(),
    pqVerify,
    touchstone,
  };
  return found;
}

/** As the launchers decide it. */
function isFresh(bundle: string): boolean {
  if (!existsSync(bundle)) return false;
  const find = `const { findProgram } = await import(process.argv[1]); console.log(findProgram('touchstone', ['cli', 'core', 'server']).href)`;
  const program = path.join(ROOT, 'cli/bin/program.mjs');
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', find, program], { encoding: 'utf8' });
  return stdout.trim().endsWith('.mjs');
}

function oldNode(): string | null {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const node = path.join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
    if (!existsSync(node)) continue;
    const { stdout } = spawnSync(node, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' });
    if (['20', '22'].includes(stdout.trim())) return node;
  }
  return null;
}
