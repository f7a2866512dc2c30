/** Signing and verifying in a browser: by the browser itself where it can, else by noble. */
import { systemRandom } from '@touchstone/core/random.ts';
import { nobleBackend } from '@touchstone/core/sign/noble-backend.ts';
import { createSignatureProvider, type SignatureProvider } from '@touchstone/core/sign/provider.ts';
import { webBackend } from '@touchstone/core/sign/web-backend.ts';
import { webSubtle } from './web-subtle.ts';

export function webSignatures(): SignatureProvider {
  return createSignatureProvider([webBackend(webSubtle(crypto.subtle)), nobleBackend], systemRandom);
}
