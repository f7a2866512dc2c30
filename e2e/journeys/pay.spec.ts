/** The page on which an invoice is paid (12.26, S16): what it shows, checks by itself, and refuses. */
import { commitInvoice, paymentPath } from '@touchstone/core/commerce/invoice.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings, findingsInBothThemes } from '../accessibility.ts';
import { CHROMIUM, hasSidewaysScroll, openSite, type Site, waitForFocus } from '../fixtures.ts';

const ORDER = {
  amount_cents: 4_999,
  currency: 'USD',
  description: 'Support, January',
  recipient_wallet: 'demo:merchant',
  chain: 'solana',
};

const refused = (status: number) => new RegExp(`status of ${status}`);

describe.skipIf(CHROMIUM === null)('paying an invoice', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  async function call(path: string, body: object): Promise<Record<string, unknown>> {
    const answer = await fetch(`${site.api}/api/v1/commerce${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${site.server.adminToken}` },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, unknown>;
  }

  /** An invoice, and the address that its payer is given. */
  async function invoiced(order: object = {}) {
    const made = await call('/invoice', { ...ORDER, ...order });
    const address = String(made.payment_url);
    return { address, id: String(made.invoice_id), opening: new URL(address).hash.slice(1) };
  }

  const wallet = (page: Page) => page.getByLabel('Your wallet');
  const outcome = (page: Page) => page.locator('.outcome');
  const fact = (page: Page, name: string) => page.locator(`dt:text-is("${name}") + dd`);
  const saysSoon = (page: Page, title: string) => outcome(page).getByText(title, { exact: true }).waitFor();

  it('shows what is to be paid and to whom, takes the payment by keyboard, and keeps nothing', async () => {
    const { address, opening } = await invoiced();
    const visit = await site.visit({ address, width: 390, height: 844 });
    const { page } = visit;
    await saysSoon(page, 'Not paid yet');
    expect(await page.title()).toContain('Pay an invoice');
    expect(await page.getByText('no money moves').count()).toBe(1);
    expect(await fact(page, 'Amount').textContent()).toBe('USD 49.99');
    expect(await fact(page, 'Recipient').textContent()).toBe('demo:merchant');
    expect(await fact(page, 'Description').textContent()).toBe('Support, January');
    expect(await fact(page, 'Ledger').textContent()).toBe('solana (embedded)');
    expect(await fact(page, 'Payable until').locator('time').getAttribute('datetime')).toMatch(/^2\d{3}-/);
    expect(await findingsInBothThemes(page)).toEqual([]);
    expect(await hasSidewaysScroll(page)).toBe(false);
    await page.keyboard.press('Tab');
    await waitForFocus(wallet(page));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
    await page.keyboard.type('4Nd1mYvQdV6k2cXbTnHqzJ5r8sPfLw3uEaGt7RyBxKoC');
    await page.keyboard.press('Enter');
    // A second press while the first is under way pays nothing more.
    await page.keyboard.press('Enter');
    await saysSoon(page, 'Paid');
    await waitForFocus(outcome(page));
    expect(asked.filter((request) => request.endsWith('/pay')).length).toBe(1);
    expect(asked.join()).not.toContain(opening);
    expect(String(await fact(page, 'Transaction').textContent()).length).toBeGreaterThan(60);
    expect(await wallet(page).count()).toBe(0);
    expect(await findingsInBothThemes(page)).toEqual([]);
    expect(await hasSidewaysScroll(page)).toBe(false);
    const kept = await page.evaluate(async () => ({
      local: localStorage.length,
      session: sessionStorage.length,
      cookies: document.cookie,
      databases: (await indexedDB.databases()).length,
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }));
    expect(kept).toEqual({ local: 0, session: 0, cookies: '', databases: 0, workers: 0 });
    await page.reload();
    await saysSoon(page, 'Paid');
    expect(await wallet(page).count()).toBe(0);
    await visit.leave();
  });

  it('says what is wrong with a wallet, at the field, and takes another one', async () => {
    const { address } = await invoiced({ amount_cents: 100, currency: 'EUR' });
    const visit = await site.visit({ address, expectedErrors: [refused(402)] });
    const { page } = visit;
    const pay = page.getByRole('button', { name: 'Pay EUR 1.00' });
    expect(await fact(page, 'Amount').textContent()).toContain('USD 1.10');
    await pay.click();
    const error = page.getByRole('alert');
    expect(await error.textContent()).toBe('Type the wallet that pays.');
    await waitForFocus(wallet(page));
    await wallet(page).fill('demo:empty');
    await pay.click();
    await error.getByText('The balance of this wallet is too low').waitFor();
    await waitForFocus(wallet(page));
    expect(await wallet(page).getAttribute('aria-invalid')).toBe('true');
    expect(await findings(page)).toEqual([]);
    await wallet(page).fill(' demo:saver ');
    await pay.click();
    await saysSoon(page, 'Paid');
    await visit.leave();
  });

  it('checks by itself that the link fits, and shows nothing of one that does not', async () => {
    const { address } = await invoiced();
    const other = await invoiced();
    const own = commitInvoice(
      {
        ...ORDER,
        invoice_id: 'inv_0000000000000000',
        description: 'Made up elsewhere',
        issued_at: '2026-01-01T00:00:00.000Z',
        expires_at: '2036-01-01T00:00:00.000Z',
      },
      new Uint8Array(32),
    );
    const [path = ''] = address.split('#');
    for (const [title, wrong] of [
      ['The link is incomplete', path],
      ['The link is damaged', `${address}!`],
      ['The link does not fit the invoice', `${path}#${other.opening}`],
      ['This address names no invoice', `${site.api}/pay/x#${other.opening}`],
      ['This server does not know the invoice', site.api + paymentPath(own)],
    ] as const) {
      const visit = await site.visit({ address: wrong, width: 390 });
      await saysSoon(visit.page, title);
      expect(await wallet(visit.page).count()).toBe(0);
      expect(await visit.page.locator('dl').count()).toBe(0);
      expect(await visit.page.locator('main').textContent()).not.toContain('Made up');
      expect(await findings(visit.page)).toEqual([]);
      await visit.leave();
    }
  });

  it('opens what is pasted over the address anew', async () => {
    const { address, opening } = await invoiced();
    const [path = ''] = address.split('#');
    const visit = await site.visit({ address: path });
    await saysSoon(visit.page, 'The link is incomplete');
    await visit.page.evaluate((hash) => {
      location.hash = hash;
    }, opening);
    await saysSoon(visit.page, 'Not paid yet');
    await visit.leave();
  });

  it('shows the text of strangers as text, and what cannot be seen by its name', async () => {
    const description = '<img src=x onerror=alert(1)>\n\u202egnp.exe <script>alert(2)</script>';
    const { address } = await invoiced({ description, recipient_wallet: '\u202e<b>shop</b>' });
    const visit = await site.visit({ address });
    await saysSoon(visit.page, 'Not paid yet');
    expect(await fact(visit.page, 'Description').textContent()).toBe(
      '<img src=x onerror=alert(1)>[U+202E]gnp.exe <script>alert(2)</script>',
    );
    expect(await fact(visit.page, 'Recipient').textContent()).toBe('[U+202E]<b>shop</b>');
    expect(await visit.page.locator('main img, main script, main b').count()).toBe(0);
    await visit.leave();
  });

  it('tells who comes too late that it is paid, or over', async () => {
    const { address, id, opening } = await invoiced();
    const visit = await site.visit({ address, expectedErrors: [refused(409)] });
    const { page } = visit;
    await wallet(page).fill('demo:treasury');
    expect((await call(`/invoice/${id}/pay`, { payer_wallet: 'demo:trader', opening })).status).toBe('settled');
    await page.getByRole('button', { name: 'Pay USD 49.99' }).click();
    await saysSoon(page, 'Paid');
    expect(await wallet(page).count()).toBe(0);
    await page.route('**/commerce/verify', (route) => route.fulfill({ json: { status: 'expired' } }));
    await page.reload();
    await saysSoon(page, 'Expired');
    expect(await wallet(page).count()).toBe(0);
    expect(await findingsInBothThemes(page)).toEqual([]);
    await visit.leave();
  });

  it('says that the server does not answer or is busy, and can be asked again', async () => {
    const { address } = await invoiced();
    const visit = await site.visit({ address, expectedErrors: [/ERR_FAILED/, refused(429)] });
    const { page } = visit;
    await saysSoon(page, 'Not paid yet');
    const headers = { 'retry-after': '7' };
    const json = { error: { code: 'RATE_LIMITED', message: '', status: 429, request_id: 'req_1' } };
    await page.route('**/pay', (route) => route.fulfill({ status: 429, headers, json }));
    await wallet(page).fill('demo:treasury');
    await page.getByRole('button', { name: 'Pay USD 49.99' }).click();
    await page.getByRole('alert').getByText('Try again in 7 seconds').waitFor();
    await page.unroute('**/pay');
    await page.route('**/commerce/verify', (route) => route.abort());
    await page.reload();
    await outcome(page).getByText('The server does not answer').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.unroute('**/commerce/verify');
    await page.getByRole('button', { name: 'Check again' }).click();
    await saysSoon(page, 'Not paid yet');
    await visit.leave();
  });
});
