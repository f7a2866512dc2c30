/** A worker of a page in Chromium, under the console's policy for scripts, that answers orders. Used by the benches of this folder. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { rolldown } from 'rolldown';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
/** As in the server's page-policy.ts. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";

const SCRIPT = `
const worker = new Worker('/worker.js', { type: 'module' });
globalThis.ask = (order) => new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.postMessage(order);
});`;

declare const ask: (order: unknown) => Promise<never>;

/** One file with all that an entry of this folder imports. */
export async function bundled(entry: string, platform: 'node' | 'browser'): Promise<string> {
  const bundle = await rolldown({ input: join(import.meta.dirname, entry), platform });
  const { output } = await bundle.generate({ format: 'es', codeSplitting: false, minify: true });
  await bundle.close();
  return output[0].code;
}

/** Opens a page whose worker runs `entry`, a file of this folder. `use` is given what sends it an order and waits for the answer. */
export async function withWorker<Order, Answer>(
  entry: string,
  use: (ask: (order: Order) => Promise<Answer>) => Promise<void>,
): Promise<void> {
  const scripts: Readonly<Record<string, string>> = {
    '/worker.js': await bundled(entry, 'browser'),
    '/page.js': SCRIPT,
  };
  const server = createServer(({ url }, response) => {
    const script = scripts[url ?? ''];
    const type = script === undefined ? 'text/html' : 'text/javascript';
    response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY });
    response.end(script ?? '<!doctype html><script src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${address.port}/`);
    await use((order) => page.evaluate<Answer, unknown>((given) => ask(given), order));
  } finally {
    await browser.close();
    server.close();
  }
}
