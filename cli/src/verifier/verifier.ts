/**
 * Who verifies signatures in this program: OpenSSL where this Node has the algorithms (24), elsewhere liboqs (ML-DSA, FALCON) and
 * our kernels (SLH-DSA), noble where they fail.
 */
import type { KeyObject } from 'node:crypto';
import { createRequire } from 'node:module';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import type { NodeCrypto } from '@touchstone/core/sign/node-backend.ts';
import { createNodeSignatures } from '@touchstone/core/sign/node-signatures.ts';
import type { SignatureProvider } from '@touchstone/core/sign/provider.ts';

/** The verifying half of a provider; the signing half never leaves this module. */
export type Verifier = SignatureVerifier & Pick<SignatureProvider, 'backendFor'>;

/** Required, not imported: an import of this module evaluates all its getters, which costs 6 ms. */
const nodeCrypto: typeof import('node:crypto') = createRequire(import.meta.url)('node:crypto');

type VerifyArguments = Parameters<NodeCrypto['verify']> & [unknown, Uint8Array, KeyObject, Uint8Array, unknown];

/** For one file: libuv's pool lets the three signatures run side by side. */
export function pooledVerifier(): Verifier {
  return verifierOver(nodeCrypto);
}

/** How many verifications of its own a thread may have in libuv's pool at this moment. */
type SignatureLimit = () => number;

/**
 * For a thread that has many files. It hands a verification to libuv's pool while fewer than `ahead` of its own are
 * there, and does the next one itself: so neither waits for the other, whichever is faster.
 */
export function sharingVerifier(ahead: SignatureLimit): Verifier {
  let underWay = 0;
  const crypto: typeof nodeCrypto = Object.create(nodeCrypto, {
    verify: {
      value: (...[algorithm, data, key, signature, callback]: VerifyArguments) => {
        if (underWay < ahead()) {
          underWay++;
          nodeCrypto.verify(algorithm, data, key, signature, (error, valid) => {
            underWay--;
            callback(error, valid);
          });
          return;
        }
        let valid: boolean;
        try {
          valid = nodeCrypto.verify(algorithm, data, key, signature);
        } catch (error) {
          return callback(error as Error, false);
        }
        callback(null, valid);
      },
    },
  });
  return verifierOver(crypto);
}

/** For a thread that does all itself. */
export function ownVerifier(): Verifier {
  return sharingVerifier(() => 0);
}

function verifierOver(crypto: NodeCrypto): Verifier {
  // A run is short for most: what need not be loaded goes first.
  return createNodeSignatures(crypto, 'loop', process.env);
}
