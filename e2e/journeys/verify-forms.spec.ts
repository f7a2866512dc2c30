import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, go, hasSidewaysScroll, openSite, pressIn, type Site, stateOf } from '../fixtures.ts';
import { eventually, saved } from './admin-steps.ts';
import { CLAIM, type MadeArtifacts, makeArtifacts } from './made-artifacts.ts';
import { changeAfter, drop, fileRows, outcome, waitForDropTarget } from './verify-steps.ts';

const titles = (page: Page) =>
  page.getByRole('grid', { name: 'Verified files' }).getByRole('columnheader').allInnerTexts();

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

const hasFocus = (element: Locator) => element.evaluate((node) => node === document.activeElement);

describe.skipIf(CHROMIUM === null)('forms of the Verify page', () => {
  let site: Site;
  let made: MadeArtifacts;

  beforeAll(async () => {
    [site, made] = await Promise.all([openSite(), makeArtifacts()]);
  });
  afterAll(() => site?.close());

  const three = () => [
    { name: 'a.pqv.json', text: made.unsigned },
    { name: 'b.pqv.json', text: changeAfter(made.signed, '"name": "README') },
    { name: 'c.pqv.json', text: made.signed },
  ];

  test('columns are chosen by keyboard, and remembered', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await drop(page, three());
    await page.getByRole('grid', { name: 'Verified files' }).waitFor();
    await eventually(() => titles(page)).toEqual([
      'File',
      'Outcome',
      'Code',
      'Subject',
      'Issuer',
      'Cycle',
      'Size',
      'Time',
    ]);
    await page.getByRole('button', { name: 'Columns' }).focus();
    await page.keyboard.press('Enter');
    const item = (name: string) => page.getByRole('menuitemcheckbox', { name });
    await item('Code').waitFor();
    await eventually(() => item('Outcome').getAttribute('aria-disabled')).toBe('true');
    // Arrows go to the column; the space bar turns it on and leaves the menu open.
    await page.locator('[role=menuitemcheckbox]:focus').waitFor();
    for (let step = 0; step < 10 && !(await hasFocus(item('Stated verdict'))); step++) {
      const left = await focusedText(page);
      await pressIn(page.getByRole('menu'), 'ArrowDown');
      await eventually(() => focusedText(page)).not.toBe(left);
    }
    await pressIn(item('Stated verdict'), 'Space');
    await eventually(() => item('Stated verdict').getAttribute('aria-checked')).toBe('true');
    await pressIn(page.getByRole('menu'), 'Escape');
    await eventually(() => titles(page)).toContain('Stated verdict');
    await page.getByRole('columnheader', { name: 'Stated verdict' }).getByRole('button').click();
    await page.waitForURL(/sort=claimed/);

    // A page that goes takes along what it has not sent yet.
    await eventually(async () => (await stateOf(page)).verify_columns).toContain('claimed');
    await page.reload();
    await page.waitForSelector('main h1');
    await go(page, '/verify');
    await drop(page, three());
    await page.getByRole('grid', { name: 'Verified files' }).waitFor();
    await eventually(() => titles(page)).toContain('Stated verdict');
    await visit.leave();
  });

  test('the JSON of many files holds every report and the worst exit code', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await drop(page, [...three(), { name: 'd.json', text: 'not json' }]);
    await fileRows(page).nth(3).waitFor();
    await page.locator('[data-filter=WAITING]').waitFor({ state: 'detached' });
    const exported = JSON.parse((await saved(page, 'Export JSON')).text);
    expect(exported.summary).toMatchObject({ files: 4, exit_code: 1, worst: 'FAILED' });
    expect(exported.results.map((result: { outcome: string }) => result.outcome)).toEqual([
      'FAILED',
      'INPUT_ERROR',
      'PENDING',
      'VERIFIED_PENDING_SIGNATURES',
    ]);
    expect(exported.results[0].file.name).toBe('b.pqv.json');
    expect(exported.results[0].checks.length).toBeGreaterThan(10);
    await visit.leave();
  });

  test('the report becomes a PDF with pages', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await drop(page, [{ name: 'release.pqv.json', text: made.unsigned }]);
    await outcome(page);
    const pdf = await page.pdf({ preferCSSPageSize: true, tagged: true });
    const text = pdf.toString('latin1');
    expect(text.startsWith('%PDF-')).toBe(true);
    const count = text.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    expect(count).toBeGreaterThan(1);
    expect(count).toBeLessThan(20);
    // The text of a PDF is compressed; what goes into it is what stands under print media.
    await page.emulateMedia({ media: 'print' });
    const headings = page.getByTestId('report').locator('h2:visible');
    await eventually(() => headings.count()).toBe(11);
    await eventually(() => page.locator('nav:visible, [data-outcome]:visible').count()).toBe(0);
    await eventually(() => page.getByTestId('report').innerText()).toContain(CLAIM);
    await visit.leave();
  });

  test('works at 200 % zoom', async () => {
    // Zoom halves the window in CSS pixels (WCAG 1.4.4 and 1.4.10): 1280 × 800 becomes 640 × 400.
    const visit = await site.visit({ width: 640, height: 400 });
    const { page } = visit;
    expect(await hasSidewaysScroll(page)).toBe(false);
    await drop(page, [{ name: 'release.pqv.json', text: made.signed }]);
    await outcome(page);
    expect(await hasSidewaysScroll(page)).toBe(false);
    const save = page.getByRole('button', { name: 'Print or save as PDF' });
    await save.scrollIntoViewIfNeeded();
    await eventually(() => save.isVisible()).toBe(true);
    await drop(page, three());
    await fileRows(page).first().waitFor();
    expect(await hasSidewaysScroll(page)).toBe(false);
    await visit.leave();
  });

  test('forced colours keep icons, words, edges and the current row', async () => {
    const visit = await site.visit({ forcedColors: 'active' });
    const { page } = visit;
    await drop(page, three());
    const grid = page.getByRole('grid', { name: 'Verified files' });
    await eventually(() => fileRows(page).count()).toBe(3);
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    const current = page.locator('[aria-selected=true]');
    const edge = () => current.evaluate((row) => getComputedStyle(row).borderInlineStartWidth);
    await eventually(edge).toBe('4px');
    await pressIn(grid, 'Enter');
    await outcome(page);
    const banner = page.locator('[data-outcome]');
    const icon = banner.locator('svg').first();
    const colours = await icon.evaluate((svg) => {
      const section = svg.closest('section') ?? document.body;
      return { stroke: getComputedStyle(svg).stroke, behind: getComputedStyle(section).backgroundColor };
    });
    expect(colours.stroke).not.toBe(colours.behind);
    expect(colours.stroke).not.toBe('none');
    expect(await banner.evaluate((section) => getComputedStyle(section).borderTopWidth)).not.toBe('0px');
    await visit.leave();
  });

  test('a file over 16 MiB shows what it claims, and its tree when it is asked for', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await waitForDropTarget(page);
    await page.evaluate((text) => {
      const data = new DataTransfer();
      const padding = `"padding": "${'x'.repeat(17 * 1024 * 1024)}",`;
      data.items.add(new File([text.replace('{', `{${padding}`)], 'large.pqv.json'));
      document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }));
    }, made.unsigned);
    await outcome(page);
    await eventually(() => page.getByTestId('claim').innerText()).toContain(CLAIM);
    const main = page.locator('main');
    await eventually(() => main.innerText()).toContain('E2E release');
    await eventually(() => main.innerText()).toContain('shown as a tree only on request');
    await eventually(() => page.getByTestId('report').locator('h2').count()).toBe(11);
    await page.getByRole('button', { name: 'Load the tree' }).click();
    await page.getByRole('button', { name: 'The whole file' }).click();
    await page.getByRole('tree', { name: 'the whole file' }).getByText('padding').first().waitFor();
    await visit.leave();
  });
});
