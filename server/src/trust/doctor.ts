import { join } from 'node:path';
import { isThere, TRUST_STORE_FILE } from '../backup/folder.ts';
import { type Check, ok, problem } from '../doctor/check.ts';
import { readTrustStoreFile } from './store-file.ts';

export const trustStore: Check = {
  id: 'trust-store',
  needs: 'folder',
  run({ dataDir }) {
    const path = join(dataDir, TRUST_STORE_FILE);
    if (!isThere(path)) return [ok('There is no trust store yet: nothing is trusted.')];
    try {
      const { key_sets: sets, revocations } = readTrustStoreFile(path);
      return [ok(`The trust store can be read: ${sets.length} pinned key sets, ${revocations.length} revoked keys.`)];
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown reason';
      return [
        problem(
          `The trust store cannot be used: ${reason}.`,
          'Repair the trust store or restore a backup. Never just remove the file: it contains the revocations.',
        ),
      ];
    }
  },
};
