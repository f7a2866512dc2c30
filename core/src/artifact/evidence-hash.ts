/** The identity of a file of evidence that is read in parts, since it may be larger than memory. */
import { sha256 } from '@noble/hashes/sha2.js';
import { sha3_384 } from '@noble/hashes/sha3.js';
import { toHex } from '../bytes.ts';
import type { EvidenceItem } from './evidence-check.ts';

export interface EvidenceHash {
  update(part: Uint8Array): void;
  /** The item under a name. Nothing is added afterwards. */
  item(name: string): EvidenceItem;
}

/** Begins a file. Of all its parts, in their order, comes what `evidenceItem` answers for the whole. */
export function startEvidenceHash(): EvidenceHash {
  const hashes = { sha256: sha256.create(), sha3_384: sha3_384.create() };
  let size = 0;
  return {
    update(part) {
      hashes.sha256.update(part);
      hashes.sha3_384.update(part);
      size += part.length;
    },
    item: (name) => ({
      name,
      size,
      sha256: toHex(hashes.sha256.digest()),
      sha3_384: toHex(hashes.sha3_384.digest()),
    }),
  };
}
