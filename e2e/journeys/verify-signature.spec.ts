import { type KeySet, parseKeySet } from '@touchstone/core/keys/key-set.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../accessibility.ts';
import { CHROMIUM, go, hasSidewaysScroll, openSite, type Site } from '../fixtures.ts';
import { shot } from '../screens.ts';
import { clientOf, eventually, saved } from './admin-steps.ts';
import { drop, outcome, trust } from './verify-steps.ts';

const SIGNED = 'Release 1.0: sha256 ab12, approved';

async function giveText(page: Page, text: string): Promise<void> {
  await page.getByLabel('What was signed, as text').fill(text);
  await page.getByRole('button', { name: 'Check this text' }).click();
}

describe.skipIf(CHROMIUM === null)('a 3-key signature on the Verify page', () => {
  let site: Site;
  let answer: string;
  let keySet: KeySet;

  beforeAll(async () => {
    site = await openSite();
    const { svcKey } = clientOf(site).signing;
    answer = JSON.stringify(await svcKey.sign3key({ body: { data: SIGNED } }));
    const published = (await svcKey.publicKeys({})).keysets.find(({ use }) => use === '3key');
    const parsed = parseKeySet(JSON.stringify(published));
    if (!parsed.ok) throw new Error(parsed.message);
    keySet = parsed.keySet;
  });
  afterAll(() => site?.close());

  const file = () => ({ name: 'release.3key.json', text: answer });

  test('waits for what was signed, then is verified, printed and saved', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await drop(page, [file()]);
    // console H2: the 3-key set of the service on this machine counts without a pin.
    await eventually(() => outcome(page)).toEqual({ outcome: 'PENDING', code: 'NO_PAYLOAD' });
    const badge = page.locator('span').getByText('own service', { exact: true });
    await badge.waitFor();
    await trust(page, keySet);
    await badge.waitFor({ state: 'detached' });
    await eventually(() => outcome(page)).toEqual({ outcome: 'PENDING', code: 'NO_PAYLOAD' });
    await eventually(() => page.locator('[data-slot][data-status=valid]').count()).toBe(3);
    expect(await findings(page), 'without payload').toEqual([]);
    await shot(page, 'signature-pending-light');

    await giveText(page, SIGNED);
    await eventually(() => outcome(page)).toEqual({ outcome: 'VERIFIED', code: 'VERIFIED' });
    const payload = page.getByTestId('payload-status');
    await eventually(() => payload.getAttribute('data-status')).toBe('passed');
    await eventually(() => page.locator('main').innerText()).toContain('timestamp');
    expect(await findings(page), 'verified').toEqual([]);
    await shot(page, 'signature-verified-light');

    const report = JSON.parse((await saved(page, 'Save report (JSON)')).text);
    expect(report).toMatchObject({
      subject: { kind: 'signature', file_name: 'release.3key.json' },
      verdict: { outcome: 'VERIFIED', valid_signatures: 3, total_signatures: 3 },
      times: { claimed_is_covered: false },
    });
    await page.emulateMedia({ media: 'print' });
    await eventually(() => page.getByTestId('report').innerText()).toContain(keySet.fingerprint);
    await page.emulateMedia({ media: 'screen' });

    // The same bytes as a file; then none.
    await page
      .getByLabel('What was signed, as a file')
      .setInputFiles({ name: 'release.txt', mimeType: 'text/plain', buffer: Buffer.from(SIGNED) });
    await payload.getByText('release.txt').waitFor();
    await eventually(async () => (await outcome(page)).outcome).toBe('VERIFIED');
    await page.getByRole('button', { name: 'Forget the payload' }).click();
    await eventually(() => outcome(page)).toEqual({ outcome: 'PENDING', code: 'NO_PAYLOAD' });
    await visit.leave();
  });

  test('says that something else was signed, and shows the signatures as they are', async () => {
    const visit = await site.visit({ width: 360, height: 780 });
    const { page } = visit;
    await drop(page, [file()]);
    await outcome(page);
    await trust(page, keySet);
    await giveText(page, `${SIGNED} `);
    await eventually(() => outcome(page)).toEqual({ outcome: 'FAILED', code: 'HASH_MISMATCH' });
    await page.getByText('This is not what was signed.').waitFor();
    await eventually(() => page.locator('[data-slot][data-status=valid]').count()).toBe(3);
    expect(await hasSidewaysScroll(page)).toBe(false);
    expect(await findings(page)).toEqual([]);
    await shot(page, 'signature-wrong-360-light');
    await visit.leave();
  });

  test('judges each family alone: one that was changed fails the whole', async () => {
    const visit = await site.visit({ colorScheme: 'dark' });
    const { page } = visit;
    const [ed25519 = '', mlDsa = '', falcon = ''] = JSON.parse(answer).signature.split(':').slice(1);
    const changed = `${mlDsa.slice(0, 30)}${mlDsa.charAt(30) === 'A' ? 'B' : 'A'}${mlDsa.slice(31)}`;
    const signature = `3key:${ed25519}:${changed}:${falcon}`;
    await drop(page, [{ name: 'changed.json', text: JSON.stringify({ ...JSON.parse(answer), signature }) }]);
    await outcome(page);
    await trust(page, keySet);
    await giveText(page, SIGNED);
    await eventually(() => outcome(page)).toEqual({ outcome: 'FAILED', code: 'SIGNATURE_INVALID' });
    for (const [slot, status] of [
      ['ed25519', 'valid'],
      ['ml_dsa_65', 'invalid'],
      ['falcon_512', 'valid'],
    ] as const) {
      await page.locator(`[data-slot=${slot}][data-status=${status}]`).waitFor();
    }
    expect(await findings(page)).toEqual([]);
    await shot(page, 'signature-broken-dark');
    await visit.leave();
  });

  test('the Sign page saves the file that this page verifies', async () => {
    const visit = await site.visit({ path: '/sign' });
    const { page } = visit;
    await page.getByRole('textbox', { name: 'Data to sign' }).fill(SIGNED);
    await page.getByRole('button', { name: 'Sign with the 3-key trio' }).click();
    const made = await saved(page, 'Save as a file');
    expect(made.name).toBe('signature.3key.json');
    await go(page, '/verify');
    await drop(page, [made]);
    await outcome(page);
    await trust(page, keySet);
    await giveText(page, SIGNED);
    await eventually(() => outcome(page)).toEqual({ outcome: 'VERIFIED', code: 'VERIFIED' });
    await visit.leave();
  });

  test('an answer that is cut off is an input error, its bare text gets a sentence that helps', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await drop(page, [{ name: 'cut.json', text: answer.slice(0, -30) }]);
    await eventually(() => outcome(page)).toEqual({ outcome: 'INPUT_ERROR', code: 'FORMAT' });
    await drop(page, [{ name: 'bare.txt', text: JSON.parse(answer).signature }]);
    await page.getByText('This is the text of a 3-key signature without the rest of its answer.').waitFor();
    await visit.leave();
  });
});
