/** What is made once for each test run, in its folder, though test files run in processes of their own. */
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** The folder `name` of the test run, or null outside of one. The first that comes makes it, the others wait. */
export async function onceInARun(name: string, make: (folder: string) => Promise<void>): Promise<string | null> {
  const run = process.env.TOUCHSTONE_STARTED_FOLDERS;
  if (run === undefined) return null;
  const made = join(run, name);
  if (existsSync(made)) return made;
  const making = `${made}.making`;
  try {
    mkdirSync(making, { mode: 0o700 });
  } catch {
    while (!existsSync(made)) await setTimeout(50);
    return made;
  }
  await make(making);
  renameSync(making, made);
  return made;
}
