import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../accessibility.ts';
import { CHROMIUM, openSite, pressIn, type Site } from '../fixtures.ts';
import { shot } from '../screens.ts';
import { eventually, saved } from './admin-steps.ts';
import { type MadeArtifacts, makeArtifacts } from './made-artifacts.ts';
import { testKeySet } from './trust-steps.ts';
import { changeAfter, drop, fileRows, outcome, trust } from './verify-steps.ts';

/** The worker never gets this file, so its batch is under way until it is cancelled. */
const STUCK = 'stuck.pqv.json';
async function holdBack(page: Page): Promise<void> {
  await page.addInitScript((stuck) => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, message: { readonly name?: string }) {
      if (message.name !== stuck) postMessage.call(this, message);
    };
  }, STUCK);
}

/** The text of what has the focus, in its first 200 characters; of a grid its name, of the body "body". */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return 'body';
    return element.getAttribute('aria-label') ?? element.textContent?.slice(0, 200) ?? '';
  });

describe.skipIf(CHROMIUM === null)('many files on the Verify page', () => {
  let site: Site;
  let made: MadeArtifacts;

  beforeAll(async () => {
    [site, made] = await Promise.all([openSite(), makeArtifacts()]);
  });
  afterAll(() => site?.close());

  const three = () => ['a', 'b', 'c'].map((name) => ({ name: `${name}.pqv.json`, text: made.signed }));

  // First: the trust store is the server's, and all tests share it.
  test('after a key set is trusted, the focus is on what it was for', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await drop(page, [{ name: 'release.pqv.json', text: made.signed }]);
    await outcome(page);
    await trust(page, made.keySet);
    await eventually(async () => (await outcome(page)).outcome).toBe('VERIFIED');
    await eventually(() => focused(page)).toContain('release.pqv.json');

    await page.getByRole('button', { name: 'Close and start again' }).click();
    await trust(page, testKeySet('alone', 9));
    await eventually(() => focused(page)).toBe('This is a key set');
    await visit.leave();
  });

  test('a batch that runs or was cancelled is never verified, whatever its finished files are', async () => {
    const answered = new Set<string>();
    const prepare = async (page: Page) => {
      await holdBack(page);
      page.on('requestfinished', (request) => answered.add(new URL(request.url()).pathname));
    };
    const visit = await site.visit({ prepare, colorScheme: 'dark' });
    const { page } = visit;
    // The sets of the own service: where they come after a run was cancelled, its files are judged again.
    const paths = ['/api/v1/admin/trust/own-service', '/api/svc-key/keys/public'];
    await eventually(() => paths.filter((path) => answered.has(path))).toEqual(paths);
    await drop(page, [...three(), { name: STUCK, text: made.signed }]);
    await page.locator('[data-filter=VERIFIED]').getByText('3', { exact: true }).waitFor();
    const summary = page.getByTestId('summary');
    await eventually(() => summary.innerText()).toMatch(/^So far\s+1 not verified\s+4 files/);
    await eventually(() => summary.innerText()).not.toContain('exit code');
    await shot(page, 'batch-running-dark');
    const top = () => summary.evaluate((element) => element.getBoundingClientRect().top);
    const running = await top();

    await page.getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-filter=CANCELLED]').waitFor();
    await eventually(() => summary.innerText()).toMatch(/^Worst outcome\s+1 not verified\s+4 files.*\s+exit code 3/);
    await page.getByText('4 files. 1 file not verified.').waitFor({ state: 'attached' });
    // The button went with the run; the focus did not go with it.
    await eventually(() => focused(page)).toBe('Verified files');
    // Nothing moves away from under a pointer when a run ends.
    await eventually(() => page.getByText(/^Cancelled after [\d.]+ (ms|s)$/).count()).toBe(1);
    await eventually(top).toBe(running);
    await shot(page, 'batch-cancelled-dark');

    const exported = async () => JSON.parse((await saved(page, 'Export JSON')).text).summary;
    expect(await exported()).toMatchObject({
      files: 4,
      left_out_by_filters: 0,
      not_verified: 1,
      exit_code: 3,
      worst: 'CANCELLED',
    });
    await page.locator('[data-filter=VERIFIED]').click();
    await eventually(() => fileRows(page).count()).toBe(3);
    expect(await exported()).toMatchObject({ files: 3, left_out_by_filters: 1, worst: 'VERIFIED' });

    // A failure stays one, also where nobody looked at the rest.
    const failed = { name: 'changed.pqv.json', text: changeAfter(made.signed, '"name": "README') };
    await drop(page, [failed, { name: STUCK, text: made.signed }]);
    await eventually(() => summary.innerText()).toMatch(
      /^Worst outcome so far\s+Failed\s+2 files, 1 not verified.*\s+exit code 1/,
    );
    await visit.leave();
  });

  test('files that are given while a folder is still being read are those that count', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await drop(page, [{ name: 'first.pqv.json', text: made.signed }]);
    await outcome(page);
    // A folder that is read to its end when the test says so.
    await page.evaluate(() => {
      const createReader = () => ({
        readEntries: (give: (entries: readonly unknown[]) => void) => {
          window.addEventListener('folder-read', () => give([]), { once: true });
        },
      });
      const folder = { isDirectory: true, isFile: false, name: 'slow', createReader };
      const event = new Event('drop', { bubbles: true, cancelable: true });
      const items = [{ kind: 'file', webkitGetAsEntry: () => folder }];
      Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], items, files: [] } });
      document.body.dispatchEvent(event);
    });
    await drop(page, [{ name: 'second.pqv.json', text: made.signed }]);
    await page.getByText('second.pqv.json').first().waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event('folder-read')));
    // Of an empty folder it is said that there was no file, where it counts.
    await page.waitForTimeout(300);
    expect(await page.getByText('There was no file').count()).toBe(0);
    await visit.leave();
  });

  test('is printed as a table of all files, and made only then', async () => {
    const visit = await site.visit({ colorScheme: 'dark' });
    const { page } = visit;
    const changed = { name: 'changed.pqv.json', text: changeAfter(made.signed, '"name": "README') };
    await drop(page, [...three(), changed, { name: 'notes.json', text: 'not json' }]);
    // By the trust store, which may come after the files: then they are judged again.
    await page.locator('[data-filter=VERIFIED]').getByText('3', { exact: true }).waitFor();
    await page.getByText(/^Done (again with the changed trust store, )?in [\d.]+ (ms|s)$/).waitFor();
    const printed = page.getByTestId('printed-batch');
    await eventually(() => printed.count()).toBe(0);
    // What is filtered away on screen is printed all the same.
    await page.locator('[data-filter=FAILED]').click();
    await eventually(() => fileRows(page).count()).toBe(1);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await eventually(() => printed.locator('tbody tr').count()).toBe(5);
    await eventually(() => printed.locator('tbody tr').first().innerText()).toMatch(/Failed\s+changed\.pqv\.json/);
    await eventually(() => printed.innerText()).toMatch(/Worst outcome: Failed\s+5 files.*\.\s*exit code 1/);
    await eventually(() => printed.innerText()).toMatch(/Printed at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC by Touchstone/);
    await eventually(() => page.locator('[role=grid]:visible, nav:visible').count()).toBe(0);
    // White paper and dark letters, although the theme is dark.
    const colours = () =>
      page.evaluate(() => ({
        paper: getComputedStyle(document.documentElement).backgroundColor,
        scheme: getComputedStyle(document.documentElement).colorScheme,
        letters: getComputedStyle(document.querySelector('[data-testid=printed-batch] td') ?? document.body).color,
      }));
    await eventually(colours).toEqual({ paper: 'rgb(255, 255, 255)', scheme: 'light', letters: 'rgb(24, 26, 31)' });
    await shot(page, 'batch-printed');
    await page.emulateMedia({ media: null, colorScheme: 'dark' });
    await eventually(() => printed.count()).toBe(0);

    // The browser's own way to paper: what stands there when it takes the page, right after `beforeprint`.
    await page.evaluate(() => {
      window.addEventListener('beforeprint', () => {
        document.body.dataset.printed = document.querySelector('[data-testid=printed-batch]')?.textContent ?? '';
      });
    });
    const pages = (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    expect(pages).toBe(1);
    expect(await page.evaluate(() => document.body.dataset.printed)).toContain('changed.pqv.json');
    await eventually(() => printed.count()).toBe(0);
    await visit.leave();
  });

  test('the focus follows a person into a file, back to its row, and to the first screen', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await drop(page, three());
    const grid = page.getByRole('grid', { name: 'Verified files' });
    // Judged by the trust store, which may come after the files: another outcome has another place.
    await page.locator('[data-filter=VERIFIED]').getByText('3', { exact: true }).waitFor();
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await pressIn(grid, 'Enter');
    await outcome(page);
    await eventually(() => focused(page)).toContain('b.pqv.json');
    expect(await findings(page), 'one of many').toEqual([]);

    await page.getByRole('navigation', { name: 'Way back' }).getByRole('link', { name: '3 files' }).focus();
    await page.keyboard.press('Enter');
    await eventually(() => focused(page)).toBe('Verified files');
    await eventually(() => page.locator('[role=row][aria-selected=true]').innerText()).toContain('b.pqv.json');
    const current = await grid.getAttribute('aria-activedescendant');
    await eventually(() => page.locator('[role=row][aria-selected=true]').getAttribute('id')).toBe(current);

    await page.getByRole('button', { name: 'Close and start again' }).focus();
    await page.keyboard.press('Enter');
    await page.getByTestId('drop-zone').waitFor();
    await eventually(() => focused(page)).toBe('Verify');
    await visit.leave();
  });
});
