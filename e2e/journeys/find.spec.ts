import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, go, openSite, pressIn, type Site, stateOf, waitForFocus } from '../fixtures.ts';
import { clientOf, eventually } from './admin-steps.ts';

describe.skipIf(CHROMIUM === null)('finding', () => {
  let site: Site;
  let secretId = '';
  beforeAll(async () => {
    site = await openSite();
    const client = clientOf(site);
    const stored = await client.crypto.shield.store({
      body: { name: 'Stripe live key', value: 'x', provider: 'stripe', environment: 'production', vault: 'payments' },
    });
    secretId = stored.id;
    await client.agents.register.create({
      headers: {},
      body: { name: 'Invoice clerk', canonical_name: 'svc.agent.example.find.clerk.prod.1', tenant: 'example' },
    });
  });
  afterAll(() => site.close());

  const palette = (page: Page) => page.getByRole('dialog', { name: 'Find pages, objects and actions' });
  const item = (page: Page, text: string) => palette(page).getByRole('menuitem').filter({ hasText: text });

  async function find(page: Page, text: string): Promise<void> {
    await page.keyboard.press('Control+k');
    await waitForFocus(palette(page));
    await page.keyboard.type(text);
  }

  it('finds an object by its name as the server has it, and opens it', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await find(page, 'stripe');
    await item(page, 'Stripe live key').waitFor();
    // What comes from the server has the focus where nothing else was found.
    await eventually(() => palette(page).locator('[data-focused]').innerText()).toContain('Stripe live key');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Stripe live key' }).waitFor();
    await palette(page).waitFor({ state: 'detached' });
    await visit.leave();
  });

  it('offers what was opened last first, and finds by id', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await find(page, secretId.slice(0, 13));
    await item(page, 'Stripe live key').click();
    await page.getByRole('heading', { level: 1, name: 'Stripe live key' }).waitFor();
    await go(page, '/verify');
    await page.getByRole('heading', { level: 1, name: 'Verify' }).waitFor();
    await page.keyboard.press('Control+k');
    await eventually(() => palette(page).getByRole('menuitem').first().innerText()).toContain('Stripe live key');
    await waitForFocus(palette(page));
    await page.keyboard.type('stripe');
    // Once among the recent things, so not again among those that the server finds.
    await eventually(() => palette(page).getByRole('menuitem').count()).toBe(1);
    // A new load of the page in the same session has them still.
    await eventually(async () => (await stateOf(page)).recently_opened).toContain(secretId);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Verify' }).waitFor();
    await page.keyboard.press('Control+k');
    await eventually(() => palette(page).getByRole('menuitem').first().innerText()).toContain('Stripe live key');
    await visit.leave();
  });

  it('leads to the sheet of a verb, and closes at the first Escape whatever was typed', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await find(page, 'store secret');
    await item(page, 'New secret').click();
    const sheet = page.getByRole('dialog', { name: 'New secret' });
    await pressIn(sheet, 'Escape');
    await sheet.waitFor({ state: 'detached' });
    await find(page, 'no such thing %_');
    await palette(page).getByText('Nothing found.').waitFor();
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
    expect(page.url()).toContain('/secrets');
    await visit.leave();
  });

  it('works without a session: pages and actions, and no question to the server', async () => {
    const visit = await site.visit({ signIn: false, prepare: (page) => page.clock.install() });
    const { page } = visit;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await find(page, 'warehouse');
    await palette(page).getByText('Nothing found').waitFor();
    // Longer than the pause after which the server would be asked.
    await page.clock.runFor(1_000);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('receipts');
    await item(page, 'Create, list and look up receipts').waitFor();
    expect(asked.filter((url) => url.includes('/console/find'))).toEqual([]);
    await visit.leave();
  });
});
