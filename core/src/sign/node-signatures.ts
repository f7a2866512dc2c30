/** The signatures of a process on Node: all backends that there are, or noble alone. */
import type { Place } from '../backend-order.ts';
import { isOnlyNoble } from '../only-noble.ts';
import { systemRandom } from '../random.ts';
import { liboqsBackend } from './liboqs-backend.ts';
import { type NodeCrypto, nodeBackend } from './node-backend.ts';
import { createSignatureProvider, type SignatureProvider } from './provider.ts';
import { wasmBackend } from './wasm-backend.ts';

export function createNodeSignatures(
  crypto: NodeCrypto,
  place: Place,
  env: Readonly<Record<string, string | undefined>>,
): SignatureProvider {
  const backends = [nodeBackend(crypto), liboqsBackend(systemRandom), wasmBackend(systemRandom)];
  return createSignatureProvider(isOnlyNoble(env) ? [] : backends, systemRandom, place);
}
