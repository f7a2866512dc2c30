import { readFile } from 'node:fs/promises';
import { fromBase64, toBase64, utf8 } from '@touchstone/core/bytes.ts';
import { createKem } from '@touchstone/core/kem/kem.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings } from '../accessibility.ts';
import { answerTo, CHROMIUM, hasSidewaysScroll, openSite, pressIn, type Site } from '../fixtures.ts';
import { choose, copiedBy, eventually } from './admin-steps.ts';

const MESSAGE = 'Release 1.0 is built from commit 6d1ce06';

async function savedBy(page: Page, button: Locator): Promise<{ readonly name: string; readonly text: string }> {
  const download = page.waitForEvent('download');
  await button.click();
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

function asFile(name: string, text: string) {
  return { name, mimeType: 'application/json', buffer: Buffer.from(text) };
}

/** Base64 of the same bytes with one in the middle changed. */
function changed(base64: string): string {
  const bytes = fromBase64(base64) ?? new Uint8Array();
  bytes[5] = (bytes[5] ?? 0) ^ 1;
  return toBase64(bytes);
}

describe.skipIf(CHROMIUM === null)('a key ceremony in the console', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(async () => {
    await site?.close();
  });

  async function open(prepare?: (page: Page) => Promise<void>) {
    const visit = await site.visit({
      path: '/keys?tab=ceremony',
      expectedErrors: [/409/],
      ...(prepare === undefined ? {} : { prepare }),
    });
    return visit;
  }

  it('hands three shares out one by one, names a wrong share, and signs with two of them', async () => {
    // What the print dialog would have got.
    const visit = await open(async (page) => {
      await page.addInitScript(() => {
        window.print = () => {
          const sheet = document.querySelector('[data-testid=share-sheet]');
          Reflect.set(window, 'printed', sheet?.textContent ?? '');
        };
      });
    });
    const { page } = visit;
    await page.getByText('The server is a trusted dealer.').waitFor();
    const openBegin = page.getByRole('button', { name: 'Begin a ceremony' });
    await openBegin.click();
    const begin = page.getByRole('dialog', { name: 'Begin a ceremony' });
    await begin.getByLabel('Threshold').fill('4');
    await begin.getByRole('button', { name: 'Create and split the key' }).click();
    await begin.getByText('Give the ceremony a name.').waitFor();
    await begin.getByText('There are only 3 participants.').waitFor();
    await begin.getByLabel('Name', { exact: true }).fill('Release keys / 2026');
    await begin.getByLabel('Threshold').fill('2');
    await begin.getByRole('button', { name: 'Create and split the key' }).click();

    const out = page.getByRole('region', { name: 'Hand out the shares' });
    const record = await savedBy(page, out.getByRole('button', { name: 'Save the record' }));
    expect(record.name).toBe('Release-keys-2026.ceremony.json');
    const shares: string[] = [];
    for (const participant of [1, 2, 3]) {
      const section = out.getByRole('region', { name: `Share of participant ${participant}`, exact: true });
      await section.getByText(`Share of participant ${participant} is hidden`).waitFor();
      if (participant === 1) {
        expect(await findings(page)).toEqual([]);
        shares.push(await copiedBy(section.getByRole('button', { name: 'Copy Share of participant 1', exact: true })));
      } else {
        const file = await savedBy(page, section.getByRole('button', { name: 'Save this share' }));
        expect(file.name).toBe(`Release-keys-2026.share-${participant}.json`);
        shares.push(file.text);
      }
      if (participant === 2) {
        await section.getByRole('button', { name: 'Print this share' }).click();
        await eventually(() => page.evaluate(() => String(Reflect.get(window, 'printed')))).toContain(
          JSON.parse(shares[1] ?? '').share,
        );
        expect(await page.evaluate(() => String(Reflect.get(window, 'printed')))).not.toContain(shares[0] ?? '?');
        await page.getByTestId('share-sheet').waitFor({ state: 'detached' });
      }
      const goOn = section.getByRole('button', { name: /^Forget it/ });
      await eventually(() => goOn.isDisabled()).toBe(true);
      await section.getByText(`Participant ${participant} has taken this share`).click();
      await goOn.click();
      await section.waitFor({ state: 'detached' });
    }
    await out.getByText('All shares are handed out, and this window has forgotten them.').waitFor();
    expect(await page.content()).not.toContain(shares[0] ?? '?');
    await out.getByRole('button', { name: 'Finish' }).click();

    // The name is used up; what was entered is still there.
    await openBegin.click();
    await begin.getByRole('button', { name: 'Create and split the key' }).click();
    await begin.getByText('was already used').first().waitFor();
    await eventually(() => begin.getByLabel('Name', { exact: true }).inputValue()).toBe('Release keys / 2026');
    await pressIn(begin, 'Escape');
    await begin.waitFor({ state: 'detached' });

    const combine = page.getByRole('region', { name: 'Combine and sign' });
    await combine.getByText('Open until').waitFor();
    await combine.getByRole('textbox', { name: 'Share 1', exact: true }).fill('what is this?');
    await combine.getByRole('button', { name: 'Check the shares' }).click();
    await combine.getByText('This is not a share').waitFor();
    await combine.getByRole('textbox', { name: 'Share 1', exact: true }).fill(changed(shares[0] ?? ''));
    await combine.getByRole('textbox', { name: 'Share 2', exact: true }).fill(shares[2] ?? '');
    await combine.getByRole('button', { name: 'Check the shares' }).click();
    await combine.getByText('Share 1 is not of this ceremony, or was changed').waitFor();
    await combine.getByRole('textbox', { name: 'Share 1', exact: true }).fill(shares[0] ?? '');
    await combine.getByRole('button', { name: 'Check the shares' }).click();
    await combine.locator('[data-verdict=valid]').waitFor();
    await combine.getByRole('button', { name: 'Rebuild the key and sign' }).click();
    await combine.getByText('Enter something, or choose a file.').waitFor();

    // Without the server: nothing of the shares goes anywhere. The window goes on reading, as whether the server runs.
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url());
    });
    await combine.getByRole('textbox', { name: 'Message to sign' }).fill(MESSAGE);
    await combine.getByRole('button', { name: 'Rebuild the key and sign' }).click();
    await combine.getByText('Signed, and the signature is valid').waitFor();
    expect(sent).toEqual([]);
    expect(await findings(page)).toEqual([]);
    expect(await hasSidewaysScroll(page)).toBe(false);
    const signed = JSON.parse((await savedBy(page, combine.getByRole('button', { name: 'Save the signature' }))).text);
    const { public_key } = JSON.parse(record.text);
    const verifier = createSignatureProvider([], systemRandom);
    const bytes = (text: string) => fromBase64(text) ?? new Uint8Array();
    const holds = (message: string) =>
      verifier.verify('ML-DSA-65', bytes(public_key), utf8(message), bytes(signed.signature));
    expect([await holds(MESSAGE), await holds(`${MESSAGE}!`)]).toEqual([true, false]);

    await combine.getByRole('button', { name: 'Forget the shares' }).click();
    await eventually(() => combine.getByRole('textbox', { name: 'Share 1', exact: true }).inputValue()).toBe('');
    await visit.leave();
  });

  it('seals shares to the keys of participants, and opens them with their secret keys only', async () => {
    const kem = createKem([], systemRandom);
    const pairs = await Promise.all([0, 1].map(() => kem.generateKeyPair('ML-KEM-768')));
    const publicKeys = pairs.map(({ publicKey }) => toBase64(publicKey));
    const secretKeys = pairs.map(({ secretKey }) => toBase64(secretKey));
    const visit = await open();
    const { page } = visit;
    await page.getByRole('button', { name: 'Begin a ceremony' }).click();
    const begin = page.getByRole('dialog', { name: 'Begin a ceremony' });
    await begin.getByLabel('Name', { exact: true }).fill('sealed');
    await begin.getByLabel('Participants', { exact: true }).fill('2');
    await choose(page, 'Algorithm', 'ML-DSA-44, security category 2');
    await begin.getByText('Seal each share to the public key').click();
    const keys = begin.getByLabel('Public keys of the participants');
    await keys.fill(`${publicKeys[0]}\n${publicKeys[0]}`);
    await begin.getByRole('button', { name: 'Create and split the key' }).click();
    await begin.getByText('Line 2 repeats a key').waitFor();
    await keys.fill(`${publicKeys[0]}\nAAAA`);
    await begin.getByRole('button', { name: 'Create and split the key' }).click();
    await begin.getByText('Line 2 is not an ML-KEM-768').waitFor();
    await keys.fill(publicKeys.join('\n'));
    await begin.getByRole('button', { name: 'Create and split the key' }).click();

    const out = page.getByRole('region', { name: 'Hand out the shares' });
    const record = await savedBy(page, out.getByRole('button', { name: 'Save the record' }));
    const files: string[] = [];
    for (const participant of [1, 2]) {
      const section = out.getByRole('region', { name: `Share of participant ${participant}`, exact: true });
      files.push((await savedBy(page, section.getByRole('button', { name: 'Save this share' }))).text);
      await section.getByText(/has taken this share/).click();
      await section.getByRole('button', { name: /^Forget it/ }).click();
      await section.waitFor({ state: 'detached' });
    }
    expect(files.every((text) => JSON.parse(text).share.startsWith('kem1:'))).toBe(true);
    await out.getByRole('button', { name: 'Finish' }).click();

    // A fresh window, with the files, long afterwards as the server tells it.
    await page.route('**/v1/ceremony/sealed', async (route) => {
      const response = await answerTo(route);
      await route.fulfill({ response, json: { ...(await response.json()), state: 'ended' } });
    });
    await page.reload();
    const combine = page.getByRole('region', { name: 'Combine and sign' });
    const chooser = page.waitForEvent('filechooser');
    await combine.getByRole('button', { name: 'Choose the record and shares' }).click();
    await (await chooser).setFiles([
      asFile('a.json', files[0] ?? ''),
      asFile('record.json', record.text),
      asFile('b.json', files[1] ?? ''),
      asFile('c.json', '{}'),
    ]);
    await combine.getByText('c.json is neither a share nor the record of a ceremony.').waitFor();
    await combine.getByText('Of participant 2.').waitFor();
    await combine.getByText('Ended on').waitFor();
    await combine.getByRole('button', { name: 'Check the shares' }).click();
    await combine.getByText('Enter the ML-KEM secret key of this participant').first().waitFor();
    const keyField = (place: number) =>
      combine.getByRole('textbox', { name: `Secret key that opens share ${place}`, exact: true });
    await keyField(1).fill(secretKeys[1] ?? '');
    await keyField(2).fill(secretKeys[1] ?? '');
    await combine.getByRole('button', { name: 'Check the shares' }).click();
    await combine.getByText('Share 1 is sealed and was not opened').waitFor();
    await keyField(1).fill(secretKeys[0] ?? '');
    await combine.getByRole('button', { name: 'Check the shares' }).click();
    await combine.locator('[data-verdict=valid]').waitFor();
    await visit.leave();
  });
});
