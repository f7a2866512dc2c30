/**
 * Our kernels in a worker of Chromium, under the console's policy for scripts: `node e2e/bench/kernels.ts` prints one JSON line
 * per figure. Kernel and noble run in turns; the ratios hold on a loaded machine too, the times do not.
 */
import { report } from './_frames.ts';
import type { Answer, Order } from './_kernels-worker.ts';
import { withWorker } from './_worker-page.ts';

/** How many times noble's speed each has to have. */
const ORDERS: readonly (Order & { readonly least: number })[] = [
  { algorithm: 'SLH-DSA-SHA2-128f', turns: 5, calls: { sign: 5, verify: 30 }, least: 3 },
  { algorithm: 'SLH-DSA-SHAKE-128f', turns: 5, calls: { sign: 2, verify: 10 }, least: 3 },
  { algorithm: 'FALCON-512', turns: 5, calls: { sign: 200 }, least: 8 },
  { algorithm: 'FALCON-1024', turns: 5, calls: { sign: 100 }, least: 8 },
];

await withWorker<Order, readonly Answer[]>('_kernels-worker.ts', async (ask) => {
  for (const order of ORDERS) {
    for (const { operation, kernel, noble } of await ask(order)) {
      report(`${order.algorithm} ${operation}`, kernel, 'ms');
      report(`${order.algorithm} ${operation}, beside noble`, noble / kernel, 'x', { least: order.least });
    }
  }
});
