/** A session of many receipts: its rows are few elements that show one row after another while it is scrolled. */
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SESSION_ID, type StandIn, serveSession } from '../bench/_agent-session.ts';
import { traced } from '../bench/_frames.ts';
import { CHROMIUM, CONSOLE_DIR, PATIENCE_MS } from '../fixtures.ts';
import { eventually } from './admin-steps.ts';

const RECEIPTS = 3000;
const ROW_HEIGHT = 30;

describe.skipIf(CHROMIUM === null)('a long agent session', () => {
  let site: StandIn;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    site = await serveSession(CONSOLE_DIR, RECEIPTS);
    browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: ['--no-sandbox', '--disable-gpu'] });
    page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${site.origin}/#/agents/sessions/${SESSION_ID}`);
    await page.locator(`[role=treegrid][aria-rowcount="${RECEIPTS + 1}"]`).waitFor();
  });
  afterAll(async () => {
    await browser.close();
    site.close();
  });

  const tree = () => page.getByRole('treegrid');
  /** Scrolls to another place than the present one, and waits for the frame that shows it. */
  const scrollTo = (row: number) =>
    tree().evaluate(
      (element, top) =>
        new Promise<void>((resolve) => {
          element.addEventListener('scroll', () => requestAnimationFrame(() => resolve()), { once: true });
          element.scrollTop = top;
        }),
      row * ROW_HEIGHT,
    );
  /** Waits until the list is at rest: the cover over the rows is hidden then. */
  const rest = () => page.waitForFunction(() => document.querySelector('[role=treegrid] [aria-hidden=true][hidden]'));
  /** The rows that exist, in the order of the document, and where each stands. */
  const rows = () =>
    tree().evaluate((element) => {
      const shown = [...element.querySelectorAll<HTMLElement>('[role=row][aria-level]:not([hidden])')];
      const upper = element.getBoundingClientRect().top - element.scrollTop;
      return shown.map((row) => ({
        index: Number(row.getAttribute('aria-rowindex')),
        top: row.getBoundingClientRect().top - upper,
        text: row.textContent ?? '',
      }));
    });
  const waitForRow = (row: number) => page.locator(`[role=treegrid] [aria-rowindex="${row + 2}"]`).waitFor();

  test('is scrolled by the wheel without asking the main thread', async () => {
    await tree().hover();
    const turn = () => page.mouse.wheel(0, 400);
    const client = await browser.newBrowserCDPSession();
    const scrolled = async () => {
      for (let turns = 0; turns < 20; turns++) await turn();
      await rest();
    };
    const events = await traced(client, scrolled, ['input', 'devtools.timeline']);
    await client.detach();
    const asked = events.filter(({ name }) => name === 'WidgetInputHandlerManager::FindScrollTargetOnMainThread');
    const told = events.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'wheel');
    expect(asked).toEqual([]);
    // The lock of the window is told that somebody is there, once in ten seconds.
    expect(told.length).toBeGreaterThan(0);
    expect(told.length).toBeLessThan(5);
  });

  test('shows every row in its place, in order, with the same elements, near and far', async () => {
    // At the upper end there are none above those in sight, hence fewer.
    await scrollTo(100);
    await waitForRow(110);
    await rest();
    await tree().evaluate((element) => {
      for (const row of element.querySelectorAll('[role=row][aria-level]')) row.setAttribute('data-seen', '');
    });
    for (const row of [4, 9, 1500, 1490, 2990, 0]) {
      await scrollTo(row);
      await waitForRow(Math.min(row + 3, RECEIPTS - 1));
      await rest();
      await eventually(async () => {
        const found = await rows();
        const first = found[0]?.index ?? 0;
        // Under the head, which is as high as a row, and the border.
        const isInPlace = ({ index, top }: (typeof found)[number], place: number) =>
          index === first + place && Math.abs(top - ((index - 1) * ROW_HEIGHT + 1)) < 0.5;
        return found.length > 0 && found.length < 60 && found.every(isInPlace);
      }, `row ${row}`).toBe(true);
    }
    await eventually(() => page.locator('[role=row][aria-level]:not([data-seen])').count()).toBe(0);
    await eventually(async () => (await rows()).find(({ index }) => index === 2)?.text).toContain('Started a session.');
  });

  test('keeps the current row in the document, and a selection of text while it is in sight', async () => {
    await tree().focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await scrollTo(2000);
    await waitForRow(2008);
    await rest();
    const named = await tree().getAttribute('aria-activedescendant');
    await eventually(() => page.locator(`[id="${named}"]`).getAttribute('aria-rowindex')).toBe('3');
    await page.evaluate(() => {
      const cell = document.querySelector('[aria-rowindex="2010"] [role=gridcell]');
      if (cell !== null) document.getSelection()?.selectAllChildren(cell);
    });
    const selected = await page.evaluate(() => document.getSelection()?.toString());
    expect(selected).toMatch(/^\d\d:\d\d:\d\d\.\d{3}$/);
    await scrollTo(2006);
    await waitForRow(2022);
    await rest();
    await eventually(() => page.evaluate(() => document.getSelection()?.toString())).toBe(selected);
    await page.evaluate(() => document.getSelection()?.removeAllRanges());
  });
});
