/** The release key set that this build pins: a file beside the bundle. A build without it cannot verify updates and says so. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type KeySet, parseKeySet } from '@touchstone/core/keys/key-set.ts';

const FILE = 'release.pqkeys.json';

/** Reads the pinned set; null where this build has none. A damaged file throws: the build is broken. */
export function pinnedReleaseKeys(folder: string): KeySet | null {
  const file = path.join(folder, FILE);
  if (!existsSync(file)) return null;
  const parsed = parseKeySet(new Uint8Array(readFileSync(file)));
  if (!parsed.ok) throw new Error(`${FILE} of this build is damaged: ${parsed.field}: ${parsed.message}`);
  return parsed.keySet;
}
