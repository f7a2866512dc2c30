import * as nodeCrypto from 'node:crypto';
import { chooseHashes } from '@touchstone/core/hash.ts';
import { nodeHashes } from '@touchstone/core/node-hash.ts';

/** Has node:crypto hash in this thread, where it gives what noble gives. */
export function hashByNode(): void {
  chooseHashes(nodeHashes(nodeCrypto));
}
