import { toHex } from '../bytes.ts';
import { sha3_384, sha256 } from '../hash.ts';
import type { FileIdentity } from './verification-report.ts';

/** How a report identifies a file. `name` is shown and never opened. */
export function identifyFile(bytes: Uint8Array, name: string): FileIdentity {
  return { name, size: bytes.length, sha256: toHex(sha256(bytes)), sha3_384: toHex(sha3_384(bytes)) };
}
