/** What lock files and manifests say of the packages that a tree uses. Texts of others: read in part, and never trusted to be whole. */

export type Ecosystem = 'npm' | 'PyPI' | 'crates.io' | 'Go';

export interface LockedPackage {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  readonly version: string;
  /** From 1, in the lock file. */
  readonly line: number;
  /** Whether the lock file has a checksum of it; null where this kind of lock file never has one. */
  readonly hasIntegrity: boolean | null;
  /** Its licence as the lock file states it; null where this kind of lock file states none, empty where it could and does not. */
  readonly licence: string | null;
  /** Only needed to develop: its licence does not bind what is shipped. */
  readonly isDevelopment: boolean;
  /** Where it comes from, where that is no registry: a repository or an address. */
  readonly foreignSource: string | null;
}

export interface LockFile {
  readonly path: string;
  readonly packages: readonly LockedPackage[];
  /** Entries that name no exact version. */
  readonly unpinned: readonly { readonly name: string; readonly line: number }[];
}

/** A manifest: what a project of an ecosystem asks for. */
export interface Manifest {
  readonly path: string;
  readonly ecosystem: Ecosystem;
  /** Null where it has none. */
  readonly name: string | null;
  /** Names of what it depends on, without packages of the same tree that it names as such. */
  readonly dependencies: readonly string[];
  /** Its licence; null where it states none. */
  readonly licence: string | null;
  /** Whether it says which version of the language or the runtime it needs. */
  readonly statesRuntime: boolean;
  /** Whether it is published, or marked as private. */
  readonly isPrivate: boolean;
}

/** A lock file of a kind that is not read. */
export interface UnreadLockFile {
  readonly path: string;
  /** Its bytes as characters, in which names can be found. */
  readonly text: string;
}

/** A name of a package as its ecosystem compares it. */
export function comparableName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** Longer lines are none that a tool wrote for a member that is read here. */
const LONGEST_LINE = 4_000;

/** The lines of a text; those that are too long are empty. */
export function linesOf(text: string): readonly string[] {
  return text.split('\n').map((line) => (line.length > LONGEST_LINE ? '' : line));
}

/** Numbers of the lines in which a text occurs first, by a search that goes on where the last one ended. */
export function createLineFinder(text: string): (wanted: string) => number {
  let at = 0;
  let line = 1;
  return (wanted) => {
    const found = text.indexOf(wanted, at);
    if (found < 0) return line;
    for (let next = text.indexOf('\n', at); next >= 0 && next < found; next = text.indexOf('\n', next + 1)) line++;
    at = found;
    return line;
  };
}
