import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, openSite, type Site } from './fixtures.ts';
import { type MadeArtifacts, makeArtifacts } from './journeys/made-artifacts.ts';
import { changeAfter, drop, outcome, trust } from './journeys/verify-steps.ts';

describe.skipIf(CHROMIUM === null)('with the server stopped', () => {
  let site: Site;
  let made: MadeArtifacts;

  beforeAll(async () => {
    [site, made] = await Promise.all([openSite(), makeArtifacts()]);
  });
  afterAll(() => site?.close());

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
});
