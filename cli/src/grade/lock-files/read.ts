/** Which files are manifests and lock files, by their names. */
import type { Ecosystem, LockFile, Manifest } from './locked-package.ts';
import { readPackageJson, readPackageLock, readPnpmLock, readYarnLock } from './npm.ts';
import {
  readCargoToml,
  readGoMod,
  readGoSum,
  readPackageTables,
  readPipfileLock,
  readPyproject,
  readRequirements,
} from './others.ts';

const MANIFESTS: Readonly<Record<string, (path: string, text: string) => Manifest | null>> = {
  'package.json': readPackageJson,
  'pyproject.toml': readPyproject,
  'Cargo.toml': readCargoToml,
  'go.mod': readGoMod,
};

const LOCK_FILES: Readonly<Record<string, (path: string, text: string) => LockFile | null>> = {
  'package-lock.json': readPackageLock,
  'npm-shrinkwrap.json': readPackageLock,
  'pnpm-lock.yaml': readPnpmLock,
  'yarn.lock': readYarnLock,
  'Cargo.lock': (path, text) => readPackageTables(path, text, 'crates.io'),
  'poetry.lock': (path, text) => readPackageTables(path, text, 'PyPI'),
  'uv.lock': (path, text) => readPackageTables(path, text, 'PyPI'),
  'Pipfile.lock': readPipfileLock,
  'go.sum': readGoSum,
};

/** Lock files that pin the dependencies of an ecosystem's manifests. */
export const LOCK_NAMES: Readonly<Record<Ecosystem, readonly string[]>> = {
  npm: ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb'],
  PyPI: ['poetry.lock', 'uv.lock', 'Pipfile.lock', 'requirements.txt', 'pdm.lock'],
  'crates.io': ['Cargo.lock'],
  Go: ['go.sum'],
};

export function isLockFile(name: string): boolean {
  return Object.hasOwn(LOCK_FILES, name) || isRequirements(name);
}

/** One that counts by the names in it alone. */
export function isUnreadLockFile(name: string): boolean {
  return !isLockFile(name) && Object.values(LOCK_NAMES).some((names) => names.includes(name));
}

/** In whatever case: some systems find a file by its name in any. */
export function isManifest(name: string): boolean {
  return manifestReader(name) !== undefined;
}

function manifestReader(name: string): (typeof MANIFESTS)[string] | undefined {
  const known = Object.keys(MANIFESTS).find((one) => one.toLowerCase() === name.toLowerCase());
  return known === undefined ? undefined : MANIFESTS[known];
}

function isRequirements(name: string): boolean {
  return /^requirements[\w.-]*\.txt$/.test(name);
}

/** Tools skip a byte order mark, so it hides nothing. */
function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** Null where it cannot be read as one. @param name the last part of `path` */
export function readManifest(path: string, name: string, text: string): Manifest | null {
  return manifestReader(name)?.(path, withoutMark(text)) ?? null;
}

/** Null where it cannot be read as one. */
export function readLockFile(path: string, name: string, text: string): LockFile | null {
  const unmarked = withoutMark(text);
  if (isRequirements(name)) return readRequirements(path, unmarked);
  return LOCK_FILES[name]?.(path, unmarked) ?? null;
}
