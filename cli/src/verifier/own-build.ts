/** Which build of this program verifies: the hash of the one file that it was bundled into. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** SHA-256 of the program's file, in hexadecimal, as `sha256sum` prints it; null where it runs from source, which is many files. */
export function ownBuild(): string | null {
  const { url } = import.meta;
  return url.endsWith('.mjs')
    ? createHash('sha256')
        .update(readFileSync(new URL(url)))
        .digest('hex')
    : null;
}
