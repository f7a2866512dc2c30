/**
 * Measures the page of a long agent session: how long it takes to open, what the main thread does per frame while a person
 * scrolls, and its heap. Issue 5: 100,000 receipts open in 2 s, scroll with at most 8 ms of main-thread work per frame,
 * heap at most 80 MB.
 *
 *   node e2e/bench/agents.ts [receipts] [folder of the built console]
 *
 * A stand-in server answers the outline of the session in pages made beforehand (_agent-session.ts): what is measured is the
 * console with its worker, the browser's own fetching and the parsing of all answers. "Opens" is from the click on a
 * session to the last receipt in the tree with its lanes, not to the first one, which is given too. Figures per frame are
 * the main thread's CPU time between two frames, from a trace of Chromium.
 */
import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from 'playwright';
import { SESSION_ID, serveSession } from './_agent-session.ts';

const RECEIPTS = Number(process.argv[2] ?? 100_000);
const FOLDER = process.argv[3] ?? join(import.meta.dirname, '..', '..', 'renderer', 'dist');
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

interface Bound {
  readonly limit?: number;
}

function report(name: string, value: number, unit: string, bound: Bound = {}): void {
  console.log(JSON.stringify({ name, value: Number(value.toFixed(value < 10 ? 2 : 1)), unit, ...bound }));
}

async function traced(client: CDPSession, action: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: unknown[] }) => {
    for (const event of value) events.push(event as TraceEvent);
  };
  client.on('Tracing.dataCollected', collect);
  await client.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      recordMode: 'recordAsMuchAsPossible',
      includedCategories: ['toplevel', '__metadata', 'benchmark'],
    },
  });
  await action();
  const done = new Promise<void>((resolve) => client.once('Tracing.tracingComplete', () => resolve()));
  await client.send('Tracing.end');
  await done;
  client.off('Tracing.dataCollected', collect);
  return events;
}

/** Main-thread CPU time between frames, and frames per second. */
function frames(events: readonly TraceEvent[]) {
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const own = events.filter(({ pid, tid }) => mains.has(`${pid}/${tid}`)).sort((a, b) => a.ts - b.ts);
  const tasks = own.filter(({ name, ph }) => ph === 'X' && name === 'ThreadControllerImpl::RunTask');
  // A frame ends with the commit of what the main thread has drawn.
  const commits = own.filter(({ name }) => name === 'ProxyMain::BeginMainFrame::commit').map(({ ts }) => ts);
  const work: number[] = [];
  let commit = 0;
  let sum = 0;
  for (const { ts, tdur = 0 } of tasks) {
    while (commit < commits.length && ts > (commits[commit] ?? 0)) {
      work.push(sum / 1000);
      sum = 0;
      commit += 1;
    }
    sum += tdur;
  }
  work.sort((a, b) => a - b);
  const seconds = ((commits.at(-1) ?? 0) - (commits[0] ?? 0)) / 1_000_000;
  return {
    count: work.length,
    perSecond: seconds > 0 ? (commits.length - 1) / seconds : 0,
    median: work[Math.floor(work.length / 2)] ?? 0,
    p95: work[Math.floor(work.length * 0.95)] ?? 0,
    worst: work.at(-1) ?? 0,
    sum: tasks.reduce((total, { tdur = 0 }) => total + tdur / 1000, 0),
    longestTask: Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000)),
  };
}

async function scroll(page: Page, client: CDPSession, title: string, action: () => Promise<void>): Promise<void> {
  const found = frames(await traced(client, action));
  report(`${title}, work per frame, median`, found.median, 'CPU ms', { limit: 8 });
  report(`${title}, work per frame, 95 of 100`, found.p95, 'CPU ms');
  report(`${title}, work per frame, most`, found.worst, 'CPU ms');
  report(`${title}, work per frame, mean`, found.sum / Math.max(1, found.count), 'CPU ms', { limit: 8 });
  report(`${title}, longest task`, found.longestTask, 'CPU ms');
  report(`${title}, frames per second`, found.perSecond, '1/s');
  await page.waitForTimeout(200);
}

async function heapOf(page: Page): Promise<{ readonly used: number; readonly buffers: number }> {
  const client = await page.context().newCDPSession(page);
  await client.send('HeapProfiler.enable');
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = (await client.send('Runtime.getHeapUsage')) as {
    usedSize: number;
    backingStorageSize?: number;
  };
  await client.detach();
  return { used: usedSize / 1e6, buffers: (backingStorageSize ?? 0) / 1e6 };
}

const site = await serveSession(FOLDER, RECEIPTS);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  await page.goto(`${site.origin}/#/agents`);
  await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
  // The code of all pages is loaded when the console is idle, as in use.
  await page.waitForTimeout(3000);
  const client = await browser.newBrowserCDPSession();

  const opening = { first: 0, all: 0 };
  const events = await traced(client, async () => {
    const times = await page.evaluate(
      ([id, rows]) =>
        new Promise<{ first: number; all: number }>((resolve) => {
          const started = performance.now();
          let first = 0;
          const look = () => {
            const count = Number(document.querySelector('[role=treegrid]')?.getAttribute('aria-rowcount') ?? 0) - 1;
            if (count > 0 && first === 0) first = performance.now() - started;
            if (count >= rows) resolve({ first, all: performance.now() - started });
            else requestAnimationFrame(look);
          };
          location.hash = `#/agents/sessions/${id}`;
          requestAnimationFrame(look);
        }),
      [SESSION_ID, RECEIPTS] as const,
    );
    opening.first = times.first;
    opening.all = times.all;
    await page.waitForTimeout(300);
  });
  const many = RECEIPTS.toLocaleString('en');
  report(`opening ${many} receipts, the first ones`, opening.first, 'ms');
  report(`opening ${many} receipts, all of them`, opening.all, 'ms', { limit: 2_000 });
  report('opening, longest task of the main thread', frames(events).longestTask, 'CPU ms');
  const heap = await heapOf(page);
  report('heap with all receipts', heap.used, 'MB', { limit: 80 });
  report('columns and other buffers beside it', heap.buffers, 'MB');

  const tree = page.getByRole('treegrid');
  await tree.hover();
  await scroll(page, client, 'scrolling by wheel', async () => {
    for (let step = 0; step < 120; step++) {
      await page.mouse.wheel(0, 400);
      await page.waitForTimeout(16);
    }
  });
  await scroll(page, client, 'dragging the scroll bar', async () => {
    for (let step = 1; step <= 60; step++) {
      await tree.evaluate((element, part) => {
        element.scrollTop = element.scrollHeight * part;
      }, step / 60);
      await page.waitForTimeout(33);
    }
  });
  await tree.focus();
  await scroll(page, client, 'moving by key', async () => {
    await page.keyboard.press('Home');
    for (let step = 0; step < 100; step++) {
      await page.keyboard.press('ArrowDown');
      await page.waitForTimeout(16);
    }
  });
  const failures = await traced(client, async () => {
    await page.getByRole('button', { name: 'Next failure or denial' }).click();
    await page.waitForTimeout(300);
  });
  report('next failure, longest task', frames(failures).longestTask, 'CPU ms');
  const filters = await traced(client, async () => {
    await page.getByLabel('Filter by action, tool or summary').pressSequentially('mail-send', { delay: 60 });
    await page.waitForTimeout(600);
  });
  report('typing a filter, longest task', frames(filters).longestTask, 'CPU ms');
} finally {
  await browser.close();
  site.close();
}
