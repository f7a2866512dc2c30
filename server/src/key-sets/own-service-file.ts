/** `own-service.json` in the data folder: whose signatures `pq-verify` on this machine takes for this service's own (decisions 12.18). */
import { join } from 'node:path';
import {
  OWN_SERVICE_FILE,
  OWN_SERVICE_USES,
  type OwnKeySet,
  ownServiceText,
} from '@touchstone/core/keys/own-service.ts';
import { writePrivateFile } from '../frame/private-file.ts';
import type { StoredKeySet } from './store.ts';

/** The sets of the file, the current one of each use before the retired ones. A revoked set is not in it. */
export function ownServiceSets(sets: readonly StoredKeySet[]): readonly OwnKeySet[] {
  const uses: readonly string[] = OWN_SERVICE_USES;
  return sets.flatMap(({ keySet, state }) =>
    state === 'revoked' || !uses.includes(keySet.use) ? [] : [{ key_set: keySet, state }],
  );
}

/** Replaces the file as a whole: atomic, on the disk when this returns, 0600. Throws where it cannot be written. */
export function writeOwnServiceFile(dataDir: string, sets: readonly StoredKeySet[]): void {
  writePrivateFile(join(dataDir, OWN_SERVICE_FILE), ownServiceText({ sets: ownServiceSets(sets) }));
}
