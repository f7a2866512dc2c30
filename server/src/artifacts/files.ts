/**
 * Large documents, each a file of its own in the data folder: the database writes on the event loop, files are written by
 * workers and read by the thread pool. A file is on the disk before the row that names it; one of ours that no row names
 * is swept away at the next start.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { toHex } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';

const READ_BYTES = 256 * 1024;

/** What `newName` gives out, and what a write that a crash cut off leaves beside it (`private-file.ts`). */
const OWN_NAME = /^[0-9a-f]{32}\.json(?:\.\d+\.new)?$/;

export interface OpenDocument {
  readonly stream: Readable;
  /** Bytes. */
  readonly size: number;
}

export interface Documents {
  /** A name that no document has yet. */
  newName(): string;
  /** Where a worker reads or writes the document of that name. */
  pathOf(name: string): string;
  /** null where it is gone, replaced by a newer one. The stream closes the file when it ends or is destroyed. */
  open(name: string): Promise<OpenDocument | null>;
  remove(name: string): Promise<void>;
}

/** Opens the folder, creating it (0700), and removes documents that are not in `known`. Foreign files stay. */
export function openDocuments(folder: string, known: ReadonlySet<string>, random: Random): Documents {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry;
    if (entry.isFile() && OWN_NAME.test(name) && !known.has(name)) rmSync(join(folder, name), { force: true });
  }
  const pathOf = (name: string) => join(folder, name);
  return {
    newName: () => `${toHex(random(16))}.json`,
    pathOf,

    async open(name) {
      try {
        const file = await open(pathOf(name), 'r');
        const { size } = await file.stat();
        return { stream: file.createReadStream({ highWaterMark: READ_BYTES }), size };
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },

    remove: (name) => rm(pathOf(name), { force: true }),
  };
}
