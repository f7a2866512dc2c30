/**
 * The measurement of the running build: SHA-256 over the list that `sha256sum` prints for the server's own files, sorted by
 * name. From sources these are `core/src` and `server/src`; from a bundle the programs beside this one. Neither Node.js nor
 * the packages are in it, and it says nothing that the machine's owner could not forge.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface MeasuredFile {
  /** With slashes. */
  readonly name: string;
  readonly path: string;
}

/** `<64 hex>  <name>` LF for each file, by name; hashed. */
export function measurementOf(files: readonly MeasuredFile[]): string {
  const list = createHash('sha256');
  for (const { name, path } of [...files].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    list.update(`${createHash('sha256').update(readFileSync(path)).digest('hex')}  ${name}\n`);
  }
  return list.digest('hex');
}

/** The files that this process was started from. */
export function ownFiles(): readonly MeasuredFile[] {
  const own = fileURLToPath(import.meta.url);
  if (!own.endsWith('.ts')) return filesIn(dirname(own), /\.(?:js|mjs|cjs)$/, false, '');
  const root = resolve(dirname(own), '../../..');
  return ['core/src', 'server/src'].flatMap((folder) => filesIn(join(root, folder), /\.ts$/, true, `${folder}/`));
}

function filesIn(folder: string, names: RegExp, recursive: boolean, prefix: string): readonly MeasuredFile[] {
  return readdirSync(folder, { recursive, encoding: 'utf8' })
    .filter((name) => names.test(name))
    .map((name) => ({ name: prefix + name.split(sep).join('/'), path: join(folder, name) }));
}
