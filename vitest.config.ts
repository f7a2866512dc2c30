import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

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

/** Every operation's example, with the cryptography of Electron; on Node's own they run in many other files. */
const IN_ELECTRON = 'server/test/contract.test.ts';
const BORINGSSL = join(import.meta.dirname, 'electron/test/simulator/boringssl-classical.cjs');

/** Of what is slow on a busy machine: processes that start, keys that are made. What hangs is found all the same. */
const PATIENT = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 30_000 } } };

/** The project with the longest files goes first, the one with the shortest last. */
const PROJECTS = ['alone', 'e2e', 'boringssl', 'unit', 'pure'];

/** Small files that run long: begun last, one of them would keep a single processor busy at the end. */
const LONG = [
  'cli/test/commands/mcp-outbox.test.ts',
  'server/test/console/locked.test.ts',
  'server/test/writes-run-again.test.ts',
  'server/test/crash.test.ts',
  'server/test/http/body-budget.test.ts',
  'cli/test/sessions.test.ts',
  'server/test/doctor/hand-edits.test.ts',
  'server/test/data-folder/lost-database.test.ts',
  'server/test/backup/restore-kill.test.ts',
  'server/test/artifacts/import-files.test.ts',
  'server/test/serve.test.ts',
  'server/test/black-box.test.ts',
  'cli/test/commands/passphrase.test.ts',
  'cli/test/commands/backup.test.ts',
].map((file) => join(import.meta.dirname, file));

/**
 * In a clean clone vitest knows no times and begins with the largest files. A project's files stay together: its workers keep
 * what they have loaded.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ project, moduleId }: TestSpecification) =>
      PROJECTS.indexOf(project.name) * 2 + (LONG.includes(moduleId) ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

export default defineConfig({
  test: {
    // Half of the time a file waits: for a browser, a process, a pause that is under test.
    maxWorkers: availableParallelism() * 2,
    sequence: { sequencer: LongestFirst },
    globalSetup: './server/test/started-folders.setup.ts',
    // Before it ends, a worker writes down what Node compiled for it: more than a thousand files.
    teardownTimeout: 60_000,
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
          exclude: [ALONE, IN_ELECTRON],
          ...PATIENT,
          ...SHARED,
        },
      },
      {
        test: { name: 'alone', include: [ALONE], ...PATIENT },
      },
      {
        test: { name: 'boringssl', include: [IN_ELECTRON], execArgv: ['--require', BORINGSSL], ...PATIENT },
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
