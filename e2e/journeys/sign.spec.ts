import { fromBase64, toHex, utf8 } from '@touchstone/core/bytes.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings, findingsInBothThemes } from '../accessibility.ts';
import { CHROMIUM, go, hasSidewaysScroll, openSite, pressIn, type Site, type Visit } from '../fixtures.ts';
import { copiedBy, eventually } from './admin-steps.ts';

const MESSAGE = 'Grüße, world';

async function choose(page: Page, around: Locator, label: string, option: string): Promise<void> {
  await around.getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Waits for a verdict and answers it with those of its layers. */
async function verdict(panel: Locator): Promise<{ readonly whole: string | null; readonly layers: readonly string[] }> {
  const shown = panel.locator('[data-verdict]');
  await shown.waitFor();
  const layers = await shown.locator('[data-layer]').all();
  return {
    whole: await shown.getAttribute('data-verdict'),
    layers: await Promise.all(layers.map(async (layer) => (await layer.getAttribute('data-valid')) ?? '')),
  };
}

function panelOf({ page }: Visit, tab: string): Locator {
  return page.getByRole('tabpanel', { name: tab });
}

/** Copies a value by its button and answers it. */
async function copied(around: Locator, label: string): Promise<string> {
  return copiedBy(around.getByRole('button', { name: `Copy ${label}`, exact: true }));
}

/** Base64 of the same bytes with the first one changed. */
function changed(base64: string): string {
  return `${base64.startsWith('A') ? 'B' : 'A'}${base64.slice(1)}`;
}

describe.skipIf(CHROMIUM === null)('the Sign page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  test('signs with the 3-key trio, named before, and judges each layer, with the key set', async () => {
    const visit = await site.visit({ path: '/sign' });
    const panel = panelOf(visit, '3-key trio');
    // Console M2: which algorithms sign, and how strong each is.
    const trio = panel.getByRole('list', { name: 'Algorithms of the 3-key trio' }).getByRole('listitem');
    await eventually(() => trio.allInnerTexts()).toEqual([
      expect.stringMatching(/^Ed25519[\s\S]*not post-quantum$/),
      expect.stringMatching(/^ML-DSA-65[\s\S]*category 3$/),
      expect.stringMatching(/^FALCON-512[\s\S]*category 1$/),
    ]);
    await panel.getByRole('button', { name: 'Sign with the 3-key trio' }).click();
    await panel.getByText('Enter something, or choose a file.').waitFor();
    await panel.getByRole('textbox', { name: 'Data to sign' }).fill(MESSAGE);
    await panel.getByRole('button', { name: 'Sign with the 3-key trio' }).click();
    expect(await copied(panel, 'hash of the data')).toBe(toHex(sha3_256(utf8(MESSAGE))));
    await panel.getByRole('button', { name: 'Verify this signature' }).click();
    await panel.getByRole('button', { name: 'Verify', exact: true }).click();
    await eventually(() => verdict(panel)).toEqual({ whole: 'valid', layers: ['true', 'true', 'true'] });
    await panel.getByText('edition 1, current').waitFor();
    await panel.getByText('Not pinned on this machine. Only').waitFor();

    // The same bytes in another form.
    await panel.getByRole('radiogroup', { name: 'Format of data that was signed' }).getByText('Hex').click();
    await eventually(() => panel.locator('[data-verdict]').count()).toBe(0);
    const data = panel.getByRole('textbox', { name: 'Data that was signed' });
    await data.fill('zz');
    await panel.getByRole('button', { name: 'Verify', exact: true }).click();
    await panel.getByText('This is not hexadecimal').waitFor();
    await eventually(() => data.inputValue()).toBe('zz');
    await data.fill(toHex(utf8(MESSAGE)).toUpperCase());
    await panel.getByRole('button', { name: 'Verify', exact: true }).click();
    await eventually(async () => (await verdict(panel)).whole).toBe('valid');

    const signature = panel.getByRole('textbox', { name: 'Signature', exact: true });
    const whole = await signature.inputValue();
    const [prefix, ed25519, mlDsa, falcon] = whole.split(':');
    await signature.fill([prefix, ed25519, changed(mlDsa ?? ''), falcon].join(':'));
    await panel.getByRole('button', { name: 'Verify', exact: true }).click();
    await eventually(() => verdict(panel)).toEqual({ whole: 'invalid', layers: ['true', 'false', 'true'] });
    await signature.fill('3key:AA==');
    await panel.getByRole('button', { name: 'Verify', exact: true }).click();
    await panel.getByText('This must be 3key:').waitFor();

    await panel.getByRole('radiogroup', { name: 'Format of data that was signed' }).getByText('File').click();
    await panel
      .locator('input[type=file]')
      .last()
      .setInputFiles({ name: 'greeting.txt', mimeType: 'text/plain', buffer: Buffer.from(MESSAGE) });
    await panel.getByText('greeting.txt').waitFor();
    await signature.fill(whole);
    await panel.getByRole('button', { name: 'Verify', exact: true }).click();
    await eventually(async () => (await verdict(panel)).whole).toBe('valid');
    await visit.leave();
  });

  test('shows what a hybrid scheme really is, signs, and judges each layer alone', async () => {
    const visit = await site.visit({
      path: '/sign?tab=hybrid&scheme=ARCHIVAL_ED25519_DILITHIUM5_FALCON512_SPHINCS128F',
    });
    const { page } = visit;
    const panel = panelOf(visit, 'Hybrid layers');
    const table = panel.getByRole('table');
    await eventually(() => table.locator('tbody tr').nth(1).innerText()).toMatch(
      /ML-DSA-65\s+category 3\s+Dilithium-5 dilithium5\s+payload and layer 1\s+3,309/,
    );
    await eventually(() => table.locator('tbody tr').nth(4).innerText()).toContain('21,127');
    await panel.getByText('One signature costs 6 units (1 + 5)').waitFor();
    await panel.getByText('“Dilithium-5” is ML-DSA-65').waitFor();

    await panel.getByRole('textbox', { name: 'Message to sign' }).fill(MESSAGE);
    await choose(page, panel, 'Mode', 'Triple-nested');
    await panel.getByText('One signature costs 4 units (1 + 3)').waitFor();
    await eventually(() => page.url()).toContain('TRIPLE_ED25519_DILITHIUM5_FALCON512');
    await eventually(() => panel.getByRole('textbox', { name: 'Message to sign' }).inputValue()).toBe(MESSAGE);
    await panel.getByRole('button', { name: 'Sign in layers' }).click();
    const signed = panel.getByRole('region', { name: 'Layered signature' });
    await signed.waitFor();
    const layer3 = await copied(signed, 'signature of layer 3, FALCON-512');
    expect(await copied(signed, 'on-chain hash')).toBe(toHex(sha3_256(fromBase64(layer3) ?? new Uint8Array())));

    await panel.getByRole('button', { name: 'Verify this signature' }).click();
    await panel.getByRole('button', { name: 'Verify each layer' }).click();
    await eventually(() => verdict(panel)).toEqual({ whole: 'valid', layers: ['true', 'true', 'true'] });

    const second = panel.getByRole('textbox', { name: 'Signature of layer 2, ML-DSA-65' });
    const genuine = await second.inputValue();
    await second.fill(changed(genuine));
    await panel.getByRole('button', { name: 'Verify each layer' }).click();
    await eventually(() => verdict(panel)).toEqual({ whole: 'invalid', layers: ['true', 'false', 'false'] });
    await second.fill('');
    await panel.getByRole('button', { name: 'Verify each layer' }).click();
    await eventually(() => verdict(panel)).toEqual({ whole: 'invalid', layers: ['true', 'false', 'false'] });
    await second.fill('not base64!');
    await panel.getByRole('button', { name: 'Verify each layer' }).click();
    await panel.getByText('This is not padded base64.').waitFor();

    await second.fill(genuine);
    await choose(page, panel, 'Key to verify with', 'Public keys from elsewhere');
    await panel.getByRole('button', { name: 'Verify each layer' }).click();
    await eventually(async () => (await verdict(panel)).whole).toBe('valid');
    await visit.leave();
  });

  test('makes hybrid keys and cancels a signature that takes seconds', async () => {
    const visit = await site.visit({ path: '/sign?tab=hybrid&scheme=TRIPLE_ED25519_DILITHIUM5_SPHINCS128S' });
    const { page } = visit;
    const panel = panelOf(visit, 'Hybrid layers');
    await panel.getByRole('button', { name: 'New key of this scheme' }).click();
    await panel.getByRole('button', { name: 'Name this key when signing' }).click();
    const keyId = panel.getByRole('textbox', { name: 'Key id (optional)' });
    await eventually(() => keyId.inputValue()).toMatch(/^key_hyb_[0-9a-f]{16}$/);

    // An answer that does not come is like a very slow one.
    await page.route('**/v1/hybrid/sign', () => undefined);
    const message = panel.getByRole('textbox', { name: 'Message to sign' });
    await message.fill(MESSAGE);
    await panel.getByRole('button', { name: 'Sign in layers' }).click();
    await panel.getByRole('progressbar').waitFor();
    // Another tab, and back: the work goes on.
    await page.getByRole('tab', { name: 'ML-DSA' }).click();
    await panelOf(visit, 'ML-DSA').waitFor();
    await page.getByRole('tab', { name: 'Hybrid layers' }).click();
    await panel.getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('Enter');
    await panel.getByText('Cancelled. What you entered is still there.').waitFor();
    // The button is gone; who works by keyboard goes on from where it was.
    await eventually(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toMatch(/^Cancelled\./);
    await eventually(() => message.inputValue()).toBe(MESSAGE);
    await eventually(() => panel.getByRole('region', { name: 'Layered signature' }).count()).toBe(0);
    await page.unroute('**/v1/hybrid/sign');
    await panel.getByRole('button', { name: 'Sign in layers' }).click();
    await panel.getByText('signature of layer 3, SLH-DSA-SHA2-128s, 7,856 bytes', { exact: false }).waitFor();
    await visit.leave();
  });

  test('ML-DSA: a key of my own is masked, copied unseen, hidden again; it signs, and others do not', async () => {
    const visit = await site.visit({ path: '/sign?tab=ml-dsa', expectedErrors: [/400/, /404/] });
    const { page } = visit;
    const panel = panelOf(visit, 'ML-DSA');
    await choose(page, panel, 'Custody', 'I hold the secret key');
    await choose(page, panel, 'Parameter set', 'ML-DSA-44 (category 2, signature 2,420 bytes)');
    await panel.getByRole('button', { name: 'New ML-DSA key' }).click();
    await panel.getByText('This secret key is shown only once.').waitFor();
    await page.clock.install();
    const secret = await copied(panel, 'ML-DSA secret key');
    expect(fromBase64(secret)).toHaveLength(2560);
    await eventually(() => panel.innerText()).not.toContain(secret.slice(600, 624));
    await page.clock.runFor(21_000);
    await panel.getByText('Cleared from the clipboard.').waitFor();
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe('');

    await panel.getByRole('button', { name: 'Show ML-DSA secret key for 30 seconds' }).click();
    await eventually(() => panel.innerText()).toContain(secret.slice(600, 624));
    await page.clock.runFor(31_000);
    await eventually(() => panel.innerText()).not.toContain(secret.slice(600, 624));
    await page.clock.resume();

    await panel.getByRole('button', { name: 'Sign and verify with this key' }).click();
    const field = panel.getByLabel('Secret key', { exact: true });
    await eventually(() => field.getAttribute('type')).toBe('password');
    await panel.getByRole('textbox', { name: 'Message to sign' }).fill(MESSAGE);
    await panel.getByRole('button', { name: 'Sign with ML-DSA' }).click();
    await panel.getByRole('button', { name: 'Verify this signature' }).click();
    await panel.getByRole('button', { name: 'Verify with ML-DSA' }).click();
    await eventually(async () => (await verdict(panel)).whole).toBe('valid');
    const message = panel.getByRole('textbox', { name: 'Message that was signed' });
    await message.fill(`${MESSAGE}!`);
    await panel.getByRole('button', { name: 'Verify with ML-DSA' }).click();
    await eventually(async () => (await verdict(panel)).whole).toBe('invalid');

    // The server's refusal stands at its field, and the field keeps what it holds.
    await field.fill(changed(secret));
    await panel.getByRole('button', { name: 'Sign with ML-DSA' }).click();
    await panel.getByText('is not an ML-DSA key').first().waitFor();
    await eventually(() => field.inputValue()).toBe(changed(secret));
    await eventually(() => field.getAttribute('aria-invalid')).toBe('true');

    await choose(page, panel, 'Key to sign with', 'A key that the server holds');
    await panel.getByLabel('Key id', { exact: true }).fill('key_dil_0000000000000000');
    await panel.getByRole('button', { name: 'Sign with ML-DSA' }).click();
    await panel.getByText('This project has no ML-DSA key with this id.').waitFor();

    // Nothing of it is left when the page was left.
    await go(page, '/verify');
    await go(page, '/sign?tab=ml-dsa');
    await panel.getByRole('button', { name: 'New ML-DSA key' }).waitFor();
    await eventually(() => panel.getByText('This secret key is shown only once.').count()).toBe(0);
    await visit.leave();
  });

  test('secret keys that were typed go when the window is put away, everything when it locks', async () => {
    const visit = await site.visit({
      path: '/sign?tab=ml-dsa',
      // Before the page sets its first timer.
      prepare: (page) => page.clock.install({ time: Date.now() }),
    });
    const { page } = visit;
    const panel = panelOf(visit, 'ML-DSA');
    await choose(page, panel, 'Key to sign with', 'A secret key of my own');
    const field = panel.getByLabel('Secret key', { exact: true });
    await field.fill('c2VjcmV0');
    const message = panel.getByRole('textbox', { name: 'Message to sign' });
    await message.fill(MESSAGE);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await panel.getByText('The field was emptied because').waitFor();
    await eventually(async () => [await field.inputValue(), await message.inputValue()]).toEqual(['', MESSAGE]);
    await field.fill('c2VjcmV0');
    await page.clock.fastForward(301_000);
    const lock = page.getByRole('alertdialog', { name: 'Hidden' });
    await lock.waitFor();
    await pressIn(lock.getByRole('button', { name: 'Continue' }), 'Enter');
    await lock.waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: 'New ML-DSA key' }).waitFor();
    await eventually(async () => [await field.count(), await message.inputValue()]).toEqual([0, '']);
    await visit.leave();
  });

  test('ML-DSA: a key that the server holds signs by its id', async () => {
    const visit = await site.visit({ path: '/sign?tab=ml-dsa' });
    const panel = panelOf(visit, 'ML-DSA');
    await panel.getByRole('button', { name: 'New ML-DSA key' }).click();
    await panel.getByRole('button', { name: 'Sign and verify with this key' }).click();
    await eventually(() => panel.getByLabel('Key id', { exact: true }).inputValue()).toMatch(/^key_dil_[0-9a-f]{16}$/);
    await eventually(() => panel.getByText('This secret key is shown only once.').count()).toBe(0);
    await panel.getByRole('textbox', { name: 'Message to sign' }).fill(MESSAGE);
    await panel.getByRole('button', { name: 'Sign with ML-DSA' }).click();
    await panel.getByRole('button', { name: 'Verify this signature' }).click();
    await panel.getByRole('button', { name: 'Verify with ML-DSA' }).click();
    await eventually(async () => (await verdict(panel)).whole).toBe('valid');
    await visit.leave();
  });

  test('ML-KEM: both sides have the same secret, and a changed ciphertext shows where they are compared', async () => {
    const visit = await site.visit({ path: '/sign?tab=ml-kem', expectedErrors: [/400/] });
    const panel = panelOf(visit, 'Key encapsulation');
    await panel.getByRole('button', { name: 'New ML-KEM key pair' }).click();
    await panel.getByRole('button', { name: 'Use this pair below' }).click();
    await panel.getByRole('button', { name: 'Create a shared secret' }).click();
    await panel.getByRole('button', { name: 'Open this ciphertext' }).click();
    await panel.getByRole('button', { name: 'Open the shared secret' }).click();
    const compared = panel.getByTestId('secrets-compared');
    await compared.getByText('equal', { exact: true }).waitFor();

    const ciphertext = panel.getByRole('textbox', { name: 'Ciphertext' });
    const genuine = await ciphertext.inputValue();
    await ciphertext.fill(changed(genuine));
    await panel.getByRole('button', { name: 'Open the shared secret' }).click();
    await compared.getByText('different', { exact: true }).waitFor();

    await ciphertext.fill('AAAA');
    await panel.getByRole('button', { name: 'Open the shared secret' }).click();
    await panel.getByText('must have 1088 bytes').first().waitFor();
    await eventually(() => ciphertext.inputValue()).toBe('AAAA');
    const publicKey = panel.getByRole('textbox', { name: 'Public key of the receiver' });
    await publicKey.fill('AAAA');
    await panel.getByRole('button', { name: 'Create a shared secret' }).click();
    await panel.getByText('must be an ML-KEM encapsulation key').first().waitFor();
    await eventually(() => publicKey.getAttribute('aria-invalid')).toBe('true');
    await visit.leave();
  });

  for (const width of [1280, 640, 360]) {
    test(`has no accessibility finding and no sideways scroll, both themes, ${width} px`, async () => {
      const visit = await site.visit({ path: '/sign', width, height: 740 });
      const { page } = visit;
      const check = async (what: string) => {
        expect(await findingsInBothThemes(page), what).toEqual([]);
        expect(await hasSidewaysScroll(page), what).toBe(false);
      };
      const three = panelOf(visit, '3-key trio');
      await three.getByRole('textbox', { name: 'Data to sign' }).fill(MESSAGE);
      await three.getByRole('button', { name: 'Sign with the 3-key trio' }).click();
      await three.getByRole('button', { name: 'Verify this signature' }).click();
      await three.getByRole('button', { name: 'Verify', exact: true }).click();
      await verdict(three);
      await three.getByRole('button', { name: 'Show all of signature' }).click();
      await check('3-key trio');

      // By keyboard alone.
      await page.getByRole('tab', { name: '3-key trio' }).focus();
      await page.keyboard.press('ArrowRight');
      const hybrid = panelOf(visit, 'Hybrid layers');
      await hybrid.getByRole('textbox', { name: 'Message to sign' }).fill(MESSAGE);
      await hybrid.getByRole('button', { name: 'Sign in layers' }).click();
      await hybrid.getByRole('button', { name: 'Verify this signature' }).click();
      await hybrid.getByRole('textbox', { name: 'Message that was signed' }).fill('other');
      await hybrid.getByRole('button', { name: 'Verify each layer' }).click();
      await eventually(async () => (await verdict(hybrid)).whole).toBe('invalid');
      await check('hybrid');

      await page.getByRole('tab', { name: 'Key encapsulation' }).click();
      const kem = panelOf(visit, 'Key encapsulation');
      await kem.getByRole('button', { name: 'New ML-KEM key pair' }).click();
      await kem.getByRole('button', { name: /^Show .* secret key for 30 seconds$/ }).click();
      await check('key encapsulation');

      await page.getByRole('tab', { name: 'ML-DSA' }).click();
      await panelOf(visit, 'ML-DSA').getByRole('button', { name: 'Sign with ML-DSA' }).click();
      await check('ML-DSA with errors');
      await visit.leave();
    });
  }

  test('holds in forced colours', async () => {
    const visit = await site.visit({ path: '/sign?tab=hybrid', forcedColors: 'active' });
    expect(await findings(visit.page)).toEqual([]);
    await visit.leave();
  });
});
