import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings, findingsInBothThemes } from '../accessibility.ts';
import {
  CHROMIUM,
  go,
  hasSidewaysScroll,
  openSite,
  pressIn,
  SERVER_STOPS,
  type Site,
  whenLoaded,
} from '../fixtures.ts';
import { choose, clientOf, eventually, more, saved } from './admin-steps.ts';
import { drop, outcome } from './verify-steps.ts';

const PAYLOAD = 'Contract 17, version 3: paid in full — 12,000.00';

/** Goes to the list with the sheet for a new receipt, and answers its field for the payload. */
async function goToForm(page: Page): Promise<Locator> {
  await go(page, '/receipts?act=new');
  await page.getByRole('dialog', { name: 'New receipt' }).waitFor();
  return page.getByRole('textbox', { name: 'Payload', exact: true });
}

async function backToList(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Way back' }).getByRole('link', { name: 'Receipts' }).click();
  await page.getByRole('heading', { level: 1, name: 'Receipts' }).waitFor();
}

/** Makes a receipt through the form and answers its id. */
async function make(page: Page, payload: string, type?: string): Promise<string> {
  await (await goToForm(page)).fill(payload);
  if (type !== undefined) await choose(page, 'Kind', type);
  await page.getByRole('button', { name: 'Create receipt' }).click();
  await page.getByText('Matches', { exact: true }).waitFor();
  await eventually(() => page.url()).toContain('name=');
  return new URL(page.url().replace('#/', '')).searchParams.get('name') ?? '';
}

describe.skipIf(CHROMIUM === null)('the Receipts page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  test('is empty at first, and says what fills it', async () => {
    const visit = await site.visit({ path: '/receipts' });
    const { page } = visit;
    await page.getByText('No receipts yet').waitFor();
    await eventually(() => page.title()).toBe('Receipts – Touchstone');
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Try with sample data' }).click();
    await eventually(() => page.getByRole('textbox', { name: 'Payload', exact: true }).inputValue()).toContain(
      'Contract 17',
    );
    await pressIn(page.getByRole('dialog'), 'Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await visit.leave();
  });

  test('selects several by key and by mouse, verifies them as a batch, and leads back', async () => {
    const made = await Promise.all(
      ['one', 'two', 'three'].map((payload) => clientOf(site).receipts.receipts.create({ body: { payload } })),
    );
    const visit = await site.visit({ path: '/receipts' });
    const { page } = visit;
    const grid = page.getByRole('grid', { name: 'Receipts' });
    for (const { receipt_id: id } of made) await grid.locator(`[data-id="${id}"]`).waitFor();
    await grid.focus();
    await grid.press('Home');
    await grid.press('Space');
    await page.getByText('1 selected').waitFor();
    await grid.press('Shift+ArrowDown');
    await page.getByText('2 selected').waitFor();
    expect(await findings(page)).toEqual([]);
    await grid.press('Escape');
    await page.getByLabel('Find a receipt').waitFor();
    await grid.locator(`[data-id="${made[0]?.receipt_id}"] [data-choice]`).click();
    await grid.locator(`[data-id="${made[2]?.receipt_id}"]`).click({ modifiers: ['ControlOrMeta'] });
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await eventually(() => grid.evaluate((element) => element === document.activeElement)).toBe(true);
    await grid.press('ControlOrMeta+a');
    const { text } = await saved(page, 'Export CSV');
    for (const { receipt_id: id } of made) expect(text).toContain(id);
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.waitForURL(/#\/verify/);
    await page.getByRole('grid', { name: 'Verified files' }).locator('[aria-rowindex="4"]').waitFor();
    await page.getByRole('link', { name: /the list of receipts/ }).click();
    await grid.waitFor();
    await visit.leave();
  });

  test('makes a receipt, verifies it in the page as signed by the service on this machine, saves the file', async () => {
    const visit = await site.visit({ path: '/receipts' });
    const { page } = visit;
    await page.getByRole('button', { name: 'New receipt' }).first().click();
    await page.getByText('Short payloads can be guessed.').waitFor();
    await page.getByText('Costs 1 unit').waitFor();
    const id = await make(page, PAYLOAD, 'Document version');
    expect(id).toMatch(/^rcp_[0-9a-f]{16}$/);
    // console H2: what this service signed is verified here, and who else must pin its set is said.
    await eventually(() => outcome(page)).toEqual({ outcome: 'VERIFIED', code: 'VERIFIED' });
    await page.getByText('own service', { exact: true }).waitFor();
    await page.getByText('Signed by the service on this machine; others must pin its key set first').first().waitFor();
    await page.getByRole('heading', { level: 1, name: id }).waitFor();
    await eventually(() => page.title()).toBe(`${id} – Receipts – Touchstone`);
    await eventually(() => page.locator('main').innerText()).toContain('DocumentVersion 16');

    const sizes = await page.locator('[data-slot]').allInnerTexts();
    for (const [index, bytes] of ['3,309', '666', '17,088'].entries()) expect(sizes[index]).toContain(`${bytes} bytes`);
    await eventually(() => page.locator('[data-part]').allInnerTexts()).toHaveLength(5);

    await page.locator('[data-slot][data-status=valid]').nth(2).waitFor();
    await page.getByRole('button', { name: 'Compare a payload' }).click();
    await eventually(() => page.getByTestId('payload-status').getAttribute('data-status')).toBe('passed');

    await page.getByRole('textbox', { name: 'Payload as text' }).fill(`${PAYLOAD} `);
    await page.getByRole('button', { name: 'Check this text' }).click();
    await page.locator('[data-testid=payload-status][data-status=failed]').waitFor();
    await pressIn(page.getByRole('dialog'), 'Escape');
    await page.getByText('Does not match', { exact: true }).waitFor();
    await eventually(() => outcome(page)).toEqual({ outcome: 'FAILED', code: 'HASH_MISMATCH' });

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save file' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${id}.pqr.json`);
    const saved: unknown = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(saved).toEqual(await (await page.request.get(`${site.api}/v1/receipts/${id}`)).json());

    await page.getByRole('button', { name: 'Compare on-chain hash' }).click();
    const box = page.getByLabel('Value to compare with on-chain hash');
    const { on_chain_hash: hash, handle } = saved as { on_chain_hash: string; handle: string };
    await box.fill(hash);
    await page.getByText('equal', { exact: true }).waitFor();
    await box.fill(`${hash.slice(0, 40)}${hash[40] === '0' ? '1' : '0'}`);
    await page.getByText('differs at position 41').waitFor();

    await more(page, 'Copy handle');
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(handle);

    await more(page, 'Open in Verify');
    await page.waitForURL(/#\/verify/);
    await eventually(async () => (await outcome(page)).outcome).toBe('VERIFIED');
    await visit.leave();
  });

  test('refuses a file that is no UTF-8 text, and keeps what was typed', async () => {
    const visit = await site.visit({ path: '/receipts?act=new' });
    const { page } = visit;
    await page.getByRole('button', { name: 'Create receipt' }).click();
    await page.getByText('Enter the payload, or load it from a file.').waitFor();
    await page.getByRole('textbox', { name: 'Payload' }).fill('typed first');
    const file = (name: string, buffer: Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
    await file('photo.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
    await page.getByText('photo.jpg is not UTF-8 text').waitFor();
    await eventually(() => page.getByRole('textbox', { name: 'Payload' }).inputValue()).toBe('typed first');

    // A byte order mark is part of the file, so it is part of the payload.
    await file('note.txt', Buffer.from('\ufeffGrüße', 'utf8'));
    await page.getByText('note.txt').waitFor();
    await page.getByRole('button', { name: 'Create receipt' }).click();
    await page.getByText('Matches', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Compare a payload' }).click();
    await page
      .getByLabel('Payload of the receipt')
      .setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('\ufeffGrüße', 'utf8') });
    await page.locator('[data-testid=payload-status][data-status=passed]').getByText('note.txt').waitFor();
    await page
      .getByLabel('Payload of the receipt')
      .setInputFiles({ name: 'other.txt', mimeType: 'text/plain', buffer: Buffer.from('Grüße', 'utf8') });
    await page.locator('[data-testid=payload-status][data-status=failed]').waitFor();
    await visit.leave();
  });

  test('looks up by each of the three names, without signing in', async () => {
    const maker = await site.visit();
    const id = await make(maker.page, 'to be looked up');
    await maker.leave();
    const answer = await fetch(`${site.api}/v1/receipts/${id}`);
    const { handle, on_chain_hash: hash } = (await answer.json()) as { handle: string; on_chain_hash: string };

    const visit = await site.visit({ signIn: false, path: '/receipts', expectedErrors: [/401/, /404/] });
    const { page } = visit;
    await page.getByText('This window is not signed in', { exact: true }).waitFor();
    await page.getByText('works without signing in').waitFor();
    const field = page.getByLabel('Receipt id, hash or handle');
    const lookUp = page.getByRole('dialog').getByRole('button', { name: 'Look up' });
    const grouped = (handle.match(/.{8}|.+/g) ?? []).join(' ').toUpperCase();
    for (const name of [id, hash, grouped]) {
      await page.getByRole('button', { name: 'Look up' }).click();
      await field.fill(name);
      await lookUp.click();
      await outcome(page);
      await page.getByText(id, { exact: true }).first().waitFor();
      await backToList(page);
    }
    await page.getByRole('button', { name: 'Look up' }).click();
    await field.fill('abc');
    await lookUp.click();
    await page.getByText('This has 3 hexadecimal digits. An on-chain hash has 64, a handle has 148.').waitFor();
    await eventually(() => field.inputValue()).toBe('abc');
    await field.fill('f'.repeat(64));
    await lookUp.click();
    await page.getByText('This server has no such receipt').waitFor();

    // Whatever answers: only the receipt that was asked for is shown.
    await page.route(`**/v1/receipts/${'e'.repeat(64)}`, async (route) =>
      route.fulfill({ status: 200, contentType: 'application/json', body: await (await fetch(answer.url)).text() }),
    );
    await go(page, `/receipts?name=${'e'.repeat(64)}`);
    await page.getByText('The server answered with another receipt').waitFor();
    await eventually(() => page.locator('[data-outcome]').count()).toBe(0);
    await visit.leave();
  });

  test('has no accessibility finding, in both themes', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await make(page, 'for axe');
    await page.getByRole('button', { name: 'Substrate behind the on-chain hash, 58 bytes' }).click();
    expect(await findingsInBothThemes(page), 'detail').toEqual([]);
    await backToList(page);
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    expect(await findingsInBothThemes(page), 'list').toEqual([]);
    await goToForm(page);
    await page.getByRole('button', { name: 'Create receipt' }).click();
    await page.getByText('Enter the payload, or load it from a file.').waitFor();
    expect(await findingsInBothThemes(page), 'form').toEqual([]);
    await visit.leave();
  });

  // 1280 px at 200 % zoom have 640 px of CSS.
  for (const width of [360, 640]) {
    test(`fits ${width} px, in forced colours`, async () => {
      const visit = await site.visit({ width, height: 740, forcedColors: 'active' });
      const { page } = visit;
      await make(page, 'narrow');
      expect(await hasSidewaysScroll(page), 'detail').toBe(false);
      await backToList(page);
      await page.getByRole('grid').waitFor();
      expect(await hasSidewaysScroll(page), 'list').toBe(false);
      await goToForm(page);
      expect(await hasSidewaysScroll(page), 'form').toBe(false);
      expect(await findings(page)).toEqual([]);
      await visit.leave();
    });
  }
});

describe.skipIf(CHROMIUM === null)('the Receipts page with the server stopped', () => {
  test('says so, keeps what was entered, and still verifies what it has', async () => {
    const site = await openSite();
    try {
      const visit = await site.visit({ expectedErrors: SERVER_STOPS });
      const { page } = visit;
      const id = await make(page, 'before the stop');
      // The payload is judged before the sets of the service are known here.
      await eventually(() => outcome(page)).toEqual({ outcome: 'VERIFIED', code: 'VERIFIED' });
      await go(page, '/receipts');
      await page.getByRole('grid').waitFor();
      await site.stopServer();
      await go(page, `/receipts?name=${id}`);
      await eventually(() => outcome(page)).toEqual({ outcome: 'VERIFIED', code: 'VERIFIED' });
      const payload = await goToForm(page);
      await payload.fill('after the stop');
      await page.getByRole('button', { name: 'Create receipt' }).click();
      await page.getByText('The server is out of reach').waitFor();
      await eventually(() => payload.inputValue()).toBe('after the stop');
      await go(page, '/receipts');
      await more(page, 'Refresh');
      await page.getByText('The receipts could not be reached').waitFor();
      await visit.leave();
    } finally {
      await site.close();
    }
  });
});

describe.skipIf(CHROMIUM === null)('the sets of the own service', () => {
  test('console H2: are asked for when the console opens, so what this service signed is verified where it answers no more', async () => {
    const site = await openSite();
    try {
      const receipt = await clientOf(site).receipts.receipts.create({ body: { payload: 'before' } });
      const answered = new Set<string>();
      const visit = await site.visit({
        path: '/cache',
        prepare: async (page) => {
          page.on('requestfinished', (request) => answered.add(new URL(request.url()).pathname));
        },
      });
      const { page } = visit;
      const paths = ['/api/v1/admin/trust/own-service', '/api/svc-key/keys/public'];
      await eventually(() => paths.filter((path) => answered.has(path))).toEqual(paths);
      await whenLoaded(page);
      for (const path of paths) await page.route(`**${path}`, (route) => route.abort());
      await go(page, '/verify');
      await drop(page, [{ name: 'kept.pqr.json', text: JSON.stringify(receipt) }]);
      await eventually(() => outcome(page)).toEqual({ outcome: 'VERIFIED', code: 'VERIFIED' });
      await visit.leave();
    } finally {
      await site.close();
    }
  });
});

describe.skipIf(CHROMIUM === null)('the list of receipts', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  test('lists, pages, sorts, filters by the address, exports, copies; all by keyboard', async () => {
    const { create } = clientOf(site).receipts.receipts;
    const made: string[] = [];
    for (const computation_type of [12, 12, 17, 7, 17]) {
      made.push((await create({ body: { payload: 'a', computation_type } })).receipt_id);
    }
    const ids = made.slice(2);
    const visit = await site.visit({
      path: '/receipts',
      // The server's own pages, only shorter. A list that the page had before would be whole.
      prepare: async (page) => {
        await page.route('**/v1/receipts?limit=200*', (route) =>
          route.continue({ url: route.request().url().replace('limit=200', 'limit=2') }),
        );
      },
    });
    const { page } = visit;
    const grid = page.getByRole('grid', { name: 'Receipts' });
    const rows = grid.locator('[data-id]');
    await page.getByText('2 receipts. Older ones are not loaded yet').waitFor();
    await eventually(() => rows.first().getAttribute('data-id')).toBe(ids[2]);
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.getByText('4 receipts.').waitFor();
    await page.getByRole('button', { name: 'Load all' }).click();
    await page.getByText('5 receipts. Enter').waitFor();
    await eventually(() => rows.count()).toBe(5);

    await page.getByRole('button', { name: 'Created' }).click();
    await page.waitForFunction(() => location.hash.includes('sort=time'));
    await eventually(() => rows.last().getAttribute('data-id')).toBe(ids[2]);
    await eventually(() => grid.getByRole('columnheader', { name: 'Created' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );

    await choose(page, 'Kind', 'Loan application');
    await page.getByText('2 of 5 receipts').waitFor();
    await page.getByLabel('Find a receipt').fill(ids[0] ?? '');
    await page.getByText('1 of 5 receipts').waitFor();
    await eventually(() => page.url()).toContain('type=17');
    await eventually(() => page.url()).toContain(`q=${ids[0]}`);

    const csv = (await saved(page, 'Export CSV')).text.split('\r\n');
    expect(csv).toHaveLength(3);
    expect(csv[0]).toMatch(/^receipt_id,issued_at_utc,/);
    expect(csv[1]).toContain(`"${ids[0]}"`);
    const { receipts } = JSON.parse((await saved(page, 'Export JSON')).text) as { receipts: { receipt_id: string }[] };
    expect(receipts.map(({ receipt_id }) => receipt_id)).toEqual([ids[0]]);

    await page.getByLabel('Find a receipt').fill('');
    await page.getByText('2 of 5 receipts').waitFor();
    await grid.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Control+c');
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(ids[2]);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForFunction((id) => location.hash.includes(`name=${id}`), ids[0]);
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe(ids[0]);
    await page.goBack();
    await page.getByText('2 of 5 receipts').waitFor();

    // Console M10: what others create appears by itself, and the current row stays.
    const { receipt_id: other } = await clientOf(site).receipts.receipts.create({
      body: { payload: 'of a program', computation_type: 17 },
    });
    await page.getByText('3 of 6 receipts').waitFor();
    await grid.locator(`[data-id="${other}"]`).waitFor();

    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Key set' }).click();
    await pressIn(page.getByRole('menu'), 'Escape');
    await grid.getByRole('columnheader', { name: 'Key set' }).waitFor();
    await page.getByLabel('Find a receipt').fill('nothing has this');
    await grid.getByText('No receipt matches the filters.').waitFor();
    await visit.leave();
  });
});
