import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { CHROMIUM, go, hasSidewaysScroll, openSite, pressIn, waitForFocus } from '../fixtures.ts';
import { shot } from '../screens.ts';
import { eventually } from './admin-steps.ts';

const PASSPHRASE = 'the one passphrase';

/** With a session, and without one, the page begins anew: what is done to the page before is lost with it. */
async function loadedAnew(page: Page, act: () => Promise<void>): Promise<void> {
  const loaded = page.waitForEvent('load');
  await act();
  await loaded;
}

/** In a page: so many wrong tries begin within one minute, however long each of them takes. */
async function tryAtOnce(count: number): Promise<void> {
  const body = JSON.stringify({ passphrase: 'another passphrase' });
  const headers = { 'content-type': 'application/json' };
  const one = () => fetch('/api/v1/console/unlock', { method: 'POST', headers, body });
  await Promise.all(Array.from({ length: count }, one));
}

describe.skipIf(CHROMIUM === null)('12.29 in the browser', () => {
  it('a locked server is unlocked with the keyboard, the window is locked again, and the passphrase opens it anew', async () => {
    const site = await openSite({ passphrase: PASSPHRASE });
    try {
      expect(await readFile(String(site.server.openPage), 'utf8')).not.toContain('/start/');
      const visit = await site.visit({
        signIn: false,
        width: 390,
        colorScheme: 'dark',
        expectedErrors: [/status of (401|429|503)/, /net::ERR_/],
      });
      const { page } = visit;
      const dialog = page.getByRole('dialog', { name: 'Unlock Touchstone' });
      const field = dialog.getByLabel('Passphrase of the data folder', { exact: true });
      await waitForFocus(field);
      expect(await dialog.textContent()).toContain('Nothing in it can be read');
      expect(await hasSidewaysScroll(page)).toBe(false);
      await page.keyboard.press('Escape');
      expect(await dialog.isVisible()).toBe(true);
      await pressIn(field, 'Enter');
      await dialog.getByText('Enter the passphrase.').waitFor();
      await field.fill('another passphrase');
      await pressIn(field, 'Enter');
      await dialog.getByText('The passphrase is wrong.').waitFor();
      expect(await field.inputValue()).toBe('');
      expect(await field.getAttribute('aria-invalid')).toBe('true');

      await field.fill(PASSPHRASE);
      await loadedAnew(page, () => pressIn(field, 'Enter'));
      const lock = page.getByRole('button', { name: 'Lock', exact: true });
      await lock.waitFor();
      await dialog.waitFor({ state: 'hidden' });
      expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
      const token = () => page.evaluate(() => sessionStorage.getItem('touchstone.session'));
      const first = await token();
      const accounts = async (session: string | null) =>
        (await fetch(`${site.api}/api/v1/admin/accounts`, { headers: { authorization: `Bearer ${session}` } })).status;
      expect(await accounts(first)).toBe(200);
      await go(page, '/settings');

      await loadedAnew(page, () => lock.click());
      await waitForFocus(field);
      expect(await dialog.textContent()).toContain('This window is locked');
      expect(await token()).toBeNull();
      expect(await accounts(first)).toBe(401);
      await field.fill('another passphrase');
      await pressIn(field, 'Enter');
      await dialog.getByText('The passphrase is wrong.').waitFor();
      const refused = page.waitForResponse((answer) => answer.status() === 429);
      const tries = page.evaluate(tryAtOnce, 6);
      await refused;
      await field.fill(PASSPHRASE);
      await pressIn(field, 'Enter');
      await dialog.getByText(/Five tries a minute are allowed. Try again in \d+ seconds/).waitFor();
      await tries;
      await visit.leave();
    } finally {
      await site.close();
    }
  }, 240_000);

  it('a window that was left alone locks, its session ends, and the passphrase opens a new one', async () => {
    const site = await openSite({ passphrase: PASSPHRASE });
    try {
      const visit = await site.visit({
        signIn: false,
        expectedErrors: [/status of (401|503)/],
        prepare: (page) => page.clock.install({ time: Date.now() }),
      });
      const { page } = visit;
      const dialog = page.getByRole('dialog', { name: 'Unlock Touchstone' });
      const field = dialog.getByLabel('Passphrase of the data folder', { exact: true });
      await field.waitFor();
      await shot(page, 'unlock-light');
      const unlock = async () => {
        await field.fill(PASSPHRASE);
        await loadedAnew(page, () => pressIn(field, 'Enter'));
        await page.getByRole('button', { name: 'Lock', exact: true }).waitFor();
        await dialog.waitFor({ state: 'hidden' });
      };
      await unlock();
      const token = () => page.evaluate(() => sessionStorage.getItem('touchstone.session'));
      const accounts = async (session: string | null) =>
        (await fetch(`${site.api}/api/v1/admin/accounts`, { headers: { authorization: `Bearer ${session}` } })).status;
      const first = await token();
      expect(await accounts(first)).toBe(200);

      await loadedAnew(page, () => page.clock.fastForward(301_000));
      await dialog.getByText('This window is locked').waitFor();
      expect(await token()).toBeNull();
      await eventually(() => accounts(first)).toBe(401);
      await unlock();
      expect(await token()).not.toBe(first);
      expect(await accounts(await token())).toBe(200);
      await visit.leave();
    } finally {
      await site.close();
    }
  }, 240_000);
});
