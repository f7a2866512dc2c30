/** Files that people hand over: by the command line, a second start, the desktop, a dialog. Only their bytes go on. */
import { open } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ShellFile, ShellFileRefusal, ShellFiles } from '@touchstone/core/shell.ts';
import { MAX_FILE_BYTES } from '@touchstone/core/strict-json.ts';

/** Most files that are taken at once. */
export const MOST_FILES = 500;

/** Extensions that the shell opens; `.json` covers all of ours, `.pqv` is the single suffix of Windows and macOS. */
const EXTENSIONS = ['.json', '.pqv'];

/**
 * The files among a program's arguments, as absolute paths. The order of arguments is not stable between a first and a
 * second start, so everything that is no option and has one of our extensions counts.
 */
export function filesFromArgv(argv: readonly string[], cwd: string): string[] {
  const files = argv
    .slice(1)
    .filter(isFileArgument)
    .map((argument) => fileOf(argument, cwd))
    .filter((file) => file !== null);
  return [...new Set(files)].slice(0, MOST_FILES);
}

/** Whether an argument hands a file over. */
export function isFileArgument(argument: string): boolean {
  if (argument === '' || argument.startsWith('-') || argument.includes('\0')) return false;
  return EXTENSIONS.includes(path.extname(argument).toLowerCase());
}

/** Desktops of Linux name files by address where a program takes links too; null for an address on another machine. */
function fileOf(argument: string, cwd: string): string | null {
  if (!argument.startsWith('file:/')) return path.resolve(cwd, argument);
  try {
    return fileURLToPath(argument);
  } catch {
    return null;
  }
}

/** The value of `--data-dir DIR` or `--data-dir=DIR` among the arguments, as an absolute path; else null. */
export function dataDirFromArgv(argv: readonly string[], cwd: string): string | null {
  const at = argv.findIndex((argument) => argument === '--data-dir' || argument.startsWith('--data-dir='));
  const found = argv[at];
  if (at < 0 || found === undefined) return null;
  const value = found.includes('=') ? found.slice(found.indexOf('=') + 1) : argv[at + 1];
  return value === undefined || value === '' || value.startsWith('-') ? null : path.resolve(cwd, value);
}

/** Reads what a second start passed along (`requestSingleInstanceLock`'s additionalData); anything odd is no file. */
export function filesFromSecondStart(data: unknown): string[] {
  if (typeof data !== 'object' || data === null || !('files' in data) || !Array.isArray(data.files)) return [];
  return data.files
    .filter((file): file is string => typeof file === 'string' && path.isAbsolute(file) && !file.includes('\0'))
    .slice(0, MOST_FILES);
}

/** The data folder that a second start was told to open. */
export function dataDirFromSecondStart(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('dataDir' in data)) return null;
  return typeof data.dataDir === 'string' ? data.dataDir : null;
}

/** Reads files of at most 64 MiB each. What cannot be read is named with one sentence why. */
export async function readFiles(paths: readonly string[]): Promise<ShellFiles> {
  const files: ShellFile[] = [];
  const refused: ShellFileRefusal[] = [];
  for (const file of paths.slice(0, MOST_FILES)) {
    const name = path.basename(file);
    const result = await readOne(file);
    if (typeof result === 'string') refused.push({ name, reason: result });
    else files.push({ name, bytes: result });
  }
  for (const file of paths.slice(MOST_FILES)) {
    refused.push({ name: path.basename(file), reason: `Only ${MOST_FILES} files can be opened at once.` });
  }
  return { files, refused };
}

async function readOne(file: string): Promise<Uint8Array | string> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(file, 'r');
  } catch {
    return 'The file could not be opened.';
  }
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) return 'This is not a regular file.';
    if (stat.size > MAX_FILE_BYTES) return 'The file is larger than 64 MiB.';
    const bytes = new Uint8Array(await handle.readFile());
    return bytes.length > MAX_FILE_BYTES ? 'The file is larger than 64 MiB.' : bytes;
  } catch {
    return 'The file could not be read.';
  } finally {
    await handle.close();
  }
}

/** Files that were handed over and wait until the page takes them. */
export class OpenedFiles {
  private waiting: string[] = [];
  private readonly announce: () => void;

  constructor(announce: () => void) {
    this.announce = announce;
  }

  add(paths: readonly string[]): void {
    if (paths.length === 0) return;
    this.waiting.push(...paths);
    this.announce();
  }

  take(): Promise<ShellFiles> {
    return readFiles(this.takePaths());
  }

  /** For another start of the app, which hands them over in its turn. */
  takePaths(): string[] {
    const paths = this.waiting;
    this.waiting = [];
    return paths;
  }
}
