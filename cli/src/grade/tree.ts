/**
 * The tree that is graded (decisions 12.34): every regular file and link below a folder that the rules version does not ignore,
 * in the order of their paths, bytes as they are. Neither clock nor locale nor git is asked, and no link is followed.
 */
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync } from 'node:fs';
import path from 'node:path';
import { comparePaths, linkEntry, type TreeEntry } from '@touchstone/core/grade/file-root.ts';
import { isIgnoredFile, isIgnoredFolder } from '@touchstone/core/grade/ignored.ts';
import { entriesOf, NOT_UTF8 } from '../files/names.ts';
import { Refusal, systemReason } from '../terminal/refusal.ts';

/** More than this is not one project's code, and its record would help nobody. */
export const MOST_ENTRIES = 1_000_000;
/** How many faults one message names. */
const NAMED_FAULTS = 10;
const BUFFER_BYTES = 1 << 20;
const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;

export interface Found {
  /** From the root, with `/`. */
  readonly path: string;
  readonly kind: 'file' | 'link';
}

export interface Listing {
  /** In their order. */
  readonly found: readonly Found[];
  /** Sockets, pipes and devices: no part of the tree. */
  readonly special: readonly string[];
  /** Folders that the rules version does not look into. */
  readonly ignored: readonly string[];
}

/** Finds what the tree has. Throws Refusal where a part of it cannot be read: a grade of the rest would be another tree's. */
export function listTree(root: string): Listing {
  const found: Found[] = [];
  const special: string[] = [];
  const ignored: string[] = [];
  const faults: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    let entries: ReturnType<typeof entriesOf> = [];
    try {
      entries = entriesOf(path.join(root, folder));
    } catch (error) {
      faults.push(`${folder === '' ? '.' : folder}: ${systemReason(error)}.`);
    }
    for (const { name, isUtf8, type } of entries) {
      const below = folder === '' ? name : `${folder}/${name}`;
      const isFolder = type.isDirectory();
      if (isFolder && isIgnoredFolder(name)) ignored.push(below);
      if (isFolder ? isIgnoredFolder(name) : isIgnoredFile(name)) continue;
      if (!isUtf8 || !name.isWellFormed()) faults.push(`${below}: ${NOT_UTF8}`);
      else if (isFolder) folders.push(below);
      else if (type.isSymbolicLink()) found.push({ path: below, kind: 'link' });
      else if (isRegular(type)) found.push({ path: below, kind: 'file' });
      else special.push(below);
    }
    if (found.length > MOST_ENTRIES) {
      throw new Refusal(`The folder holds more than ${MOST_ENTRIES} files. Grade a part of it.`, 1);
    }
  }
  refuse(faults);
  found.sort((a, b) => comparePaths(a.path, b.path));
  return { found, special: special.sort(comparePaths), ignored: ignored.sort(comparePaths) };
}

function isRegular(type: object): boolean {
  return 'isFile' in type && typeof type.isFile === 'function' && type.isFile() === true;
}

function refuse(faults: readonly string[]): void {
  const [first] = faults;
  if (first === undefined) return;
  const sorted = [...faults].sort(comparePaths);
  const more = sorted.length - NAMED_FAULTS;
  throw new Refusal('The folder cannot be graded, because a part of it cannot be read:', 2, null, [
    ...sorted.slice(0, NAMED_FAULTS),
    ...(more > 0 ? [`and ${more} more`] : []),
  ]);
}

export interface ReadEntry {
  readonly entry: TreeEntry;
  /** The bytes of a file that is not larger than was asked for; null for all others, and for links. */
  readonly bytes: Uint8Array | null;
}

/**
 * Reads and hashes one entry, a mebibyte at a time. Throws Refusal where it cannot be read, or is no longer what it was.
 *
 * @param keptBytes how large a file may be whose bytes are answered
 */
export function readEntry(root: string, { path: name, kind }: Found, keptBytes: number): ReadEntry {
  const full = path.join(root, name);
  try {
    if (kind === 'link') return { entry: linkEntry(name, targetOf(full)), bytes: null };
    // Not followed, where a link has taken its place meanwhile; opened without waiting, where a pipe has.
    const file = openSync(full, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
    try {
      const stat = fstatSync(file);
      if (!stat.isFile()) throw new Error('it is no regular file any more');
      return hashFile(file, name, keptBytes);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`${name} could not be read: ${systemReason(error)}.`);
  }
}

/** Links are text: on Windows too, the target has slashes. */
function targetOf(link: string): string {
  const target = readlinkSync(link, { encoding: 'buffer' });
  const text = target.toString();
  if (!Buffer.from(text).equals(target)) throw new Error('the text of the link is not valid UTF-8');
  return path.sep === '\\' ? text.replaceAll('\\', '/') : text;
}

const buffer = new Uint8Array(BUFFER_BYTES);

function hashFile(file: number, name: string, keptBytes: number): ReadEntry {
  const hash = createHash('sha256');
  const parts: Uint8Array[] = [];
  let size = 0;
  for (
    let count = readSync(file, buffer, 0, BUFFER_BYTES, null);
    count > 0;
    count = readSync(file, buffer, 0, BUFFER_BYTES, null)
  ) {
    const part = buffer.subarray(0, count);
    hash.update(part);
    size += count;
    if (size <= keptBytes) parts.push(part.slice());
    else parts.length = 0;
  }
  const entry: TreeEntry = { path: name, kind: 'file', size, sha256: hash.digest('hex') };
  const [only] = parts;
  if (size > keptBytes) return { entry, bytes: null };
  return { entry, bytes: parts.length === 1 && only !== undefined ? only : Buffer.concat(parts) };
}
