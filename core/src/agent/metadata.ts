/** The size of metadata, which service, client library and commands have to count alike. */
import { utf8 } from '../bytes.ts';

/** In bytes of UTF-8, names and texts together: long sessions are read in pieces of so many nodes. */
export const METADATA_LIMIT = 16 * 1024;

/** Bytes of UTF-8 of all names and texts. */
export function metadataBytes(metadata: Readonly<Record<string, string>>): number {
  return Object.entries(metadata)
    .flat()
    .reduce((sum, text) => sum + utf8(text).length, 0);
}
