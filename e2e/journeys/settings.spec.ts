import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, hasSidewaysScroll, openSite, type Site, waitForFocus } from '../fixtures.ts';
import { clientOf, eventually } from './admin-steps.ts';

const PASSPHRASE = 'violet anchor teaspoon harbour nine';

describe.skipIf(CHROMIUM === null)('the Settings page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(async () => {
    await site.close();
  });

  it('changes settings of the server within their bounds, and undoes the last change', async () => {
    const read = () => clientOf(site).admin.settings.read();
    const before = await read();
    const visit = await site.visit({ path: '/settings?section=server' });
    const { page } = visit;
    const section = page.getByRole('region', { name: 'Server settings' });
    await section.getByText('1 day', { exact: true }).first().waitFor();
    await section.getByRole('button', { name: 'Change' }).click();
    const form = page.getByRole('dialog', { name: 'Change server settings' });
    const grace = form.getByLabel('Grace period of rotated API keys');
    const save = form.getByRole('button', { name: 'Save changes' });
    await grace.waitFor();
    await eventually(() => save.isDisabled()).toBe(true);
    await eventually(() => grace.inputValue()).toBe('1 day');
    await grace.fill('91 days');
    await form.getByText('From 0 seconds to 90 days').waitFor();
    await form.getByLabel('Console session', { exact: true }).fill('299 seconds');
    await form.getByText('From 5 minutes to 30 days').waitFor();
    await save.click();
    // Console M9: that is where a form that sends nothing puts the focus.
    await waitForFocus(grace);
    expect(await read()).toEqual(before);
    await form.getByLabel('Console session', { exact: true }).fill('1 day');

    await grace.fill('1 hour');
    await form.getByText('Anonymous API keys').click();
    await save.click();
    await eventually(read).toEqual({ ...before, api_key_grace_seconds: 3_600, anonymous_keys: false });
    const strangers = await fetch(`${site.api}/api/auth/request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'stranger@example.com' }),
    });
    expect(strangers.status).toBe(403);
    await form.waitFor({ state: 'detached' });
    const shown = section.locator('dl > div', { hasText: 'Grace period of rotated API keys' });
    await shown.getByText('1 hour', { exact: true }).waitFor();
    await section.getByRole('button', { name: 'Undo last change' }).click();
    await eventually(read).toEqual(before);
    await visit.leave();
  });

  it('shows the data folder, its sizes and what protects its secrets', async () => {
    const visit = await site.visit({ path: '/settings?section=data-folder' });
    const { page } = visit;
    const section = page.getByRole('region', { name: 'Data folder' });
    await section.getByText(site.dataDir).waitFor();
    await section.getByText('In a key file in the data folder').waitFor();
    await section.getByText('whoever copies the whole folder can open every secret in it').waitFor();
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('data-folder');
    await visit.leave();
  });

  it('makes a backup under a passphrase that was typed twice, and says how it comes back', async () => {
    const visit = await site.visit({ path: '/settings' });
    const { page } = visit;
    const section = page.getByRole('region', { name: 'Backup', exact: true });
    await page.getByRole('link', { name: 'Backup', exact: true }).click();
    await section.getByText('No backups yet').waitFor();
    await page.getByRole('button', { name: 'New backup' }).first().click();
    const sheet = page.getByRole('dialog', { name: 'New backup' });
    const passphrase = sheet.getByLabel('Passphrase', { exact: true });
    const again = sheet.getByLabel('Repeat passphrase', { exact: true });
    const make = sheet.getByRole('button', { name: 'Create backup' });
    await eventually(() => passphrase.getAttribute('type')).toBe('password');
    await make.click();
    await sheet.getByText('Choose a passphrase of at least 12 characters.').waitFor();
    await passphrase.fill('short');
    await sheet.getByText('Too short: 7 more characters, at least 12.').first().waitFor();
    await passphrase.fill('aaaaaaaaaaaaaaaa');
    await sheet.getByText('Easy to guess').waitFor();
    await passphrase.fill(PASSPHRASE);
    await sheet.getByText('Long enough').waitFor();
    await again.fill('violet anchor teaspoon harbour ten');
    await sheet.getByText('The passphrases are different.').waitFor();
    await make.click();
    await waitForFocus(again);
    await eventually(() => passphrase.inputValue()).toBe(PASSPHRASE);
    expect((await clientOf(site).admin.storage.read()).backups).toEqual([]);

    await again.fill(PASSPHRASE);
    await make.click();
    await section.getByText('The backup is ready').waitFor();
    await sheet.waitFor({ state: 'detached' });
    const [backup] = (await clientOf(site).admin.storage.read()).backups;
    expect(backup?.path).toBe(join(site.dataDir, 'backups', backup?.name ?? ''));
    const file = backup?.path ?? '';
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const sha256 = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    await section.getByRole('button', { name: 'Compare SHA-256 of the backup' }).click();
    await section.getByLabel('Value to compare with SHA-256 of the backup').fill(sha256);
    await section.getByText('equal', { exact: true }).waitFor();
    await section.getByRole('rowheader', { name: backup?.name ?? '' }).waitFor();
    await section.getByRole('button', { name: 'How to restore a backup' }).click();
    await section.getByText(`touchstone restore --file ${file} --replace`).waitFor();
    await page.getByRole('button', { name: 'New backup' }).click();
    await eventually(() => passphrase.inputValue()).toBe('');
    await visit.leave();
  });

  it('says how programs connect, with a command that works', async () => {
    const visit = await site.visit({ path: '/settings' });
    const { page } = visit;
    await page.getByRole('link', { name: 'Programs', exact: true }).click();
    const section = page.getByRole('region', { name: 'Programs on this machine' });
    const command = await section.getByRole('region', { name: 'curl command' }).innerText();
    const path = /curl -sS (\S+)/.exec(command)?.[1] ?? '';
    const body = /-d '(.*)'/.exec(command)?.[1] ?? '';
    expect(path).toBe(`${site.api}/v1/receipts`);
    const { api_key } = await clientOf(site).admin.keys.create({ body: { project_id: 'prj_local', scopes: ['sign'] } });
    const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
    const answer = await fetch(path, { method: 'POST', headers, body });
    expect(answer.status).toBeLessThan(300);
    await section.getByRole('link', { name: 'Accounts' }).click();
    await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
    await visit.leave();
  });

  it('keeps its own parts where the server cannot be asked, at 360 px', async () => {
    const visit = await site.visit({ path: '/settings', signIn: false, width: 360, expectedErrors: [/401/] });
    const { page } = visit;
    await page.getByRole('heading', { level: 2, name: 'Appearance' }).waitFor();
    await page.getByRole('link', { name: 'Backup', exact: true }).click();
    await page.getByText('This window is not signed in', { exact: true }).first().waitFor();
    for (const name of ['Keyboard', 'Server settings', 'Data folder', 'Programs', 'About', 'Signature algorithms']) {
      await page.getByRole('link', { name, exact: true }).last().click();
      await page.getByRole('heading', { level: 2, name: new RegExp(`^${name}`) }).waitFor();
      expect(await hasSidewaysScroll(page), name).toBe(false);
    }
    await visit.leave();
  });
});
