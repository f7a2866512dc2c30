import { PROJECT_HEADER } from '@touchstone/server/accounts/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CHROMIUM,
  go,
  hasSidewaysScroll,
  keepState,
  openSite,
  PATIENCE_MS,
  pressIn,
  type Site,
  stateOf,
  whenLoaded,
} from '../fixtures.ts';
import { choose, clientOf, eventually, hold, more, revealedKey, rowIds, saved } from './admin-steps.ts';

const DAY_MS = 86_400_000;

describe.skipIf(CHROMIUM === null)('the Accounts page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(async () => {
    await site.close();
  });

  async function openAccount(email: string, credits = 5_000) {
    return clientOf(site).admin.accounts.create({ body: { email, plan: 'pro', credits } });
  }

  it('opens an account; what is wrong is said at its field and nothing typed is lost', async () => {
    const visit = await site.visit({ path: '/accounts', expectedErrors: [/409/] });
    const { page } = visit;
    await page.getByRole('button', { name: 'New account' }).click();
    const dialog = page.getByRole('dialog', { name: 'New account' });
    await dialog.getByLabel('E-mail').fill('nobody');
    await dialog.getByLabel('Units').fill('12.5');
    await dialog.getByRole('button', { name: 'Create account' }).click();
    await dialog.getByText('Enter an e-mail address').waitFor();
    await dialog.getByText('Enter a whole number from 0 to').waitFor();
    await eventually(() => dialog.getByLabel('E-mail').inputValue()).toBe('nobody');

    await dialog.getByLabel('E-mail').fill('opened@example.com');
    await dialog.getByLabel('Units').fill('2,500');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'opened@example.com' }).waitFor();
    await eventually(() => page.url()).toMatch(/account=acc_[0-9a-f]{16}/);
    await page.getByText('2,500').first().waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'opened@example.com' }).waitFor();

    await page.getByRole('link', { name: 'Accounts', exact: true }).last().click();
    await page.getByRole('button', { name: 'New account' }).click();
    await dialog.getByLabel('E-mail').fill('opened@example.com');
    await dialog.getByRole('button', { name: 'Create account' }).click();
    await dialog.getByText('There is already an account with this address.').waitFor();
    await eventually(() => dialog.getByLabel('E-mail').inputValue()).toBe('opened@example.com');
    await visit.leave();
  });

  it('filters, sorts and exports the list; the address keeps the filters; rows open by keyboard', async () => {
    const rich = await openAccount('rich@list.example', 9_000);
    // They are listed by the time at which they were opened.
    await eventually(() => Date.now()).toBeGreaterThan(Date.parse(rich.created_at));
    const poor = await openAccount('poor@list.example', 10);
    const visit = await site.visit({ path: '/accounts' });
    const { page } = visit;
    await page.getByLabel('Find an account').fill('list.example');
    await page.getByText('2 of').waitFor();
    await eventually(() => rowIds(page, 'Accounts')).toEqual([rich.id, poor.id]);
    await page.getByRole('button', { name: 'Units left' }).click();
    await eventually(() => rowIds(page, 'Accounts')).toEqual([poor.id, rich.id]);
    await eventually(() => page.url()).toContain('sort=credits');
    await page.reload();
    await eventually(() => rowIds(page, 'Accounts')).toEqual([poor.id, rich.id]);

    const csv = await saved(page, 'Export CSV');
    expect(csv.name).toBe('accounts.csv');
    expect(csv.text.split('\r\n').slice(0, 2)).toEqual([
      'id,email,plan,credits,status,created_at_utc',
      `"${poor.id}","poor@list.example","pro",10,"active","${poor.created_at}"`,
    ]);
    const json = JSON.parse((await saved(page, 'Export JSON')).text);
    expect(json.accounts.map(({ id }: { id: string }) => id)).toEqual([poor.id, rich.id]);

    await choose(page, 'Status', 'Suspended');
    await page.getByText('No account matches the filters.').waitFor();
    await choose(page, 'Status', 'All');
    await eventually(() => rowIds(page, 'Accounts')).toEqual([poor.id, rich.id]);
    const grid = page.getByRole('grid', { name: 'Accounts' });
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { level: 1, name: 'rich@list.example' });
    await heading.waitFor();
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('rich@list.example');
    await page.goBack();
    await eventually(() => rowIds(page, 'Accounts')).toEqual([poor.id, rich.id]);
    await visit.leave();
  });

  it('says what a change of plan and units does before it is made', async () => {
    const account = await openAccount('terms@example.com', 5_000);
    const visit = await site.visit({ path: `/accounts?account=${account.id}` });
    const { page } = visit;
    await more(page, 'Change plan and units');
    const dialog = page.getByRole('dialog', { name: 'Change terms@example.com' });
    const apply = dialog.getByRole('button', { name: 'Apply change' });
    await apply.waitFor();
    await eventually(() => apply.isDisabled()).toBe(true);
    await dialog.getByLabel('Units left').fill('many');
    await apply.click();
    await dialog.getByText('Enter a whole number from 0 to').waitFor();
    await dialog.getByLabel('Units left').fill('7000');
    await choose(page, 'Plan', 'Free');
    await dialog.getByText('2,000 granted').waitFor();
    await dialog.getByText('Operations above tier 0 are refused').waitFor();
    expect((await clientOf(site).admin.accounts.read({ params: { id: account.id }, query: {} })).plan).toBe('pro');
    await apply.click();
    await eventually(() => clientOf(site).admin.accounts.read({ params: { id: account.id }, query: {} })).toMatchObject(
      {
        plan: 'free',
        credits: 7_000,
        granted: 7_000,
        spent: 0,
      },
    );
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('5 requests a second').waitFor();
    await visit.leave();
  });

  it('suspends and restores an account after its address was typed', async () => {
    const account = await openAccount('suspend@example.com');
    const { api_key } = await clientOf(site).admin.keys.create({ body: { project_id: account.project_id } });
    const own = clientOf(site, api_key);
    const visit = await site.visit({ path: `/accounts?account=${account.id}` });
    const { page } = visit;
    await more(page, 'Suspend account');
    const dialog = page.getByRole('dialog', { name: 'Suspend suspend@example.com' });
    await dialog.getByText('Activate the account to restore access.').waitFor();
    const confirm = dialog.getByRole('button', { name: 'Suspend account' });
    await dialog.getByLabel(/^Type /).fill('suspend@example.org');
    await confirm.click();
    await dialog.getByText('The address is different.').waitFor();
    expect((await own.signing.auth.listKeys({ query: {} })).items).toHaveLength(1);
    await dialog.getByLabel(/^Type /).fill('suspend@example.com');
    await confirm.click();
    await page.getByText('All API keys of this account are refused.').waitFor();
    await expect(own.signing.auth.listKeys({ query: {} })).rejects.toMatchObject({ code: 'INVALID_KEY' });

    await page.getByRole('tab', { name: 'API keys' }).click();
    await page.getByText('The account is suspended: its API keys are refused.').waitFor();
    await eventually(() => page.getByRole('button', { name: 'New API key' }).isDisabled()).toBe(true);
    await more(page, 'Activate account');
    await page.getByLabel(/^Type /).fill('suspend@example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Activate account' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Active', { exact: true }).waitFor();
    expect((await own.signing.auth.listKeys({ query: {} })).items).toHaveLength(1);
    await visit.leave();
  });

  it("never suspends the console's own account or moves it to another plan", async () => {
    const visit = await site.visit({ path: '/accounts?account=acc_local' });
    const { page } = visit;
    await page.getByText('used by this console').waitFor();
    await eventually(() => page.getByRole('button', { name: /^Act for/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const change = page.getByRole('menuitem', { name: 'Change plan and units' });
    await change.waitFor();
    await eventually(() => page.getByRole('menuitem', { name: /^(Suspend|Act for)/ }).count()).toBe(0);
    await change.click();
    await page.getByText("The console's own account stays on its plan.").waitFor();
    await eventually(() => page.locator('button[aria-haspopup=listbox][aria-label="Plan"]').isDisabled()).toBe(true);
    await visit.leave();
  });

  it('issues a key whose text is shown once, masked; changes, rotates and revokes it', async () => {
    const account = await openAccount('keys@example.com');
    const visit = await site.visit({ path: `/accounts?account=${account.id}&tab=keys` });
    const { page } = visit;
    await page.getByText('No API keys yet').waitFor();
    await page.getByRole('button', { name: 'New API key' }).first().click();
    const form = page.getByRole('dialog', { name: 'New API key' });
    await form.getByLabel('Label').fill('build server');
    await form.getByRole('button', { name: 'Create key' }).click();
    await form.getByText('Select at least one scope, or everything.').waitFor();
    await form.getByText('sign', { exact: true }).click();
    await choose(page, 'Expires', 'On a day that you choose');
    await form.getByLabel('Last day, UTC').fill('2020-02-30');
    await form.getByRole('button', { name: 'Create key' }).click();
    await form.getByText('There is no such day.').waitFor();
    await eventually(() => form.getByLabel('Label').inputValue()).toBe('build server');
    await form.getByLabel('Last day, UTC').fill('2099-12-31');
    await form.getByRole('button', { name: 'Create key' }).click();

    const shown = page.getByRole('alertdialog', { name: 'Store the new API key now' });
    await shown.getByText('API key is hidden').waitFor();
    expect(await page.content()).not.toContain('svc_live_');
    await pressIn(shown, 'Escape');
    await shown.getByText('The key cannot be shown again.').waitFor();
    const first = await revealedKey(page);
    await shown.getByRole('button', { name: 'I have stored the key' }).click();
    await shown.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain('svc_live_');
    const own = clientOf(site, first);
    await own.signing.svcKey.sign3key({ body: { data: 'x' } });
    const wrap = () => own.signing.svcKey.wrap({ body: { key_material: 'eA==' } });
    await expect(wrap()).rejects.toMatchObject({ code: 'INVALID_SCOPE' });
    const [key] = (await clientOf(site).admin.keys.list({ query: { account_id: account.id } })).items;
    expect(key).toMatchObject({ label: 'build server', scopes: ['sign'], expires_at: '2099-12-31T23:59:59.999Z' });

    await page.getByRole('heading', { level: 1, name: 'build server' }).waitFor();
    await eventually(() => page.url()).toContain(`key=${key?.key_id}`);
    const toKeys = () => page.getByRole('link', { name: 'keys@example.com' }).click();
    await toKeys();
    await page.getByRole('gridcell', { name: 'build server' }).click();
    await page.getByRole('heading', { level: 1, name: 'build server' }).waitFor();
    await more(page, 'Change scopes and label');
    const change = page.getByRole('dialog', { name: 'Change scopes and label' });
    await change.getByText('keys', { exact: true }).click();
    await change.getByText('From the next request on, the key may also use: keys.').waitFor();
    await change.getByRole('button', { name: 'Apply change' }).click();
    await change.waitFor({ state: 'detached' });
    await eventually(() => wrap().then(() => 'wrapped', String)).toBe('wrapped');

    await page.getByRole('button', { name: 'Rotate' }).click();
    const rotate = page.getByRole('dialog', { name: 'Rotate the API key' });
    await rotate.getByText('As in the settings: 1 day').first().waitFor();
    await choose(page, 'Grace period', '1 hour');
    await rotate.getByText('The old key ends on').waitFor();
    await rotate.getByRole('button', { name: 'Create the new key' }).click();
    await shown.getByText(/The old key ak_[0-9a-f]{16} works until/).waitFor();
    const second = await revealedKey(page);
    await shown.getByRole('button', { name: 'I have stored the key' }).click();
    expect(second).not.toBe(first);
    await own.signing.svcKey.sign3key({ body: { data: 'x' } });
    await clientOf(site, second).signing.svcKey.sign3key({ body: { data: 'x' } });

    await eventually(() => page.url()).not.toContain(`key=${key?.key_id}`);
    await toKeys();
    await page.getByRole('gridcell', { name: 'Rotated' }).click();
    await page.getByRole('heading', { level: 1, name: 'build server' }).waitFor();
    await more(page, 'Revoke');
    const revoke = page.getByRole('dialog', { name: 'Revoke the API key' });
    await revoke.getByText('A revoked key never works again').waitFor();
    await revoke.getByRole('button', { name: 'Revoke for good' }).click();
    await revoke.getByText('The name is different.').waitFor();
    await own.signing.svcKey.sign3key({ body: { data: 'x' } });
    await revoke.getByLabel('Type build server to confirm').fill('build server');
    await revoke.getByRole('button', { name: 'Revoke for good' }).click();
    await revoke.waitFor({ state: 'detached' });
    await page.getByText('Revoked', { exact: true }).first().waitFor();
    await expect(own.signing.svcKey.sign3key({ body: { data: 'x' } })).rejects.toMatchObject({ code: 'INVALID_KEY' });
    await clientOf(site, second).signing.svcKey.sign3key({ body: { data: 'x' } });
    await visit.leave();
  });

  it('shows what was used by operation and day', async () => {
    const account = await openAccount('usage@example.com');
    const { api_key } = await clientOf(site).admin.keys.create({ body: { project_id: account.project_id } });
    // All of it has to be on one day.
    await eventually(() => DAY_MS - (Date.now() % DAY_MS), 'time until midnight').toBeGreaterThan(PATIENCE_MS / 2);
    for (const data of ['a', 'b', 'c']) await clientOf(site, api_key).signing.svcKey.sign3key({ body: { data } });
    const visit = await site.visit({ path: `/accounts?account=${account.id}&tab=usage` });
    const { page } = visit;
    const today = new Date().toISOString().slice(0, 10);
    await page.getByRole('img', { name: /^Units by day\. 3 in total, at most 3 on / }).waitFor();
    await page.getByRole('slider', { name: 'Values: Units by day' }).focus();
    await page.keyboard.press('End');
    await eventually(() => page.getByRole('slider').first().getAttribute('aria-valuetext')).toMatch(
      /: 3-key signing: 3/,
    );
    await page.getByRole('img', { name: /^Units spent and granted\. 4,997 units left\. At the pace/ }).waitFor();
    await page.getByRole('gridcell', { name: 'signing.svc-key.sign-3key' }).waitFor();
    const { text } = await saved(page, 'Export CSV');
    expect(text).toContain(`"${today}","signing.svc-key.sign-3key",3,3`);
    await choose(page, 'Group by', 'Operation');
    await eventually(() => page.getByRole('columnheader', { name: 'Day, UTC' }).count()).toBe(0);
    await page.getByRole('gridcell', { name: 'signing.svc-key.sign-3key' }).click();
    await page.getByRole('heading', { level: 1, name: 'API explorer' }).waitFor();
    await visit.leave();
  });

  it('lists the audit, filters it, verifies its chain and keeps the verdict', async () => {
    const account = await openAccount('audit@example.com');
    await clientOf(site).admin.accounts.update({ params: { id: account.id }, body: { credits: 77 } });
    const visit = await site.visit({ path: '/accounts?view=audit' });
    const { page } = visit;
    await page.getByText('Not verified yet.').waitFor();
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await page.getByText('Intact', { exact: true }).waitFor();
    const { head, entries } = await clientOf(site).admin.audit.verify();
    await page.getByText(`${entries} entries`).waitFor();
    await page.getByRole('button', { name: 'Compare head of the chain' }).click();
    await page.getByLabel('Value to compare with head of the chain').fill(head ?? '');
    await page.getByText('equal', { exact: true }).waitFor();
    await eventually(() => stateOf(page)).toHaveProperty('audit_verdict');
    await page.reload();
    await page.getByText('Intact', { exact: true }).waitFor();

    await choose(page, 'Action', 'Changed an account');
    await choose(page, 'Account', 'audit@example.com');
    const table = page.getByRole('region', { name: 'Audit, newest first' });
    await table.getByText('credits: 5000 → 77').waitFor();
    await eventually(() => table.getByRole('rowheader').count()).toBe(1);
    await table.getByRole('button', { name: /^Open entry/ }).click();
    const entry = page.getByRole('dialog', { name: /^Entry / });
    await entry.getByText('Key set', { exact: true }).waitFor();
    await pressIn(entry, 'Escape');
    await entry.waitFor({ state: 'detached' });
    const file = JSON.parse((await saved(page, 'Export JSON')).text);
    expect(file).toMatchObject({
      format: 'touchstone-admin-audit',
      filter: { action: 'account.changed', account_id: account.id },
      whole_chain: false,
    });
    expect(file.entries).toHaveLength(1);
    await page.getByText('1 entry saved').waitFor();
    await visit.leave();
  });

  it('says when the chain became shorter than the console saw it', async () => {
    const verdict = { at: '2026-01-01T00:00:00.000Z', intact: true, entries: 100_000, brokenAt: null, head: null };
    await keepState(site, { audit_verdict: JSON.stringify(verdict) });
    const visit = await site.visit({ path: '/accounts?view=audit' });
    const { page } = visit;
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await page.getByText('Intact, but shorter than before').waitFor();
    await page.getByText('The console saw 100,000 entries').waitFor();
    await visit.leave();
  });

  it('acts for another account until it is told to stop, and says so on every page', async () => {
    const account = await openAccount('acting@example.com', 50);
    const visit = await site.visit({ path: `/accounts?account=${account.id}` });
    const { page } = visit;
    const named: [path: string, project: string | null][] = [];
    page.on('request', (request) => {
      if (!request.url().includes('/v1/')) return;
      named.push([new URL(request.url()).pathname, request.headers()[PROJECT_HEADER] ?? null]);
    });
    await more(page, 'Act for this account');
    const notice = page.getByRole('region', { name: 'Acting for another account' });
    await notice.getByText('acting@example.com').waitFor();
    await notice.getByText(account.project_id).waitFor();
    named.length = 0;
    await go(page, '/artifacts');
    await page.getByText('No artifacts yet').waitFor();
    await eventually(() => stateOf(page)).toHaveProperty('acting_for');
    // A page that is drawn before it knows for whom it acts asks for nobody.
    const letGo = await hold(page, '**/v1/console/state');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Artifacts' }).waitFor();
    letGo();
    await notice.waitFor();
    await go(page, '/accounts');
    await page.getByRole('gridcell', { name: 'acting@example.com' }).waitFor();
    const own = named.filter(([path]) => !/^\/api\/v1\/(admin|console)\//.test(path));
    expect(own.length).toBeGreaterThan(0);
    expect(
      own.every(([, project]) => project === account.project_id),
      JSON.stringify(own),
    ).toBe(true);
    // Administration stays the console's own.
    const administration = named.filter(
      ([path]) => /^\/api\/v1\/(admin|console)\//.test(path) && !/\/console\/(changes|find)$/.test(path),
    );
    expect(administration.every(([, project]) => project === null)).toBe(true);

    await notice.getByRole('button', { name: 'Back to the local account' }).click();
    await notice.waitFor({ state: 'detached' });
    named.length = 0;
    await go(page, '/artifacts');
    await eventually(() => named.length).toBeGreaterThan(0);
    expect(named.every(([, project]) => project === null)).toBe(true);
    await visit.leave();
  });

  it('says what is wrong where it may not or cannot ask, and fits into 360 px', async () => {
    const visit = await site.visit({ path: '/accounts', signIn: false, width: 360, expectedErrors: [/401/] });
    const { page } = visit;
    await page.getByText('This window is not signed in', { exact: true }).waitFor();
    await visit.leave();

    const missing = await site.visit({ path: '/accounts?account=acc_0000000000000000', expectedErrors: [/404/] });
    await missing.page.getByText('Nothing was found under this name.').waitFor();
    await missing.leave();

    const narrow = await site.visit({ path: '/accounts?account=acc_local', width: 360 });
    for (const tab of ['Overview', 'API keys', 'Usage', 'Audit']) {
      await narrow.page.getByRole('tab', { name: tab, exact: true }).click();
      await narrow.page.getByRole('tab', { name: tab, exact: true, selected: true }).waitFor();
      await whenLoaded(narrow.page);
      expect(await hasSidewaysScroll(narrow.page), tab).toBe(false);
    }
    await narrow.leave();
  });
});
