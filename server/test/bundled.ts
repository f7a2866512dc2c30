/**
 * What tests start as processes and threads, bundled once for each test run as the commands are: from the sources each start
 * of a server costs a second of processor time and each of a thread half of one, most of it for finding and reading a
 * thousand modules.
 */
import { writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onceInARun } from './once-in-a-run.ts';

const SCRIPTS = {
  'serve-process': join(import.meta.dirname, 'serve-process.ts'),
  'restore-process': join(import.meta.dirname, 'backup/restore-process.ts'),
  'import-process': join(import.meta.dirname, 'artifacts/import-process.ts'),
};
/** The server's worker threads look for this file beside the module that starts them. */
const JOBS = join(import.meta.dirname, '../src/workers/jobs.ts');
/** The threads of encrypted computation run this one. */
const FHE_THREAD = join(import.meta.dirname, '../src/fhe/fhe-thread.ts');
/** The threads of the computing parties run this one. */
const MPC_PARTY = join(import.meta.dirname, '../src/mpc/mpc-party.ts');
const BUNDLED = 'bundled';
/** Native, or they load files of their own. */
const UNBUNDLED = /^(?:better-sqlite3|piscina|rolldown|node-seal\/throws|@oqs\/.*)$/;

/** The file to start for a script; the script itself outside of a test run. */
export async function bundled(name: keyof typeof SCRIPTS): Promise<string> {
  const folder = await onceInARun(BUNDLED, bundleAll);
  return folder === null ? SCRIPTS[name] : join(folder, `${name}.js`);
}

/** What the worker threads of a server in this process run; undefined, so the sources, outside of a test run. */
export async function bundledJobs(): Promise<URL | undefined> {
  const folder = await onceInARun(BUNDLED, bundleAll);
  return folder === null ? undefined : pathToFileURL(join(folder, 'jobs.js'));
}

/** The same of the threads of encrypted computation. */
export async function bundledFheThread(): Promise<URL | undefined> {
  const folder = await onceInARun(BUNDLED, bundleAll);
  return folder === null ? undefined : pathToFileURL(join(folder, 'fhe-thread.js'));
}

/** The same of the computing parties. */
export async function bundledMpcParty(): Promise<URL | undefined> {
  const folder = await onceInARun(BUNDLED, bundleAll);
  return folder === null ? undefined : pathToFileURL(join(folder, 'mpc-party.js'));
}

async function bundleAll(dir: string): Promise<void> {
  // Loaded where it is needed: some of the scripts import this module.
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: { ...SCRIPTS, jobs: JOBS, 'fhe-thread': FHE_THREAD, 'mpc-party': MPC_PARTY },
    platform: 'node',
    external: (id) => isBuiltin(id) || UNBUNDLED.test(id),
    transform: { target: 'node24' },
    // Else V8 compiles every lazy module at once when the file is loaded.
    optimization: { pifeForModuleWrappers: false },
  });
  try {
    await bundle.write({
      dir,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
    });
  } finally {
    await bundle.close();
  }
  writeFileSync(join(dir, 'package.json'), '{ "type": "module" }\n');
}
