/**
 * SLH-DSA by our kernels in a worker of Chromium, under the console's policy for scripts: `node e2e/bench/slh-dsa.ts` prints one
 * JSON line per figure. Kernel and noble run in turns; the ratios hold on a loaded machine too, the times do not.
 */
import { report } from './_frames.ts';
import type { Answer, Order } from './_slh-dsa-worker.ts';
import { withWorker } from './_worker-page.ts';

const LEAST = 3;
const ORDERS: readonly Order[] = [
  { algorithm: 'SLH-DSA-SHA2-128f', turns: 5, signs: 5, verifies: 30 },
  { algorithm: 'SLH-DSA-SHAKE-128f', turns: 5, signs: 2, verifies: 10 },
];

await withWorker<Order, Answer>('_slh-dsa-worker.ts', async (ask) => {
  for (const order of ORDERS) {
    const { backend, ...times } = await ask(order);
    if (backend !== 'wasm') throw new Error(`${order.algorithm} is served by ${backend}`);
    for (const operation of ['sign', 'verify'] as const) {
      const { kernel, noble } = times[operation];
      report(`${order.algorithm} ${operation}`, kernel, 'ms');
      report(`${order.algorithm} ${operation}, beside noble`, noble / kernel, 'x', { least: LEAST });
    }
  }
});
