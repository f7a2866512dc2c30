/**
 * What the main thread of a page does per frame, from a trace of Chromium, and two ways of scrolling as people do it: by
 * wheel, and by dragging the scroll bar with the mouse. Used by the benches of this folder.
 */
import type { Browser, CDPSession, Locator, Page } from 'playwright';

export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** CPU time of the thread, microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly type?: string } };
}

/** Milliseconds of the main thread's CPU time, where nothing else is said. */
export interface Frames {
  readonly count: number;
  readonly perSecond: number;
  readonly mean: number;
  readonly median: number;
  readonly p95: number;
  readonly worst: number;
  readonly longestTask: number;
  /** Of all tasks together. */
  readonly sum: number;
}

const MAIN_THREAD = 'CrRendererMain';
const TASK = 'ThreadControllerImpl::RunTask';
const COMMIT = 'ProxyMain::BeginMainFrame::commit';

/** Runs an action under a trace of the tasks and frames, and of what `categories` names besides. */
export async function traced(
  client: CDPSession,
  action: () => Promise<void>,
  categories: readonly string[] = [],
): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: unknown[] }) => {
    for (const event of value) events.push(event as TraceEvent);
  };
  client.on('Tracing.dataCollected', collect);
  await client.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      recordMode: 'recordAsMuchAsPossible',
      includedCategories: ['toplevel', '__metadata', 'benchmark', ...categories],
    },
  });
  await action();
  const done = new Promise<void>((resolve) => client.once('Tracing.tracingComplete', () => resolve()));
  await client.send('Tracing.end');
  await done;
  client.off('Tracing.dataCollected', collect);
  return events;
}

/**
 * Main-thread CPU time from one frame to the next: all tasks, whatever they are for. A frame ends with the commit of what
 * the main thread has drawn. A commit stands in a trace several times, as an event with a duration ('X') and as the
 * arrows that lead to it; it is one frame. Other renderers of the browser (a spare one is kept) have frames of their own.
 */
export function framesOf(events: readonly TraceEvent[]): Frames {
  const thread = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const mains = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === MAIN_THREAD).map(thread),
  );
  const whole = events.filter((event) => event.ph === 'X' && mains.has(thread(event))).sort((a, b) => a.ts - b.ts);
  const busiest = busiestOf(
    whole.filter(({ name }) => name === TASK || name === COMMIT),
    thread,
  );
  const own = whole.filter((event) => thread(event) === busiest);
  const tasks = own.filter(({ name }) => name === TASK);
  const commits = own.filter(({ name }) => name === COMMIT).map(({ ts }) => ts);
  const work: number[] = [];
  let sum = 0;
  for (const { ts, tdur = 0 } of tasks) {
    while (work.length < commits.length && ts > (commits[work.length] ?? 0)) {
      work.push(sum);
      sum = 0;
    }
    sum += tdur / 1000;
  }
  const ordered = work.toSorted((a, b) => a - b);
  const at = (part: number) => ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * part))] ?? 0;
  const seconds = ((commits.at(-1) ?? 0) - (commits[0] ?? 0)) / 1_000_000;
  return {
    count: work.length,
    perSecond: seconds > 0 ? (commits.length - 1) / seconds : 0,
    mean: work.reduce((total, one) => total + one, 0) / Math.max(1, work.length),
    median: at(0.5),
    p95: at(0.95),
    worst: at(1),
    longestTask: Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000)),
    sum: tasks.reduce((total, { tdur = 0 }) => total + tdur / 1000, 0),
  };
}

/** The page's thread: the one that drew most, and where nothing was drawn, the one that worked most. */
function busiestOf(events: readonly TraceEvent[], thread: (event: TraceEvent) => string): string | undefined {
  const found = new Map<string, { commits: number; work: number }>();
  for (const event of events) {
    const key = thread(event);
    const one = found.get(key) ?? { commits: 0, work: 0 };
    found.set(key, one);
    if (event.name === COMMIT) one.commits += 1;
    else one.work += event.tdur ?? 0;
  }
  return [...found].sort(([, a], [, b]) => b.commits - a.commits || b.work - a.work)[0]?.[0];
}

interface Bound {
  readonly limit?: number;
  readonly least?: number;
}

/** One JSON line, as `npm run bench` reads them. */
export function report(name: string, value: number, unit: string, bound: Bound = {}): void {
  console.log(JSON.stringify({ name, value: Number(value.toFixed(value < 10 ? 2 : 1)), unit, ...bound }));
}

/** Most work per frame, CPU ms: half of what a frame of a 60 Hz screen has. */
const LIMIT = 8;

/** Runs of each gesture, where it can be repeated. */
export const RUNS = 7;

/**
 * Makes a gesture ready and answers it, and what looks at the page when it is over: to point at something and to look, the
 * driver runs scripts in the page, which is no work of the page's own.
 */
export type Gesture = () => Promise<{ readonly act: () => Promise<void>; readonly end?: () => Promise<void> }>;

/**
 * Traces a gesture that scrolls and prints what a frame cost: the first time, when the page's code is not warm yet, which
 * has a bound; and of several runs the one with the least work, to which a shared machine added least.
 */
export async function reportFrames(page: Page, browser: Browser, title: string, gesture: Gesture, runs: number) {
  const once = async () => {
    const { act, end } = await gesture();
    await page.waitForTimeout(300);
    const client = await browser.newBrowserCDPSession();
    const found = framesOf(await traced(client, act));
    await client.detach();
    await end?.();
    await page.waitForTimeout(300);
    return found;
  };
  const first = await once();
  report(`${title}, work per frame, mean`, first.mean, 'CPU ms', { limit: LIMIT });
  report(`${title}, work per frame, median`, first.median, 'CPU ms', { limit: LIMIT });
  report(`${title}, work per frame, 95 of 100`, first.p95, 'CPU ms', { limit: LIMIT });
  report(`${title}, work per frame, most`, first.worst, 'CPU ms');
  report(`${title}, longest task`, first.longestTask, 'CPU ms');
  report(`${title}, frames per second`, first.perSecond, '1/s');
  if (runs === 1) return;
  let least = first;
  for (let run = 1; run < runs; run++) {
    const found = await once();
    if (found.mean < least.mean) least = found;
  }
  report(`${title}, least of ${runs} runs, mean`, least.mean, 'CPU ms');
  report(`${title}, least of ${runs} runs, 95 of 100`, least.p95, 'CPU ms');
}

/** Does something at even times, as a screen or a mouse does: what takes longer delays nothing else. */
export async function evenly(times: number, everyMs: number, act: (step: number) => Promise<void>): Promise<void> {
  const started = performance.now();
  const pending: Promise<void>[] = [];
  for (let step = 0; step < times; step++) {
    pending.push(act(step));
    const wait = started + (step + 1) * everyMs - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  }
  await Promise.all(pending);
}

/**
 * Turns the wheel over an element, from its upper end on, one screenful in one and a half frames: as fast as a wheel
 * without notches spins.
 */
export function wheel(page: Page, over: Locator): Gesture {
  return async () => {
    await over.hover();
    await over.evaluate((element) => element.scrollTo({ top: 0 }));
    return { act: () => evenly(150, 1000 / 60, () => page.mouse.wheel(0, 400)) };
  };
}

/**
 * Drags the scroll bar of an element from its upper end to its lower one and half the way back, in two seconds each. The
 * browser must show scroll bars: Playwright hides them where it is not told `ignoreDefaultArgs: ['--hide-scrollbars']`.
 */
export function dragScrollBar(page: Page, of: Locator): Gesture {
  return async () => {
    const box = await of.boundingBox();
    if (box === null) throw new Error('What is to be scrolled is not drawn.');
    const width = await of.evaluate((element) =>
      element instanceof HTMLElement ? element.offsetWidth - element.clientWidth : 0,
    );
    if (width < 6) throw new Error('There is no scroll bar to drag.');
    await of.evaluate((element) => element.scrollTo({ top: 0 }));
    const x = box.x + box.width - width / 2;
    // Under the arrow, where there is one, and on the thumb, which is never shorter than this.
    const top = box.y + width + 6;
    const way = box.height - 2 * width - 12;
    // Straight to the browser: Playwright runs scripts in the page at every move of a pressed mouse.
    const client = await page.context().newCDPSession(page);
    const mouse = async (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', y: number) => {
      const isDown = type !== 'mouseReleased';
      await client.send('Input.dispatchMouseEvent', {
        type,
        x,
        y,
        button: 'left',
        buttons: isDown ? 1 : 0,
        clickCount: 1,
      });
    };
    await page.mouse.move(x, top);
    const steps = 120;
    return {
      async act() {
        await mouse('mousePressed', top);
        await evenly(steps, 1000 / 60, (step) => mouse('mouseMoved', top + (way * (step + 1)) / steps));
        await evenly(steps, 1000 / 60, (step) => mouse('mouseMoved', top + way - (way * (step + 1)) / (2 * steps)));
        await mouse('mouseReleased', top + way / 2);
        await client.detach();
      },
      async end() {
        const reached = await of.evaluate(
          (element) => element.scrollTop / (element.scrollHeight - element.clientHeight),
        );
        if (reached < 0.4 || reached > 0.6) throw new Error(`The scroll bar was left at ${reached.toFixed(2)}.`);
      },
    };
  };
}
