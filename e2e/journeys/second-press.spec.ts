import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openSite, pressAt, type Site } from '../fixtures.ts';
import { eventually } from './admin-steps.ts';

/** Between the two presses of a hurried finger, milliseconds: longer than the server takes for a key of the cache. */
const FINGER_MS = 180;

/** How many values the page has written. */
function countWrites(page: Page): () => number {
  let writes = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/cache/')) writes += 1;
  });
  return () => writes;
}

describe.skipIf(CHROMIUM === null)('a second press', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  it('sends nothing: a double click, a key that is held, Enter twice; a later press does', async () => {
    const visit = await site.visit({ path: '/cache?act=write' });
    const { page } = visit;
    const writes = countWrites(page);
    const writing = page.getByRole('dialog', { name: 'Write a key' });
    await writing.getByLabel('Key', { exact: true }).fill('pressed');
    await page.getByLabel('Value, JSON').fill('1');
    const lifetime = page.getByLabel('Lifetime in seconds');
    await lifetime.fill('600');
    const button = writing.getByRole('button', { name: 'Write', exact: true });
    const isReady = () => button.isEnabled();
    // Loads what the first write needs, so that the next is fast.
    await button.click();
    await page.getByText('10 min, left to the server').waitFor();

    await button.dblclick({ delay: FINGER_MS });
    await eventually(isReady).toBe(true);
    expect(writes()).toBe(2);

    await button.focus();
    for (let i = 0; i < 5; i++) {
      await page.keyboard.down('Enter');
      await eventually(isReady).toBe(true);
    }
    await page.keyboard.up('Enter');
    await eventually(isReady).toBe(true);
    expect(writes()).toBe(3);

    await lifetime.fill('601');
    const now = Date.now();
    await pressAt(page, 'Enter', now);
    await eventually(isReady).toBe(true);
    await lifetime.focus();
    await pressAt(page, 'Enter', now + FINGER_MS);
    await eventually(isReady).toBe(true);
    expect(writes()).toBe(4);

    await button.click();
    await eventually(writes).toBe(5);
    await visit.leave();
  });
});
