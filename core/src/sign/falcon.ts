/**
 * FALCON (round 3 of the NIST process, specification 1.2; not FN-DSA), fixed-length padded signatures only. The
 * stored secret key is the encoded key of section 3.11.5. Signing draws fresh entropy every time: two signatures of
 * different messages under one nonce and sampler stream would give the key away.
 */
import { falcon512padded, falcon1024padded } from '@noble/post-quantum/falcon.js';
import type { SignatureFamily } from './family.ts';
import { nobleFamily } from './noble-family.ts';

const FALCON = { kind: 'lattice-ntru', standard: 'FALCON 1.2 (NIST round 3)' } as const;

/** Categories: FALCON specification 1.2, table 3.3. */
export const parameterSets: readonly SignatureFamily[] = [
  nobleFamily({ ...FALCON, algorithm: 'FALCON-512', category: 1 }, falcon512padded),
  nobleFamily({ ...FALCON, algorithm: 'FALCON-1024', category: 5 }, falcon1024padded),
];
