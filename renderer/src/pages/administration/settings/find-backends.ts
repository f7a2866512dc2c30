import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from '@touchstone/core/sign/family.ts';
import { webSignatures } from '../../../lib/web-signatures.ts';

/** The backend of each algorithm, with the same providers in the same order as the verification workers. */
export function findBackends(): Promise<
  readonly { readonly algorithm: SignatureAlgorithm; readonly backend: string }[]
> {
  const provider = webSignatures();
  return Promise.all(
    SIGNATURE_ALGORITHMS.map(async (algorithm) => ({ algorithm, backend: await provider.backendFor(algorithm) })),
  );
}
