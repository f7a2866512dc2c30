import type { SignatureAlgorithm, Signer } from '@touchstone/core/sign/family.ts';
import type { Job, RunJob } from '../frame/job.ts';

/** FALCON takes milliseconds, SLH-DSA up to seconds: neither may hold the event loop. */
export function isHeavy(algorithm: SignatureAlgorithm): boolean {
  return algorithm.startsWith('FALCON-') || algorithm.startsWith('SLH-DSA-');
}

/** Signs like `signer`, the heavy families in a worker thread. */
export function createPooledSigner(signer: Signer, run: RunJob): Pick<Signer, 'sign'> {
  return {
    sign(algorithm, secretKey, message) {
      return isHeavy(algorithm)
        ? run(signJob, { algorithm, secretKey, message })
        : signer.sign(algorithm, secretKey, message);
    },
  };
}

interface Signing {
  readonly algorithm: SignatureAlgorithm;
  readonly secretKey: Uint8Array;
  readonly message: Uint8Array;
}

export const signJob: Job<Signing, Uint8Array> = {
  name: 'sign',
  run: ({ algorithm, secretKey, message }, { signer }) => signer.sign(algorithm, secretKey, message),
  secretsIn: ({ secretKey }) => [secretKey],
};

export const jobs = [signJob] as const;
