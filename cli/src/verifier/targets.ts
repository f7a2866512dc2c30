/** Finds the files to verify among the names of a command line. */
import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { STANDARD_INPUT } from '../files/bounded-read.ts';
import { entriesOf, type FolderEntry, isExact, NOT_UTF8, nameFault } from '../files/names.ts';
import { systemReason } from '../terminal/refusal.ts';

/** One thing to judge: a file by its path, or a name that led to none. */
export type Target = FileTarget | { readonly path: string; readonly fault: string };

export interface FileTarget {
  readonly path: string;
  /** Bytes when it was found: 0 for one that could not be looked at, no bound for what is no regular file. */
  readonly size: number;
}

/** What a folder holds besides what was looked for. */
export interface Skipped {
  readonly path: string;
  readonly reason: string;
}

export interface Targets {
  readonly targets: readonly Target[];
  /** The other files of the folders, in their order. */
  readonly skipped: readonly Skipped[];
  /** Whether a folder was named, or several files: the answer is then a list. */
  readonly isBatch: boolean;
}

/**
 * Files as named; folders give every file below them that ends in one of `extensions`, in the order of their names.
 *
 * @param whySkipped says of any other file in a folder why it is not looked at
 */
export function findTargets(
  names: readonly string[],
  extensions: string | readonly string[],
  whySkipped: (name: string) => string = () => 'not looked for',
): Targets {
  const found = names.map((name) =>
    name === STANDARD_INPUT ? { name, fault: null, stat: null } : { name, fault: nameFault(name), stat: statOf(name) },
  );
  const folders = found.filter(({ fault, stat }) => fault === null && stat?.isDirectory() === true);
  const skipped: Skipped[] = [];
  const wanted = typeof extensions === 'string' ? [extensions] : extensions;
  const search: Search = {
    isWanted: (name) => wanted.some((extension) => hasExtension(name, extension)),
    skip: (name) => skipped.push({ path: name, reason: whySkipped(name) }),
    roots: folders.map(({ name }) => realPath(name)),
  };
  const targets: Target[] = [];
  for (const { name, fault, stat } of found) {
    if (fault !== null) {
      targets.push({ path: name, fault });
      continue;
    }
    if (stat?.isDirectory() !== true) {
      targets.push({ path: name, size: stat === null ? 0 : sizeOf(stat) });
      continue;
    }
    const before = targets.length;
    for (const target of targetsBelow(name, search)) targets.push(target);
    if (targets.length === before)
      targets.push({ path: name, fault: `The folder holds no *${wanted.join(', no *')} file.` });
  }
  return { targets, skipped, isBatch: folders.length > 0 || targets.length > 1 };
}

/** Whether a name ends in an extension, in capitals or not: file systems that ignore case keep what was typed. */
export function hasExtension(name: string, extension: string): boolean {
  return name.slice(-extension.length).toLowerCase() === extension;
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

interface Search {
  readonly isWanted: (name: string) => boolean;
  readonly skip: (name: string) => void;
  /** Where the folders that were named really are. */
  readonly roots: readonly (string | null)[];
}

/**
 * Linked files are followed; linked folders are not, since they can form a circle. What cannot be read, or is not followed,
 * is a target with a fault, so that it neither hides the rest nor is left out in silence.
 */
function* targetsBelow(folder: string, search: Search): Generator<Target> {
  let entries: readonly FolderEntry[];
  try {
    entries = entriesOf(folder);
  } catch (error) {
    yield { path: folder, fault: `The folder could not be read: ${systemReason(error)}.` };
    return;
  }
  for (const { name, isUtf8, type } of entries) {
    const full = path.join(folder, name);
    const isWanted = search.isWanted(name);
    if (!isUtf8) {
      if (isWanted || type.isDirectory() || type.isSymbolicLink()) yield { path: full, fault: NOT_UTF8 };
    } else if (type.isDirectory()) yield* targetsBelow(full, search);
    else if (isWanted || type.isSymbolicLink()) {
      const target = targetAt(full, isWanted, search);
      if (target !== null) yield target;
      else if (!isWanted) search.skip(full);
    } else search.skip(full);
  }
}

/**
 * An entry of a folder; null for what holds nothing to judge that is not found otherwise. A pipe or device would keep the
 * run waiting: only a file is opened.
 */
function targetAt(name: string, isWanted: boolean, { roots }: Search): Target | null {
  try {
    const stat = statSync(name);
    if (stat.isDirectory()) return isBelow(realPath(name), roots) ? null : { path: name, fault: LINKED_FOLDER };
    if (!isWanted) return null;
    return stat.isFile()
      ? { path: name, size: stat.size }
      : { path: name, fault: 'The file could not be read: it is not a regular file.' };
  } catch (error) {
    if (!isWanted && leadsNowhere(error)) return null;
    return { path: name, fault: `The file could not be opened: ${systemReason(error)}.` };
  }
}

const LINKED_FOLDER =
  'The files in this folder were not checked, because links to folders are not followed. Name this folder as well.';

/** Whether a link is one that could not lead to a folder either. */
function leadsNowhere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ELOOP');
}

/** Where a name leads through all links; null where that cannot be told for certain. */
function realPath(name: string): string | null {
  try {
    const real = realpathSync.native(name);
    return isExact(real) ? real : null;
  } catch {
    return null;
  }
}

/** Whether a folder is one of those that are searched or lies in one: its files are found there, so a link to it hides none. */
function isBelow(folder: string | null, roots: Search['roots']): boolean {
  if (folder === null) return false;
  return roots.some((root) => {
    if (root === null) return false;
    const way = path.relative(root, folder);
    return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
  });
}
