import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, hasSidewaysScroll, openSite, type Site } from '../fixtures.ts';
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
    const form = page.getByRole('form', { name: 'Settings of the server' });
    const grace = form.getByLabel('Grace period of rotated API keys, seconds');
    const save = form.getByRole('button', { name: 'Save' });
    await grace.waitFor();
    await eventually(() => save.isDisabled()).toBe(true);
    await grace.fill('7776001');
    await form.getByText('A whole number from 0 to 7,776,000.', { exact: true }).waitFor();
    await eventually(() => save.isDisabled()).toBe(true);
    await form.getByLabel('Length of a console session, seconds').fill('299');
    await form.getByText('A whole number from 300 to 2,592,000.', { exact: true }).waitFor();
    await form.getByRole('button', { name: 'Discard' }).click();
    await eventually(() => grace.inputValue()).toBe(String(before.api_key_grace_seconds));

    await grace.fill('3600');
    await form.getByText('Anonymous API keys').click();
    await save.click();
    await eventually(read).toEqual({ ...before, api_key_grace_seconds: 3_600, anonymous_keys: false });
    const strangers = await fetch(`${site.api}/api/auth/request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'stranger@example.com' }),
    });
    expect(strangers.status).toBe(403);
    await form.getByRole('button', { name: 'Undo the last change' }).click();
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
    await section.getByText('There is no backup in this data folder yet.').waitFor();
    const passphrase = section.getByLabel('Passphrase of the backup', { exact: true });
    const again = section.getByLabel('The same once more', { exact: true });
    const make = section.getByRole('button', { name: 'Make a backup' });
    await eventually(() => passphrase.getAttribute('type')).toBe('password');
    await make.click();
    await section.getByText('Choose a passphrase of at least 12 characters.').waitFor();
    await passphrase.fill('short');
    await section.getByText('Too short: 7 more characters, 12 at least.').first().waitFor();
    await passphrase.fill('aaaaaaaaaaaaaaaa');
    await section.getByText('Easy to guess').waitFor();
    await passphrase.fill(PASSPHRASE);
    await section.getByText('Long enough').waitFor();
    await again.fill('violet anchor teaspoon harbour ten');
    await section.getByText('This is not the same as above.').waitFor();
    await make.click();
    await eventually(() => passphrase.inputValue()).toBe(PASSPHRASE);
    expect((await clientOf(site).admin.storage.read()).backups).toEqual([]);

    await again.fill(PASSPHRASE);
    await make.click();
    await section.getByText('The backup is made').waitFor();
    await eventually(() => passphrase.inputValue()).toBe('');
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
    await visit.leave();
  });

  it('says how programs connect, with a command that works', async () => {
    const visit = await site.visit({ path: '/settings' });
    const { page } = visit;
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
    await page.getByText('This window is not signed in', { exact: true }).first().waitFor();
    await page.getByRole('heading', { level: 2, name: 'Appearance' }).waitFor();
    expect(await hasSidewaysScroll(page)).toBe(false);
    await visit.leave();
  });
});
