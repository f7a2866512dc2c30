/**
 * Data folders whose first start is over. Making the key sets costs every server on an empty folder seconds, so each test
 * run makes one folder for each clock, and tests take copies: they share its keys. Who tests a first start, or needs
 * servers that know nothing of each other, says `firstStart`.
 */
import { chmodSync, cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { loopbackHosts } from '../src/frame/own-address.ts';
import { openService } from '../src/service.ts';
import { bundledJobs } from './bundled.ts';
import { onceInARun } from './once-in-a-run.ts';

/** Where the tests' fixed clock begins. */
export const TEST_EPOCH = Date.UTC(2026, 3, 1, 12);

const CLOCKS = { fixed: () => TEST_EPOCH, system: Date.now };

/**
 * Fills `target` with a copy where it is empty or does not exist. Leaves it as it is outside of a test run: a bench measures
 * first starts too.
 */
export async function copyStartedFolder(target: string, clock: keyof typeof CLOCKS): Promise<void> {
  if (existsSync(target) && readdirSync(target).length > 0) return;
  const made = await onceInARun(clock, (folder) => startOnce(folder, clock));
  if (made !== null) copyDataFolder(made, target);
}

/** Copies a folder that no server uses. A copy keeps the modes of files, not those of folders. */
export function copyDataFolder(from: string, target: string): void {
  cpSync(from, target, { recursive: true });
  chmodSync(target, 0o700);
  for (const entry of readdirSync(target, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o700);
  }
}

async function startOnce(dataDir: string, clock: keyof typeof CLOCKS): Promise<void> {
  const service = await openService({
    dataDir,
    log: pino({ level: 'silent' }),
    masterKey: { kind: 'key-file' },
    anonymousKeys: true,
    consoleDir: null,
    checkAnswers: true,
    allowedHosts: () => loopbackHosts(0),
    onStartTokenSpent: () => undefined,
    clock: CLOCKS[clock],
    sweeps: [],
    jobs: await bundledJobs(),
  });
  try {
    await service.deps.keySets.prepare();
  } finally {
    await service.close();
  }
}
