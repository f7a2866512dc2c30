/** Real disks for tests that need a full or a read-only one: small file systems in memory, and mounts of folders. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why no disks can be made here; null where they can. */
export const noDisks: string | null = reasonAgainst();

if (noDisks !== null) console.warn(`Skipped: tests of full and read-only disks. ${noDisks}`);

function reasonAgainst(): string | null {
  if (process.platform !== 'linux') return 'Only Linux makes them in memory.';
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-disk-'));
  const { status, stderr } = mount('-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder);
  if (status === 0) spawnSync('umount', [folder]);
  rmdirSync(folder);
  return status === 0 ? null : `This user may not mount: ${stderr.trim()}`;
}

function mount(...args: readonly string[]) {
  return spawnSync('mount', args, { encoding: 'utf8' });
}

function required({ status, stderr }: { readonly status: number | null; readonly stderr: string }): void {
  if (status !== 0) throw new Error(`mount: ${stderr}`);
}

/** Makes a folder a disk of its own of so many KiB. */
export function mountSmall(folder: string, kib: number): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  required(mount('-t', 'tmpfs', '-o', `size=${kib}k,mode=700`, 'tmpfs', folder));
}

/** Shows a folder at another place, where nothing can be written. */
export function mountReadOnly(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  required(mount('--bind', from, to));
  required(mount('-o', 'remount,ro,bind', to));
}

export function unmount(folder: string): void {
  spawnSync('umount', ['--lazy', folder]);
}
