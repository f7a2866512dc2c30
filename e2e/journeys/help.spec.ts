import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findingsInBothThemes } from '../accessibility.ts';
import { CHROMIUM, hasSidewaysScroll, openSite, pressIn, type Site, waitForFocus } from '../fixtures.ts';

describe.skipIf(CHROMIUM === null)('help', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(async () => {
    await site.close();
  });

  test('F1 opens the part about a page, and keeps what was entered into a sheet', async () => {
    const visit = await site.visit({ path: '/secrets', width: 390 });
    const { page } = visit;
    await page.keyboard.press('F1');
    await waitForFocus(page.getByRole('heading', { level: 2, name: 'Secrets', exact: true }));
    expect(await hasSidewaysScroll(page)).toBe(false);
    expect(await findingsInBothThemes(page)).toEqual([]);

    await page.goto(`${site.origin}/#/secrets?act=store`);
    const name = page.getByRole('dialog').getByLabel('Name', { exact: true });
    await name.fill('SMTP_PASSWORD');
    await name.press('F1');
    const guide = page.getByRole('dialog', { name: 'From the guides' });
    await guide.getByRole('heading', { name: 'Secrets' }).waitFor();
    expect(await findingsInBothThemes(page)).toEqual([]);
    await pressIn(guide, 'Escape');
    await guide.waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('SMTP_PASSWORD');
    await visit.leave();
  });

  test('finds words in the guides, and a refused request leads to its error code', async () => {
    const visit = await site.visit({ path: '/help', expectedErrors: [/status of 500/, /net::ERR/] });
    const { page } = visit;
    await page.getByRole('searchbox', { name: 'Find in the guides' }).fill('rolled_back');
    await page.getByRole('link', { name: /^Error codes › ROLLED_BACK/ }).click();
    await waitForFocus(page.getByRole('heading', { level: 2, name: 'ROLLED_BACK' }));
    await page.goto(`${site.origin}/#/help?guide=nothing`);
    await page.getByText('There is no such guide').waitFor();

    const error = { code: 'INTERNAL', message: 'A fault.', status: 500, request_id: 'req_1' };
    await page.route('**/v1/receipts?*', (route) => route.fulfill({ status: 500, json: { error } }));
    await page.goto(`${site.origin}/#/receipts`);
    await page.getByRole('link', { name: 'What INTERNAL means' }).click();
    await waitForFocus(page.getByRole('heading', { level: 2, name: 'INTERNAL' }));
    await visit.leave();
  });
});
