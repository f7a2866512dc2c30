import { type KeySet, publicJwk, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import type { Locator } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PAGE_NAMES } from '../renderer/src/parts/navigation/page-names.ts';
import { findings, findingsInBothThemes } from './accessibility.ts';
import { CHROMIUM, go, keepState, openSite, pressIn, type Site, waitForFocus, whenLoaded } from './fixtures.ts';
import { clientOf, eventually, more } from './journeys/admin-steps.ts';

const KEY_SET: KeySet = sealKeySet({
  keyset_id: 'a11y',
  issuer: 'Accessibility test',
  principal: 'a11y@example.com',
  use: 'artifact',
  serial: 1,
  not_before: '2026-01-01T00:00:00.000Z',
  not_after: '2036-01-01T00:00:00.000Z',
  keys: [publicJwk('Ed25519', new Uint8Array(32).fill(3))],
});

/** Whether nothing of an element is scrolled out of its dialog. */
function isInSight(item: Locator): Promise<boolean> {
  return item.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const around = element.closest('[role=menu]')?.getBoundingClientRect();
    return around !== undefined && box.top >= around.top && box.bottom <= around.bottom;
  });
}

// Many analyses in each test, which take seconds where the machine is busy.
describe.skipIf(CHROMIUM === null)('axe (WCAG 2.2 AA)', { timeout: 900_000 }, () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  const lockAfter = (autoLockMinutes: number) => keepState(site, { preferences: JSON.stringify({ autoLockMinutes }) });
  // Nobody touches a window while it is analysed.
  beforeEach(() => lockAfter(30));
  afterAll(async () => {
    await site.close();
  });

  it('finds nothing on any page, in both themes', async () => {
    const visit = await site.visit();
    for (const { path } of PAGE_NAMES) {
      await go(visit.page, path);
      await whenLoaded(visit.page);
      expect(await findingsInBothThemes(visit.page), path).toEqual([]);
    }
    await visit.leave();
  });

  it('finds nothing on pages that hold something, in both themes', async () => {
    const visit = await site.visit({ path: '/api-explorer?operation=artifacts.artifacts.create' });
    const { page } = visit;
    await page.getByRole('button', { name: 'Send POST' }).click();
    await page.getByText(/^Status 20[01]$/).waitFor();
    expect(await findingsInBothThemes(visit.page), 'an operation with its answer').toEqual([]);

    await go(page, '/artifacts');
    await page.locator('[data-id^="pqv-"]').first().waitFor();
    expect(await findingsInBothThemes(visit.page), 'artifacts').toEqual([]);
    await page.locator('[data-id^="pqv-"]').first().click();
    await page.locator('[data-outcome]').waitFor();
    expect(await findingsInBothThemes(visit.page), 'an artifact').toEqual([]);
    await page.keyboard.press('Alt+F1');
    const text = page.getByRole('dialog', { name: /^Verification of / });
    await text.getByText(/^\d+ checks, /).waitFor();
    await waitForFocus(text);
    expect(await findingsInBothThemes(visit.page), 'a verification as text').toEqual([]);
    await pressIn(text, 'Escape');
    await text.waitFor({ state: 'detached' });

    await go(page, '/trust?import=true');
    const dialog = page.getByRole('dialog', { name: 'Import a key set' });
    await dialog.getByLabel('Or paste its text').fill(JSON.stringify(KEY_SET));
    await dialog.getByRole('button', { name: 'Read the text' }).click();
    await dialog.getByLabel('Fingerprint obtained elsewhere').fill(KEY_SET.fingerprint.slice(0, 12));
    await dialog.getByText('the same so far, 12 of 64 characters').waitFor();
    expect(await findingsInBothThemes(visit.page), 'comparing a fingerprint').toEqual([]);
    await dialog.getByLabel('Fingerprint obtained elsewhere').fill(KEY_SET.fingerprint);
    await dialog.getByLabel('Name of the person who compares').fill('Ada Example');
    await dialog.getByText('I obtained this fingerprint').click();
    await dialog.getByRole('button', { name: 'Pin this key set' }).click();
    await page.getByRole('link', { name: 'a11y', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'a11y' }).waitFor();
    expect(await findingsInBothThemes(visit.page), 'a pinned set').toEqual([]);

    await page.getByRole('button', { name: 'Revoke the Ed25519 key' }).click();
    const confirm = page.getByRole('alertdialog');
    await confirm.waitFor();
    expect(await findingsInBothThemes(visit.page), 'revoking').toEqual([]);
    await confirm.getByLabel(/^Type /).fill('a11y/Ed25519');
    await confirm.getByRole('button', { name: 'Revoke permanently' }).click();
    await page.getByRole('navigation', { name: 'Way back' }).getByRole('link', { name: 'Trust' }).click();
    await page.getByRole('tab', { name: /^Revoked keys \(1\)$/ }).click();
    expect(await findingsInBothThemes(visit.page), 'revoked keys').toEqual([]);
    await page.getByRole('tab', { name: 'History' }).click();
    expect(await findingsInBothThemes(visit.page), 'history').toEqual([]);
    await visit.leave();
  });

  it('finds nothing on the pages of the administration, in both themes', async () => {
    const admin = clientOf(site);
    const email = 'a11y@example.com';
    const { id, project_id } = await admin.admin.accounts.create({ body: { email, plan: 'pro', credits: 50 } });
    const { api_key } = await admin.admin.keys.create({ body: { project_id, label: 'a11y' } });
    await clientOf(site, api_key).signing.svcKey.sign3key({ body: { data: 'x' } });
    const visit = await site.visit({ path: `/accounts?account=${id}` });
    const { page } = visit;
    for (const tab of ['Overview', 'API keys', 'Usage', 'Audit']) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await page.getByRole('tab', { name: tab, exact: true, selected: true }).waitFor();
      await whenLoaded(page);
      expect(await findingsInBothThemes(visit.page), `account, ${tab}`).toEqual([]);
    }
    await page.getByRole('tab', { name: 'API keys' }).click();
    await page.getByRole('gridcell', { name: 'a11y' }).click();
    await page.getByRole('heading', { level: 1, name: 'a11y' }).waitFor();
    await whenLoaded(page);
    expect(await findingsInBothThemes(visit.page), 'a key').toEqual([]);
    for (const act of ['Change scopes and label', 'Rotate', 'Revoke']) {
      if (act === 'Rotate') await page.getByRole('button', { name: act }).click();
      else await more(page, act);
      const dialog = page.getByRole('dialog');
      await waitForFocus(dialog);
      expect(await findingsInBothThemes(visit.page), act).toEqual([]);
      await pressIn(dialog, 'Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    await page.getByRole('link', { name: email }).click();
    await page.getByRole('button', { name: 'New API key' }).click();
    await page.getByRole('dialog', { name: 'New API key' }).waitFor();
    expect(await findingsInBothThemes(visit.page), 'creating a key').toEqual([]);
    await page.getByText(/^Everything else/).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('alertdialog', { name: 'Store the new API key now' }).waitFor();
    expect(await findingsInBothThemes(visit.page), 'a new key').toEqual([]);
    await page.getByRole('button', { name: 'I have stored the key' }).click();

    await page.getByRole('link', { name: email }).click();
    await more(page, 'Act for this account');
    await page.getByRole('region', { name: 'Acting for another account' }).waitFor();
    expect(await findingsInBothThemes(visit.page), 'acting for an account').toEqual([]);
    await go(page, '/overview');
    await page.getByText(`${email} has 49 units left`).waitFor();
    expect(await findingsInBothThemes(visit.page), 'overview').toEqual([]);
    await go(page, '/accounts?view=audit');
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await page.getByText('Intact', { exact: true }).waitFor();
    expect(await findingsInBothThemes(visit.page), 'audit').toEqual([]);
    await visit.leave();
  });

  it('finds nothing where secrets and health sessions are, in both themes', async () => {
    const { shield, health } = clientOf(site).crypto;
    const name = 'a11y';
    const { id } = await shield.store({
      body: { name, value: 'x'.repeat(40), provider: 'p', environment: 'e', vault: name, rotation_policy: '1d' },
    });
    await health.acceptBaa({ body: { user_id: name, signature_name: 'Ada' } });
    const { session_id } = await health.openSession({ body: { contract_id: name, user_id: name } });
    const event = { session_id, field_id: 'f', action: 'view', actor: 'a', timestamp: '2026-04-01T12:00:00.000Z' };
    await health.audit({ body: { events: [event] } });
    const visit = await site.visit({ path: '/secrets' });
    const { page } = visit;
    await page.getByRole('grid', { name: 'Secrets' }).waitFor();
    expect(await findingsInBothThemes(visit.page), 'secrets').toEqual([]);
    await go(page, '/secrets?act=store');
    await page.getByRole('button', { name: 'Store secret' }).click();
    expect(await findingsInBothThemes(visit.page), 'storing a secret').toEqual([]);
    await go(page, `/secrets?secret=${id}`);
    await page.getByRole('button', { name: 'Show for 30 seconds' }).click();
    await page.getByRole('region', { name: 'Value of the secret' }).waitFor();
    expect(await findingsInBothThemes(visit.page), 'a secret').toEqual([]);
    for (const act of ['rotate', 'verify', 'destroy']) {
      await go(page, `/secrets?secret=${id}&act=${act}`);
      await page.getByRole('dialog').waitFor();
      expect(await findingsInBothThemes(visit.page), `a sheet: ${act}`).toEqual([]);
      await pressIn(page.getByRole('dialog'), 'Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await go(page, '/secrets?view=audit');
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await page.getByText('Intact', { exact: true }).waitFor();
    expect(await findingsInBothThemes(visit.page), 'audit of the secrets').toEqual([]);

    await go(page, '/health');
    await page.getByRole('grid', { name: 'Validation sessions' }).waitFor();
    expect(await findingsInBothThemes(visit.page), 'sessions').toEqual([]);
    await go(page, `/health?view=agreement&user=nobody`);
    await page.getByText('Not accepted', { exact: true }).waitFor();
    expect(await findingsInBothThemes(visit.page), 'agreement').toEqual([]);
    await go(page, `/health?session=${session_id}`);
    await page.getByRole('button', { name: 'Verify the events' }).click();
    await page.getByText('Intact', { exact: true }).waitFor();
    expect(await findingsInBothThemes(visit.page), 'a session').toEqual([]);
    await visit.leave();

    await lockAfter(1);
    const left = await site.visit({
      prepare: async (other) => other.clock.install({ time: Date.now() }),
    });
    await left.page.clock.fastForward(61_000);
    await left.page.getByRole('alertdialog', { name: 'Hidden' }).waitFor();
    expect(await findingsInBothThemes(left.page), 'the lock').toEqual([]);
    await left.leave();
  });

  it('finds nothing in dialogs, in both themes', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    // The focus stays in the search field and its arrow keys scroll the list, so the list is no stop of its own.
    expect(await findingsInBothThemes(visit.page, ['scrollable-region-focusable']), 'palette').toEqual([]);
    for (const key of ['ArrowUp', 'ArrowDown']) {
      await pressIn(page.getByRole('dialog'), key);
      const focused = page.getByRole('dialog').locator('[role=menuitem][data-focused]');
      await focused.waitFor();
      await eventually(() => isInSight(focused), key).toBe(true);
    }
    await pressIn(page.getByRole('dialog'), 'Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await waitForFocus(page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(await findingsInBothThemes(visit.page), 'shortcuts').toEqual([]);
    await pressIn(page.getByRole('dialog'), 'Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await go(page, '/trust?import=true');
    await page.getByRole('dialog', { name: 'Import a key set' }).waitFor();
    expect(await findingsInBothThemes(visit.page), 'import').toEqual([]);
    await visit.leave();
  });

  it('finds nothing at 360 px, with the navigation open', async () => {
    const visit = await site.visit({ width: 360, height: 740 });
    for (const { path } of PAGE_NAMES) {
      await go(visit.page, path);
      await whenLoaded(visit.page);
      expect(await findings(visit.page), path).toEqual([]);
    }
    await visit.page.getByRole('button', { name: 'Open the navigation' }).click();
    await visit.page.getByRole('dialog', { name: 'Navigation' }).waitFor();
    // Addresses of pages begin with #: axe takes those that lie below what the dialog shows for links that skip to a place here.
    expect(await findings(visit.page, ['skip-link']), 'navigation').toEqual([]);
    await visit.leave();
  });

  it('would find a mistake', async () => {
    const visit = await site.visit();
    await visit.page.evaluate(() => {
      document.querySelector('main')?.append(document.createElement('button'));
    });
    expect((await findings(visit.page)).join()).toContain('button-name');
    await visit.page.evaluate(() => {
      const text = document.createElement('p');
      text.append('readable on white only');
      // The console's policy forbids styles in attributes, not those of scripts.
      text.style.color = '#222';
      document.querySelector('main')?.replaceChildren(text);
    });
    const found = await findingsInBothThemes(visit.page);
    expect(found.filter((line) => line.startsWith('dark: color-contrast'))).toHaveLength(1);
    expect(found.some((line) => line.startsWith('color-contrast'))).toBe(false);
    await visit.leave();
  });
});
