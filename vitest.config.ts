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

export default defineConfig({
  test: {
    // A third of the time a file waits: for a browser, a process, a pause that is under test.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    globalSetup: './server/test/started-folders.setup.ts',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{core,server,cli,agent,electron,renderer}/test/**/*.test.{ts,tsx}'],
          // Of what is slow on a busy machine: processes that start, keys that are made. What hangs is found all the same.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          // Each file has a browser and a server of its own; all share one built console.
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          // Many steps, each with patience for a busy machine.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
