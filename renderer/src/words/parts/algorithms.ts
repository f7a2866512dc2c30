import type { SignatureAlgorithm } from '@touchstone/core/sign/family.ts';

export interface AlgorithmWords {
  /** What its security rests on, and where it is specified. */
  readonly family: string;
  /** NIST's security category, which says how strong it is against quantum computers. */
  readonly category: string;
}

const ML_DSA = 'Lattice (FIPS 204)';
const SLH_DSA = 'Hash-based (FIPS 205)';
const FALCON = 'NTRU lattice (Falcon round 3)';

/** What people read about a signature algorithm beside its name. */
export const ALGORITHM_WORDS: Readonly<Record<SignatureAlgorithm, AlgorithmWords>> = {
  Ed25519: { family: 'Classical (elliptic curve)', category: 'not post-quantum' },
  'ML-DSA-44': { family: ML_DSA, category: 'category 2' },
  'ML-DSA-65': { family: ML_DSA, category: 'category 3' },
  'ML-DSA-87': { family: ML_DSA, category: 'category 5' },
  'SLH-DSA-SHA2-128s': { family: SLH_DSA, category: 'category 1' },
  'SLH-DSA-SHA2-128f': { family: SLH_DSA, category: 'category 1' },
  'SLH-DSA-SHA2-256s': { family: SLH_DSA, category: 'category 5' },
  'SLH-DSA-SHAKE-128s': { family: SLH_DSA, category: 'category 1' },
  'SLH-DSA-SHAKE-128f': { family: SLH_DSA, category: 'category 1' },
  'SLH-DSA-SHAKE-256s': { family: SLH_DSA, category: 'category 5' },
  'FALCON-512': { family: FALCON, category: 'category 1' },
  'FALCON-1024': { family: FALCON, category: 'category 5' },
};
