import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHROMIUM, openSite, type Site } from './fixtures.ts';
import { type MadeArtifacts, makeArtifacts } from './journeys/made-artifacts.ts';
import { changeAfter, drop, outcome, trust } from './journeys/verify-steps.ts';

describe.skipIf(CHROMIUM === null)('with the server stopped', () => {
  let site: Site;
  let made: MadeArtifacts;

  beforeAll(async () => {
    made = await makeArtifacts();
  });
  beforeEach(async () => {
    site = await openSite();
  });
  afterEach(() => site?.close());

  test('an open console verifies, imports a key set, verifies again, and sees a change', async () => {
    // The console notices that its server is away: those failed requests are what this test is about.
    const visit = await site.visit({ expectedErrors: [/ERR_CONNECTION_REFUSED|Failed to fetch|net::ERR/] });
    const { page } = visit;
    page.setDefaultTimeout(8_000);
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(1500);
    await site.stopServer();
    await page.context().setOffline(true);

    await drop(page, [{ name: 'release.pqv.json', text: made.signed }]);
    expect(await outcome(page)).toEqual({ outcome: 'PENDING', code: 'SIGNER_NOT_TRUSTED' });
    await trust(page, made.keySet);
    expect((await outcome(page, 'PENDING')).outcome).toBe('VERIFIED');
    expect(await page.locator('[data-slot][data-status=valid]').count()).toBe(3);

    await drop(page, [{ name: 'changed.pqv.json', text: changeAfter(made.signed, '"falcon_1024": "', 40) }]);
    expect(await outcome(page, 'VERIFIED')).toEqual({ outcome: 'FAILED', code: 'SIGNATURE_INVALID' });
    await visit.leave();
  });

  test('every example is listed and opens', async () => {
    const index: { file: string; title: string; expected: { outcome: string; code?: string } }[] = JSON.parse(
      await readFile(join(import.meta.dirname, '..', 'examples', 'index.json'), 'utf8'),
    );
    const visit = await site.visit({ expectedErrors: [/ERR_CONNECTION_REFUSED|Failed to fetch|net::ERR/] });
    const { page } = visit;
    page.setDefaultTimeout(8_000);
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(1500);
    await site.stopServer();
    await page.context().setOffline(true);

    expect(index.length).toBeGreaterThan(15);
    await expect.poll(() => page.locator('[data-example]').count()).toBe(index.length);
    // Nothing is trusted yet, so these are the ones whose outcome rests on no key set.
    for (const code of ['NO_SIGNATURE', 'HASH_MISMATCH', 'FORMAT']) {
      const example = index.find(({ expected }) => expected.code === code);
      if (example === undefined) throw new Error(`No example teaches ${code}.`);
      await page.locator(`[data-example="${example.file}"]`).click();
      expect(await outcome(page)).toEqual({ outcome: example.expected.outcome, code });
      await page.getByRole('button', { name: 'Close and start again' }).click();
      await page.getByTestId('drop-zone').waitFor();
    }
    // One that needs a key set brings it along, to be compared and imported.
    await page.locator('[data-example="verified.pqv.json"]').click();
    expect(await outcome(page)).toEqual({ outcome: 'PENDING', code: 'SIGNER_NOT_TRUSTED' });
    const fingerprint = (await page.getByTestId('fingerprint').innerText()).replaceAll(/\s/g, '');
    await page.getByRole('button', { name: 'Compare and import' }).click();
    await page.getByLabel('Fingerprint obtained elsewhere').fill(fingerprint);
    await page.getByLabel('Name of the person who compares').fill('Ada');
    await page.getByText('I obtained this fingerprint').click();
    await page.getByRole('button', { name: 'Trust this key set' }).click();
    expect((await outcome(page, 'PENDING')).outcome).toBe('VERIFIED');

    await page.getByRole('button', { name: 'Close and start again' }).click();
    await page.getByRole('button', { name: 'Verify all examples at once' }).click();
    await page.getByText(`${index.length} files`, { exact: false }).first().waitFor();
    await page.locator('[data-filter=WAITING]').waitFor({ state: 'detached' });
    expect(await page.locator('[data-filter=FAILED]').count()).toBe(1);
    await visit.leave();
  });
});
