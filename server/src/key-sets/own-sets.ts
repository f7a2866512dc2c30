/** Which key sets the service has of its own, one for each use (S4). */
import { ARTIFACT_ALGORITHMS } from '@touchstone/core/keys/generate.ts';
import type { KeyUse } from '@touchstone/core/keys/key-set.ts';
import type { SignatureAlgorithm } from '@touchstone/core/sign/family.ts';

/** The uses that this version signs or decrypts with, the fastest to make first. */
export const OWN_SETS = [
  { use: '3key', algorithms: ['Ed25519', 'ML-DSA-65', 'FALCON-512'] },
  { use: 'service', algorithms: ['ML-DSA-65', 'FALCON-512', 'SLH-DSA-SHA2-128f'] },
  { use: 'receipt', algorithms: ['ML-DSA-65', 'FALCON-512', 'SLH-DSA-SHA2-128f'] },
  { use: 'enc', algorithms: [] },
  { use: 'artifact', algorithms: ARTIFACT_ALGORITHMS },
] as const satisfies readonly OwnSet[];

export interface OwnSet {
  readonly use: KeyUse;
  /** None where its key signs nothing. */
  readonly algorithms: readonly SignatureAlgorithm[];
}

export type OwnUse = (typeof OWN_SETS)[number]['use'];

export function algorithmsOf(use: OwnUse): readonly SignatureAlgorithm[] {
  return OWN_SETS.find((own) => own.use === use)?.algorithms ?? [];
}
