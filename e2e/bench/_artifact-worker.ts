/** The worker of `artifact.ts`: verifies as a page would. */
import { utf8 } from '@touchstone/core/bytes.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { KNOWN_MESSAGE, knownAnswerOf } from '@touchstone/core/sign/known-answer.ts';
import { liboqsBackend } from '@touchstone/core/sign/liboqs-backend.ts';
import { createSignatureProvider, type SignatureProvider } from '@touchstone/core/sign/provider.ts';
import { wasmBackend } from '@touchstone/core/sign/wasm-backend.ts';
import { webBackend } from '@touchstone/core/sign/web-backend.ts';

/** Milliseconds for all three, the median of the turns. */
export interface Times {
  readonly browser: number;
  readonly withoutBrowser: number;
  readonly noble: number;
}

declare const crypto: { readonly subtle: Parameters<typeof webBackend>[0] };
const worker = globalThis as unknown as { onmessage: (() => void) | null; postMessage(times: Times): void };

const ALGORITHMS = ['ML-DSA-87', 'SLH-DSA-SHA2-256s', 'FALCON-1024'] as const;
const TURNS = 7;
const CALLS = { fast: 40, noble: 8 } as const;

const kernels = [liboqsBackend(systemRandom), wasmBackend(systemRandom)];
const SIDES = {
  browser: createSignatureProvider([webBackend(crypto.subtle), ...kernels], systemRandom),
  withoutBrowser: createSignatureProvider(kernels, systemRandom),
  noble: createSignatureProvider([], systemRandom),
} as const;

worker.onmessage = async () => {
  const signed = await Promise.all(
    ALGORITHMS.map(async (algorithm) => ({ algorithm, ...(await knownAnswerOf(algorithm)) })),
  );
  const message = utf8(KNOWN_MESSAGE);
  const verifyAll = async (provider: SignatureProvider, calls: number) => {
    const start = performance.now();
    for (let call = 0; call < calls; call++) {
      for (const { algorithm, publicKey, signature } of signed) {
        if (!(await provider.verify(algorithm, publicKey, message, signature))) throw new Error(algorithm);
      }
    }
    return (performance.now() - start) / calls;
  };
  const names = ['browser', 'withoutBrowser', 'noble'] as const;
  const times: Record<(typeof names)[number], number[]> = { browser: [], withoutBrowser: [], noble: [] };
  // The first turn warms up.
  for (let turn = 0; turn <= TURNS; turn++) {
    for (const name of names) {
      const time = await verifyAll(SIDES[name], name === 'noble' ? CALLS.noble : CALLS.fast);
      if (turn > 0) times[name].push(time);
    }
  }
  const median = (all: number[]) => all.sort((a, b) => a - b)[all.length >> 1] ?? Number.NaN;
  worker.postMessage({
    browser: median(times.browser),
    withoutBrowser: median(times.withoutBrowser),
    noble: median(times.noble),
  });
};
