import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findingsInBothThemes } from '../accessibility.ts';
import { CHROMIUM, hasSidewaysScroll, openSite, type Site } from '../fixtures.ts';
import { shot } from '../screens.ts';
import { clientOf, eventually } from './admin-steps.ts';

describe.skipIf(CHROMIUM === null)('the Encrypted search page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  test('documents are added, found and read, what was seen is said, and they are deleted', async () => {
    const visit = await site.visit({ path: '/search' });
    const { page } = visit;
    await page.getByText('No search indexes yet').waitFor();
    await page.getByRole('button', { name: 'Try with sample data' }).click();
    const sheet = page.getByRole('dialog', { name: 'Add documents' });
    // Said before anything is sent.
    await sheet.getByText(/^It reads 5 documents with \d+ different words/).waitFor();
    await shot(page, 'search-add');
    await sheet.getByRole('button', { name: 'Encrypt and index' }).click();
    await page.getByRole('heading', { level: 1, name: 'contracts' }).waitFor();

    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('Enter a word in one of the first two fields.').waitFor();
    await page.getByLabel('All of these words').fill('LIABILITY');
    await page.getByLabel('None of these words').fill('draft');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const results = page.getByRole('region', { name: 'Results' });
    await results.getByText('2 documents').waitFor();
    await results.getByRole('rowheader', { name: 'c-1' }).waitFor();
    // Encrypted until somebody wants to read.
    expect(await page.content()).not.toContain('The insurer covers');
    await results.getByRole('button', { name: 'Open snippets' }).click();
    await results.getByText('The insurer covers').waitFor();
    const seen = page.getByRole('region', { name: 'What was seen' });
    await seen.getByText('LIABILITY draft').waitFor();
    await seen
      .getByText(/^[0-9a-f]{32}$/)
      .first()
      .waitFor();
    await shot(page, 'search-found');
    expect(await findingsInBothThemes(page), 'found').toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await hasSidewaysScroll(page)).toBe(false);
    await shot(page, 'search-narrow');
    await page.setViewportSize({ width: 1440, height: 900 });

    await page.getByRole('button', { name: 'Delete c-5' }).click();
    const gone = page.getByRole('dialog', { name: 'Delete document' });
    await gone.getByRole('button', { name: 'Delete document' }).click();
    await page.getByRole('button', { name: 'Delete c-5' }).waitFor({ state: 'detached' });
    const { search } = clientOf(site).crypto;
    await eventually(async () => (await search.list({ query: {} })).items[0]?.documents).toBe(4);
    await visit.leave();
  });

  test('vectors are added, and the nearest to one from a JSON file are found', async () => {
    const visit = await site.visit({ path: '/search?act=add' });
    const { page } = visit;
    const sheet = page.getByRole('dialog', { name: 'Add documents' });
    await sheet.getByLabel('Index', { exact: true }).fill('faces');
    await sheet.getByRole('button', { name: /Searched by/ }).click();
    await page.getByRole('option', { name: 'Vectors' }).click();
    await sheet.getByLabel('Documents').fill('v-0: 1 2 3');
    await sheet.getByRole('button', { name: 'Encrypt and index' }).click();
    await sheet.getByText(/^Line 1 needs a name of at most 256 characters, a colon and a vector/).waitFor();
    await sheet.getByRole('button', { name: 'Fill in three examples' }).click();
    await sheet.getByText('It reads 3 vectors of 128 values, once, to encrypt them.').waitFor();
    await sheet.getByRole('button', { name: 'Encrypt and index' }).click();
    await page.getByRole('heading', { level: 1, name: 'faces' }).waitFor();

    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('Enter 128 numbers, not all zero.').waitFor();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Load from file' }).click();
    const { search } = clientOf(site).crypto;
    const wave = (step: number) => (at: number) => Math.sin(at * step) + Math.cos(at * at * step);
    const embedding = Array.from({ length: 128 }, (_, at) => wave(0.7)(at) + 0.4 * wave(1.9)(at));
    await (await choosing).setFiles({
      name: 'query.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ embedding })),
    });
    await eventually(() => page.getByLabel('Vector', { exact: true }).inputValue()).toContain('embedding');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const results = page.getByRole('region', { name: 'Results' });
    await results.getByRole('rowheader').first().waitFor();
    // v-2 was made with half of the other wave in it, v-1 with none.
    expect(await results.getByRole('rowheader').allInnerTexts()).toEqual(['v-2', 'v-1', 'v-3']);
    await page.getByText('All vectors are read for each query.').waitFor();
    await shot(page, 'search-vectors');
    const index = (await search.list({ query: {} })).items.find(({ index_id }) => index_id === 'faces');
    expect(index).toMatchObject({ index_type: 'ckks_similarity', documents: 3, dimensions: 128 });
    await visit.leave();
  });
});
