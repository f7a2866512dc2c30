import * as nodeCrypto from 'node:crypto';
import { systemRandom } from '@touchstone/core/random.ts';
import type { SignatureBackend } from '@touchstone/core/sign/backend.ts';
import { falconBackend } from '@touchstone/core/sign/falcon-backend.ts';
import { SIGNATURE_ALGORITHMS } from '@touchstone/core/sign/family.ts';
import { liboqsBackend } from '@touchstone/core/sign/liboqs-backend.ts';
import { nodeBackend } from '@touchstone/core/sign/node-backend.ts';
import { createSignatureProvider, type SignatureProvider } from '@touchstone/core/sign/provider.ts';
import { wasmBackend } from '@touchstone/core/sign/wasm-backend.ts';

/**
 * The signature provider of server and workers: node:crypto, liboqs to verify FALCON, our kernels to sign with it and for SLH-DSA
 * where OpenSSL is not (the desktop shell), where they pass their known-answer checks; else noble.
 */
export function createServerSigner(): SignatureProvider {
  return createSignatureProvider(
    [nodeBackend(nodeCrypto), liboqsBackend(), wasmBackend(systemRandom), falconBackend(systemRandom)],
    systemRandom,
  );
}

export type BackendName = SignatureBackend['name'];
const NAMES: readonly BackendName[] = ['noble', 'node', 'webcrypto', 'liboqs', 'wasm'];

/** Which backend serves each algorithm, after the known-answer checks. They run once. */
export function createBackendReport(signer: SignatureProvider): () => Promise<Readonly<Record<string, BackendName>>> {
  let report: Promise<Readonly<Record<string, BackendName>>> | null = null;
  async function make() {
    const entries: [string, BackendName][] = [];
    // One after the other, so that between two checks others have their turn.
    for (const algorithm of SIGNATURE_ALGORITHMS) {
      const name = await signer.backendFor(algorithm);
      const known = NAMES.find((candidate) => candidate === name);
      if (known === undefined) throw new TypeError(`internal: unknown backend ${name}`);
      entries.push([algorithm, known]);
    }
    return Object.fromEntries(entries);
  }
  return () => {
    report ??= make();
    return report;
  };
}
