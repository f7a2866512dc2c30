/**
 * SLH-DSA (FIPS 205), pure mode with empty context, hedged signing. The stored secret key is
 * SK.seed ‖ SK.prf ‖ PK.seed ‖ PK.root (4n bytes), the seed its first three parts.
 */
import {
  slh_dsa_sha2_128f,
  slh_dsa_sha2_128s,
  slh_dsa_sha2_256s,
  slh_dsa_shake_128f,
  slh_dsa_shake_128s,
  slh_dsa_shake_256s,
} from '@noble/post-quantum/slh-dsa.js';
import type { SignatureFamily } from './family.ts';
import { nobleFamily } from './noble-family.ts';

const SLH_DSA = { kind: 'hash-based', standard: 'FIPS 205' } as const;

/** Categories: FIPS 205 table 2. */
export const parameterSets: readonly SignatureFamily[] = [
  nobleFamily({ ...SLH_DSA, algorithm: 'SLH-DSA-SHA2-128s', category: 1 }, slh_dsa_sha2_128s),
  nobleFamily({ ...SLH_DSA, algorithm: 'SLH-DSA-SHA2-128f', category: 1 }, slh_dsa_sha2_128f),
  nobleFamily({ ...SLH_DSA, algorithm: 'SLH-DSA-SHA2-256s', category: 5 }, slh_dsa_sha2_256s),
  nobleFamily({ ...SLH_DSA, algorithm: 'SLH-DSA-SHAKE-128s', category: 1 }, slh_dsa_shake_128s),
  nobleFamily({ ...SLH_DSA, algorithm: 'SLH-DSA-SHAKE-128f', category: 1 }, slh_dsa_shake_128f),
  nobleFamily({ ...SLH_DSA, algorithm: 'SLH-DSA-SHAKE-256s', category: 5 }, slh_dsa_shake_256s),
];
