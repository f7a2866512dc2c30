import { join } from 'node:path';
import type { MeasuredSet } from '@touchstone/core/fhe/cost-model.ts';
import { keepBenchmark } from '@touchstone/server/fhe-iq/benchmark.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findingsInBothThemes } from '../accessibility.ts';
import { CHROMIUM, hasSidewaysScroll, openSite, type Site } from '../fixtures.ts';
import { shot } from '../screens.ts';
import { clientOf, eventually, more, saved } from './admin-steps.ts';

/** Times as they were measured on one machine, so that no test has to. */
const SETS: readonly MeasuredSet[] = [
  {
    scheme: 'BFV',
    n: 8_192,
    primeBits: [60, 60, 60, 34],
    plainModulus: 786_433,
    times: { encrypt: 4_300, decrypt: 1_400, multiply: 19_500, multiplyPlain: 2_500, add: 36 },
  },
  {
    scheme: 'CKKS',
    n: 8_192,
    primeBits: [60, 40, 40, 60],
    plainModulus: null,
    times: { encrypt: 4_100, decrypt: 210, multiply: 5_160, multiplyPlain: 350, add: 36 },
  },
];

/** Chooses in a select of a sheet. */
async function choose(page: Page, label: string, option: RegExp): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

async function encrypt(page: Page, values: string): Promise<void> {
  await page.getByRole('button', { name: 'Encrypt values' }).click();
  const sheet = page.getByRole('dialog', { name: 'Encrypt values' });
  await sheet.getByLabel('Values').fill(values);
  await sheet.getByRole('button', { name: 'Encrypt', exact: true }).click();
  await sheet.waitFor({ state: 'hidden' });
}

/** A step from the newest ciphertexts, as the sheet begins. */
async function compute(page: Page, verb: string): Promise<void> {
  await page.getByRole('region', { name: 'Notebook' }).getByRole('button', { name: verb, exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: verb, exact: true }).click();
  await sheet.waitFor({ state: 'hidden' });
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });

describe.skipIf(CHROMIUM === null)('the Encrypted compute page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
    // Measuring takes seconds of both processors, and the page is told what was measured in either case.
    keepBenchmark(join(site.dataDir, 'fhe-benchmark.json'), { measuredAt: Date.now(), sets: SETS });
  });
  afterAll(() => site?.close());

  test('keys that the client keeps: encrypted, multiplied and decrypted in the page, added by the service', async () => {
    const visit = await site.visit({ path: '/encrypted-compute' });
    const { page } = visit;
    const sent: { readonly path: string; readonly body: string }[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST')
        sent.push({ path: new URL(request.url()).pathname, body: request.postData() ?? '' });
    });
    await page.getByText('No keys yet').waitFor();
    await page.getByRole('button', { name: 'New key' }).first().click();
    await choose(page, 'Who keeps the secret key', /made in this page/);
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: /^BFV [0-9a-f]{8}$/ }).waitFor();
    await page.getByText('Save the key file now').waitFor();
    await encrypt(page, '31337, 5');
    await encrypt(page, '2, -7');
    await compute(page, 'Multiply');
    await compute(page, 'Add');
    await compute(page, 'Decrypt');
    // 2 + 31337·2 and −7 + 5·(−7): the sum takes the two newest.
    await row(page, '5. Decrypt').getByText('62676, -42').waitFor();
    await row(page, '4. Add').getByText('1 of 5').waitFor();
    await row(page, '4. Add').getByText('Ciphertexts only').waitFor();
    // The service added, and saw neither a key nor a value.
    const toFhe = sent.filter(({ path }) => path.includes('/fhe'));
    expect(toFhe.map(({ path }) => path)).toEqual(['/v1/fhe/bfv/add']);
    expect(toFhe.some(({ body }) => body.includes('31337') || body.includes('secret_key'))).toBe(false);
    const seen = page.getByRole('region', { name: 'What the service saw' });
    await seen.getByText('Never. It was made in this page.').waitFor();
    await shot(page, 'fhe-page');
    expect(await findingsInBothThemes(page), 'notebook').toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await hasSidewaysScroll(page)).toBe(false);
    await shot(page, 'fhe-page-narrow');
    await page.setViewportSize({ width: 1440, height: 900 });
    const file = await saved(page, 'Save key file');
    expect(Object.keys(JSON.parse(file.text))).toEqual(['key_id', 'public_key', 'relin_key', 'secret_key']);

    // It stays while other pages are looked at, and is asked about before it goes.
    await page.getByRole('link', { name: 'Joint computation' }).click();
    await page.getByRole('heading', { level: 1, name: 'Joint computation' }).waitFor();
    await page.goBack();
    await row(page, '5. Decrypt').getByText('62676, -42').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave this page?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'hidden' });
    const asked = page.waitForEvent('dialog').then(async (dialog) => {
      await dialog.accept();
      return dialog.type();
    });
    // Nothing of it outlives the window but the file.
    await page.reload();
    expect(await asked).toBe('beforeunload');
    await page.getByText('No such key').waitFor();
    await page.getByRole('button', { name: 'Load key file' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose file' }).click();
    const buffer = Buffer.from(file.text);
    await (await chooser).setFiles({ name: file.name, mimeType: 'application/json', buffer });
    await page.getByRole('dialog').getByRole('button', { name: 'Load keys' }).click();
    await page.getByText('No steps yet').waitFor();
    await page.getByText('Public and secret key are in this page').waitFor();

    // What a failure of the worker takes along is not offered for saving.
    const worker = page.workers().find((one) => one.url().includes('fhe-worker'));
    await worker?.evaluate("setTimeout(() => { throw new Error('broke'); }, 0)");
    await page.getByText('The worker that kept the keys stopped').waitFor();
    await page.getByRole('button', { name: 'Load key file' }).waitFor();
    expect(await page.getByRole('button', { name: 'Save key file' }).count()).toBe(0);
    await visit.leave();
  });

  test('a session of the service: decimals, a refresh, an answer about parameters, and its end', async () => {
    const visit = await site.visit({ path: '/encrypted-compute?act=new', expectedErrors: [/status of 400/] });
    const { page } = visit;
    await choose(page, 'Scheme', /^CKKS/);
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    const heading = page.getByRole('heading', { level: 1, name: /^CKKS [0-9a-f]{8}$/ });
    await heading.waitFor();
    const digits = (await heading.innerText()).slice(-8);
    await page.getByRole('button', { name: 'Try with sample data' }).click();
    const sheet = page.getByRole('dialog', { name: 'Encrypt values' });
    await eventually(() => sheet.getByLabel('Values').inputValue()).not.toBe('');
    await sheet.getByLabel('Values').fill('0.5, two');
    await sheet.getByRole('button', { name: 'Encrypt', exact: true }).click();
    await sheet.getByText('Value 2 (two) is no number.').waitFor();
    await sheet.getByLabel('Values').fill('0.5, -1.25');
    await sheet.getByRole('button', { name: 'Encrypt', exact: true }).click();
    await row(page, '1. Encrypt').getByText('The values, once').waitFor();
    await compute(page, 'Multiply');
    await row(page, '2. Multiply').getByText('4 products left').waitFor();
    await compute(page, 'Refresh');
    await row(page, '3. Refresh').getByText('0 of 5').waitFor();
    await compute(page, 'Decrypt');
    // With the noise of S29, some multiples of 2^-18 to either side.
    await row(page, '4. Decrypt')
      .getByText(/^0\.2(?:5|499)\d*, 1\.56\d*$/)
      .waitFor();
    await shot(page, 'fhe-session');

    await more(page, 'End session');
    const end = page.getByRole('dialog', { name: `End CKKS ${digits}` });
    await end.getByText('Its notebook goes too: 4 steps.').waitFor();
    await end.getByLabel(/^Type/).fill(digits);
    await end.getByRole('button', { name: 'End session' }).click();
    await page.getByText('No keys yet').waitFor();
    expect((await clientOf(site).crypto.fhe.ckksSessions({ query: {} })).items).toEqual([]);

    await page.getByRole('tab', { name: 'Parameters' }).click();
    await page.getByRole('button', { name: 'Try with sample data' }).click();
    const ask = page.getByRole('dialog', { name: 'Ask for parameters' });
    await eventually(() => ask.getByLabel(/Longest time/).inputValue()).not.toBe('');
    await ask.getByLabel(/Longest time/).fill('0.01');
    await ask.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.locator('[data-outcome=impossible]').getByText('Nearest possible').first().waitFor();
    await page.getByRole('img', { name: /^Time of a product/ }).waitFor();
    await shot(page, 'fhe-parameters');
    expect(await findingsInBothThemes(page), 'parameters').toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await hasSidewaysScroll(page)).toBe(false);
    await shot(page, 'fhe-parameters-narrow');
    await visit.leave();
  });
});
