import * as nodeCrypto from 'node:crypto';
import { createKem, type Kem } from '@touchstone/core/kem/kem.ts';
import { nodeKem } from '@touchstone/core/kem/node-kem.ts';
import { type Random, systemRandom } from '@touchstone/core/random.ts';

/** ML-KEM by node:crypto where it passes its known-answer check, else by noble. The choice is made at the first use. */
export function createServerKem(random: Random): Kem {
  return createKem([nodeKem(nodeCrypto)], random);
}

export const kem = createServerKem(systemRandom);
