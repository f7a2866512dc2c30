/**
 * Measures STARK proofs in a worker of Chromium, with noble's hashes: `node e2e/bench/stark.ts` prints one JSON line per figure.
 * The statements are those of core/bench/stark.ts. Figures are CPU time of the worker's thread, from a trace of Chromium, so that
 * neighbours on a loaded machine drop out.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from 'playwright';
import { rolldown } from 'rolldown';
import { SUBJECT_NAMES, type SubjectName } from '../../core/bench/_stark-subjects.ts';
import { report, type TraceEvent, traced } from './_frames.ts';

const PROVE_MS = 250;
const VERIFY_WARM_MS = 10;
const VERIFY_FIRST_MS = 60;
const RUNS = 11;
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const WORKER_THREAD = 'DedicatedWorker thread';
const TASK = 'ThreadControllerImpl::RunTask';

/** What the page offers to this bench. */
type Ask = (order: { readonly name: SubjectName; readonly times: number; readonly proves: boolean }) => Promise<void>;
declare const ask: Ask;
declare const begin: () => void;

const PAGE = `<!doctype html><script>
let worker, made;
const begin = () => { worker?.terminate(); worker = new Worker('/worker.js', { type: 'module' }); };
const one = (order) => new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.postMessage(order);
});
const ask = async ({ name, times, proves }) => {
  for (let i = 0; i < times; i++) {
    const answer = await one(proves ? { name } : made);
    if (proves) made = answer;
    else if (answer !== true) throw new Error('a proof was refused');
  }
};
</script>`;

async function serveWorker() {
  const bundle = await rolldown({ input: join(import.meta.dirname, '_stark-worker.ts') });
  const { output } = await bundle.generate({ format: 'es', codeSplitting: false, minify: true });
  await bundle.close();
  const server = createServer((request, response) => {
    const isWorker = request.url === '/worker.js';
    response.writeHead(200, { 'content-type': isWorker ? 'text/javascript' : 'text/html' });
    response.end(isWorker ? output[0].code : PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

/** CPU milliseconds of the longest tasks of workers, as many as there were orders. */
function longestTasks(events: readonly TraceEvent[], count: number): readonly number[] {
  const thread = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const named = events.filter(({ name, args }) => name === 'thread_name' && args?.name === WORKER_THREAD);
  const workers = new Set(named.map(thread));
  const tasks = events.filter((event) => event.ph === 'X' && event.name === TASK && workers.has(thread(event)));
  if (tasks.length < count) throw new Error('The trace has too few tasks of the worker.');
  return tasks
    .map(({ tdur = 0 }) => tdur / 1000)
    .sort((a, b) => b - a)
    .slice(0, count);
}

async function measure(
  page: Page,
  client: CDPSession,
  name: SubjectName,
  times: number,
  proves: boolean,
): Promise<number> {
  const events = await traced(client, () => page.evaluate((order) => ask(order), { name, times, proves }));
  return longestTasks(events, times)[times >> 1] ?? Number.NaN;
}

const site = await serveWorker();
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage();
  await page.goto(site.origin);
  const client = await browser.newBrowserCDPSession();
  for (const name of SUBJECT_NAMES) {
    await page.evaluate(() => begin());
    await page.evaluate((order) => ask(order), { name, times: 5, proves: true });
    report(`prove ${name}`, await measure(page, client, name, RUNS, true), 'CPU ms', { limit: PROVE_MS });
    const firsts: number[] = [];
    for (let run = 0; run < 5; run++) {
      await page.evaluate(() => begin());
      // The worker has loaded its module, and done nothing else, when its trace begins.
      await page.waitForTimeout(200);
      firsts.push(await measure(page, client, name, 1, false));
    }
    firsts.sort((a, b) => a - b);
    report(`verify ${name}, first in a worker`, firsts[2] ?? Number.NaN, 'CPU ms', { limit: VERIFY_FIRST_MS });
    await page.evaluate((order) => ask(order), { name, times: 20, proves: false });
    report(`verify ${name}, warm`, await measure(page, client, name, 3 * RUNS, false), 'CPU ms', {
      limit: VERIFY_WARM_MS,
    });
  }
} finally {
  await browser.close();
  site.close();
}
