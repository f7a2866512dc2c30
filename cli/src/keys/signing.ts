import nodeCrypto from 'node:crypto';
import { systemRandom } from '@touchstone/core/random.ts';
import { falconBackend } from '@touchstone/core/sign/falcon-backend.ts';
import { liboqsBackend } from '@touchstone/core/sign/liboqs-backend.ts';
import { nodeBackend } from '@touchstone/core/sign/node-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { wasmBackend } from '@touchstone/core/sign/wasm-backend.ts';

/** Signs and verifies for the commands of `touchstone`. `pq-verify` never reaches this module. */
export const signatures = createSignatureProvider(
  [nodeBackend(nodeCrypto), liboqsBackend(), wasmBackend(systemRandom), falconBackend(systemRandom)],
  systemRandom,
);
