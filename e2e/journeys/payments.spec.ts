import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings, findingsInBothThemes } from '../accessibility.ts';
import {
  CHROMIUM,
  go,
  hasSidewaysScroll,
  openSite,
  pressAt,
  pressIn,
  SERVER_STOPS,
  type Site,
  waitForFocus,
  whenLoaded,
} from '../fixtures.ts';
import { shot } from '../screens.ts';
import { choose, clientOf, copiedBy, eventually, more, rowIds, saved } from './admin-steps.ts';

const BODY = {
  amount_cents: 4_999,
  currency: 'USD',
  description: 'Support, January',
  recipient_wallet: 'demo:merchant',
  chain: 'solana',
} as const;

describe.skipIf(CHROMIUM === null)('the Payments page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  const commerce = () => clientOf(site).privacy.commerce;
  const made = (description: string, changes: Partial<Omit<typeof BODY, 'description'>> = {}) =>
    commerce().invoice({ headers: {}, body: { ...BODY, ...changes, description } });

  test('is empty at first, and an example makes an invoice with its payment link', async () => {
    const visit = await site.visit({ path: '/payments' });
    const { page } = visit;
    await page.getByText('No invoices yet').waitFor();
    await eventually(() => page.title()).toBe('Payments – Touchstone');
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Try with sample data' }).click();
    const sheet = page.getByRole('dialog', { name: 'New invoice' });
    await eventually(() => sheet.getByLabel('Amount').inputValue()).toBe('49.99');
    await sheet.getByText('Costs 1 unit').waitFor();
    await sheet.getByLabel('Amount').fill('49.999');
    await sheet.getByRole('button', { name: 'Make invoice' }).click();
    await sheet.getByText('Enter an amount above 0').waitFor();
    await sheet.getByLabel('Amount').fill('49.90');
    await sheet.getByRole('button', { name: 'Make invoice' }).click();
    await page.getByRole('heading', { level: 1, name: 'Support, January' }).waitFor();
    await eventually(() => page.url()).toMatch(/invoice=inv_/);
    await page.getByText('USD 49.90').first().waitFor();
    await page.locator('[data-step=paid][data-state=now]').waitFor();
    await page.getByText('The link holds the opening of the commitment.').waitFor();

    const link = await copiedBy(page.getByRole('button', { name: 'Copy payment link' }).first());
    expect(link).toMatch(/\/pay\/[0-9a-f]{64}#[\w-]{40,}$/);
    // The opening is on the clipboard alone: neither on the screen nor in the address.
    const opening = link.split('#')[1] ?? '-';
    expect(await page.content()).not.toContain(opening);
    expect(page.url()).not.toContain(opening);
    await whenLoaded(page);
    await shot(page, 'payments-detail');
    expect(await findingsInBothThemes(page), 'detail').toEqual([]);
    await visit.leave();
  });

  test('pays from a wallet, follows the payment to the ledger, and says what anyone can see', async () => {
    const { invoice_id: id, commitment } = await made('Hosting');
    const visit = await site.visit({ path: `/payments?invoice=${id}`, expectedErrors: [/status of 402/] });
    const { page } = visit;
    await page.locator('[data-status=pending]').getByText('Valid, not paid yet').waitFor();
    await more(page, 'Pay from a wallet');
    const sheet = page.getByRole('dialog', { name: 'Pay this invoice' });
    await sheet.getByLabel('Paying wallet').fill('demo:empty');
    await sheet.getByRole('button', { name: 'Pay', exact: true }).click();
    await sheet.getByText('The balance of this wallet is too low for the invoice.').waitFor();
    expect(await findingsInBothThemes(page), 'pay').toEqual([]);
    await sheet.getByLabel('Paying wallet').fill('demo:treasury');
    await sheet.getByRole('button', { name: 'Pay', exact: true }).click();
    await sheet.waitFor({ state: 'detached' });
    await page.locator('[data-step=paid][data-state=done]').waitFor();
    await page.locator('[data-step=settled][data-state=done]').waitFor();
    await page.locator('[data-status=settled]').getByText('Valid, settled').waitFor();
    expect((await commerce().settlement({ params: { commitment } })).status).toBe('settled');

    // The picture says the same as text.
    await page.keyboard.press('Alt+F1');
    const text = page.getByRole('dialog', { name: 'Progress of the invoice' });
    await text.getByText('Settled: done. The payment is confirmed on the ledger.').waitFor();
    await pressIn(text, 'Escape');
    await text.waitFor({ state: 'detached' });

    await page.locator('[data-step=paid]').getByRole('link', { name: 'Show on the ledger' }).click();
    await page.waitForURL(/#\/ledger\?/);
    await page.getByText(commitment.slice(0, 8)).first().waitFor();
    await page.getByText('Payment of an invoice').first().waitFor();
    await visit.leave();
  });

  test('lists, filters and exports; what was made elsewhere appears by itself', async () => {
    const first = await made('Audit of the ledger', { chain: 'solana' });
    const visit = await site.visit({ path: '/payments' });
    const { page } = visit;
    const grid = page.getByRole('grid', { name: 'Invoices' });
    await grid.locator(`[data-id="${first.invoice_id}"]`).waitFor();
    const later = await made('Made by a program');
    await grid.locator(`[data-id="${later.invoice_id}"]`).waitFor();
    await shot(page, 'payments-list');
    expect(await findingsInBothThemes(page), 'list').toEqual([]);

    await page.getByLabel('Find an invoice').fill('by a program');
    await eventually(() => rowIds(page, 'Invoices')).toEqual([later.invoice_id]);
    const { text } = await saved(page, 'Export CSV');
    expect(text).toContain(later.commitment);
    expect(text).not.toContain(first.commitment);
    await page.getByLabel('Find an invoice').fill('');
    await choose(page, 'State', 'Expired');
    await page.getByText('No invoice matches the filters.').waitFor();
    await choose(page, 'State', 'All states');

    // By keyboard alone.
    await page.getByLabel('Find an invoice').fill('by a program');
    await eventually(() => rowIds(page, 'Invoices')).toEqual([later.invoice_id]);
    await grid.focus();
    await grid.press('Home');
    await grid.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Made by a program' }).waitFor();

    await more(page, 'Hide');
    const sheet = page.getByRole('dialog', { name: 'Hide this invoice' });
    await sheet.getByText('The commitment stays on the ledger.').waitFor();
    await sheet.getByRole('button', { name: 'Hide', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
    await go(page, '/payments');
    await grid.locator(`[data-id="${first.invoice_id}"]`).waitFor();
    await eventually(() => grid.locator(`[data-id="${later.invoice_id}"]`).count()).toBe(0);
    // Hidden is not gone: whoever has its address still sees it.
    await go(page, `/payments?invoice=${later.invoice_id}`);
    await page.getByRole('heading', { level: 1, name: 'Made by a program' }).waitFor();
    await visit.leave();
  });

  test('checks a payment without signing in', async () => {
    const { commitment } = await made('To be checked');
    const visit = await site.visit({ path: '/payments?act=check', signIn: false, expectedErrors: [/401/] });
    const { page } = visit;
    const sheet = page.getByRole('dialog', { name: 'Check a payment' });
    await sheet.getByLabel('Commitment').fill(commitment.slice(1));
    await sheet.getByRole('button', { name: 'Check', exact: true }).click();
    await sheet.getByText('64 hexadecimal digits are needed; these are 63.').waitFor();
    await sheet.getByLabel('Commitment').fill(commitment.toUpperCase());
    await sheet.getByRole('button', { name: 'Check', exact: true }).click();
    await page.locator('[data-verdict=pending]').getByText('Valid, not paid yet').waitFor();
    expect(await findingsInBothThemes(page), 'check').toEqual([]);
    await go(page, `/payments?checked=${'0'.repeat(64)}&on=ethereum`);
    await page
      .locator('[data-verdict=failed]')
      .getByText('No invoice with this commitment is anchored on Ethereum.')
      .waitFor();
    await visit.leave();
  });

  test('is found: by letter, by verb', async () => {
    const visit = await site.visit({ path: '/overview' });
    const { page } = visit;
    const now = Date.now();
    await pressAt(page, 'g', now);
    await pressAt(page, 'm', now + 200);
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    const palette = page.getByRole('dialog', { name: 'Find pages, objects and actions' });
    await waitForFocus(palette);
    await page.keyboard.type('request a payment');
    await palette.locator('[role=menuitem][data-focused]', { hasText: 'New invoice' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New invoice' }).waitFor();
    expect(await findingsInBothThemes(page), 'form').toEqual([]);
    await visit.leave();
  });

  for (const width of [360, 640]) {
    test(`fits ${width} px, in forced colours`, async () => {
      const { invoice_id: id } = await made('Narrow');
      const visit = await site.visit({ width, height: 740, forcedColors: 'active', path: '/payments' });
      const { page } = visit;
      await page.getByRole('grid', { name: 'Invoices' }).waitFor();
      expect(await hasSidewaysScroll(page), 'list').toBe(false);
      await go(page, `/payments?invoice=${id}`);
      await page.getByRole('heading', { level: 1, name: 'Narrow' }).waitFor();
      await whenLoaded(page);
      expect(await hasSidewaysScroll(page), 'detail').toBe(false);
      expect(await findings(page)).toEqual([]);
      await visit.leave();
    });
  }
});

describe.skipIf(CHROMIUM === null)('the Payments page with the server stopped', () => {
  test('says so, and keeps what was entered', async () => {
    const site = await openSite();
    try {
      const visit = await site.visit({ path: '/payments?act=sample', expectedErrors: SERVER_STOPS });
      const { page } = visit;
      const sheet = page.getByRole('dialog', { name: 'New invoice' });
      await eventually(() => sheet.getByLabel('Amount').inputValue()).toBe('49.99');
      await site.stopServer();
      await sheet.getByRole('button', { name: 'Make invoice' }).click();
      await page.getByText('The server is out of reach').waitFor();
      await eventually(() => sheet.getByLabel('Amount').inputValue()).toBe('49.99');
      await visit.leave();
    } finally {
      await site.close();
    }
  });
});
