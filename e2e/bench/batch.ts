/**
 * Measures how smooth the Verify page stays with many files: every task of the page's main thread, from a trace of
 * Chromium, while a batch runs, is scrolled, filtered and sorted. Console.md, rule 8: at most 8 ms of work per frame.
 *
 *   node e2e/bench/batch.ts [files] [folder of the built console]
 *
 * CPU time is given, not duration: on a machine with few cores the verification workers take turns with the page. One JSON line per figure, as `npm run bench` reads them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright';
import { dragScrollBar, framesOf, RUNS, report, reportFrames, traced, wheel } from './_frames.ts';

/** Enough to be under way while one looks around: a fast machine verifies a thousand a second. */
const FILES = Number(process.argv[2] ?? 20_000);
const FOLDER = process.argv[3] ?? join(import.meta.dirname, '..', '..', 'renderer', 'dist');
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** Serves the built console; nothing else, and to this machine only. */
async function serveConsole(): Promise<{ origin: string; close: () => void }> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://local').pathname);
    const file = join(FOLDER, path === '/' ? 'index.html' : path);
    if (!file.startsWith(FOLDER) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

/** Runs an action under a trace and prints what the main thread did meanwhile. */
async function measure(page: Page, client: CDPSession, title: string, action: () => Promise<void>): Promise<void> {
  const started = performance.now();
  const found = framesOf(await traced(client, action));
  report(`${title}, longest task`, found.longestTask, 'CPU ms');
  report(`${title}, share of the time`, (100 * found.sum) / (performance.now() - started), '%');
  await page.waitForTimeout(200);
}

/** Gives the page its files through the file picker: few kinds of contents, many names. */
async function open(page: Page, count: number): Promise<void> {
  const names = ['not-signed', 'broken-hash', 'duplicate-names', 'misleading-verdict'];
  const texts = names.map((name) => readFileSync(join(EXAMPLES, `${name}.pqv.json`), 'utf8'));
  // So many real files would fill the memory of the browser, which keeps what the page made.
  if (count > 20_000) texts[0] = '{"schema_version":"pq-verified-artifact/v1","subject":{"name":"Release"}}';
  // Made before the measurement, for that is the test's own work.
  await page.evaluate(
    ([contents, total]) => {
      const files: File[] = [];
      for (let index = 0; index < total; index++) {
        const text = contents[index % 97 === 0 ? 1 + (index % 3) : 0] ?? '';
        files.push(new File([text], `release-${(index * 7919) % total}.pqv.json`));
      }
      const input = document.querySelector<HTMLInputElement>('input[type=file]:not([webkitdirectory])');
      // A DataTransfer takes time with the square of its files: four seconds for ten thousand.
      if (input !== null) Object.defineProperty(input, 'files', { value: files });
    },
    [texts, count] as const,
  );
}

function choose(page: Page): Promise<void> {
  return page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]:not([webkitdirectory])');
    // A task of its own, as a person's choice would be.
    setTimeout(() => input?.dispatchEvent(new Event('change', { bubbles: true })), 0);
  });
}

/** @param runs of each way of scrolling */
async function lookAround(page: Page, browser: Browser, client: CDPSession, what: string, runs: number): Promise<void> {
  const grid = page.getByRole('grid', { name: 'Verified files' });
  await reportFrames(page, browser, `${what}: scrolling by wheel`, wheel(page, grid), runs);
  await reportFrames(page, browser, `${what}: dragging the scroll bar`, dragScrollBar(page, grid), runs);
  await measure(page, client, `${what}: typing a filter`, async () => {
    await page.getByLabel('Find in the list').pressSequentially('release-77', { delay: 60 });
    await page.waitForTimeout(600);
  });
  await measure(page, client, `${what}: clearing it`, async () => {
    await page.getByLabel('Find in the list').fill('');
    await page.waitForTimeout(600);
  });
  for (const title of ['File', 'Size', 'Subject', 'Outcome']) {
    await measure(page, client, `${what}: sorting by ${title}`, async () => {
      await grid.getByRole('columnheader', { name: title }).getByRole('button').click();
      await page.waitForTimeout(600);
    });
  }
}

const site = await serveConsole();
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu'],
  // There is a scroll bar to drag.
  ignoreDefaultArgs: ['--hide-scrollbars'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  await page.goto(`${site.origin}/#/verify`);
  await page.getByTestId('drop-zone').waitFor();
  await page.waitForTimeout(2000);
  const client = await browser.newBrowserCDPSession();
  await open(page, FILES);
  await measure(page, client, `opening ${FILES} files, first second`, async () => {
    await choose(page);
    await page.waitForTimeout(1000);
  });
  await measure(page, client, 'while it runs, 5 s', () => page.waitForTimeout(5000));
  await lookAround(page, browser, client, 'while it runs', 1);
  await page.getByRole('button', { name: 'Outcome' }).click();
  await measure(page, client, 'cancelling', async () => {
    const cancel = page.getByRole('button', { name: 'Cancel' });
    if (await cancel.isVisible()) await cancel.click();
    await page.waitForTimeout(1000);
  });
  await lookAround(page, browser, client, 'at rest', RUNS);
} finally {
  await browser.close();
  site.close();
}
