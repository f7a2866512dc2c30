/** Starts squatters (`squatter.ts`) as another user of this machine. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** `nobody`. */
export const OTHER_UID = 65_534;

/** Another user can be had by root alone. */
export const CAN_BE_ANOTHER = process.getuid?.() === 0;

if (!CAN_BE_ANOTHER) console.warn('Tests with another user of this machine are skipped: only root can start one.');

export interface Squatter {
  /** null: it listens; else the error of the system. */
  readonly refused: string | null;
  /** Every request that it got, as text. */
  readonly got: () => string;
  stop(): Promise<void>;
}

/** Listens at an address as another user, or tries to. */
export async function squat(address: string, port: number): Promise<Squatter> {
  const folder = mkdtempSync(join(tmpdir(), 'squatter-'));
  // Where that user can read it.
  chmodSync(folder, 0o755);
  const script = join(folder, 'squatter.ts');
  copyFileSync(fileURLToPath(new URL('squatter.ts', import.meta.url)), script);
  chmodSync(script, 0o644);
  const child = spawn(process.execPath, [script, address, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: '/',
    uid: OTHER_UID,
    gid: OTHER_UID,
  });
  const ended = once(child, 'close');
  const got: string[] = [];
  const lines = createInterface({ input: child.stdout });
  const first = new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    child.once('close', () => reject(new Error('the squatter ended')));
  });
  const { refused = null } = JSON.parse(await first) as { refused?: string };
  lines.on('line', (line) => got.push(line));
  return {
    refused,
    got: () => got.join('\n'),
    async stop() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether another user may read a file. */
export function othersCanRead(path: string): boolean {
  return spawnSync('cat', [path], { uid: OTHER_UID, gid: OTHER_UID, cwd: '/' }).status === 0;
}
