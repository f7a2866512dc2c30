/**
 * Our kernels in a worker of Chromium, under the console's policy for scripts: `node e2e/bench/kernels.ts` prints one JSON line
 * per figure. Kernel and noble run in turns; the ratios hold on a loaded machine too, the times do not.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { rolldown } from 'rolldown';
import { report } from './_frames.ts';
import type { Answer, Order } from './_kernels-worker.ts';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
/** As in the server's page-policy.ts. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";
/** How many times noble's speed each has to have. */
const ORDERS: readonly (Order & { readonly least: number })[] = [
  { algorithm: 'SLH-DSA-SHA2-128f', turns: 5, calls: { sign: 5, verify: 30 }, least: 3 },
  { algorithm: 'SLH-DSA-SHAKE-128f', turns: 5, calls: { sign: 2, verify: 10 }, least: 3 },
  { algorithm: 'FALCON-512', turns: 5, calls: { sign: 200 }, least: 8 },
  { algorithm: 'FALCON-1024', turns: 5, calls: { sign: 100 }, least: 8 },
];

const SCRIPT = `
const worker = new Worker('/worker.js', { type: 'module' });
globalThis.ask = (order) => new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.postMessage(order);
});`;

const bundle = await rolldown({ input: join(import.meta.dirname, '_kernels-worker.ts') });
const { output } = await bundle.generate({ format: 'es', codeSplitting: false, minify: true });
await bundle.close();

const server = createServer(({ url }, response) => {
  const script = { '/worker.js': output[0].code, '/page.js': SCRIPT }[url ?? ''];
  const type = script === undefined ? 'text/html' : 'text/javascript';
  response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY });
  response.end(script ?? '<!doctype html><script src="/page.js"></script>');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('The server has no port.');

declare const ask: (order: Order) => Promise<readonly Answer[]>;
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${address.port}/`);
  for (const order of ORDERS) {
    const answers = await page.evaluate((given) => ask(given), order);
    for (const { operation, kernel, noble } of answers) {
      report(`${order.algorithm} ${operation}`, kernel, 'ms');
      report(`${order.algorithm} ${operation}, beside noble`, noble / kernel, 'x', { least: order.least });
    }
  }
} finally {
  await browser.close();
  server.close();
}
