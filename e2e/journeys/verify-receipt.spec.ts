import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, hasSidewaysScroll, openSite, type Site } from '../fixtures.ts';
import { type MadeReceipt, makeReceipt } from './verify-receipts.ts';
import { changeAfter, drop, outcome, trust } from './verify-steps.ts';

const PAYLOAD = 'Contract 17, version 3: paid in full — 12,000.00';

describe.skipIf(CHROMIUM === null)('receipts on the Verify page', () => {
  let site: Site;
  let made: MadeReceipt;

  beforeAll(async () => {
    [site, made] = await Promise.all([openSite(), makeReceipt(PAYLOAD)]);
  });
  afterAll(() => site?.close());

  test('a receipt is verified; its payload is checked only where it is given', async () => {
    const visit = await site.visit();
    const { page } = visit;
    page.setDefaultTimeout(8_000);
    await drop(page, [{ name: 'contract.pqr.json', text: made.text }]);
    expect(await outcome(page)).toEqual({ outcome: 'PENDING', code: 'SIGNER_NOT_TRUSTED' });
    await trust(page, made.keySet);
    expect(await outcome(page, 'PENDING')).toEqual({ outcome: 'VERIFIED', code: 'VERIFIED' });
    expect(await page.locator('[data-slot][data-status=valid]').count()).toBe(3);
    expect(await page.locator('main').innerText()).toContain('DocumentVersion');

    const payload = page.getByTestId('payload-status');
    expect(await payload.getAttribute('data-status')).toBe('not_performed');
    expect(await page.locator('main').innerText()).toContain('find a short or guessable payload by trying');

    await page.getByLabel('Payload as text').fill(PAYLOAD);
    await page.getByRole('button', { name: 'Check this text' }).click();
    await page.locator('[data-testid=payload-status][data-status=passed]').waitFor();
    expect((await outcome(page)).outcome).toBe('VERIFIED');
    expect(await page.getByLabel('Payload as text').inputValue()).toBe(PAYLOAD);

    await page.getByLabel('Payload as text').fill(`${PAYLOAD} `);
    await page.getByRole('button', { name: 'Check this text' }).click();
    expect(await outcome(page, 'VERIFIED')).toEqual({ outcome: 'FAILED', code: 'HASH_MISMATCH' });
    expect(await payload.getAttribute('data-status')).toBe('failed');

    await page
      .getByLabel('Payload of the receipt')
      .setInputFiles({ name: 'contract.txt', mimeType: 'text/plain', buffer: Buffer.from(PAYLOAD) });
    expect((await outcome(page, 'FAILED')).outcome).toBe('VERIFIED');
    expect(await payload.innerText()).toContain('contract.txt');

    await page.getByRole('button', { name: 'Forget the payload' }).click();
    await page.locator('[data-testid=payload-status][data-status=not_performed]').waitFor();
    await visit.leave();
  });

  test('a changed receipt fails, and fits 360 px', async () => {
    const visit = await site.visit({ width: 360, height: 780 });
    const { page } = visit;
    page.setDefaultTimeout(8_000);
    await drop(page, [{ name: 'contract.pqr.json', text: changeAfter(made.text, '"substrate_hex": "', 90) }]);
    expect((await outcome(page)).outcome).toBe('FAILED');
    expect(await page.locator('[data-slot][data-status=valid]').count()).toBe(0);
    expect(await hasSidewaysScroll(page)).toBe(false);
    await visit.leave();
  });
});
