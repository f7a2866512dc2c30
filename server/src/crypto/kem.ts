import * as nodeCrypto from 'node:crypto';
import { createKem, type Kem } from '@touchstone/core/kem/kem.ts';
import { liboqsKem } from '@touchstone/core/kem/liboqs-kem.ts';
import { nodeKem } from '@touchstone/core/kem/node-kem.ts';
import { isOnlyNoble } from '@touchstone/core/only-noble.ts';
import { type Random, systemRandom } from '@touchstone/core/random.ts';

/** ML-KEM by node:crypto or liboqs where they pass their known-answer checks, else by noble. The choice is made at the first use. */
export function createServerKem(random: Random): Kem {
  return createKem(isOnlyNoble(process.env) ? [] : [nodeKem(nodeCrypto), liboqsKem(random)], random);
}

export const kem = createServerKem(systemRandom);
