/** Files that commands read and write. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fromUtf8 } from '@touchstone/core/bytes.ts';
import { Refusal, systemReason } from './refusal.ts';
import { readBounded } from './verifier/files.ts';

/** A file's bytes, at most 64 MiB. */
export function readBytes(name: string): Uint8Array {
  const file = readBounded(name);
  if (file.ok) return file.bytes;
  throw new Refusal(`${name}: ${'fault' in file ? file.fault : 'The file is larger than 64 MiB.'}`);
}

export function readText(name: string): string {
  const text = fromUtf8(readBytes(name));
  if (text === null) throw new Refusal(`${name}: the file is not UTF-8 text.`);
  return text;
}

/** Writes a file that does not exist yet: a command never overwrites what it was not told to. */
export function writeNew(name: string, text: string, mode = 0o644): void {
  try {
    mkdirSync(path.dirname(name), { recursive: true });
    writeFileSync(name, text, { flag: 'wx', mode });
  } catch (error) {
    throw new Refusal(`${name} could not be written: ${systemReason(error)}.`);
  }
}

/** Replaces a file as a whole: after a crash either the old or the new contents stand there. */
export function replaceFile(name: string, text: string): void {
  const temporary = `${name}.${process.pid}.new`;
  try {
    const file = openSync(temporary, 'wx', 0o644);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, name);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new Refusal(`${name} could not be written: ${systemReason(error)}.`);
  }
}

export function refuseExisting(name: string): void {
  if (existsSync(name)) throw new Refusal(`${name} exists already. Name another file with --out.`);
}
