/**
 * What rules version 1 does not look at: what tools make of a tree or fetch into it. The list is part of the version, since it
 * decides which files the root covers. No ignore file of the tree is read: it would hide what it likes.
 */

const FOLDERS: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  '.bzr',
  'node_modules',
  'bower_components',
  'jspm_packages',
  'vendor',
  'third_party',
  'target',
  'dist',
  'build',
  'out',
  'obj',
  'coverage',
  '.nyc_output',
  '.cache',
  '.next',
  '.nuxt',
  '.svelte-kit',
  '.turbo',
  '.parcel-cache',
  '__pycache__',
  '.venv',
  'venv',
  '.tox',
  '.nox',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
  '.eggs',
  '.gradle',
  '.idea',
  '.vs',
  '.terraform',
]);

const FILES: ReadonlySet<string> = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini', '.git']);

/** A grade that was saved into its own tree must not change the tree's grade. */
const ENDINGS = ['.pqgrade.json', '.pyc', '.pyo', '.class', '.o', '.obj', '.swp'] as const;

/** @param name of a folder, compared as it stands */
export function isIgnoredFolder(name: string): boolean {
  return FOLDERS.has(name);
}

/** @param name of a file or link */
export function isIgnoredFile(name: string): boolean {
  return FILES.has(name) || ENDINGS.some((ending) => name.endsWith(ending));
}

/** For the documentation and its test. */
export const IGNORED = { folders: [...FOLDERS], files: [...FILES], endings: ENDINGS } as const;
