import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../accessibility.ts';
import {
  CHROMIUM,
  go,
  hasSidewaysScroll,
  openSite,
  pressIn,
  SERVER_STOPS,
  type Site,
  whenLoaded,
} from '../fixtures.ts';
import { choose, clientOf, eventually, more, rowIds, saved } from './admin-steps.ts';

describe.skipIf(CHROMIUM === null)('the Cache', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  test('empty, it says what writes here and leads to the form; a value is written and read', async () => {
    const visit = await site.visit({ path: '/cache', expectedErrors: [/status of 404/] });
    const { page } = visit;
    await page.getByText('No cached keys yet').waitFor();
    expect(await findings(page), 'empty').toEqual([]);
    await page.getByRole('tab', { name: 'Hit rate and latency' }).click();
    await page.getByText('No reads since the server started').waitFor();
    await more(page, 'Read a key');
    const reading = page.getByRole('dialog', { name: 'Read a key' });
    const read = reading.getByRole('button', { name: 'Read', exact: true });
    await read.click();
    await page.getByText('Enter a key.').waitFor();
    await reading.getByLabel('Key', { exact: true }).fill('rates:eur/usd?x');
    await read.click();
    await page.getByText(/holds nothing: it was never written/).waitFor();

    await pressIn(reading, 'Escape');
    await page.getByRole('tab', { name: 'Keys' }).click();
    await page.getByRole('tabpanel').getByRole('button', { name: 'Write a key' }).click();
    const writing = page.getByRole('dialog', { name: 'Write a key' });
    // The key is the same in both sheets.
    await eventually(() => writing.getByLabel('Key', { exact: true }).inputValue()).toBe('rates:eur/usd?x');
    await page.getByLabel('Value, JSON').fill('{"rate": 1.08');
    await page.getByLabel('Lifetime in seconds').fill('soon');
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    await page.getByText(/^This is not valid JSON:/).waitFor();
    await page.getByText('Enter a whole number of seconds, or leave this empty.').waitFor();
    await eventually(() => page.getByLabel('Value, JSON').inputValue()).toBe('{"rate": 1.08');
    await page.getByLabel('Value, JSON').fill('{"rate": 1.08}');
    await page.getByLabel('Lifetime in seconds').fill('600');
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    await page.getByText('10 min, left to the server').waitFor();
    await pressIn(writing, 'Escape');
    await writing.waitFor({ state: 'detached' });
    await page.getByRole('grid', { name: 'Cached keys' }).locator('[data-id="rates:eur/usd?x"]').click();
    await page.getByRole('dialog', { name: 'Cached key' }).getByRole('button', { name: 'Read the value' }).click();
    await read.click();
    await page.getByText('Hit rate of the key').waitFor();
    await reading.getByText('100%', { exact: true }).waitFor();
    expect(await findings(page), 'tried').toEqual([]);
    await visit.leave();
  });

  test('lists keys with their lifetimes and why, predictions, and what was measured', async () => {
    const { cache } = clientOf(site).platform;
    await cache.write({ params: { key: 'fixed' }, body: { value: 'x', ttl: 300 } });
    await cache.write({ params: { key: 'rhythm' }, body: { value: [1, 2], aiOptimize: true } });
    for (let i = 0; i < 9; i++) {
      await cache.read({ params: { key: 'rhythm' } });
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    const visit = await site.visit({ path: '/cache' });
    const { page } = visit;
    const grid = page.getByRole('grid', { name: 'Cached keys' });
    await grid.locator('[data-id="rhythm"]').waitFor();
    await choose(page, 'Lifetime chosen by', 'The caller');
    await page.waitForFunction(() => location.hash.includes('chosen=stated'));
    await page.getByText(/^1 of \d keys\./).waitFor();
    await grid.getByText('5 min').waitFor();
    await choose(page, 'Lifetime chosen by', 'All');
    await grid.locator('[data-id="rhythm"]').waitFor();
    await page.getByLabel('Find a key or a reason').fill('rhythm');
    await page.getByText(/^1 of \d keys\./).waitFor();
    await eventually(() => rowIds(page, 'Cached keys')).toEqual(['rhythm']);
    const { text } = await saved(page, 'Export CSV');
    expect(text.split('\r\n')[1]).toContain('rhythm');
    expect(await findings(page), 'entries').toEqual([]);
    await grid.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Cached key' });
    await dialog.getByText('Why the server chose it').waitFor();
    await dialog.getByText(/9 found a value/).waitFor();
    expect(await findings(page), 'a key').toEqual([]);
    await pressIn(dialog, 'Escape');
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('tab', { name: 'Hit rate and latency' }).click();
    // The server kept what was measured before this page was open.
    await page.getByRole('img', { name: /^Hit rate by minute\. [\d.]+% of the reads/ }).waitFor();
    await page.getByRole('img', { name: /^Read latency by minute\. Last: .* p99 [\d.]+ (µs|ms)\.$/ }).waitFor();
    const traffic = page.getByRole('figure').filter({ hasText: 'Reads and writes by minute' });
    // From the keyboard: the last minutes, point by point.
    const points = traffic.getByRole('slider', { name: 'Values: Reads and writes by minute' });
    await points.focus();
    await eventually(() => points.getAttribute('aria-valuetext')).toMatch(/: \d+( \(.*\))?$/);
    const last = await points.getAttribute('aria-valuenow');
    await page.keyboard.press('ArrowLeft');
    await eventually(() => points.getAttribute('aria-valuenow')).toBe(String(Number(last) - 1));
    expect(await findings(page), 'measured').toEqual([]);
    await page.keyboard.press('Alt+F1');
    const asText = page.getByRole('dialog', { name: 'Reads and writes by minute' });
    await asText.getByText(/in the last hour\.$/).waitFor();
    await pressIn(asText, 'Escape');
    await asText.waitFor({ state: 'detached' });
    await eventually(() => points.evaluate((element) => element === document.activeElement)).toBe(true);
    await traffic.getByRole('button', { name: /^Show as a table/ }).click();
    await traffic.getByRole('columnheader', { name: 'Hits' }).waitFor();
    expect((await saved(page, 'Export CSV')).text).toMatch(/^time,hits,misses,writes\r\n/);
    expect(await findings(page), 'as a table').toEqual([]);
    await visit.leave();
  });

  test('fits 360 px and 200 % zoom, in the dark and in forced colours', async () => {
    for (const options of [{ width: 360 }, { width: 640, height: 450, forcedColors: 'active' as const }]) {
      const visit = await site.visit({ ...options, colorScheme: 'dark' });
      for (const [path, tab] of [
        ['/cache', 'Keys'],
        ['/cache?tab=measured', 'Hit rate and latency'],
      ] as const) {
        await go(visit.page, path);
        await visit.page.getByRole('tab', { name: tab, selected: true }).waitFor();
        await whenLoaded(visit.page);
        expect(await hasSidewaysScroll(visit.page), `${path} at ${options.width}`).toBe(false);
        if (options.width === 360) expect(await findings(visit.page), path).toEqual([]);
      }
      await visit.leave();
    }
  });

  test('without the server nothing is lost and every part says so', async () => {
    const own = await openSite();
    try {
      const visit = await own.visit({ path: '/cache?act=write', expectedErrors: SERVER_STOPS });
      const { page } = visit;
      await page.getByLabel('Key', { exact: true }).fill('after');
      await page.getByLabel('Value, JSON').fill('"the stop"');
      await own.stopServer();
      await page.getByRole('button', { name: 'Write', exact: true }).click();
      await page.getByText('The server is out of reach').waitFor();
      await eventually(() => page.getByLabel('Value, JSON').inputValue()).toBe('"the stop"');
      await pressIn(page.getByRole('dialog', { name: 'Write a key' }), 'Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await more(page, 'Refresh');
      await page.getByText('The keys could not be reached').waitFor();
      await page.getByRole('tab', { name: 'Hit rate and latency' }).click();
      await page.getByText('The numbers could not be reached').waitFor();
      await visit.leave();
    } finally {
      await own.close();
    }
  });
});
