/** Files that commands read and write. */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fromUtf8 } from '@touchstone/core/bytes.ts';
import { Refusal, systemReason } from '../terminal/refusal.ts';
import { readBounded } from './bounded-read.ts';
import { nameFault } from './names.ts';

/** A file's bytes, at most 64 MiB. */
export function readBytes(name: string): Uint8Array {
  const misnamed = nameFault(name);
  if (misnamed !== null) throw new Refusal(`${name}: ${misnamed}`);
  const file = readBounded(name);
  if (file.ok) return file.bytes;
  throw new Refusal(`${name}: ${'fault' in file ? file.fault : 'The file is larger than 64 MiB.'}`);
}

export function readText(name: string): string {
  const text = fromUtf8(readBytes(name));
  if (text === null) throw new Refusal(`${name}: the file is not UTF-8 text.`);
  return text;
}

/**
 * Writes a file that does not exist yet: a command never overwrites what it was not told to. It stands there whole or not
 * at all, so that after a full disk the same command can be given again.
 */
export function writeNew(name: string, text: string, mode = 0o644): void {
  try {
    mkdirSync(path.dirname(name), { recursive: true });
    const temporary = writeBeside(name, text, mode);
    try {
      nameNew(temporary, name);
    } finally {
      rmSync(temporary, { force: true });
    }
  } catch (error) {
    throw new Refusal(`${name} could not be written: ${systemReason(error)}.`);
  }
}

/** Writes a new file in the folder of `name`, to the disk, and answers what it is called. One that fails is removed. */
export function writeBeside(name: string, text: string, mode: number): string {
  // Not made of `name`, which may be as long as a name can be.
  const temporary = path.join(path.dirname(name), `.touchstone-${randomUUID()}.new`);
  const file = openSync(temporary, 'wx', mode);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  return temporary;
}

/** What file systems without hard links say. */
const WITHOUT_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Gives a file a name that nobody has. A link, other than renaming, fails where the name exists. */
function nameNew(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch (error) {
    if (!WITHOUT_LINKS.includes(codeOf(error))) throw error;
    // The name is taken by an empty file first, and that one is replaced.
    closeSync(openSync(name, 'wx'));
    try {
      renameSync(file, name);
    } catch (failure) {
      rmSync(name, { force: true });
      throw failure;
    }
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

export function refuseExisting(name: string): void {
  if (existsSync(name)) throw new Refusal(`${name} already exists. Name another file with --out.`);
}
