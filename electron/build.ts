/** Bundles the shell: main process and server as ES modules, the preload script as one CommonJS file, the worker beside the server. */
import { copyFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { build } from 'vite';
import { liboqsModules } from '../scripts/liboqs-modules.ts';
import { UNBUNDLED } from '../scripts/unbundled.ts';
import { pinnedReleaseKeys, RELEASE_KEYS_FILE } from './src/release-keys.ts';

const HERE = import.meta.dirname;
const OUT = path.join(HERE, 'dist');
const SERVER = path.join(HERE, '..', 'server', 'src');

/** What the server's worker threads run. */
const THREADS = new Set(['jobs', 'fhe-thread', 'mpc-party']);

const EXTERNAL = ['electron', ...UNBUNDLED, ...builtinModules, ...builtinModules.map((name) => `node:${name}`)];

async function bundle(input: Record<string, string>, format: 'es' | 'cjs', extension: string): Promise<void> {
  await build({
    configFile: false,
    root: HERE,
    logLevel: 'warn',
    plugins: [liboqsModules],
    ssr: { noExternal: true, external: EXTERNAL },
    build: {
      ssr: true,
      outDir: OUT,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input,
        external: EXTERNAL,
        output: {
          format,
          // The server starts these beside itself, so every file lies in one folder.
          entryFileNames: ({ name }) => (THREADS.has(name) ? `${name}.js` : `${name}.${extension}`),
          chunkFileNames: `[name]-[hash].${extension}`,
        },
      },
    },
  });
}

rmSync(OUT, { recursive: true, force: true });
await bundle({ main: path.join(HERE, 'src/main.ts') }, 'es', 'mjs');
await bundle({ preload: path.join(HERE, 'src/preload.ts') }, 'cjs', 'cjs');
await bundle(
  {
    'server-entry': path.join(HERE, 'src/server-entry.ts'),
    jobs: path.join(SERVER, 'workers/jobs.ts'),
    'fhe-thread': path.join(SERVER, 'fhe/fhe-thread.ts'),
    'mpc-party': path.join(SERVER, 'mpc/mpc-party.ts'),
  },
  'es',
  'mjs',
);

// Read first: a build that pins a damaged set would not start.
if (pinnedReleaseKeys(HERE) !== null)
  copyFileSync(path.join(HERE, RELEASE_KEYS_FILE), path.join(OUT, RELEASE_KEYS_FILE));
