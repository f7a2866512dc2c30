/**
 * Measures the page of a long agent session: how long it takes to open, what the main thread does per frame while a person
 * scrolls, and its heap. Issue 5: 100,000 receipts open in 2 s, scroll with at most 8 ms of main-thread work per frame,
 * heap at most 80 MB.
 *
 *   node e2e/bench/agents.ts [receipts] [folder of the built console]
 *
 * A stand-in server answers the outline of the session in pages made beforehand (_agent-session.ts): what is measured is the
 * console with its worker, the browser's own fetching and the parsing of all answers. "Opens" is from the click on a
 * session to the last receipt and the last fork in the tree with its lanes, not to the first one, which is given too. Figures per frame are
 * the main thread's CPU time between two frames, from a trace of Chromium.
 */
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { SESSION_ID, serveSession } from './_agent-session.ts';
import { dragScrollBar, evenly, framesOf, type Gesture, RUNS, report, reportFrames, traced, wheel } from './_frames.ts';

const RECEIPTS = Number(process.argv[2] ?? 100_000);
/** As many as a session keeps. */
const FORKS = 50;
const FOLDER = process.argv[3] ?? join(import.meta.dirname, '..', '..', 'renderer', 'dist');
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

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

const site = await serveSession(FOLDER, RECEIPTS, FORKS);
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu'],
  // There is a scroll bar to drag.
  ignoreDefaultArgs: ['--hide-scrollbars'],
});
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
      [SESSION_ID, RECEIPTS + FORKS] as const,
    );
    opening.first = times.first;
    opening.all = times.all;
    await page.waitForTimeout(300);
  });
  const many = RECEIPTS.toLocaleString('en');
  report(`opening ${many} receipts, the first ones`, opening.first, 'ms');
  report(`opening ${many} receipts, all of them`, opening.all, 'ms', { limit: 2_000 });
  report('opening, longest task of the main thread', framesOf(events).longestTask, 'CPU ms');

  const tree = page.getByRole('treegrid');
  await reportFrames(page, browser, 'scrolling by wheel', wheel(page, tree), RUNS);
  await reportFrames(page, browser, 'dragging the scroll bar', dragScrollBar(page, tree), RUNS);
  const byKey: Gesture = async () => {
    await tree.focus();
    return {
      async act() {
        await page.keyboard.press('Home');
        // At even times, like the wheel: twice as fast as a held key repeats, and one step to a frame as with it.
        await evenly(100, 1000 / 60, () => page.keyboard.press('ArrowDown'));
      },
    };
  };
  await reportFrames(page, browser, 'moving by key', byKey, RUNS);
  const failures = await traced(client, async () => {
    await page.getByRole('button', { name: 'Next failure' }).click();
    await page.waitForTimeout(300);
  });
  report('next failure, longest task', framesOf(failures).longestTask, 'CPU ms');
  const filters = await traced(client, async () => {
    await page.getByLabel('Find by text, id or hash').pressSequentially('mail-send', { delay: 60 });
    await page.waitForTimeout(600);
  });
  report('typing a filter, longest task', framesOf(filters).longestTask, 'CPU ms');
  // At the end, for collecting the garbage throws compiled code away: what is scrolled after it is cold.
  const heap = await heapOf(page);
  report('heap with all receipts', heap.used, 'MB', { limit: 80 });
  report('columns and other buffers beside it', heap.buffers, 'MB');
} finally {
  await browser.close();
  site.close();
}
