/** The files that an evidence attestation lists: hashed when an artifact is made, and again to compare them. */
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { EvidenceItem, EvidenceLookup } from '@touchstone/core/artifact/evidence-check.ts';
import { systemReason } from '../terminal/refusal.ts';

const { O_RDONLY, O_NONBLOCK = 0 } = constants;

/** Hashes a file of any size, a mebibyte at a time. Throws what the file system says, and for what is no regular file. */
export function hashFile(file: string, name: string): EvidenceItem {
  const sha256 = createHash('sha256');
  const sha3_384 = createHash('sha3-384');
  const buffer = new Uint8Array(1 << 20);
  let size = 0;
  // Opened without waiting: a pipe into which nothing writes would hold the run for ever.
  const handle = openSync(file, O_RDONLY | O_NONBLOCK);
  try {
    if (!fstatSync(handle).isFile()) throw new Error('it is no regular file');
    for (let count = readSync(handle, buffer); count > 0; count = readSync(handle, buffer)) {
      const part = buffer.subarray(0, count);
      sha256.update(part);
      sha3_384.update(part);
      size += count;
    }
  } finally {
    closeSync(handle);
  }
  return { name, size, sha256: sha256.digest('hex'), sha3_384: sha3_384.digest('hex') };
}

/** Looks up listed names below a folder. A name comes from the file that is judged: it opens nothing outside of the folder. */
export function evidenceIn(folder: string): EvidenceLookup {
  return (name) => {
    const parts = name.split('/');
    if (name === '' || name.includes('\0') || path.isAbsolute(name) || parts.includes('..') || /[\\:]/.test(name)) {
      return { missing: 'no name below a folder' };
    }
    try {
      const file = realpathSync.native(path.join(folder, ...parts));
      return isBelow(folder, file) ? hashFile(file, name) : { missing: 'a link leads out of the folder' };
    } catch (error) {
      return { missing: systemReason(error) };
    }
  };
}

/** Whether a path without links lies in a folder. Throws what the file system says of the folder. */
export function isBelow(folder: string, file: string): boolean {
  const root = realpathSync.native(folder);
  return file.startsWith(root.endsWith(path.sep) ? root : root + path.sep);
}
