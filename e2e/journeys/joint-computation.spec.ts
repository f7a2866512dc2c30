import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings, findingsInBothThemes } from '../accessibility.ts';
import { CHROMIUM, hasSidewaysScroll, openSite, type Site, whenLoaded } from '../fixtures.ts';
import { shot } from '../screens.ts';
import { eventually, saved } from './admin-steps.ts';

describe.skipIf(CHROMIUM === null)('the page Joint computation', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  test('opens a session, seals inputs in the window, computes and verifies the proof', async () => {
    const visit = await site.visit({ path: '/joint-computation', expectedErrors: [/ERR_FAILED/] });
    const { page } = visit;
    await page.getByText('No joint computations yet').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Try with sample data' }).click();
    const open = page.getByRole('dialog', { name: 'New computation' });
    await eventually(() => open.getByLabel('Participants').inputValue()).toBe('4');
    await open.getByLabel('Participants').fill('1');
    await open.getByRole('button', { name: 'Open session' }).click();
    await open.getByText('Enter a whole number from 2 to 256.').first().waitFor();
    await open.getByLabel('Participants').fill('2');
    await open.getByLabel('Contributions needed').fill('2');
    await open.getByRole('button', { name: 'Open session' }).click();
    await page.getByRole('heading', { level: 1, name: 'Average of 2 inputs' }).waitFor();
    await page.getByText('Locked until 2 more inputs have come in.').waitFor();
    await page.getByText('against the operator of the server', { exact: false }).first().waitFor();

    const requests: string[] = [];
    page.on('request', (request) => void requests.push(request.postData() ?? ''));
    for (const [participant, input] of [
      ['p1', '1234567'],
      ['p2', '-7654321'],
    ] as const) {
      await page.getByRole('button', { name: `Contribute as ${participant}` }).click();
      const sheet = page.getByRole('dialog', { name: 'Contribute an input' });
      await sheet.getByLabel('Your input').fill(input);
      // An answer that is lost leaves the hash of what was sent.
      if (participant === 'p2') await page.route('**/mpc/*/contribute', (route) => route.abort(), { times: 1 });
      await sheet.getByRole('button', { name: 'Seal and send' }).click();
      if (participant === 'p2') {
        await sheet.getByText('The server is out of reach').waitFor();
        await sheet.getByRole('button', { name: 'Seal and send' }).click();
      }
      await sheet.waitFor({ state: 'hidden' });
    }
    const listed = page.locator('section', { hasText: 'Sent from this window' }).locator('code');
    expect(await listed.count()).toBe(3);
    const [first, , last] = (await listed.allTextContents()).map((text) => text.replaceAll(' ', ''));
    // The inputs left the window in sealed shares only.
    const sent = requests.join('\n');
    expect(sent).toContain('encrypted_share');
    expect([sent.includes('1234567'), sent.includes('7654321')]).toEqual([false, false]);

    await page.locator('main').getByRole('button', { name: 'Compute', exact: true }).click();
    const compute = page.getByRole('dialog', { name: 'Compute the result' });
    await compute.getByText('All participants have contributed.').waitFor();
    await compute.getByRole('button', { name: 'Compute and close' }).click();
    await page.getByText('-3,209,877', { exact: true }).waitFor();
    await page.getByText('The inputs were sealed to this description of the session.').waitFor();
    const file = await saved(page, 'Save proof');
    expect(file.name).toMatch(/^joint-computation-[0-9a-f]{8}\.pqst\.json$/);
    expect(JSON.parse(file.text)).toMatchObject({
      format: 'svc-statement/v1',
      kind: 'mpc-proof',
      body: { result: -3_209_877, contributions: [{ sha3_256: first }, { sha3_256: last }] },
    });
    await whenLoaded(page);
    await shot(page, 'joint-computation-detail');
    expect(await findingsInBothThemes(page), 'detail').toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await hasSidewaysScroll(page)).toBe(false);
    await visit.leave();
  });
});
