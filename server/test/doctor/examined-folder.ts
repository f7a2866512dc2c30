/** A data folder of each test: served, changed behind the server's back, judged by doctor. */
import { join } from 'node:path';
import { systemRandom } from '@touchstone/core/random.ts';
import { afterEach, beforeEach } from 'vitest';
import { examineDataFolder } from '../../src/doctor/doctor.ts';
import { kdf, remove, temporaryFolder } from '../backup/folder.ts';
import { editDatabase } from '../edit-database.ts';
import { openTestServer, type TestServer } from '../harness.ts';

let root: string;

/** To be called once, at the top of a test file. */
export function useExaminedFolder(): void {
  beforeEach(() => {
    root = temporaryFolder();
  });
  afterEach(() => remove(root));
}

export function dataDir(): string {
  return join(root, 'data');
}

/** A file beside the data folder. */
export function besides(name: string): string {
  return join(root, name);
}

export async function withServer<T>(action: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await openTestServer({ dataDir: dataDir() });
  try {
    return await action(server);
  } finally {
    await server.close();
  }
}

/** Problems that doctor finds in the rows, as lines. */
export async function problems(now: number): Promise<string> {
  const report = await examineDataFolder({ dataDir: dataDir(), kdf, random: systemRandom, clock: () => now });
  const found = report.findings.filter(({ status }) => status === 'problem');
  return found.map(({ message }) => message).join('\n');
}

export function tamper(sql: string, ...values: readonly unknown[]): void {
  editDatabase(dataDir(), sql, ...values);
}
