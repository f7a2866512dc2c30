import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findingsInBothThemes } from '../accessibility.ts';
import { CHROMIUM, hasSidewaysScroll, openSite, type Site } from '../fixtures.ts';
import { shot } from '../screens.ts';
import { clientOf, eventually, more } from './admin-steps.ts';

describe.skipIf(CHROMIUM === null)('the Biometrics page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  const biometric = () => clientOf(site).crypto.biometric;

  test('enrols an example and verifies a sample', async () => {
    const visit = await site.visit({ path: '/biometrics' });
    const { page } = visit;
    await page.getByText('No templates yet').waitFor();
    await page.getByRole('img', { name: /False acceptances and false rejections/ }).waitFor();
    await page.getByRole('button', { name: 'Try with sample data' }).click();
    const sheet = page.getByRole('dialog', { name: 'Enrol a template' });
    await eventually(() => sheet.getByLabel('User').inputValue()).toBe('ada');
    await sheet.getByLabel('Template').fill('1, 2, 3');
    await sheet.getByRole('button', { name: 'Enrol' }).click();
    await sheet.getByText('Enter 64 to 1,024 numbers').waitFor();
    await sheet.getByRole('button', { name: 'Fill in an example' }).click();
    await sheet.getByRole('button', { name: 'Enrol' }).click();
    await page.getByRole('heading', { level: 1, name: 'ada' }).waitFor();
    await page.getByRole('table', { name: 'Templates of this user' }).getByText('Face').waitFor();

    // The sample that the page offers is of the same person; the vector itself is on no screen afterwards.
    await page.getByRole('button', { name: 'Verify a sample' }).click();
    const verify = page.getByRole('dialog', { name: 'Verify ada' });
    await verify.getByRole('button', { name: 'Fill in an example' }).click();
    const vector = await verify.getByLabel('Sample').inputValue();
    await verify.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.locator('[data-outcome=verified]').getByText('The sample reaches the threshold').waitFor();
    await verify.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(vector);
    expect(page.url()).not.toContain(vector.slice(0, 20));
    expect(await findingsInBothThemes(page), 'detail').toEqual([]);

    await visit.leave();
  });

  test('sets a threshold, compares two vectors, and follows what programs enrol', async () => {
    const visit = await site.visit({ path: '/biometrics' });
    const { page } = visit;
    await page.getByRole('grid', { name: 'Enrolled users' }).locator('[data-id=ada]').waitFor();
    await more(page, 'Set threshold');
    const threshold = page.getByRole('dialog', { name: 'Set the threshold' });
    await threshold.getByLabel('Least similarity').fill('1.5');
    await threshold.getByRole('button', { name: 'Set threshold' }).click();
    await threshold.getByText('Enter a number from 0.5 to 0.99').waitFor();
    await threshold.getByLabel('Least similarity').fill('0.99');
    await threshold.getByRole('button', { name: 'Set threshold' }).click();
    await page.getByText('face 0.99, voice 0.9, fingerprint 0.9').waitFor();

    await more(page, 'Compare two vectors');
    const match = page.getByRole('dialog', { name: 'Compare two vectors' });
    await match.waitFor();
    for (const field of await match.getByRole('button', { name: 'Fill in an example' }).all()) await field.click();
    await match.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.locator('[data-outcome=no-match]').getByText('the threshold for face is 0.99').waitFor();
    await match.waitFor({ state: 'detached' });
    await shot(page, 'biometrics');
    expect(await hasSidewaysScroll(page)).toBe(false);
    expect(await findingsInBothThemes(page), 'list').toEqual([]);

    // What programs enrol appears by itself.
    const template = Buffer.from(new Float32Array(64).fill(1).buffer).toString('base64');
    await biometric().enroll({ body: { user_id: 'grace', template, modality: 'voice' } });
    await page.getByRole('grid', { name: 'Enrolled users' }).locator('[data-id=grace]').waitFor();
    await visit.leave();
  });

  test('deletes a user once the name is typed', async () => {
    const visit = await site.visit({ path: '/biometrics?user=grace', expectedErrors: [/status of 404/] });
    const { page } = visit;
    await more(page, 'Delete');
    const sheet = page.getByRole('dialog', { name: 'Delete grace' });
    await sheet.getByLabel(/Type/).fill('grac');
    await sheet.getByRole('button', { name: 'Delete' }).click();
    await sheet.getByText('The name is different.').waitFor();
    await sheet.getByLabel(/Type/).fill('grace');
    await sheet.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Biometrics' }).waitFor();
    await eventually(async () => (await biometric().users({ query: {} })).items.map(({ user_id }) => user_id)).toEqual([
      'ada',
    ]);
    await visit.leave();
  });
});
