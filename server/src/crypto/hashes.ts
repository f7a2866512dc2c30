import * as nodeCrypto from 'node:crypto';
import { chooseGcm } from '@touchstone/core/aes-gcm.ts';
import { chooseHashes } from '@touchstone/core/hash.ts';
import { nodeGcm } from '@touchstone/core/node-aes-gcm.ts';
import { nodeHashes } from '@touchstone/core/node-hash.ts';
import { isOnlyNoble } from '@touchstone/core/only-noble.ts';

/** Has node:crypto hash in this thread, and encrypt by AES-GCM, where it gives what noble gives. */
export function hashByNode(): void {
  if (isOnlyNoble(process.env)) return;
  chooseHashes(nodeHashes(nodeCrypto));
  chooseGcm(nodeGcm(nodeCrypto));
}
