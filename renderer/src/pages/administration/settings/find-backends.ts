import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from '@touchstone/core/sign/family.ts';
import { webSignatures } from '../../../lib/web-signatures.ts';

interface Served {
  readonly algorithm: SignatureAlgorithm;
  readonly verifies: string;
  readonly signs: string;
}

/** The backends of each algorithm, with the same providers in the same order as the workers that verify and sign. */
export function findBackends(): Promise<readonly Served[]> {
  const provider = webSignatures();
  return Promise.all(
    SIGNATURE_ALGORITHMS.map(async (algorithm) => ({
      algorithm,
      verifies: await provider.backendFor(algorithm, 'verify'),
      signs: await provider.backendFor(algorithm, 'sign'),
    })),
  );
}
