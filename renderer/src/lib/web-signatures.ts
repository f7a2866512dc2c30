/** Signing and verifying in a browser: by the browser itself where it can, by liboqs and our kernels, else by noble. */
import { systemRandom } from '@touchstone/core/random.ts';
import { falconBackend } from '@touchstone/core/sign/falcon-backend.ts';
import { liboqsBackend } from '@touchstone/core/sign/liboqs-backend.ts';
import { createSignatureProvider, type SignatureProvider } from '@touchstone/core/sign/provider.ts';
import { wasmBackend } from '@touchstone/core/sign/wasm-backend.ts';
import { webBackend } from '@touchstone/core/sign/web-backend.ts';
import { webSubtle } from './web-subtle.ts';

function verifying() {
  return [webBackend(webSubtle(crypto.subtle)), liboqsBackend(systemRandom), wasmBackend(systemRandom)];
}

/** Without what only signs: where signatures are verified, its code is not loaded. */
export function webVerifier(): Pick<SignatureProvider, 'verify' | 'backendFor'> {
  return createSignatureProvider(verifying(), systemRandom);
}

export function webSignatures(): SignatureProvider {
  return createSignatureProvider([...verifying(), falconBackend(systemRandom)], systemRandom);
}
