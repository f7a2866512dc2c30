import * as nodeCrypto from 'node:crypto';
import { systemRandom } from '@touchstone/core/random.ts';
import { nodeBackend } from '@touchstone/core/sign/node-backend.ts';
import { createSignatureProvider, type SignatureProvider } from '@touchstone/core/sign/provider.ts';

/** The signature provider of server and workers: node:crypto where it passes its known-answer check, else noble. */
export function createServerSigner(): SignatureProvider {
  return createSignatureProvider([nodeBackend(nodeCrypto)], systemRandom);
}
