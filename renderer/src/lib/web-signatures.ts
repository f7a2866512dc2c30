/** Signing and verifying in a browser: by the browser itself where it can, by liboqs and our kernels, else by noble. */
import { systemRandom } from '@touchstone/core/random.ts';
import { falconBackend } from '@touchstone/core/sign/falcon-backend.ts';
import { liboqsBackend } from '@touchstone/core/sign/liboqs-backend.ts';
import { createSignatureProvider, type SignatureProvider } from '@touchstone/core/sign/provider.ts';
import { wasmBackend } from '@touchstone/core/sign/wasm-backend.ts';
import { webBackend } from '@touchstone/core/sign/web-backend.ts';
import { webSubtle } from './web-subtle.ts';

export function webSignatures(): SignatureProvider {
  const kernels = [liboqsBackend(systemRandom), wasmBackend(systemRandom), falconBackend(systemRandom)];
  return createSignatureProvider([webBackend(webSubtle(crypto.subtle)), ...kernels], systemRandom);
}
