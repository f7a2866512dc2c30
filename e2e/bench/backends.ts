/**
 * What every backend does of every algorithm on this Node, on an old one and in a worker of Chromium, under the console's policy for
 * scripts: `node e2e/bench/backends.ts [--all] [PART OF A NAME]...` prints one JSON line per figure, which stand in ADR 0033. Rates are
 * of CPU time in Node and of the clock in Chromium. OLD_NODE names the old Node; without it that part is left out. Where noble
 * takes a second a call, five minutes pass; without `--all` those algorithms are left out.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright';
import { rolldown } from 'rolldown';
import type { Rate } from '../../core/bench/_backends.ts';
import { report } from './_frames.ts';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
/** As in the server's page-policy.ts. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";
const QUICK = ['Ed25519', 'ML-', '128f', 'FALCON'];

const parts = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const only = parts.length === 0 && !process.argv.includes('--all') ? QUICK : parts;

function print(where: string, { algorithm, operation, backend, rate }: Rate): void {
  report(`${where}, ${algorithm} ${operation}, ${backend}`, rate, 'per second');
}

async function bundled(entry: string, platform: 'node' | 'browser'): Promise<string> {
  const bundle = await rolldown({ input: join(import.meta.dirname, entry), platform });
  const { output } = await bundle.generate({ format: 'es', codeSplitting: false, minify: true });
  await bundle.close();
  return output[0].code;
}

async function onNode(where: string, program: string, file: string): Promise<void> {
  const child = spawn(program, [file, ...only], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) print(where, JSON.parse(line) as Rate);
}

async function inChromium(script: string): Promise<void> {
  const page = `
    globalThis.ask = (only) => new Promise((resolve, reject) => {
      const worker = new Worker('/worker.js', { type: 'module' });
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage(only);
    });`;
  const server = createServer(({ url }, response) => {
    const text = { '/worker.js': script, '/page.js': page }[url ?? ''];
    const type = text === undefined ? 'text/html' : 'text/javascript';
    response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY });
    response.end(text ?? '<!doctype html><script src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const tab = await browser.newPage();
    await tab.goto(`http://127.0.0.1:${address.port}/`);
    // One after the other, so that what is known is printed.
    for (const part of only.length === 0 ? [''] : only) {
      for (const rate of await tab.evaluate((given) => ask([given]), part)) print('Chromium', rate);
    }
  } finally {
    await browser.close();
    server.close();
  }
}

declare const ask: (only: readonly string[]) => Promise<readonly Rate[]>;
const folder = mkdtempSync(join(tmpdir(), 'touchstone-backends-'));
try {
  const file = join(folder, 'backends.mjs');
  writeFileSync(file, await bundled('_backends-node.ts', 'node'));
  await onNode('this Node', process.execPath, file);
  const old = process.env.OLD_NODE;
  if (old !== undefined) await onNode('old Node', old, file);
  await inChromium(await bundled('_backends-worker.ts', 'browser'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
