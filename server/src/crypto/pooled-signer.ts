import type { SignatureAlgorithm, Signer } from '@touchstone/core/sign/family.ts';
import type { RunJob } from '../workers/pool.ts';

/** FALCON by noble takes milliseconds to a second, SLH-DSA up to seconds: neither may hold the event loop. */
function isHeavy(algorithm: SignatureAlgorithm): boolean {
  return algorithm.startsWith('FALCON-') || algorithm.startsWith('SLH-DSA-');
}

/** Signs like `signer`, the heavy families in a worker thread. */
export function createPooledSigner(signer: Signer, run: RunJob): Pick<Signer, 'sign'> {
  return {
    sign(algorithm, secretKey, message) {
      return isHeavy(algorithm)
        ? run('sign', { algorithm, secretKey, message })
        : signer.sign(algorithm, secretKey, message);
    },
  };
}
