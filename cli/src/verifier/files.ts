/** Finding and reading the files to verify. Nothing larger than the limit is ever held in memory. */
import {
  closeSync,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { MAX_FILE_BYTES } from '@touchstone/core/strict-json.ts';
import { systemReason } from '../refusal.ts';

/** One thing to judge: a file by its path, or a name that led to none. */
export type Target = FileTarget | { readonly path: string; readonly fault: string };

export interface FileTarget {
  readonly path: string;
  /** Bytes when it was found: 0 for one that could not be looked at, no bound for what is no regular file. */
  readonly size: number;
}

export interface Targets {
  readonly targets: readonly Target[];
  /** Whether a folder was named, or several files: the answer is then a list. */
  readonly isBatch: boolean;
}

/** Files as named; folders give every file below them that ends in `extension`, in the order of their names. */
export function findTargets(names: readonly string[], extension: string): Targets {
  const targets: Target[] = [];
  let hasFolder = false;
  for (const name of names) {
    const stat = statOf(name);
    if (stat?.isDirectory() !== true) {
      targets.push({ path: name, size: stat === null ? 0 : sizeOf(stat) });
      continue;
    }
    hasFolder = true;
    const before = targets.length;
    for (const target of targetsBelow(name, extension)) targets.push(target);
    if (targets.length === before) targets.push({ path: name, fault: `The folder holds no *${extension} file.` });
  }
  return { targets, isBatch: hasFolder || targets.length > 1 };
}

/** Whether a name leads to a folder. One that leads nowhere does not; reading it tells why. */
export function isFolder(name: string): boolean {
  return statOf(name)?.isDirectory() === true;
}

function statOf(name: string): Stats | null {
  try {
    return statSync(name);
  } catch {
    return null;
  }
}

function sizeOf(stat: Stats): number {
  return stat.isFile() ? stat.size : Number.POSITIVE_INFINITY;
}

/** Whether nothing stands at a path: neither a file nor a link to nowhere, there or in place of a folder above it. */
export function isAbsent(name: string): boolean {
  try {
    lstatSync(name);
    return false;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) return false;
  }
  const parent = path.dirname(name);
  try {
    return statSync(parent).isDirectory();
  } catch {
    return parent !== name && isAbsent(parent);
  }
}

/**
 * Linked files are followed; linked folders are not, since they can form a circle. What cannot be read is a target with a
 * fault, so that it neither hides the rest nor is left out in silence.
 */
function* targetsBelow(folder: string, extension: string): Generator<Target> {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    yield { path: folder, fault: `The folder could not be read: ${systemReason(error)}.` };
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* targetsBelow(full, extension);
    else if (entry.name.endsWith(extension)) {
      const target = targetAt(full);
      if (target !== null) yield target;
    }
  }
}

/** An entry of a folder; null for a linked folder. A pipe or device would keep the run waiting: only a file is opened. */
function targetAt(name: string): Target | null {
  try {
    const stat = statSync(name);
    if (stat.isDirectory()) return null;
    return stat.isFile()
      ? { path: name, size: stat.size }
      : { path: name, fault: 'The file could not be read: it is no regular file.' };
  } catch (error) {
    return { path: name, fault: `The file could not be opened: ${systemReason(error)}.` };
  }
}

export type FileRead =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly tooLarge: number }
  | { readonly ok: false; readonly fault: string };

/** Reads a file whole, pipes too, but gives up one byte beyond the limit. */
export function readBounded(name: string, limit = MAX_FILE_BYTES): FileRead {
  let file: number;
  try {
    file = openSync(name, 'r');
  } catch (error) {
    return { ok: false, fault: `The file could not be opened: ${systemReason(error)}.` };
  }
  try {
    const stat = fstatSync(file);
    if (stat.isDirectory()) return { ok: false, fault: 'The file could not be read: it is a folder.' };
    if (stat.isFile() && stat.size > limit) return { ok: false, tooLarge: stat.size };
    return readStream(file, stat.isFile() ? stat.size : 0, limit);
  } catch (error) {
    return { ok: false, fault: `The file could not be read: ${systemReason(error)}.` };
  } finally {
    closeSync(file);
  }
}

/** `expected` is only a first guess: a file may grow while it is read, and a pipe states no size. */
function readStream(file: number, expected: number, limit: number): FileRead {
  let buffer = new Uint8Array(Math.min(Math.max(expected, 65_536) + 1, limit + 1));
  let length = 0;
  for (;;) {
    if (length === buffer.length) {
      if (length > limit) return { ok: false, tooLarge: length };
      const larger = new Uint8Array(Math.min(2 * buffer.length, limit + 1));
      larger.set(buffer);
      buffer = larger;
    }
    const count = readSync(file, buffer, length, buffer.length - length, null);
    if (count === 0) return { ok: true, bytes: buffer.subarray(0, length) };
    length += count;
  }
}
