import { api } from '@touchstone/core/api/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../accessibility.ts';
import { CHROMIUM, go, hasSidewaysScroll, openSite, type Site } from '../fixtures.ts';
import { choose, clientOf, copiedBy, eventually, more, saved } from './admin-steps.ts';

describe.skipIf(CHROMIUM === null)('the Artifacts page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  const create = (name: string) => {
    const { attestations, human_summary } = structuredClone(api.artifacts.artifacts.create.example.body);
    const summary = { ...human_summary, load_bearing_pillars: [...human_summary.load_bearing_pillars] };
    return clientOf(site).artifacts.artifacts.create({
      body: { subject: { name, category: 'demo' }, human_summary: summary, attestations },
    });
  };

  test('is empty at first and says what fills it; what is created meanwhile appears by itself', async () => {
    const visit = await site.visit({ path: '/artifacts' });
    const { page } = visit;
    await page.getByText('No artifacts yet').waitFor();
    expect(await findings(page)).toEqual([]);
    const { artifact_id: id } = await create('Pump 7');
    await page.getByRole('grid', { name: 'Artifacts' }).locator(`[data-id="${id}"]`).waitFor();
    await page.getByRole('button', { name: 'Show: Waiting for signatures, 1' }).click();
    await eventually(() => page.url()).toContain('signing=waiting');
    await choose(page, 'Signatures', 'All signatures present');
    await page.getByText('No artifact matches the filters.').waitFor();
    await choose(page, 'Signatures', 'All');
    await page.getByLabel('Find an artifact').fill('pump');
    const csv = (await saved(page, 'Export CSV')).text.split('\r\n');
    expect(csv[1]).toContain(`"${id}"`);
    await visit.leave();
  });

  test('has a page for each artifact: verified in the window, with the commands that sign, and its file', async () => {
    const artifact = await create('Pump 8');
    const visit = await site.visit({ path: `/artifacts?id=${artifact.artifact_id}` });
    const { page } = visit;
    await page.getByRole('heading', { level: 1, name: 'Pump 8' }).waitFor();
    await eventually(() => page.title()).toBe('Pump 8 – Artifacts – Touchstone');
    await page.locator('[data-outcome]').waitFor();
    await page.getByText('0 of 3 present').waitFor();
    expect(await page.locator('[data-slot][data-status=valid]').count()).toBe(0);
    const command = await copiedBy(page.getByRole('button', { name: 'Copy command that requests signatures' }));
    expect(command).toBe(`touchstone ceremony request --file ${artifact.artifact_id}.pqv.json`);
    const file = await saved(page, 'Save file');
    expect(file.name).toBe(`${artifact.artifact_id}.pqv.json`);
    expect(JSON.parse(file.text)).toEqual(artifact);
    expect(await findings(page)).toEqual([]);
    await more(page, 'Open in Verify');
    await page.waitForURL(/#\/verify/);
    await page.getByRole('heading', { level: 1, name: `${artifact.artifact_id}.pqv.json` }).waitFor();
    await visit.leave();
  });

  test('says that there is no such artifact, and fits 360 px', async () => {
    const artifact = await create('Pump 9');
    const visit = await site.visit({ width: 360, path: '/artifacts', expectedErrors: [/404/] });
    const { page } = visit;
    await page.getByRole('grid').waitFor();
    expect(await hasSidewaysScroll(page), 'list').toBe(false);
    await go(page, `/artifacts?id=${artifact.artifact_id}`);
    await page.locator('[data-outcome]').waitFor();
    expect(await hasSidewaysScroll(page), 'detail').toBe(false);
    await go(page, `/artifacts?id=pqv-2026-Q1-001-${'0'.repeat(16)}`);
    await page.getByText('This server has no such artifact').waitFor();
    await visit.leave();
  });
});
