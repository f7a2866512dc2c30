/** Runs the programs of this folder. They need python3, standard library only; tests that do are skipped where there is none. */
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';

/** `.ci/run` takes Python off the PATH, so that no package can compile anything; these programs are run all the same. */
const PYTHON = ['python3', '/usr/bin/python3'].find((program) => spawnSync(program, ['--version']).status === 0);

export const HAS_PYTHON = PYTHON !== undefined;
/** For the name of a test that needs it. */
export const SKIPPED = HAS_PYTHON ? '' : ' (skipped: no python3 is installed)';

/** What the program writes to standard output for this standard input. */
export function runPython(program: string, input: string): string {
  const options = { input, encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
  return execFileSync(PYTHON ?? 'python3', [path.join(import.meta.dirname, program)], options);
}
