/** A data folder for each test of a file: a copy of its own of one that was made once, gone after the test. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { copyDataFolder } from '../started-folder.ts';
import { makeFolder, remove, temporaryFolder } from './folder.ts';

export interface FolderOfTest {
  /** Another one in each test. */
  readonly dataDir: string;
  /** The path of a file in it. */
  readonly at: (name: string) => string;
  /** A copy as at the beginning of the test. */
  readonly renew: () => void;
}

export function folderOfEachTest(): FolderOfTest {
  let root = '';
  let made = '';
  let dataDir = '';
  let count = 0;
  beforeAll(async () => {
    root = temporaryFolder();
    made = join(root, 'made');
    await makeFolder(made);
  });
  afterAll(() => remove(root));
  beforeEach(() => {
    dataDir = join(root, `copy-${++count}`);
    copyDataFolder(made, dataDir);
  });
  afterEach(() => remove(dataDir));
  return {
    get dataDir() {
      return dataDir;
    },
    at: (name) => join(dataDir, name),
    renew() {
      remove(dataDir);
      copyDataFolder(made, dataDir);
    },
  };
}
