/** The same in a worker of a page, by its clock. */
import { liboqsKem } from '@touchstone/core/kem/liboqs-kem.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { falconBackend } from '@touchstone/core/sign/falcon-backend.ts';
import { liboqsBackend } from '@touchstone/core/sign/liboqs-backend.ts';
import { wasmBackend } from '@touchstone/core/sign/wasm-backend.ts';
import { webBackend } from '@touchstone/core/sign/web-backend.ts';
import { measureBackends, type Rate } from '../../core/bench/_backends.ts';

declare const crypto: { readonly subtle: Parameters<typeof webBackend>[0] };
const worker = globalThis as unknown as {
  onmessage: ((event: { readonly data: readonly string[] }) => void) | null;
  postMessage(rates: readonly Rate[]): void;
};

worker.onmessage = async ({ data: only }) => {
  const rates: Rate[] = [];
  const signatures = [
    webBackend(crypto.subtle),
    liboqsBackend(systemRandom),
    wasmBackend(systemRandom),
    falconBackend(systemRandom),
  ];
  const kems = [liboqsKem(systemRandom)];
  await measureBackends({ signatures, kems, clock: () => performance.now(), only }, (rate) => rates.push(rate));
  worker.postMessage(rates);
};
