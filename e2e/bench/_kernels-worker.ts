/** The worker of `kernels.ts`: signs and verifies as a page would, by our kernels and by noble in turns. */
import { systemRandom } from '@touchstone/core/random.ts';
import { falconBackend } from '@touchstone/core/sign/falcon-backend.ts';
import type { SignatureAlgorithm } from '@touchstone/core/sign/family.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { wasmBackend } from '@touchstone/core/sign/wasm-backend.ts';

export interface Order {
  readonly algorithm: SignatureAlgorithm;
  readonly turns: number;
  /** Calls in a turn of each operation that a kernel has. */
  readonly calls: Readonly<Partial<Record<Operation, number>>>;
}

export type Operation = 'sign' | 'verify';

/** Milliseconds of one call, the median of all turns. */
export interface Answer {
  readonly operation: Operation;
  readonly kernel: number;
  readonly noble: number;
}

const worker = globalThis as unknown as {
  onmessage: ((event: { readonly data: Order }) => void) | null;
  postMessage(answers: readonly Answer[]): void;
};
const kernel = createSignatureProvider([wasmBackend(systemRandom), falconBackend(systemRandom)], systemRandom);
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

worker.onmessage = async ({ data: { algorithm, turns, calls } }) => {
  const message = systemRandom(48);
  const { publicKey, secretKey } = await kernel.generateKeyPair(algorithm);
  const signature = await kernel.sign(algorithm, secretKey, message);
  const operations = {
    sign: (by: typeof kernel) => () => by.sign(algorithm, secretKey, message),
    verify: (by: typeof kernel) => () => by.verify(algorithm, publicKey, message, signature),
  };
  const answers: Answer[] = [];
  for (const operation of ['sign', 'verify'] as const) {
    const count = calls[operation];
    if (count === undefined) continue;
    const call = operations[operation];
    answers.push({ operation, ...(await inTurns(turns, count, call(kernel), call(noble))) });
  }
  worker.postMessage(answers);
};
