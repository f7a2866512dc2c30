import { fromBase64, toBase64, toHex, utf8 } from '@touchstone/core/bytes.ts';
import { sealSignal } from '@touchstone/core/fraud/sealed-signal.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { createKem } from '@touchstone/core/kem/kem.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findingsInBothThemes } from '../accessibility.ts';
import { CHROMIUM, hasSidewaysScroll, openSite, pressIn, type Site } from '../fixtures.ts';
import { shot } from '../screens.ts';
import { clientOf, eventually } from './admin-steps.ts';

describe.skipIf(CHROMIUM === null)('Fraud sharing, and enrolled keys', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  test('seals a signal in the page, and shows a score once three projects have contributed', async () => {
    const visit = await site.visit({ path: '/fraud' });
    const { page } = visit;
    await page.getByText('No signals yet').waitFor();
    await page.getByRole('button', { name: 'Try with sample data' }).click();
    const sheet = page.getByRole('dialog', { name: 'Contribute a signal' });
    await eventually(() => sheet.getByLabel('Entity', { exact: true }).inputValue()).toBe('account 4711');
    await sheet.getByLabel('Device', { exact: true }).fill('1001');
    await sheet.getByRole('button', { name: 'Seal and contribute' }).click();
    await sheet.getByText('Enter a whole number from 0 to 1000.').waitFor();
    await sheet.getByLabel('Device', { exact: true }).fill('640');
    const sent = page.waitForRequest((request) => request.url().endsWith('/v1/share/contribute'));
    await sheet.getByRole('button', { name: 'Seal and contribute' }).click();
    const { data, ...open } = (await sent).postDataJSON();
    expect(open).toEqual({ signal_type: 'account_takeover', ttl_hours: 72 });
    // Digits alone would be found in many a ciphertext.
    expect(Buffer.from(data, 'base64').toString('latin1')).not.toMatch(/factors|entity/);
    await page.getByRole('grid', { name: 'Signals of this project' }).getByText('account_takeover').waitFor();
    await page.getByRole('table', { name: 'Projects that take part' }).getByText(/^par_/).waitFor();

    const ask = async () => {
      await page.getByRole('button', { name: 'Ask for a score' }).click();
      const question = page.getByRole('dialog', { name: 'Score of an entity' });
      await question.getByLabel('Entity', { exact: true }).fill('account 4711');
      await question.getByRole('button', { name: 'Ask', exact: true }).click();
      await question.waitFor({ state: 'detached' });
    };
    await ask();
    await page.locator('[data-level=unknown]').getByText('Fewer than three projects').waitFor();
    await contributeFromOthers(site);
    await ask();
    await page.locator('[data-level=medium], [data-level=high]').getByText('From 3 signals').waitFor();
    await page.keyboard.press('Alt+F1');
    const text = page.getByRole('dialog', { name: 'Risk score' });
    await text.getByText(/^Velocity: /).waitFor();
    await pressIn(text, 'Escape');
    await text.waitFor({ state: 'detached' });
    await shot(page, 'fraud');
    expect(await hasSidewaysScroll(page)).toBe(false);
    expect(await findingsInBothThemes(page), 'score').toEqual([]);

    await page.getByRole('grid', { name: 'Signals of this project' }).getByText('account_takeover').click();
    const withdraw = page.getByRole('dialog', { name: 'Withdraw the signal' });
    await withdraw.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('No signals yet').waitFor();
    await visit.leave();
  });

  test('enrols a managed key for encrypted verification, and deletes the enrolment', async () => {
    const { id } = await clientOf(site).crypto.key.encrypt({
      body: { key_material: 'material', label: 'Payment provider', tier: 'key-2' },
    });
    const visit = await site.visit({ path: '/keys?tab=checks' });
    const { page } = visit;
    await page.getByText('No enrolled keys yet').waitFor();
    await page.getByRole('button', { name: 'Enrol a key' }).first().click();
    const sheet = page.getByRole('dialog', { name: 'Enrol a key for encrypted verification' });
    await sheet.getByRole('button', { name: /Managed key/ }).click();
    await page.getByRole('option', { name: /Payment provider/ }).click();
    await sheet.getByLabel('Purpose').fill('Check of a copy');
    await sheet.getByRole('button', { name: 'Enrol', exact: true }).click();
    const table = page.getByRole('table', { name: 'Keys enrolled for encrypted verification' });
    await table.getByText('Check of a copy').waitFor();
    await table.getByText(id).waitFor();
    await page.getByRole('button', { name: 'Save public key' }).waitFor();
    await shot(page, 'keys-checks');
    expect(await findingsInBothThemes(page), 'checks').toEqual([]);
    await page.getByRole('button', { name: 'Delete the enrolment Check of a copy' }).click();
    const forget = page.getByRole('dialog', { name: 'Delete the enrolment' });
    await forget.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No enrolled keys yet').waitFor();
    await visit.leave();
  });
});

/** Two further projects say the same of the entity. */
async function contributeFromOthers(site: Site): Promise<void> {
  const kem = createKem([], systemRandom);
  const entityHash = toHex(sha3_256(utf8('account 4711')));
  for (const email of ['one@example.com', 'two@example.com']) {
    const headers = { 'content-type': 'application/json' };
    const opened = await fetch(`${site.api}/api/auth/request`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email }),
    });
    const { api_key: key } = (await opened.json()) as { readonly api_key: string };
    const { share } = clientOf(site, key).crypto;
    const { public_key: publicKey, context } = await share.key({});
    const factors = new Array<number>(8).fill(900);
    const box = await sealSignal(kem, systemRandom, fromBase64(publicKey) ?? new Uint8Array(), context.project, {
      entityHash,
      factors,
    });
    if (box === null) throw new Error('The key of the server is none.');
    await share.contribute({ body: { signal_type: 'x', data: toBase64(box), ttl_hours: 1 } });
  }
}
