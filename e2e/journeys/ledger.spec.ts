import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editDatabase } from '../../server/test/edit-database.ts';
import { findings } from '../accessibility.ts';
import {
  CHROMIUM,
  go,
  hasSidewaysScroll,
  openSite,
  pressIn,
  SERVER_STOPS,
  type Site,
  waitForFocus,
  whenLoaded,
} from '../fixtures.ts';
import { choose, clientOf, eventually, more, rowIds, saved } from './admin-steps.ts';

const HASH = 'ab'.repeat(32);

/** The verdict that stands on the page, by its look. */
async function verdict(page: Page): Promise<string | null> {
  const shown = page.locator('[data-verdict]').first();
  await shown.waitFor();
  return shown.getAttribute('data-verdict');
}

/** Anchors hashes on Ethereum, each in a block of its own, and waits until all are confirmed. */
async function anchored(site: Site, hashes: readonly string[]): Promise<readonly string[]> {
  const { vault } = clientOf(site).crypto;
  const transactions: string[] = [];
  for (const hash of hashes) {
    const { attestation_id: id, tx_hash: tx } = await vault.attest({ body: { hash, chain: 'ethereum' } });
    transactions.push(tx);
    while ((await vault.status({ params: { attestation_id: id } })).status !== 'confirmed') await pause();
  }
  return transactions;
}

/** The server makes a block each second. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 300));
}

function statusOf(page: Page, check: string): Promise<string | null> {
  return page.locator(`[data-check="${check}"]`).getAttribute('data-status');
}

describe.skipIf(CHROMIUM === null)('the Ledger', () => {
  let site: Site;
  let transactions: readonly string[];
  beforeAll(async () => {
    site = await openSite();
    transactions = await anchored(site, [HASH, 'cd'.repeat(32)]);
  });
  afterAll(() => site?.close());

  test('shows ten chains, finds an anchor, and verifies it under the key set that a person trusts', async () => {
    const visit = await site.visit({ path: '/ledger', expectedErrors: [/status of 404/] });
    const { page } = visit;
    const chains = page.getByRole('region', { name: 'The ten chains' });
    await chains.getByRole('button', { name: 'Open Hyperliquid' }).waitFor();
    await eventually(() => chains.getByRole('row').count()).toBe(11);
    // The used chain stands first, with its blocks as a picture; nothing claims a network (console L6), one badge says so.
    await chains
      .getByRole('row')
      .nth(1)
      .getByRole('img', { name: /^Anchors in the latest blocks/ })
      .waitFor();
    expect(await chains.getByText(/reachable|latency/i).count()).toBe(0);
    await eventually(() => page.getByRole('button', { name: 'embedded', exact: true }).count()).toBe(1);

    const find = page.getByRole('region', { name: 'Find an anchor' });
    await find.getByLabel('Transaction id or commitment').fill('12 34');
    await find.getByRole('button', { name: 'Find', exact: true }).click();
    await find.getByText(/the form of no transaction/).waitFor();
    await eventually(() => find.getByLabel('Transaction id or commitment').inputValue()).toBe('12 34');
    await find.getByLabel('Transaction id or commitment').fill('0'.repeat(64));
    await find.getByRole('button', { name: 'Find', exact: true }).click();
    await find.getByText('No chain of this server has this anchor.').waitFor();
    await find.getByLabel('Transaction id or commitment').fill(HASH);
    await find.getByRole('button', { name: 'Find', exact: true }).click();
    await find.getByRole('button', { name: 'Open anchor 1 of Ethereum' }).waitFor();
    expect(await findings(page), 'chains').toEqual([]);
    await find.getByLabel('Transaction id or commitment').fill(transactions[0] ?? '');
    await find.getByRole('button', { name: 'Find', exact: true }).click();
    await find.getByRole('button', { name: 'Open anchor 1 of Ethereum' }).click();

    await page.getByRole('heading', { level: 1, name: 'Anchor on Ethereum' }).waitFor();
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Anchor on Ethereum');
    // console H2: the ledger of this machine is signed by the service on it.
    await eventually(() => verdict(page)).toBe('verified');
    await page.getByText('Signed by the service on this machine').first().waitFor();
    await eventually(() => statusOf(page, 'integrity.inclusion')).toBe('passed');
    await eventually(() => statusOf(page, 'trust.signer')).toBe('passed');
    expect(await findings(page), 'an anchor').toEqual([]);
    await eventually(() => statusOf(page, 'scope.independent_time')).toBe('not_performed');

    await page.getByRole('button', { name: /^Open block/ }).click();
    await page.getByRole('heading', { level: 1, name: /^Block \d+ of Ethereum$/ }).waitFor();
    await eventually(() => verdict(page)).toBe('verified');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Block 2 of Ethereum' }).waitFor();
    await eventually(() => verdict(page)).toBe('verified');
    expect(await findings(page), 'a block').toEqual([]);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Block 1 of Ethereum' }).waitFor();
    await visit.leave();
  });

  test('lists blocks and anchors by keyboard, filters by kind, and keeps the place in the address', async () => {
    const visit = await site.visit({ path: '/ledger?chain=ethereum' });
    const { page } = visit;
    const blocks = page.getByRole('grid', { name: 'Blocks' });
    await blocks.locator('[data-id="1"]').waitFor();
    const picture = page.getByRole('region', { name: 'Latest blocks of Ethereum, newest first' });
    // The picture as text: the keys open it, and the focus comes back to where it was.
    const newest = picture.getByRole('button', { name: /^Block \d+, / }).first();
    await newest.focus();
    await page.keyboard.press('Alt+F1');
    const text = page.getByRole('dialog', { name: 'Latest blocks of Ethereum, newest first' });
    await text.getByText(/^Block 1: 1 anchor, created .* UTC$/).waitFor();
    expect(await findings(page), 'the blocks as text').toEqual([]);
    await pressIn(text, 'Escape');
    await text.waitFor({ state: 'detached' });
    await eventually(() => newest.evaluate((element) => element === document.activeElement)).toBe(true);
    // From elsewhere they mean the first picture, whose button has the focus afterwards.
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('Alt+F1');
    await pressIn(text, 'Escape');
    await text.waitFor({ state: 'detached' });
    const asText = page.getByRole('button', { name: 'As text: Latest blocks of Ethereum, newest first' });
    await eventually(() => asText.evaluate((element) => element === document.activeElement)).toBe(true);
    await picture.getByRole('button', { name: /^Block 1, / }).click();
    await page.getByRole('heading', { level: 1, name: 'Block 1 of Ethereum' }).waitFor();
    // One way back: the breadcrumb.
    await page.getByRole('navigation', { name: 'Way back' }).getByRole('link', { name: 'Ethereum' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ethereum' }).waitFor();
    await blocks.locator('[data-id="1"]').waitFor();
    await page.getByRole('button', { name: 'Height' }).click();
    await page.waitForFunction(() => location.hash.includes('sort=height'));
    await blocks.locator('[aria-sort=ascending]').waitFor();
    await eventually(async () => (await rowIds(page, 'Blocks'))[0]).toBe('1');
    await blocks.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Block 1 of Ethereum' }).waitFor();
    await page.goBack();

    await page.getByRole('tab', { name: 'Anchors' }).click();
    const anchors = page.getByRole('grid', { name: 'Anchors' });
    await anchors.locator('[data-id="2"]').waitFor();
    await choose(page, 'Kind', 'Document');
    await page.waitForFunction(() => location.hash.includes('kind=document'));
    await page.getByText('2 anchors.').waitFor();
    await page.getByLabel('Find an anchor').fill('cdcd');
    await page.getByText('1 of 2 anchors.').waitFor();
    const csv = await saved(page, 'Export CSV');
    expect(csv.name).toBe('ethereum-anchors.csv');
    expect(csv.text.split('\r\n').filter((line) => line !== '')).toHaveLength(2);
    expect(await findings(page), 'anchors').toEqual([]);
    await choose(page, 'Kind', 'Invoice');
    await page.getByText('No anchors of this kind').waitFor();
    await visit.leave();
  });

  test('verifies a whole chain in the window, saves it, and verifies the file; a changed file is found out', async () => {
    // Until the sets of the own service are known a walk goes by others, and is outdated when they come.
    const visit = await site.visit({ path: '/ledger?chain=ethereum&block=1' });
    const { page } = visit;
    await eventually(() => verdict(page)).toBe('verified');
    await go(page, '/ledger?chain=ethereum&view=verify');
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await eventually(() => verdict(page)).toBe('verified');
    await eventually(() => statusOf(page, 'integrity.links')).toBe('passed');
    await eventually(() => statusOf(page, 'integrity.roots')).toBe('passed');
    await eventually(() => statusOf(page, 'signature.headers')).toBe('passed');
    await eventually(() => statusOf(page, 'scope.cut_tail')).toBe('not_performed');
    expect(await findings(page), 'a verified chain').toEqual([]);
    expect(await page.getByText('The trust store has changed since').count()).toBe(0);
    // What this browser saw is compared from now on.
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await eventually(() => page.locator('[data-check="integrity.kept_head"]').count()).toBe(1);
    await eventually(() => statusOf(page, 'integrity.kept_head')).toBe('passed');

    const file = await saved(page, 'Save as .pqledger.json');
    expect(file.name).toMatch(/^ethereum-\d+\.pqledger\.json$/);
    await go(page, '/ledger?tab=file');
    const picker = page.locator('input[type=file]').first();
    const give = (text: string) =>
      picker.setInputFiles({ name: file.name, mimeType: 'application/json', buffer: Buffer.from(text) });
    await give(file.text);
    await verdict(page);
    await eventually(() => statusOf(page, 'signature.headers')).toBe('passed');
    await give(file.text.replace(HASH, 'ef'.repeat(32)));
    await page
      .getByText(/Block 1 does not hold: its anchors are not those/)
      .first()
      .waitFor();
    await eventually(() => verdict(page)).toBe('failed');
    await give('{"format": "svc-ledger-export/v1"}');
    await page.getByText('This could not be read as a ledger').waitFor();
    await page.getByText('network', { exact: true }).waitFor();
    expect(await findings(page), 'an unreadable file').toEqual([]);
    await visit.leave();
  });

  test('a document is checked, attested, confirmed and audited; wrong input names its field and stays', async () => {
    const visit = await site.visit({ path: '/ledger?tab=documents' });
    const { page } = visit;
    const validate = page.getByRole('button', { name: 'Validate', exact: true });
    const attest = page.getByRole('button', { name: 'Attest', exact: true });
    const closed = () => page.getByRole('dialog').waitFor({ state: 'detached' });
    await more(page, 'Validate a document');
    await page.getByLabel('Given name').fill('Ada');
    await page.getByLabel('Date of birth').fill('1990-02-30');
    await validate.click();
    await page.getByText(/^This does not pass\. An existing day, for example 1990/).waitFor();
    await eventually(() => page.getByLabel('Given name').inputValue()).toBe('Ada');
    await page.getByLabel('Date of birth').fill('1990-04-12');
    await page.getByLabel('Family name').fill('Example');
    await page.getByLabel('Document number').fill('X1234567');
    await page.getByLabel('Issuing country').fill('CH');
    await page.getByLabel('Expires on').fill('2031-04-11');
    const document = await saved(page, 'Save the document');
    await validate.click();
    await closed();
    await page.getByText('Has the form', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'As text: Validated document' }).click();
    const asText = page.getByRole('dialog', { name: 'Validated document' });
    await asText.getByText(/^Hash, SHA3-256: [0-9a-f]{64}$/).waitFor();
    await pressIn(asText, 'Escape');
    await asText.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Attest this hash' }).click();
    const hash = await page.getByLabel('Document hash to attest').inputValue();
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    await pressIn(page.getByRole('dialog'), 'Escape');
    await closed();

    // The saved file has the same hash; with one member more it is no such document.
    const picked = async (name: string, text: string) => {
      await more(page, 'Validate a document');
      await page
        .getByRole('dialog')
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
      await page.getByRole('dialog').getByText(name).waitFor();
      await validate.click();
      await closed();
    };
    await picked('saved.json', document.text);
    await page.getByText('Has the form', { exact: true }).waitFor();
    await eventually(() => page.getByLabel('Document hash', { exact: true }).inputValue()).toBe(hash);
    await picked('more.json', document.text.replace('{', '{"nickname":"x",'));
    await page.getByText('Does not have the form', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Attest a hash' }).click();
    await page.getByLabel('Document hash to attest').fill('abc');
    await attest.click();
    await page.getByText('64 hexadecimal digits are needed; these are 3.').waitFor();
    await waitForFocus(page.getByLabel('Document hash to attest'));
    await page.getByLabel('Document hash to attest').fill(hash);
    await choose(page, 'Chain', 'Solana');
    // The state is not asked for before it was seen to be pending.
    const seen = Promise.withResolvers<void>();
    await page.route('**/vault/status/*', async (route) => {
      await seen.promise;
      await route.continue();
    });
    await attest.click();
    await closed();
    const attestation = page.getByRole('region', { name: /^Attestation att_/ });
    await attestation.getByText('Pending').waitFor();
    seen.resolve();
    await attestation.getByText('Confirmed').waitFor();
    expect(await findings(page), 'documents').toEqual([]);

    await page.getByLabel('First day, UTC').fill('2026-02-30');
    const show = page.getByRole('button', { name: 'Show history' });
    await show.click();
    await page.getByText('Enter an existing day, for example 2026-01-31.').waitFor();
    await page.getByLabel('First day, UTC').fill('2020-01-01');
    await page.getByLabel('Last day, UTC').fill('2099-12-31');
    await show.click();
    const events = page.getByRole('region', { name: 'Events of the document, oldest first' });
    await events.getByText('Confirmed on the chain').waitFor();
    await eventually(() => events.getByRole('row').count()).toBe(5);
    await attestation.getByRole('button', { name: 'Open the anchor' }).click();
    await page.getByRole('heading', { level: 1, name: 'Anchor on Solana' }).waitFor();
    await visit.leave();
  });

  test('the audit log of applications: each entry verified, check by check', async () => {
    const { blockchain } = clientOf(site).platform;
    const write = (action: string) =>
      blockchain.audit({ body: { action, userId: 'usr_1', resourceId: 'contract-1', metadata: {} } });
    const { auditId } = await write('document.read');
    await write('document.sign');
    const visit = await site.visit({ path: '/ledger?tab=audit' });
    const { page } = visit;
    const grid = page.getByRole('grid', { name: 'Platform audit' });
    await grid.locator(`[data-id="${auditId}"]`).waitFor();
    await page.getByLabel('Find an entry').fill('document.read');
    await page.getByText('1 of 2 entries.').waitFor();
    await grid.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Audit entry' });
    await eventually(() => verdict(page)).toBe('verified');
    for (const check of ['entry', 'link', 'signature', 'anchor', 'block', 'confirmations']) {
      await eventually(() => statusOf(page, check), check).toBe('passed');
    }
    await eventually(() => statusOf(page, 'independent_time')).toBe('not_performed');
    expect(await findings(page), 'an entry').toEqual([]);
    // The keys mean what lies on top.
    await pressIn(dialog, 'Alt+F1');
    const text = page.getByRole('dialog', { name: 'Verification: Audit entry' });
    await text.getByText(/^Passed: The entry is signed .* \(signature\)$/).waitFor();
    await pressIn(text, 'Escape');
    await text.waitFor({ state: 'detached' });
    await pressIn(dialog, 'Escape');
    await dialog.waitFor({ state: 'detached' });
    await waitForFocus(grid);
    await visit.leave();
  });

  test('fits 360 px and 200 % zoom, in the dark and in forced colours', async () => {
    const places: readonly (readonly [path: string, shown: (page: Page) => Locator])[] = [
      ['/ledger', (page) => page.getByRole('region', { name: 'The ten chains' })],
      ['/ledger?tab=documents', (page) => page.getByRole('heading', { name: 'History of a document' })],
      ['/ledger?tab=audit', (page) => page.getByRole('grid', { name: 'Platform audit' })],
      ['/ledger?chain=ethereum', (page) => page.getByRole('grid', { name: 'Blocks' })],
      ['/ledger?chain=ethereum&view=anchors', (page) => page.getByRole('grid', { name: 'Anchors' })],
      ['/ledger?chain=ethereum&block=1', (page) => page.getByRole('heading', { name: 'Block 1 of Ethereum' })],
      [
        `/ledger?chain=ethereum&tx=${transactions[0]}`,
        (page) => page.getByRole('heading', { name: 'Anchor on Ethereum' }),
      ],
    ];
    for (const options of [{ width: 360 }, { width: 640, height: 450, forcedColors: 'active' as const }]) {
      const visit = await site.visit({ ...options, colorScheme: 'dark' });
      for (const [path, shown] of places) {
        await go(visit.page, path);
        await shown(visit.page).waitFor();
        await whenLoaded(visit.page);
        expect(await hasSidewaysScroll(visit.page), `${path} at ${options.width}`).toBe(false);
        if (options.width === 360) expect(await findings(visit.page), path).toEqual([]);
      }
      await visit.leave();
    }
  });
});

describe.skipIf(CHROMIUM === null)('the Ledger when something is wrong', () => {
  test('locates a block that was changed in the database, and goes on without the server', async () => {
    const site = await openSite();
    try {
      await anchored(site, [HASH, 'cd'.repeat(32)]);
      const visit = await site.visit({
        path: '/ledger?chain=ethereum&view=verify',
        expectedErrors: SERVER_STOPS,
      });
      const { page } = visit;
      const file = await saved(page, 'Save as .pqledger.json');
      const path = join(site.dataDir, file.name);
      await writeFile(path, file.text);

      const change =
        "UPDATE ledger_anchors SET commitment = ? WHERE chain = 'ethereum' AND position = 2 RETURNING block";
      const { block } = editDatabase(site.dataDir, change, 'ef'.repeat(32)) as { readonly block: number };
      await page.getByRole('button', { name: 'Verify the chain' }).click();
      await eventually(() => verdict(page)).toBe('failed');
      await page.getByText(`Block ${block} does not hold: its anchors are not those`).first().waitFor();
      await eventually(() => statusOf(page, 'integrity.roots')).toBe('failed');
      await eventually(() => statusOf(page, 'integrity.links')).toBe('not_performed');
      expect(await findings(page), 'a broken chain').toEqual([]);

      await site.stopServer();
      await page.getByRole('button', { name: 'Verify the chain' }).click();
      await page.getByText('The server is out of reach').waitFor();
      await eventually(() => verdict(page)).toBe('failed');
      // A file needs no server: the sets of the service are known since it ran.
      await go(page, '/ledger?tab=file');
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: file.name, mimeType: 'application/json', buffer: await readFile(path) });
      await eventually(() => verdict(page)).toBe('verified');
      await go(page, '/ledger');
      await more(page, 'Refresh');
      await page.getByText('The chains could not be reached').waitFor();
      await visit.leave();
    } finally {
      await site.close();
    }
  });

  test('a walk over many blocks shows its progress and can be cancelled', async () => {
    const site = await openSite();
    try {
      await anchored(site, [HASH]);
      const visit = await site.visit({ path: '/ledger?chain=ethereum&view=verify' });
      const { page } = visit;
      // An answer that does not come is like a very long walk.
      await page.route('**/v1/ledger/chains/ethereum/export*', () => undefined);
      await page.getByRole('button', { name: 'Verify the chain' }).click();
      await page.getByRole('progressbar', { name: 'Verifying blocks in this window' }).waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('Cancelled.').waitFor();
      await page.unroute('**/v1/ledger/chains/ethereum/export*');
      await page.getByRole('button', { name: 'Verify the chain' }).click();
      await eventually(() => verdict(page)).toBe('verified');
      await visit.leave();
    } finally {
      await site.close();
    }
  });
});
