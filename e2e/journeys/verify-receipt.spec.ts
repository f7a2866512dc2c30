import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, hasSidewaysScroll, openSite, type Site } from '../fixtures.ts';
import { shot } from '../screens.ts';
import { eventually } from './admin-steps.ts';
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
    await drop(page, [{ name: 'contract.pqr.json', text: made.text }]);
    await eventually(() => outcome(page)).toEqual({ outcome: 'PENDING', code: 'SIGNER_NOT_TRUSTED' });
    await trust(page, made.keySet);
    await eventually(() => outcome(page)).toEqual({ outcome: 'VERIFIED', code: 'VERIFIED' });
    await eventually(() => page.locator('[data-slot][data-status=valid]').count()).toBe(3);
    await eventually(() => page.locator('main').innerText()).toContain('DocumentVersion');

    const payload = page.getByTestId('payload-status');
    await eventually(() => payload.getAttribute('data-status')).toBe('not_performed');
    await eventually(() => page.locator('main').innerText()).toContain('find a short or guessable payload by trying');

    await page.getByLabel('Payload as text').fill(PAYLOAD);
    await page.getByRole('button', { name: 'Check this text' }).click();
    await page.locator('[data-testid=payload-status][data-status=passed]').waitFor();
    await eventually(async () => (await outcome(page)).outcome).toBe('VERIFIED');
    await eventually(() => page.getByLabel('Payload as text').inputValue()).toBe(PAYLOAD);

    await eventually(() => payload.innerText()).toContain('Given: the text below');

    // What was not checked has no verdict.
    await page.getByLabel('Payload as text').fill(`${PAYLOAD} `);
    await eventually(() => payload.getAttribute('data-status')).toBe('changed');
    await eventually(() => payload.innerText()).toBe(
      'The text below has changed since it was checked. Check it again.',
    );
    await shot(page, 'payload-changed-light');
    await page.getByRole('button', { name: 'Check this text' }).click();
    await eventually(() => outcome(page)).toEqual({ outcome: 'FAILED', code: 'HASH_MISMATCH' });
    await eventually(() => payload.getAttribute('data-status')).toBe('failed');

    await page
      .getByLabel('Payload of the receipt')
      .setInputFiles({ name: 'contract.txt', mimeType: 'text/plain', buffer: Buffer.from(PAYLOAD) });
    await eventually(async () => (await outcome(page)).outcome).toBe('VERIFIED');
    await eventually(() => payload.innerText()).toContain('contract.txt');

    await page.getByRole('button', { name: 'Forget the payload' }).click();
    await page.locator('[data-testid=payload-status][data-status=not_performed]').waitFor();
    await visit.leave();
  });

  test('a payload that is being checked has no verdict, whatever the one before had', async () => {
    // A worker that never gets this payload is never done with it.
    const held = 1_234_567;
    const visit = await site.visit({
      prepare: async (page) => {
        await page.addInitScript((size) => {
          const { postMessage } = Worker.prototype;
          Worker.prototype.postMessage = function (this: Worker, message: { readonly payload?: Blob | null }) {
            if (message.payload?.size !== size) postMessage.call(this, message);
          };
        }, held);
      },
    });
    const { page } = visit;
    await drop(page, [{ name: 'contract.pqr.json', text: made.text }]);
    await page.getByLabel('Payload as text').fill(PAYLOAD);
    await page.getByRole('button', { name: 'Check this text' }).click();
    const payload = page.getByTestId('payload-status');
    await eventually(() => payload.innerText()).toContain('Passed');
    const wrong = { name: 'wrong.bin', mimeType: 'text/plain', buffer: Buffer.alloc(held) };
    await page.getByLabel('Payload of the receipt').setInputFiles(wrong);
    await eventually(() => payload.innerText()).toBe('Checking wrong.bin');
    await eventually(() => payload.getAttribute('data-status')).toBe('checking');
    await visit.leave();
  });

  test('a changed receipt fails, and fits 360 px', async () => {
    const visit = await site.visit({ width: 360, height: 780 });
    const { page } = visit;
    await drop(page, [{ name: 'contract.pqr.json', text: changeAfter(made.text, '"substrate_hex": "', 90) }]);
    await eventually(async () => (await outcome(page)).outcome).toBe('FAILED');
    await eventually(() => page.locator('[data-slot][data-status=valid]').count()).toBe(0);
    expect(await hasSidewaysScroll(page)).toBe(false);
    await visit.leave();
  });
});
