import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings, findingsInBothThemes } from '../accessibility.ts';
import {
  CHROMIUM,
  go,
  hasSidewaysScroll,
  openSite,
  pressAt,
  SERVER_STOPS,
  type Site,
  waitForFocus,
  whenLoaded,
} from '../fixtures.ts';
import { shot } from '../screens.ts';
import { choose, clientOf, eventually, more, rowIds, saved } from './admin-steps.ts';
import { drop, outcome } from './verify-steps.ts';

const AGE = { date_of_birth: '1990-05-17', minimum_age: 18, chain: 'solana' } as const;

describe.skipIf(CHROMIUM === null)('the Proofs page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  const privacy = () => clientOf(site).privacy.privacy;

  test('offers nine claims; an example is proven, verified in the window, saved and verified as a file', async () => {
    const visit = await site.visit({ path: '/proofs' });
    const { page } = visit;
    await page.getByText('No proofs yet').waitFor();
    await eventually(() => page.title()).toBe('Proofs – Touchstone');
    expect(await page.locator('[data-claim]').count()).toBe(9);
    expect(await findingsInBothThemes(page), 'gallery').toEqual([]);
    await page.getByRole('button', { name: 'Try with sample data' }).click();
    const sheet = page.getByRole('dialog', { name: 'New proof: Age' });
    await eventually(() => sheet.getByLabel('Date of birth', { exact: true }).inputValue()).toBe('1990-05-17');
    // The value is masked.
    expect(await sheet.getByLabel('Date of birth', { exact: true }).getAttribute('type')).toBe('password');
    await sheet.getByRole('button', { name: 'Make proof' }).click();
    await page.getByRole('heading', { level: 1, name: 'Age at least 18' }).waitFor();
    await eventually(() => page.url()).toMatch(/proof=[0-9a-f]{64}/);
    await eventually(() => outcome(page)).toEqual({ outcome: 'VERIFIED', code: 'VERIFIED' });
    await page.getByText(/^10\d bits$/).waitFor();
    await page.locator('[data-check="integrity.proof"][data-status=passed]').waitFor();
    const sees = page.getByRole('region', { name: 'What the other side sees' });
    await sees.getByText('relying-party-7f31c2').waitFor();
    await sees.getByText('Date of birth', { exact: true }).waitFor();
    expect(await page.content()).not.toContain('1990-05-17');
    await whenLoaded(page);
    await shot(page, 'proofs-detail');
    expect(await findingsInBothThemes(page), 'detail').toEqual([]);

    const { name, text } = await saved(page, 'Save file');
    expect(name).toMatch(/^proof-[0-9a-f]{16}\.pqp\.json$/);
    expect(text).not.toContain('1990-05-17');
    await go(page, '/verify');
    await drop(page, [{ name, text }]);
    await eventually(() => outcome(page)).toEqual({ outcome: 'VERIFIED', code: 'VERIFIED' });
    await visit.leave();
  });

  test('shows a claim that does not hold as an answer, and keeps no value', async () => {
    const visit = await site.visit({ path: '/proofs' });
    const { page } = visit;
    await page.locator('[data-claim=age_threshold]').click();
    const sheet = page.getByRole('dialog', { name: 'New proof: Age' });
    await sheet.getByRole('button', { name: 'Make proof' }).click();
    await sheet.getByText('Enter a real date').waitFor();
    await sheet.getByLabel('Date of birth', { exact: true }).fill('2020-01-31');
    await sheet.getByLabel('Minimum age').fill('200');
    await sheet.getByRole('button', { name: 'Make proof' }).click();
    await sheet.getByText('Enter a whole number from 0 to 150.').waitFor();
    expect(await findingsInBothThemes(page), 'sheet').toEqual([]);
    await sheet.getByLabel('Minimum age').fill('18');
    await sheet.getByRole('button', { name: 'Make proof' }).click();
    await page.locator('[data-ended=unsatisfied]').getByText('The claim does not hold: nothing was anchored').waitFor();
    expect(await page.locator('main [role=alert], main [data-verdict], main [data-outcome]').count()).toBe(0);
    await shot(page, 'proofs-unsatisfied');
    expect(await findingsInBothThemes(page), 'unsatisfied').toEqual([]);
    // What was entered went with the answer.
    await page.getByRole('button', { name: 'Make another' }).click();
    await eventually(() => sheet.getByLabel('Date of birth', { exact: true }).inputValue()).toBe('');
    await visit.leave();
  });

  test('proves from a demo wallet, and keeps the wallet hidden', async () => {
    const visit = await site.visit({ path: '/proofs?act=new&claim=collateral_ratio' });
    const { page } = visit;
    const sheet = page.getByRole('dialog', { name: 'New proof: Collateral ratio' });
    await sheet.getByLabel('Minimum ratio').fill('1.5');
    await choose(page, 'Demo wallet', 'Trader: 8,000 USDC, 310.25 SOL, lending, perpetuals');
    await eventually(() => sheet.getByLabel('Wallet', { exact: true }).inputValue()).toBe('demo:trader');
    await sheet.getByRole('button', { name: 'Make proof' }).click();
    await page.getByRole('heading', { level: 1, name: 'Collateral ratio at least 1.5 in lending' }).waitFor();
    await eventually(async () => (await outcome(page)).outcome).toBe('VERIFIED');
    expect(await page.locator('main').innerText()).not.toContain('demo:trader');
    await page
      .getByText(/Solana, block \d+/)
      .first()
      .waitFor();
    await more(page, 'Show on the ledger');
    await page.waitForURL(/#\/ledger\?/);
    await page.getByText('Privacy proof').first().waitFor();
    await visit.leave();
  });

  test('lists what was made, follows programs, filters, hides', async () => {
    const first = await privacy().age({ body: { ...AGE, minimum_age: 30, nonce: 'first' } });
    const visit = await site.visit({ path: '/proofs' });
    const { page } = visit;
    const grid = page.getByRole('grid', { name: 'Proofs' });
    await grid.locator(`[data-id="${first.commitment}"]`).waitFor();
    const later = await privacy().age({ body: { ...AGE, minimum_age: 31, nonce: 'later' } });
    await grid.locator(`[data-id="${later.commitment}"]`).waitFor();
    await shot(page, 'proofs-list');
    expect(await findingsInBothThemes(page), 'list').toEqual([]);
    await page.getByLabel('Find a proof').fill('at least 31');
    await eventually(() => rowIds(page, 'Proofs')).toEqual([later.commitment]);
    const { text } = await saved(page, 'Export CSV');
    expect(text).toContain(later.commitment);
    await page.getByLabel('Find a proof').fill('');
    await choose(page, 'State', 'Did not hold');
    await eventually(async () => (await rowIds(page, 'Proofs')).includes(later.commitment)).toBe(false);
    await choose(page, 'State', 'All states');

    await page.getByLabel('Find a proof').fill('at least 31');
    await eventually(() => rowIds(page, 'Proofs')).toEqual([later.commitment]);
    await grid.focus();
    await grid.press('Home');
    await grid.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Age at least 31' }).waitFor();
    await more(page, 'Hide');
    const sheet = page.getByRole('dialog', { name: 'Hide this proof' });
    await sheet.getByRole('button', { name: 'Hide', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Proofs' }).waitFor();
    await go(page, '/proofs');
    await grid.locator(`[data-id="${first.commitment}"]`).waitFor();
    await eventually(() => grid.locator(`[data-id="${later.commitment}"]`).count()).toBe(0);
    const verified = await privacy().verify({ body: { commitment: later.commitment, chain: 'solana' } });
    expect(verified.valid).toBe(true);
    await visit.leave();
  });

  test('checks a commitment for a relying party, and says why it is not valid', async () => {
    const { commitment } = await privacy().age({ body: { ...AGE, nonce: 'mine-17' } });
    const visit = await site.visit({ path: '/proofs', signIn: false, expectedErrors: [/401/, /404/] });
    const { page } = visit;
    await page.getByRole('button', { name: 'Check a commitment' }).click();
    const sheet = page.getByRole('dialog', { name: 'Check a commitment' });
    const check = sheet.getByRole('button', { name: 'Check', exact: true });
    await check.click();
    await sheet.getByText('Enter the commitment.').waitFor();
    await sheet.getByLabel('Commitment').fill(commitment);
    await check.click();
    await page
      .locator('[data-verdict=verified]')
      .getByText(/^Age at least 18\. Anchored on Solana/)
      .waitFor();
    await page.getByText('You demanded neither a text of your own nor a subject.').waitFor();
    expect(await findingsInBothThemes(page), 'valid').toEqual([]);

    await page.getByRole('button', { name: 'Change what you expect' }).click();
    await sheet.getByLabel('Your text').fill('mine-18');
    await sheet.getByLabel('Limits').fill('minimum_age = 18');
    await check.click();
    await page
      .locator('[data-verdict=failed]')
      .getByText(/^The proof is not the one that you expect/)
      .waitFor();
    const row = page.getByRole('row', { name: /nonce/ });
    await row.getByText('mine-17').waitFor();
    await row.getByText('Differs').waitFor();
    await page
      .getByRole('row', { name: /minimum_age/ })
      .getByText('Fits')
      .waitFor();
    expect(page.url()).not.toContain('mine-18');
    await shot(page, 'proofs-checked');
    expect(await findingsInBothThemes(page), 'not valid').toEqual([]);

    await page.getByRole('button', { name: 'Change what you expect' }).click();
    await sheet.getByLabel('Your text').fill('mine-17');
    await check.click();
    await page.locator('[data-verdict=verified]').waitFor();
    await go(page, `/proofs?checked=${'0'.repeat(64)}&chain=base`);
    await page
      .locator('[data-verdict=failed]')
      .getByText('No privacy proof with this commitment is anchored on Base.')
      .waitFor();
    await go(page, `/proofs?proof=${'0'.repeat(64)}`);
    await page.getByText('This server has no such proof').waitFor();
    await visit.leave();
  });

  test('is found: by letter, by verb', async () => {
    const visit = await site.visit({ path: '/overview' });
    const { page } = visit;
    const now = Date.now();
    await pressAt(page, 'g', now);
    await pressAt(page, 'p', now + 200);
    await page.getByRole('heading', { level: 1, name: 'Proofs' }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    const palette = page.getByRole('dialog', { name: 'Find pages, objects and actions' });
    await waitForFocus(palette);
    await page.keyboard.type('new proof: kyc');
    await palette.locator('[role=menuitem][data-focused]', { hasText: 'New proof: KYC status' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New proof: KYC status' }).waitFor();
    await visit.leave();
  });

  for (const width of [360, 640]) {
    test(`fits ${width} px, in forced colours`, async () => {
      const { commitment } = await privacy().age({ body: { ...AGE, nonce: `width ${width}` } });
      const visit = await site.visit({ width, height: 740, forcedColors: 'active', path: '/proofs' });
      const { page } = visit;
      await page.getByRole('grid', { name: 'Proofs' }).waitFor();
      expect(await hasSidewaysScroll(page), 'list').toBe(false);
      await go(page, `/proofs?proof=${commitment}`);
      await eventually(async () => (await outcome(page)).outcome).toBe('VERIFIED');
      expect(await hasSidewaysScroll(page), 'detail').toBe(false);
      expect(await findings(page)).toEqual([]);
      await go(page, '/proofs?act=new&claim=jurisdiction_membership');
      await page.getByRole('dialog').waitFor();
      expect(await hasSidewaysScroll(page), 'form').toBe(false);
      await visit.leave();
    });
  }
});

describe.skipIf(CHROMIUM === null)('the Proofs page with the server stopped', () => {
  test('says so, and keeps what was entered', async () => {
    const site = await openSite();
    try {
      const visit = await site.visit({ path: '/proofs?act=sample&claim=age_threshold', expectedErrors: SERVER_STOPS });
      const { page } = visit;
      const sheet = page.getByRole('dialog', { name: 'New proof: Age' });
      await eventually(() => sheet.getByLabel('Date of birth', { exact: true }).inputValue()).toBe('1990-05-17');
      await site.stopServer();
      await sheet.getByRole('button', { name: 'Make proof' }).click();
      await page.getByText('The server is out of reach').waitFor();
      await eventually(() => sheet.getByLabel('Date of birth', { exact: true }).inputValue()).toBe('1990-05-17');
      await visit.leave();
    } finally {
      await site.close();
    }
  });
});
