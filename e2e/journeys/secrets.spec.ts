import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answerTo,
  CHROMIUM,
  go,
  goOffline,
  hasSidewaysScroll,
  openSite,
  pressIn,
  type Site,
  waitForFocus,
} from '../fixtures.ts';
import { choose, clientOf, eventually, more, rowIds, saved } from './admin-steps.ts';

const DAY_MS = 86_400_000;

describe.skipIf(CHROMIUM === null)('the Secrets page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(async () => {
    await site.close();
  });

  const shield = () => clientOf(site).crypto.shield;

  async function stored(name: string, value: string, changes: object = {}) {
    return shield().store({
      body: { name, value, provider: 'stripe', environment: 'production', vault: 'payments', ...changes },
    });
  }

  /** Everything that lives on the heap of the page's scripts, as text. */
  async function heapOf(page: Page): Promise<string> {
    const devtools = await page.context().newCDPSession(page);
    const chunks: string[] = [];
    devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
    await devtools.send('HeapProfiler.collectGarbage');
    await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    await devtools.detach();
    return chunks.join('');
  }

  it('leads a new administrator to the form; the value leaves sealed; what is wrong is said at its field', async () => {
    const visit = await site.visit({ path: '/secrets' });
    const { page } = visit;
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/shield/store')) sent.push(request.postData() ?? '');
    });
    await page.getByText('No secrets yet').waitFor();
    await page.getByRole('button', { name: 'New secret' }).last().click();
    const send = page.getByRole('button', { name: 'Store secret' });
    await page.getByLabel('Name', { exact: true }).fill('Payment key');
    await page.getByLabel('Tags').fill('billing, eu, billing');
    await send.click();
    for (const sentence of ['Enter the value.', 'Enter the provider.', 'Enter the vault.']) {
      await page.getByText(sentence, { exact: true }).waitFor();
    }
    // Console M9: the first field that is wrong has the focus.
    await waitForFocus(page.getByLabel('Value', { exact: true }));
    // The draft is still there when the sheet was closed; Escape closes it at once.
    await pressIn(page.getByRole('dialog'), 'Escape');
    await send.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New secret' }).last().click();
    await eventually(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Payment key');
    expect(sent).toEqual([]);
    await page.getByLabel('Value', { exact: true }).fill('sk_live_51Hx9TqCanaryOfTheStoreForm4242');
    await page.getByLabel('Provider').fill('stripe');
    await page.getByLabel('Vault').fill('payments');
    await choose(page, 'Rotation reminder', 'Other number of days');
    await page.getByLabel('Days', { exact: true }).fill('0');
    await send.click();
    await page.getByText('Enter a whole number of days').waitFor();
    await page.getByLabel('Days', { exact: true }).fill('45');
    await send.click();
    await page.getByRole('heading', { level: 1, name: 'Payment key' }).waitFor();
    await page.getByText('every 45 days', { exact: true }).waitFor();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain('kem1:');
    expect(sent[0]).not.toContain('CanaryOfTheStoreForm');
    const [secret] = (await shield().list({ query: {} })).secrets;
    expect(secret).toMatchObject({ tags: ['billing', 'eu'], rotation_policy: '45d' });
    const { value } = await shield().reveal({ params: { id: secret?.id ?? '' } });
    expect(value).toBe('sk_live_51Hx9TqCanaryOfTheStoreForm4242');
    await visit.leave();
  });

  it('reliability 11: says that there are more secrets than the 10,000 that are listed', async () => {
    await stored('One of many', 'x'.repeat(40));
    const visit = await site.visit({ path: '/secrets' });
    const { page } = visit;
    const [item] = (await shield().list({ query: { status: 'active', limit: 1 } })).secrets;
    // A server with a page after every page.
    await page.route('**/v1/shield/secrets?*', (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? '0');
      const secrets = Array.from({ length: 200 }, (_, index) => ({ ...item, id: `sec_many_${from + index}` }));
      return route.fulfill({ json: { secrets, next_cursor: String(from + 200) } });
    });
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Refresh' }).click();
    await page.getByText('10,000 secrets. There are more, which are not listed').waitFor();
    await go(page, '/overview');
    await page.getByText('Only 10,000 secrets were checked').waitFor();
    await visit.leave();
  });

  it('shows a value for 30 seconds, copies it without showing, and takes it back from the clipboard', async () => {
    const value = 'sk_live_51Hx9TqCanaryOfReveal0000001234';
    const { id } = await stored('Shown for a while', value);
    const visit = await site.visit({ path: `/secrets?secret=${id}` });
    const { page } = visit;
    await page.getByRole('heading', { level: 1, name: 'Shown for a while' }).waitFor();
    await page.clock.install({ time: Date.now() });
    expect(await page.content()).not.toContain(value);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Copied. The clipboard is cleared after').waitFor();
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(value);
    expect(await page.content()).not.toContain(value);
    await page.clock.fastForward(20_500);
    await page.getByText('Cleared from the clipboard.').waitFor();
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe('');

    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Copied. The clipboard is cleared after').waitFor();
    await page.evaluate(() => navigator.clipboard.writeText('something else'));
    await page.clock.fastForward(20_500);
    await page.getByText('and was left alone').waitFor();
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe('something else');

    await page.getByRole('button', { name: 'Show for 30 seconds' }).click();
    await page.getByText(value, { exact: true }).waitFor();
    await page.clock.fastForward(30_500);
    await page.getByText('Hidden again. This page has forgotten').waitFor();
    expect(await page.content()).not.toContain(value);
    const { entries } = await shield().audit({ query: { secret_id: id, action: 'reveal' } });
    expect(entries.map(({ result }) => result)).toEqual(['success', 'success', 'success']);
    await visit.leave();
  });

  it('forgets what is shown and what is typed when left alone for five minutes or put away', async () => {
    const value = 'sk_live_51Hx9TqCanaryOfTheLock00009876';
    const typed = 'sk_live_51Hx9TqCanaryThatWasTyped005555';
    const { id } = await stored('Locked away', value);
    const visit = await site.visit({
      path: `/secrets?secret=${id}`,
      // Before the page sets its first timer.
      prepare: (page) => page.clock.install({ time: Date.now() }),
    });
    const { page } = visit;
    const field = page.getByLabel('New value', { exact: true });
    const region = page.locator('section[aria-label="Value of the secret"]');
    const rotate = page.getByRole('button', { name: 'Rotate', exact: true });
    const show = async () => {
      await page.getByRole('button', { name: 'Show for 30 seconds' }).click();
      await region.waitFor();
    };
    // Playwright's own scripts live on the same heap: neither value may be among their arguments.
    const type = async () => {
      await rotate.click();
      await field.focus();
      await page.keyboard.insertText(typed);
    };
    const close = async () => {
      await pressIn(page.getByRole('dialog'), 'Escape');
      await field.waitFor({ state: 'detached' });
    };
    const hide = () =>
      page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
        Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      });

    // Nothing that takes long comes between, for a value is shown for 30 seconds of a clock that goes on.
    await show();
    await hide();
    await page.getByText('Hidden and forgotten: the window was locked').waitFor();
    await type();
    await hide();
    await page.getByText('The field was emptied because the window was locked').waitFor();
    await eventually(() => field.inputValue()).toBe('');
    await close();
    // A draft in a closed sheet goes as well.
    await type();
    await close();
    await hide();
    await rotate.click();
    await eventually(() => field.inputValue()).toBe('');
    await close();

    await show();
    expect((await heapOf(page)).includes(value)).toBe(true);
    await type();
    await page.clock.fastForward(200_000);
    await page.mouse.move(300, 300);
    await page.clock.fastForward(200_000);
    expect((await field.inputValue()).length).toBe(typed.length);
    await page.clock.fastForward(101_000);
    const lock = page.getByRole('alertdialog', { name: 'Hidden' });
    await lock.getByText('Nobody used this window for 5 minutes').waitFor();
    await page.clock.runFor(5_000);
    await eventually(async () => {
      const heap = await heapOf(page);
      return [heap.includes(value), heap.includes(typed)];
    }).toEqual([false, false]);
    const goOn = lock.getByRole('button', { name: 'Continue' });
    await pressIn(goOn, 'Escape');
    await eventually(() => lock.isVisible()).toBe(true);
    await pressIn(goOn, 'Enter');
    await lock.waitFor({ state: 'detached' });
    await eventually(() => field.inputValue()).toBe('');

    await go(page, '/settings');
    await choose(page, 'Auto-lock after', '1 minute');
    await page.clock.fastForward(61_000);
    await lock.getByText('Nobody used this window for a minute').waitFor();
    await visit.leave();
  });

  it('rotates to a new version, verifies without revealing, and keeps the versions apart', async () => {
    const { id } = await stored('Rotating key', 'sk_live_51Hx9TqFirstFirstFirst00001111', { rotation_policy: '30d' });
    const visit = await site.visit({ path: `/secrets?secret=${id}` });
    const { page } = visit;
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    await page.getByRole('button', { name: 'Rotate', exact: true }).click();
    await page.getByLabel('New value', { exact: true }).fill('sk_live_51Hx9TqSecondSecond000000002222');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate', exact: true }).click();
    await page.getByText('Version 2 is active').first().waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText(id, { exact: true }).first().waitFor();

    await more(page, 'Verify a value');
    const typed = page.getByLabel('Value to verify', { exact: true });
    await typed.fill('sk_live_51Hx9TqFirstFirstFirst00001111');
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByRole('dialog').getByText('This is not the stored value').waitFor();
    await eventually(() => typed.inputValue()).toBe('sk_live_51Hx9TqFirstFirstFirst00001111');
    await typed.fill('sk_live_51Hx9TqSecondSecond000000002222');
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByRole('dialog').getByText('This is the stored value').waitFor();
    await eventually(() => typed.inputValue()).toBe('');
    expect(sent.join()).not.toContain('FirstFirst');
    expect(sent.join()).not.toContain('SecondSecond');
    await pressIn(page.getByRole('dialog'), 'Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Open version 1' }).click();
    await page.getByText('A newer version has replaced this one.').waitFor();
    await eventually(() => page.getByRole('button', { name: 'Rotate', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show for 30 seconds' }).click();
    await page.getByText('sk_live_51Hx9TqFirstFirstFirst00001111', { exact: true }).waitFor();
    await visit.leave();
  });

  it('takes a value of several lines from a file, byte for byte', async () => {
    const visit = await site.visit({ path: '/secrets?act=store' });
    const { page } = visit;
    const pem = '-----BEGIN KEY-----\nAAAA\r\nBBBB\n-----END KEY-----\n';
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Load from file' }).click();
    await (await chooser).setFiles({ name: 'tls.pem', mimeType: 'text/plain', buffer: Buffer.from(pem) });
    await page.getByText('tls.pem').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('TLS key');
    await page.getByLabel('Provider').fill('own');
    await page.getByLabel('Vault').fill('web');
    await page.getByRole('button', { name: 'Store secret' }).click();
    await page.getByRole('heading', { level: 1, name: 'TLS key' }).waitFor();
    const found = (await shield().list({ query: { vault: 'web' } })).secrets[0]?.id ?? '';
    expect((await shield().reveal({ params: { id: found } })).value).toBe(pem);
    await visit.leave();
  });

  it('deletes after the name is typed, restores, and destroys for good', async () => {
    const { id } = await stored('Ending key', 'sk_live_51Hx9TqEndEndEndEnd0000003333');
    const visit = await site.visit({ path: `/secrets?secret=${id}` });
    const { page } = visit;
    await more(page, 'Delete');
    const sheet = page.getByRole('dialog');
    await sheet.getByText('What breaks').waitFor();
    await sheet.getByText('Everything, for 30 days').waitFor();
    const confirm = sheet.getByRole('button', { name: 'Delete', exact: true });
    await sheet.getByLabel(/^Type /).fill('ending key');
    await confirm.click();
    await sheet.getByText('The name is different.').waitFor();
    await sheet.getByLabel(/^Type /).fill('Ending key');
    await confirm.click();
    await page.getByText('This value can no longer be read.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Show for 30 seconds' }).waitFor();
    expect((await shield().reveal({ params: { id } })).value).toContain('EndEnd');

    await more(page, 'Delete');
    await sheet.getByLabel(/^Type /).fill('Ending key');
    await confirm.click();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByRole('button', { name: 'Show for 30 seconds' }).waitFor();

    await more(page, 'Destroy for good');
    await sheet.getByText('Backups made before still contain').waitFor();
    await sheet.getByLabel(/^Type /).fill('Ending key');
    await sheet.getByRole('button', { name: 'Destroy for good' }).click();
    await page.getByText('The value is gone for good.').waitFor();
    await expect(shield().reveal({ params: { id } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await visit.leave();
  });

  it('marks what is due and overdue, filters, sorts, exports metadata alone; the address keeps it', async () => {
    const due = await stored('Due soon', 'sk_live_51Hx9TqDueDueDueDue00000004444', {
      vault: 'list',
      rotation_policy: '7d',
    });
    const over = await stored('Long over', 'sk_live_51Hx9TqOverOverOver00000005555', {
      vault: 'list',
      rotation_policy: '1d',
      environment: 'staging',
    });
    const never = await stored('Never rotated', 'sk_live_51Hx9TqNeverNever000000006666', { vault: 'list' });
    const visit = await site.visit({ path: '/settings' });
    const { page } = visit;
    await page.clock.install({ time: Date.now() + 3 * DAY_MS });
    await page.mouse.move(200, 200);
    await page.mouse.move(210, 210);
    await page.getByRole('button', { name: 'Continue' }).click();
    await go(page, '/secrets?vault=list&sort=name');
    await eventually(() => rowIds(page, 'Secrets')).toEqual([due.id, over.id, never.id]);
    await page.getByText('Overdue by 2 days').waitFor();
    await page.getByText('Due in 3 days').waitFor();
    // console: rotating from the list takes one press, and as many by keyboard as opening does.
    await page.getByRole('button', { name: 'Rotate Long over' }).click();
    await page
      .getByRole('dialog', { name: /Long over/ })
      .getByLabel('New value', { exact: true })
      .waitFor();
    await go(page, '/secrets?vault=list&sort=name');
    await page.getByRole('grid', { name: 'Secrets' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+Enter');
    await page
      .getByRole('dialog', { name: /Due soon/ })
      .getByLabel('New value', { exact: true })
      .waitFor();
    await go(page, '/secrets?vault=list&sort=name');
    await page.getByRole('button', { name: /^Show: Rotation overdue/ }).click();
    await eventually(() => rowIds(page, 'Secrets')).toEqual([over.id]);
    await eventually(() => page.url()).toContain('rotation=overdue');
    await choose(page, 'Rotation', 'All');
    await choose(page, 'Environment', 'staging');
    await eventually(() => rowIds(page, 'Secrets')).toEqual([over.id]);
    await choose(page, 'Environment', 'All');
    await eventually(() => rowIds(page, 'Secrets')).toEqual([due.id, over.id, never.id]);
    const csv = await saved(page, 'Export CSV');
    expect(csv.text.split('\r\n')[0]).toBe(
      'id,name,vault,environment,provider,tags,status,version,rotation_policy,rotation_due_at_utc,created_at_utc',
    );
    expect(csv.text).not.toMatch(/DueDue|\*4444/);
    const json = await saved(page, 'Export JSON');
    expect(JSON.parse(json.text).secrets).toHaveLength(3);
    expect(json.text).not.toContain('sk_live');

    await page.getByRole('grid', { name: 'Secrets' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Due soon' }).waitFor();
    await waitForFocus(page.getByRole('heading', { level: 1, name: 'Due soon' }));
    await eventually(() => page.title()).toBe('Due soon – Secrets – Touchstone');
    await page.getByRole('navigation', { name: 'Way back' }).getByRole('link', { name: 'Secrets' }).click();
    await page.getByRole('grid', { name: 'Secrets' }).waitFor();
    await page.goBack();
    await page.goBack();
    await eventually(() => rowIds(page, 'Secrets')).toEqual([due.id, over.id, never.id]);
    await visit.leave();
  });

  it('shows the audit with its signatures, walks the chain in a worker, and exports it', async () => {
    const visit = await site.visit({ path: '/secrets?view=audit' });
    const { page } = visit;
    await page.getByText('Valid', { exact: true }).first().waitFor();
    await eventually(() => page.getByText('Not valid', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await page.getByText('Intact', { exact: true }).waitFor();
    const { entries, total } = await shield().audit({ query: { limit: 1 } });
    await page.getByText(`${total} entries, verified`).waitFor();
    await choose(page, 'Action', 'Destroyed the value');
    await page.getByText(`1 of 1 entry.`).waitFor();
    const file = JSON.parse((await saved(page, 'Export JSON')).text);
    expect(file).toMatchObject({ format: 'touchstone-secret-audit', whole_chain: false });
    await choose(page, 'Action', 'All actions');
    await page.getByRole('button', { name: `Open entry ${entries[0]?.position}`, exact: true }).click();
    await page.getByRole('dialog').getByText('Valid', { exact: true }).waitFor();
    await visit.leave();
  });

  it('locates a broken entry, and says so of its signature', async () => {
    const visit = await site.visit({
      path: '/verify',
      prepare: async (other) => {
        await other.route('**/v1/shield/audit?*', async (route) => {
          const response = await answerTo(route);
          const body = await response.json();
          for (const entry of body.entries) if (entry.position === 3) entry.action = 'delete';
          await route.fulfill({ response, json: body });
        });
      },
    });
    const { page } = visit;
    await go(page, '/secrets?view=audit');
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await page.getByText('Broken at entry 3').waitFor();
    await page.getByText('Not valid', { exact: true }).waitFor();
    await visit.leave();
  });

  it('keeps its heading and says why where it is not signed in, at 360 px; says when the server is gone', async () => {
    const visit = await site.visit({ path: '/secrets', signIn: false, width: 360, expectedErrors: [/401/] });
    await visit.page.getByText('This window is not signed in', { exact: true }).first().waitFor();
    expect(await hasSidewaysScroll(visit.page)).toBe(false);
    await visit.leave();

    const narrow = await site.visit({ path: '/secrets', width: 360, expectedErrors: [/ERR_|Failed to load/] });
    await narrow.page.getByRole('grid', { name: 'Secrets' }).waitFor();
    expect(await hasSidewaysScroll(narrow.page)).toBe(false);
    await narrow.page.getByRole('tab', { name: 'Audit' }).click();
    await narrow.page.getByRole('button', { name: 'Verify the chain' }).waitFor();
    expect(await hasSidewaysScroll(narrow.page)).toBe(false);
    await go(narrow.page, '/secrets?act=store');
    await narrow.page.getByRole('button', { name: 'Store secret' }).waitFor();
    expect(await hasSidewaysScroll(narrow.page)).toBe(false);
    await goOffline(narrow.page);
    await go(narrow.page, '/secrets?status=expired');
    await narrow.page.getByText('The secrets could not be reached').waitFor();
    await narrow.leave();
  });

  it('stores nothing of a value in the data folder in the clear', async () => {
    for (const name of await readdir(site.dataDir, { recursive: true, withFileTypes: true })) {
      if (!name.isFile()) continue;
      // The server goes on working: what it wrote for a moment may be gone by now.
      const bytes = await readFile(join(name.parentPath, name.name), 'latin1').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      expect(bytes.includes('CanaryOf'), name.name).toBe(false);
    }
  });
});
