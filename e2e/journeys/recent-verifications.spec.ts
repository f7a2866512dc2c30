import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, go, hasSidewaysScroll, openSite, type Site, stateOf } from '../fixtures.ts';
import { eventually } from './admin-steps.ts';
import { drop, outcome } from './verify-steps.ts';

const MINUTE_MS = 60_000;
const EXAMPLE = join(import.meta.dirname, '..', '..', 'examples', 'verified.pqv.json');

describe.skipIf(CHROMIUM === null)('recent verifications', () => {
  let site: Site;
  let text: string;
  beforeAll(async () => {
    [site, text] = await Promise.all([openSite(), readFile(EXAMPLE, 'utf8')]);
  });
  afterAll(() => site?.close());

  it('stand on the Overview, open again while their files are there, and can be cleared', async () => {
    const visit = await site.visit();
    const { page } = visit;
    const list = page.getByRole('region', { name: 'Recent verifications' });
    const entries = list.getByRole('listitem');

    await page.locator('[data-example="verified.pqv.json"]').click();
    await eventually(async () => (await outcome(page)).outcome).toBe('VERIFIED');
    // The same file as anybody else's is judged by the trust store, which is empty: what an example lends ends with it.
    await drop(page, [{ name: 'from-elsewhere.pqv.json', text }]);
    await eventually(() => outcome(page)).toEqual({ outcome: 'PENDING', code: 'SIGNER_NOT_TRUSTED' });
    await drop(page, [
      { name: 'a.pqv.json', text },
      { name: 'b.pqv.json', text: text.replace('"VERIFIED"', '"PENDING"') },
    ]);
    await page.getByText('2 files', { exact: false }).first().waitFor();
    await page.locator('[data-filter=WAITING]').waitFor({ state: 'detached' });

    await go(page, '/overview');
    await eventually(() => entries.count()).toBe(3);
    expect(await entries.nth(0).innerText()).toContain('2 files');
    expect(await entries.nth(1).innerText()).toMatch(/Inconclusive.*from-elsewhere\.pqv\.json.*Artifact/s);
    expect(await entries.nth(2).innerText()).toMatch(/Verified.*verified\.pqv\.json.*demo keys.*SHA-256/s);

    await list.getByRole('button', { name: 'Open again: verified.pqv.json' }).click();
    await eventually(async () => (await outcome(page)).outcome).toBe('VERIFIED');
    await page.getByRole('complementary', { name: 'Lent demo keys' }).waitFor();
    await go(page, '/overview');
    await eventually(async () => (await entries.nth(0).innerText()).includes('verified.pqv.json')).toBe(true);
    expect(await entries.count()).toBe(3);

    // What is stored is the list alone: without its page the files are gone.
    const stored = async () => JSON.parse((await stateOf(page)).recent_verifications ?? '[]');
    await eventually(async () => (await stored())[0]?.name).toBe('verified.pqv.json');
    const facts = ['at', 'demo', 'id', 'kind', 'name', 'outcome', 'sha256'];
    expect(Object.keys((await stored())[0]).sort()).toEqual(facts);
    await page.reload();
    await eventually(() => list.getByText('File not kept').count()).toBe(3);

    await list.getByRole('button', { name: 'Clear list' }).click();
    await eventually(() => entries.count()).toBe(0);
    await eventually(() => stateOf(page)).not.toHaveProperty('recent_verifications');
    await visit.leave();
  });

  it('go when the window locks itself, whichever page is open; fit 360 px', async () => {
    const visit = await site.visit({ width: 360, prepare: (page) => page.clock.install({ time: Date.now() }) });
    const { page } = visit;
    await drop(page, [{ name: `${'a-long-name-'.repeat(12)}.pqv.json`, text }]);
    await eventually(() => outcome(page)).toEqual({ outcome: 'PENDING', code: 'SIGNER_NOT_TRUSTED' });
    await go(page, '/overview');
    const list = page.getByRole('region', { name: 'Recent verifications' });
    await list.getByRole('listitem').waitFor();
    expect(await hasSidewaysScroll(page)).toBe(false);

    await go(page, '/settings');
    await page.clock.fastForward(5 * MINUTE_MS);
    const lock = page.getByRole('alertdialog', { name: 'Hidden' });
    await lock.getByText(/the lists of recent verifications and recently opened things are cleared/).waitFor();
    await eventually(() => stateOf(page)).not.toHaveProperty('recent_verifications');
    await lock.getByRole('button', { name: 'Continue' }).click();
    await go(page, '/overview');
    await page.getByRole('heading', { level: 2, name: 'Needs attention' }).waitFor();
    await eventually(() => list.getByRole('listitem').count()).toBe(0);
    await visit.leave();
  });
});
