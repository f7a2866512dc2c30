/** Whether a folder may become the data folder: asked before anything is written into it. */
import { chmodSync, mkdirSync } from 'node:fs';
import { contentsOf, isDataFolder } from '../backup/folder.ts';
import { StoreError } from '../store/store-error.ts';

/**
 * Creates the folder, or takes one that is empty or a data folder already, and closes it to others (0700). Throws
 * StoreError for any other: a mistyped path must not change somebody's folder.
 */
export function takeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const names = contentsOf(dataDir);
    if (names.length > 0 && !isDataFolder(names)) {
      throw new StoreError(
        `${dataDir} holds other files and is no Touchstone data folder. Choose a new or empty folder with --data-dir.`,
      );
    }
    chmodSync(dataDir, 0o700);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const { code, message = 'unknown reason' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
    const reason =
      code === 'EEXIST' ? 'it is no folder.' : code === 'ENOTDIR' ? 'a part of the path is no folder.' : message;
    throw new StoreError(`${dataDir} cannot be used as the data folder: ${reason}`);
  }
}
