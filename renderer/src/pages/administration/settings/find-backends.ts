import { systemRandom } from '@touchstone/core/random.ts';
import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from '@touchstone/core/sign/family.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { webBackend } from '@touchstone/core/sign/web-backend.ts';
import { webSubtle } from '../../../lib/web-subtle.ts';

/** The backend of each algorithm, with the same providers in the same order as the verification workers. */
export function findBackends(): Promise<
  readonly { readonly algorithm: SignatureAlgorithm; readonly backend: string }[]
> {
  const provider = createSignatureProvider([webBackend(webSubtle(crypto.subtle))], systemRandom);
  return Promise.all(
    SIGNATURE_ALGORITHMS.map(async (algorithm) => ({ algorithm, backend: await provider.backendFor(algorithm) })),
  );
}
