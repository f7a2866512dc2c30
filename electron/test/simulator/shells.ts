/** The shells that tests start, in a home folder of each test's own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type ShellOptions, SimulatedShell } from './shell.ts';

/** Of the test that runs. */
export let home = '';
const started: SimulatedShell[] = [];

/** Makes a home folder before each test of the file that calls it; afterwards ends the shells and removes the folder. */
export function useHomes(): void {
  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'touchstone-home-'));
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((shell) => shell.kill()));
    rmSync(home, { recursive: true, force: true });
  });
}

export function start(options: ShellOptions = {}): SimulatedShell {
  const shell = new SimulatedShell({ home, ...options });
  started.push(shell);
  return shell;
}
