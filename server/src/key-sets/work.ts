/** Making key sets, in a worker: FALCON and SLH-DSA keys take seconds. */
import { generateKeySet, type KeySetPlan, planKeySet } from '@touchstone/core/keys/generate.ts';
import { publicJwk } from '@touchstone/core/keys/key-set.ts';
import { kem } from '../crypto/kem.ts';
import type { Job } from '../frame/job.ts';

export interface MadeKeySet {
  readonly keySet: unknown;
  /** By algorithm. */
  readonly secretKeys: ReadonlyMap<string, Uint8Array>;
}

export const generateKeySetJob: Job<KeySetPlan, MadeKeySet> = {
  name: 'generate key set',
  run: (plan, { signer }) => generateKeySet(plan, signer),
};

/** A set with the one ML-KEM-1024 key that clients seal to. */
export const generateEncSetJob: Job<Omit<KeySetPlan, 'algorithms'>, MadeKeySet> = {
  name: 'generate enc set',
  async run(plan) {
    // FIPS 203 section 7.1: the secret key is the 64-byte seed d ‖ z.
    const { publicKey, secretKey: seed } = await kem.generateKeyPair('ML-KEM-1024');
    const key = publicJwk('ML-KEM-1024', publicKey);
    return { keySet: planKeySet(plan, [key]), secretKeys: new Map([[key.kid, seed]]) };
  },
};

export const jobs = [generateKeySetJob, generateEncSetJob] as const;
