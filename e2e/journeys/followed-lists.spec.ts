import { api } from '@touchstone/core/api/api.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, go, openSite, type Site } from '../fixtures.ts';
import { clientOf, eventually, rowIds } from './admin-steps.ts';

describe.skipIf(CHROMIUM === null)('lists follow the server', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const secret = (name: string) => ({
    body: { name, value: 'x', provider: 'p', environment: 'production', vault: 'v' } as const,
  });
  const receipt = () => clientOf(site).receipts.receipts.create({ body: api.receipts.receipts.create.example.body });

  /** How often the page asks for an address from now on. */
  function asking(page: Page, part: string): () => number {
    let count = 0;
    page.on('request', (request) => {
      if (request.url().includes(part)) count++;
    });
    return () => count;
  }

  it('console M10: what programs store appears without being asked for', async () => {
    await receipt();
    const visit = await site.visit({ path: '/receipts' });
    const { page } = visit;
    await eventually(() => rowIds(page, 'Receipts').then(({ length }) => length)).toBe(1);
    const made = await receipt();
    await eventually(() => rowIds(page, 'Receipts')).toContain(made.receipt_id);
    await visit.leave();
  });

  it('the current row, the focus and the filter stay as they were', async () => {
    const { crypto } = clientOf(site);
    for (const name of ['alpha one', 'alpha two']) await crypto.shield.store(secret(name));
    const visit = await site.visit({ path: '/secrets?q=alpha' });
    const { page } = visit;
    await eventually(() => rowIds(page, 'Secrets').then(({ length }) => length)).toBe(2);
    const first = page.getByRole('grid', { name: 'Secrets' }).locator('[data-id]', { hasText: 'alpha one' });
    await page.getByRole('grid', { name: 'Secrets' }).focus();
    await page.keyboard.press('End');
    const current = page.locator('[data-id][data-current], [data-id][aria-selected=true]').first();
    const before = await current.getAttribute('data-id');
    await crypto.shield.store(secret('alpha three'));
    await crypto.shield.store(secret('beta'));
    await eventually(() => rowIds(page, 'Secrets').then(({ length }) => length)).toBe(3);
    expect(await current.getAttribute('data-id')).toBe(before);
    expect(await page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null)).toBe(true);
    await first.waitFor();
    await visit.leave();
  });

  it("another project's writes make the page ask for nothing", async () => {
    const other = await clientOf(site, '').signing.auth.request({ body: { email: 'other@example.com' } });
    let following: Promise<unknown> = Promise.resolve();
    const visit = await site.visit({
      prepare: async (opened) => {
        following = opened.waitForResponse('**/console/changes');
      },
    });
    const { page } = visit;
    // As it begins to follow, everything that is shown is asked for anew: the list is not among that yet.
    await following;
    await go(page, '/receipts');
    await eventually(() => rowIds(page, 'Receipts').then(({ length }) => length)).toBe(2);
    const asked = asking(page, '/v1/receipts');
    await clientOf(site, other.api_key).receipts.receipts.create({ body: api.receipts.receipts.create.example.body });
    // What is ours comes later, and is told: so the other's would have been told before.
    const made = await receipt();
    await eventually(() => rowIds(page, 'Receipts')).toContain(made.receipt_id);
    expect(asked()).toBe(1);
    await visit.leave();
  });
});
