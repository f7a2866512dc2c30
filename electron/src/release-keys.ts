/**
 * The release key set that this build pins: `electron/release.pqkeys.json`, which build.ts puts beside the bundle. A build without
 * it cannot verify updates and says so.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type KeySet, parseKeySet } from '@touchstone/core/keys/key-set.ts';
import { whyNoReleaseSet } from '@touchstone/core/release/release-set.ts';

export const RELEASE_KEYS_FILE = 'release.pqkeys.json';

/** Reads the pinned set; null where this build has none. One that is damaged or no release set throws: the build is broken. */
export function pinnedReleaseKeys(folder: string): KeySet | null {
  const file = path.join(folder, RELEASE_KEYS_FILE);
  if (!existsSync(file)) return null;
  const parsed = parseKeySet(new Uint8Array(readFileSync(file)));
  if (!parsed.ok) throw new Error(`${RELEASE_KEYS_FILE} of this build is damaged: ${parsed.field}: ${parsed.message}`);
  const wrong = whyNoReleaseSet(parsed.keySet);
  if (wrong !== null) throw new Error(`${RELEASE_KEYS_FILE} of this build cannot be used: ${wrong}`);
  return parsed.keySet;
}
