import * as nodeCrypto from 'node:crypto';
import type { BackendName, Place } from '@touchstone/core/backend-order.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { falconBackend } from '@touchstone/core/sign/falcon-backend.ts';
import { SIGNATURE_ALGORITHMS } from '@touchstone/core/sign/family.ts';
import { createNodeSignatures } from '@touchstone/core/sign/node-signatures.ts';
import type { SignatureProvider } from '@touchstone/core/sign/provider.ts';
import { isHeavy } from './pooled-signer.ts';

/** The signature provider of the server's event loop, unless it is that of a worker thread. */
export function createServerSigner(place: Place = 'loop'): SignatureProvider {
  return createNodeSignatures(nodeCrypto, place, process.env, [falconBackend(systemRandom)]);
}

/** By algorithm: which backend is asked first. */
type Backends = Readonly<Record<string, BackendName>>;

/** Who verifies on the event loop, and who signs where the server does that. */
export interface BackendReport {
  readonly verifying: Backends;
  readonly signing: Backends;
}

/** Which backends serve each algorithm, after the known-answer checks. They run once. */
export function createBackendReport(signer: SignatureProvider): () => Promise<BackendReport> {
  let report: Promise<BackendReport> | null = null;
  async function make() {
    const verifying: Record<string, BackendName> = {};
    const signing: Record<string, BackendName> = {};
    // One after the other, so that between two checks others have their turn.
    for (const algorithm of SIGNATURE_ALGORITHMS) {
      verifying[algorithm] = await signer.backendFor(algorithm, 'verify');
      signing[algorithm] = await signer.backendFor(algorithm, 'sign', isHeavy(algorithm) ? 'thread' : 'loop');
    }
    return { verifying, signing };
  }
  return () => {
    report ??= make();
    return report;
  };
}
