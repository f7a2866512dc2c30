import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const [major = 0] = process.versions.node.split('.').map(Number);
// On Node 20 the native parts end a worker with SIGSEGV and no word why.
if (major < 24) {
  console.error(
    `The tests run on Node 24, which is node_modules/node/bin/node; this is Node ${process.versions.node}. Use \`npm test -- PATTERN\` or \`npx vitest run PATTERN\`.`,
  );
  process.exit(1);
}

/**
 * Loading the modules anew for each file was two thirds of the console's tests and a fifth of the server's. Files of a worker
 * share them, so what a file changes in a module or a prototype it puts back.
 */
const SHARED = { isolate: false };

/** Puts another module in the place of one that others share. */
const ALONE = 'server/test/serve-first-answer.test.ts';

/** Of what is slow on a busy machine: processes that start, keys that are made. What hangs is found all the same. */
const PATIENT = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 30_000 } } };

export default defineConfig({
  test: {
    // A third of the time a file waits: for a browser, a process, a pause that is under test.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    globalSetup: './server/test/started-folders.setup.ts',
    projects: [
      {
        test: {
          name: 'pure',
          include: ['{core,renderer}/test/**/*.test.{ts,tsx}'],
          ...PATIENT,
          ...SHARED,
          restoreMocks: true,
          unstubGlobals: true,
        },
      },
      {
        test: {
          name: 'unit',
          include: ['{server,cli,agent,electron}/test/**/*.test.ts'],
          exclude: [ALONE],
          ...PATIENT,
          ...SHARED,
        },
      },
      {
        test: { name: 'alone', include: [ALONE], ...PATIENT },
      },
      {
        test: {
          // Each file has a browser and a server of its own.
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          // Many steps, each with patience for a busy machine.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          ...SHARED,
        },
      },
    ],
  },
});
