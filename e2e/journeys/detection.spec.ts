import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findingsInBothThemes } from '../accessibility.ts';
import { CHROMIUM, hasSidewaysScroll, openSite, type Site, whenLoaded } from '../fixtures.ts';
import { shot } from '../screens.ts';
import { eventually, saved } from './admin-steps.ts';

const HEURISTIC = 'Heuristic, not a proof.';

describe.skipIf(CHROMIUM === null)('the Detection page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  test('tests the example, shows both distributions, and keeps the result for the window', async () => {
    const visit = await site.visit({ path: '/detection' });
    const { page } = visit;
    await page.getByText('Nothing checked yet').waitFor();
    await eventually(() => page.title()).toBe('Detection – Touchstone');
    await page.getByRole('button', { name: 'Try with sample data' }).click();
    const sheet = page.getByRole('dialog', { name: 'Check timings' });
    await eventually(() => sheet.getByLabel('Operation').inputValue()).toBe('compare');
    await sheet.getByRole('button', { name: 'Check timings' }).click();
    await page.locator('[data-verdict=failed]').getByText('Leak suspected').waitFor();
    await page.locator('[data-verdict]').getByText(HEURISTIC).waitFor();
    await page.getByRole('img', { name: /^Durations\. 4,000 durations/ }).waitFor();
    await page.getByText('Effect size (Cohen’s d)').waitFor();
    await whenLoaded(page);
    await shot(page, 'detection-timings');
    expect(await findingsInBothThemes(page), 'timings').toEqual([]);
    const { name, text } = await saved(page, 'Save as JSON');
    expect(name).toMatch(/^detection-timings-\d+\.json$/);
    expect(JSON.parse(text)).toMatchObject({ kind: 'timings', answer: { verdict: 'leak_suspected' } });

    await page.getByRole('navigation').getByRole('link', { name: 'Detection' }).last().click();
    await page.getByRole('row').getByText('probably not constant time').waitFor();
    await shot(page, 'detection-list');
    expect(await findingsInBothThemes(page), 'list').toEqual([]);
    expect(await hasSidewaysScroll(page)).toBe(false);
    await visit.leave();
  });

  test('takes a traffic sample from a file, and names the field that the server refuses', async () => {
    const visit = await site.visit({ path: '/detection', expectedErrors: [/status of 400/] });
    const { page } = visit;
    const sample = {
      source_ip: '203.0.113.256',
      request_count: 4_800,
      time_window_seconds: 60,
      payload_sizes: [1_048_576, 1_048_576],
      encryption_types: ['RSA-2048'],
    };
    const strip = page.getByRole('region', { name: 'Open a file' });
    const give = (name: string, text: string) =>
      strip.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await give('notes.txt', 'hello');
    await strip.getByRole('alert').getByText('holds neither').waitFor();
    await give('sample.json', JSON.stringify({ traffic_sample: sample }));
    const sheet = page.getByRole('dialog', { name: 'Check traffic' });
    await sheet.getByRole('button', { name: 'Check traffic' }).click();
    await sheet.getByText('Enter an IPv4 or IPv6 address.').waitFor();
    expect(await findingsInBothThemes(page), 'sheet').toEqual([]);
    await sheet.getByLabel('Source address').fill('203.0.113.7');
    await sheet.getByRole('button', { name: 'Check traffic' }).click();
    await page.locator('[data-verdict=failed]').getByText('Looks like harvesting for later decryption').waitFor();
    await page.getByText('protected by what a quantum computer would break').waitFor();
    await visit.leave();
  });

  test('grades algorithms at 390 pixels', async () => {
    const visit = await site.visit({ path: '/detection?act=algorithms', width: 390 });
    const { page } = visit;
    const sheet = page.getByRole('dialog', { name: 'Check algorithms and key ages' });
    await sheet.getByRole('button', { name: 'Check algorithms' }).click();
    await sheet.getByText('Enter at least one algorithm or one key.').waitFor();
    await sheet.getByLabel('Algorithms in use').fill('ML-KEM-768\nRC4');
    await sheet.getByLabel('Key ages in days').fill('legacy-tls, 800');
    await sheet.getByRole('button', { name: 'Check algorithms' }).click();
    await page.locator('[data-verdict=failed]').getByText('Critical').waitFor();
    await page.getByText('RC4 is broken or gives no protection').waitFor();
    await page.getByText('Rotate legacy-tls.').waitFor();
    await whenLoaded(page);
    expect(await hasSidewaysScroll(page)).toBe(false);
    await shot(page, 'detection-algorithms-390');
    await visit.leave();
  });
});
