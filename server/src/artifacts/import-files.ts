/**
 * Takes in the documents that an earlier version kept as files beside the database. Each goes into rows in one transaction; only
 * a file that the rows hold byte for byte by then is removed, and only then its name is forgotten. So a kill at any moment loses
 * nothing, and the next start goes on. What is missing, or is no file of ours, stays as it is: doctor tells of it.
 */
import { type FileHandle, open, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { equalBytes } from '@touchstone/core/bytes.ts';
import type { Logger } from 'pino';
import { syncFolder } from '../backup/folder.ts';
import { type Db, erase, write } from '../store/engine.ts';
import {
  type DocumentFile,
  documentFiles,
  findPieces,
  forgetFile,
  insertPiece,
  isOwnFileName,
  PIECE_BYTES,
  readPieces,
} from './store.ts';

export interface ImportNeeds {
  readonly db: Db;
  /** The folder in which the files stand. */
  readonly folder: string;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Told each step that is done. */
  readonly onStep?: (step: string) => void;
}

/** Runs before anything is served. Throws what the disk or the database throws. */
export async function importDocumentFiles({ db, folder, log, onStep = () => undefined }: ImportNeeds): Promise<void> {
  const taken: DocumentFile[] = [];
  for (const document of await documentFiles(db)) {
    if (!isOwnFileName(document.file)) continue;
    const path = join(folder, document.file);
    if (!document.isInRows && !(await takeIn(db, path, document))) continue;
    onStep(`${document.file} in rows`);
    if (await mayGo(db, path, document)) {
      await rm(path, { force: true });
      onStep(`${document.file} removed`);
    } else {
      log.warn({ file: document.file }, 'a file is not what was taken from it into the database, and stays');
    }
    taken.push(document);
  }
  if (taken.length > 0) await forget(db, folder, taken);
  onStep('names forgotten');
  // Stays where anything is in it.
  await rmdir(folder).catch(() => undefined);
  if (taken.length === 0) return;
  // Gives back the room that the transactions took in the journal.
  await erase(db);
  log.info({ documents: taken.length }, 'documents were taken from files into the database');
}

async function forget(db: Db, folder: string, taken: readonly DocumentFile[]): Promise<void> {
  // Else a power cut could bring a file back of which nobody knows any more.
  if ((await kindOf(folder)) === 'folder') syncFolder(folder);
  await write(db, async (transaction) => {
    for (const document of taken) await forgetFile(transaction, document);
  });
}

/** False where there is no such file. */
async function takeIn(db: Db, path: string, { projectId, id }: DocumentFile): Promise<boolean> {
  if ((await kindOf(path)) !== 'file') return false;
  const file = await open(path, 'r');
  try {
    return await write(db, async (transaction) => {
      let pieces = 0;
      for await (const bytes of piecesIn(file)) await insertPiece(transaction, projectId, id, pieces++, bytes);
      return pieces > 0;
    });
  } finally {
    await file.close();
  }
}

/** Whether the rows have just the bytes of a file, or there is none. */
async function mayGo(db: Db, path: string, { projectId, id }: DocumentFile): Promise<boolean> {
  const kind = await kindOf(path);
  if (kind !== 'file') return kind === 'nothing';
  const stored = await findPieces(db, projectId, id);
  if (stored === null || stored.size !== (await stat(path)).size) return false;
  const file = await open(path, 'r');
  try {
    const there = piecesIn(file);
    for await (const bytes of readPieces(db, stored)) {
      const next = await there.next();
      if (next.done === true || !equalBytes(next.value, bytes)) return false;
    }
    return true;
  } finally {
    await file.close();
  }
}

async function kindOf(path: string): Promise<'nothing' | 'file' | 'folder' | 'other'> {
  try {
    const found = await stat(path);
    if (found.isFile()) return 'file';
    return found.isDirectory() ? 'folder' : 'other';
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return 'nothing';
    throw error;
  }
}

/** From the beginning each time, so that a transaction that runs again reads the same. */
async function* piecesIn(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; at += PIECE_BYTES) {
    const bytes = new Uint8Array(PIECE_BYTES);
    let filled = 0;
    while (filled < PIECE_BYTES) {
      const { bytesRead } = await file.read(bytes, filled, PIECE_BYTES - filled, at + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    if (filled > 0) yield bytes.subarray(0, filled);
    if (filled < PIECE_BYTES) return;
  }
}
