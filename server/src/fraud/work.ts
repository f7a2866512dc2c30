/** What the ingest thread does: it alone opens signals (S33). */
import { createHmac } from 'node:crypto';
import { fromHex, wipe } from '@touchstone/core/bytes.ts';
import { encryptCoefficients, VECTORS } from '@touchstone/core/fhe/coefficients.ts';
import { openSignal } from '@touchstone/core/fraud/sealed-signal.ts';
import { kem } from '../crypto/kem.ts';
import { contextOf } from '../fhe/contexts.ts';
import type { ThreadTask } from '../fhe/threads.ts';
import { invalidCiphertext } from '../frame/errors.ts';

/** Stands for an entity: whoever has only the database cannot try hashes. */
export function entityTagOf(tagKey: Uint8Array, entityHash: string): Uint8Array {
  const hash = fromHex(entityHash);
  if (hash === null) throw new TypeError('internal: the hash of an entity is hexadecimal');
  return new Uint8Array(createHmac('sha256', tagKey).update('svc-fraud-entity/v1').update(hash).digest());
}

export interface SealedSignal {
  readonly project: string;
  readonly box: Uint8Array;
  /** Of the service's ML-KEM key. */
  readonly secretKey: Uint8Array;
  /** The BFV key under which signals are added. */
  readonly publicKey: Uint8Array;
  readonly tagKey: Uint8Array;
}

export interface IngestedSignal {
  readonly entityTag: Uint8Array;
  readonly ciphertext: Uint8Array;
}

/** Opens a box, checks the ranges, encrypts the factors and forgets them. Throws INVALID_CIPHERTEXT. */
export const ingestTask: ThreadTask<SealedSignal, IngestedSignal> = {
  name: 'fraud ingest',
  async run({ project, box, secretKey, publicKey, tagKey }) {
    const signal = await openSignal(kem, secretKey, project, box);
    if (signal === null) throw invalidCiphertext('data');
    const factors = Int16Array.from(signal.factors);
    try {
      const ciphertext = encryptCoefficients(await contextOf(VECTORS), publicKey, factors);
      return { entityTag: entityTagOf(tagKey, signal.entityHash), ciphertext };
    } finally {
      wipe(new Uint8Array(factors.buffer));
    }
  },
  secretsIn: ({ secretKey, tagKey }) => [secretKey, tagKey],
};
