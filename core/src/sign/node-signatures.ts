/** The signatures of a process on Node: by all backends that there are, or by noble alone. */
import type { Place } from '../backend-order.ts';
import { isOnlyNoble } from '../only-noble.ts';
import { systemRandom } from '../random.ts';
import type { SignatureBackend } from './backend.ts';
import { liboqsBackend } from './liboqs-backend.ts';
import { type NodeCrypto, nodeBackend } from './node-backend.ts';
import { createSignatureProvider, type SignatureProvider } from './provider.ts';
import { wasmBackend } from './wasm-backend.ts';

/** `signers` are those that only sign: a program that verifies goes without them. */
export function createNodeSignatures(
  crypto: NodeCrypto,
  place: Place,
  env: Readonly<Record<string, string | undefined>>,
  signers: readonly SignatureBackend[] = [],
): SignatureProvider {
  const backends = [nodeBackend(crypto), liboqsBackend(systemRandom), wasmBackend(systemRandom), ...signers];
  return createSignatureProvider(isOnlyNoble(env) ? [] : backends, systemRandom, place);
}
