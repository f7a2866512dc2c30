import { afterAll, beforeAll, describe, it } from 'vitest';
import { CHROMIUM, openSite, pressIn, type Site } from '../fixtures.ts';
import { eventually } from './admin-steps.ts';
import {
  compareByEye,
  endorsedPair,
  KEY_SET,
  pasteKeySet,
  readTrustFile,
  SECOND_KEY_SET,
  testKeySet,
} from './trust-steps.ts';

describe.skipIf(CHROMIUM === null)('the Trust page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(async () => {
    await site.close();
  });

  it('tries importing with the key set of the examples', async () => {
    const visit = await site.visit({ path: '/trust' });
    const { page } = visit;
    await page.getByRole('button', { name: 'Try with sample data' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import a key set' });
    await dialog.getByText('demo-office').first().waitFor();
    await eventually(() => dialog.getByRole('button', { name: 'Pin this key set' }).isDisabled()).toBe(true);
    await pressIn(dialog, 'Escape');
    await dialog.waitFor({ state: 'detached' });
    // Nothing was taken in, and importing begins empty.
    await page.getByText('No key set is pinned yet').waitFor();
    await page.getByRole('button', { name: 'Import a key set' }).first().click();
    await dialog.getByLabel('Or paste its text').waitFor();
    await visit.leave();
  });

  it('pins a key set only after its fingerprint was compared, and tells the server', async () => {
    const visit = await site.visit({ path: '/trust' });
    const { page } = visit;
    await pasteKeySet(page);
    const dialog = page.getByRole('dialog', { name: 'Import a key set' });
    const confirm = dialog.getByRole('button', { name: 'Pin this key set' });
    const given = dialog.getByLabel('Fingerprint obtained elsewhere');
    await dialog.getByLabel('Name of the person who compares').fill('Ada Example');
    await dialog.getByText('I obtained this fingerprint').click();
    const wrong = `${KEY_SET.fingerprint.slice(0, 9)}${KEY_SET.fingerprint[9] === '0' ? '1' : '0'}${KEY_SET.fingerprint.slice(10)}`;
    await given.fill(wrong);
    await dialog.getByText('differs at position 10').waitFor();
    await eventually(() => confirm.isDisabled()).toBe(true);
    await given.fill(KEY_SET.fingerprint.slice(0, 20));
    await dialog.getByText('the same so far, 20 of 64 characters').waitFor();
    await eventually(() => confirm.isDisabled()).toBe(true);
    await given.fill(KEY_SET.fingerprint.toUpperCase().replace(/(.{8})/g, '$1 '));
    await dialog.getByText('equal', { exact: true }).waitFor();
    await confirm.click();
    await page.getByRole('rowheader', { name: /^frame-test-1/ }).waitFor();
    await eventually(() => readTrustFile(site)).toContain(KEY_SET.fingerprint);
    await eventually(() => readTrustFile(site)).toContain('Ada Example');
    await visit.leave();
  });

  it('keeps a change of a window without a session, tells other windows, and sends it after signing in', async () => {
    const visit = await site.visit({ path: '/trust', signIn: false, expectedErrors: [/401/] });
    const { page } = visit;
    const other = await page.context().newPage();
    await other.goto(`${site.origin}/#/trust`);
    await other.getByText('No key set is pinned yet').waitFor();
    await pasteKeySet(page, SECOND_KEY_SET);
    await compareByEye(page);
    await other.getByRole('rowheader', { name: /^frame-test-2/ }).waitFor();
    await page.getByText('1 trust change waits for the server').waitFor();
    await eventually(() => readTrustFile(site)).not.toContain(SECOND_KEY_SET.fingerprint);
    await page.goto(`${site.origin}/#/start/${site.server.newStartToken()}`);
    await eventually(() => readTrustFile(site)).toContain(SECOND_KEY_SET.fingerprint);
    await page.getByText('1 trust change waits for the server').waitFor({ state: 'detached' });
    await visit.leave();
  });

  it('refuses what is no key set and says where', async () => {
    const visit = await site.visit({ path: '/trust?import=true' });
    const dialog = visit.page.getByRole('dialog', { name: 'Import a key set' });
    await dialog.getByLabel('Or paste its text').fill(JSON.stringify({ ...KEY_SET, serial: 2 }));
    await dialog.getByRole('button', { name: 'Read the text' }).click();
    await dialog.getByText('This is not a usable key set').waitFor();
    await dialog.getByText('The stated fingerprint is not the recomputed one').waitFor();
    await visit.leave();
  });

  it('revokes a key for good, after its name was typed', async () => {
    const visit = await site.visit({ path: '/trust' });
    const { page } = visit;
    await page.getByRole('link', { name: 'frame-test-1' }).click();
    await page.getByRole('heading', { level: 1, name: 'frame-test-1' }).waitFor();
    await page.getByRole('button', { name: 'Revoke the Ed25519 key' }).click();
    const dialog = page.getByRole('alertdialog');
    const confirm = dialog.getByRole('button', { name: 'Revoke permanently' });
    await eventually(() => confirm.isDisabled()).toBe(true);
    await dialog.getByLabel('Type frame-test-1/Ed25519 to confirm').fill('frame-test-1/Ed25519');
    await confirm.click();
    await page.getByRole('main').getByText('Revoked', { exact: true }).first().waitFor();
    await page.getByRole('navigation', { name: 'Way back' }).getByRole('link', { name: 'Trust' }).click();
    await page.getByRole('tab', { name: 'Revoked keys (1)' }).waitFor();
    await eventually(() => readTrustFile(site)).toContain('revoked_at');
    await visit.leave();
  });

  it('imports an exported trust store: sets one by one, revocations after one list', async () => {
    const visit = await site.visit({ path: '/trust' });
    const { page } = visit;
    const set = testKeySet('frame-test-imported', 9);
    const thumbprint = 'A'.repeat(43);
    const at = '2026-02-01T00:00:00.000Z';
    const store = {
      version: 1,
      key_sets: [{ key_set: set, pinned_at: at, pinned_by: 'Someone else', source: 'elsewhere' }],
      revocations: [{ thumbprint, revoked_at: at, reason: 'The device was lost' }],
    };
    const choose = async (text: string) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('main').getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Import a trust store' }).click();
      const file = { name: 'trust-store.json', mimeType: 'application/json', buffer: Buffer.from(text) };
      await (await chooser).setFiles(file);
    };
    await choose(JSON.stringify(store).replace('Frame test', 'Frame best'));
    await page.getByText('This is not a usable trust store').waitFor();

    await choose(JSON.stringify(store));
    await page.getByText('Nothing in this file is pinned yet.').waitFor();
    await eventually(() => page.getByRole('rowheader', { name: /^frame-test-imported/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Compare frame-test-imported' }).click();
    await compareByEye(page);
    await page.getByRole('rowheader', { name: /^frame-test-imported/ }).waitFor();
    await eventually(() => readTrustFile(site)).not.toContain(thumbprint);

    await page.getByRole('button', { name: 'Import 1 revocation' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Import revocations' });
    await dialog.getByText('The device was lost').waitFor();
    await dialog.getByRole('button', { name: 'Revoke permanently' }).click();
    await page.getByText('Everything in this file is here already.').waitFor();
    await eventually(() => readTrustFile(site)).toContain(thumbprint);
    await eventually(() => readTrustFile(site)).toContain('Ada Example');
    await eventually(() => readTrustFile(site)).not.toContain('Someone else');
    await visit.leave();
  });

  it("12.18: shows the own service's fingerprints from the data folder and pins its artifact set with one click", async () => {
    const visit = await site.visit({ path: '/trust' });
    const { page } = visit;
    await page.getByRole('tab', { name: 'Own service' }).click();
    const set = page.getByRole('listitem', { name: 'Own set artifact, edition 1' });
    await set.getByRole('button', { name: 'Pin this artifact set' }).click();
    await set.getByText('Pinned on this machine').waitFor();
    await eventually(() => readTrustFile(site)).toContain('own service, data folder');
    await eventually(() =>
      page
        .getByRole('listitem', { name: /^Own set service/ })
        .getByRole('button', { name: /^Pin/ })
        .count(),
    ).toBe(0);
    await visit.leave();
  });

  it('12.8: takes in an edition on the word of the one before, and removes trust in both together', async () => {
    const { former, next } = await endorsedPair();
    const visit = await site.visit({ path: '/trust' });
    const { page } = visit;
    await pasteKeySet(page, former);
    await compareByEye(page);
    await pasteKeySet(page, next);
    const dialog = page.getByRole('dialog', { name: 'Import a key set' });
    await dialog.getByText('Endorsed by edition 1').waitFor();
    await dialog.getByText('Files that edition 1 signed before then stay Verified').waitFor();
    await dialog.getByLabel('Name of the person who agrees').fill('Ada Example');
    await dialog.getByText('I rely on the previous edition').click();
    await dialog.getByRole('button', { name: 'Accept this edition' }).click();
    const second = page.getByRole('row').filter({ hasText: next.keyset_id });
    await second.getByText('Endorsed by edition 1').waitFor();
    await eventually(() => readTrustFile(site)).toContain('"held": "endorsed"');

    // Each edition has a page of its own, which leads to the others of its line.
    await page.getByRole('link', { name: next.keyset_id }).click();
    await page.getByText('Endorsed by edition 1, not pinned').waitFor();
    await page.getByRole('link', { name: 'Edition 1' }).click();
    await page.getByRole('heading', { level: 1, name: former.keyset_id }).waitFor();
    const main = page.getByRole('main');
    await main.getByText('Older edition').first().waitFor();
    await main.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Remove trust' }).click();
    const confirm = page.getByRole('alertdialog');
    await confirm.getByText('Trust also ends in edition 2').waitFor();
    await confirm.getByLabel(`Type ${former.keyset_id} to confirm`).fill(former.keyset_id);
    await confirm.getByRole('button', { name: 'Remove trust' }).click();
    await main.getByText('Untrusted').first().waitFor();
    await main.getByText('Endorsement withdrawn').waitFor();
    await main.getByRole('button', { name: 'Compare and pin again' }).waitFor();
    await visit.leave();
  });
});
