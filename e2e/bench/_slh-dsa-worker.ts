/** The worker of `slh-dsa.ts`: signs and verifies as a page would, by our kernels and by noble in turns. */
import { systemRandom } from '@touchstone/core/random.ts';
import type { SignatureAlgorithm } from '@touchstone/core/sign/family.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { wasmBackend } from '@touchstone/core/sign/wasm-backend.ts';

export interface Order {
  readonly algorithm: SignatureAlgorithm;
  readonly turns: number;
  /** Calls in a turn of each operation. */
  readonly signs: number;
  readonly verifies: number;
}

/** Milliseconds of one call, the median of all turns. */
export interface Answer {
  readonly backend: string;
  readonly sign: { readonly kernel: number; readonly noble: number };
  readonly verify: { readonly kernel: number; readonly noble: number };
}

const worker = globalThis as unknown as {
  onmessage: ((event: { readonly data: Order }) => void) | null;
  postMessage(answer: Answer): void;
};
const kernel = createSignatureProvider([wasmBackend(systemRandom)], systemRandom);
const noble = createSignatureProvider([], systemRandom);

async function timed(count: number, call: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  for (let i = 0; i < count; i++) await call();
  return (performance.now() - start) / count;
}

async function inTurns(turns: number, count: number, own: () => Promise<unknown>, other: () => Promise<unknown>) {
  const [owns, others]: [number[], number[]] = [[], []];
  await timed(count, own);
  await timed(count, other);
  for (let turn = 0; turn < turns; turn++) {
    owns.push(await timed(count, own));
    others.push(await timed(count, other));
  }
  const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
  return { kernel: median(owns), noble: median(others) };
}

worker.onmessage = async ({ data: { algorithm, turns, signs, verifies } }) => {
  const message = systemRandom(48);
  const { publicKey, secretKey } = await kernel.generateKeyPair(algorithm);
  const signature = await kernel.sign(algorithm, secretKey, message);
  const sign = (by: typeof kernel) => () => by.sign(algorithm, secretKey, message);
  const verify = (by: typeof kernel) => () => by.verify(algorithm, publicKey, message, signature);
  worker.postMessage({
    backend: await kernel.backendFor(algorithm),
    sign: await inTurns(turns, signs, sign(kernel), sign(noble)),
    verify: await inTurns(turns, verifies, verify(kernel), verify(noble)),
  });
};
