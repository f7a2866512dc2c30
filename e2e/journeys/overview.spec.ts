import { api } from '@touchstone/core/api/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CHROMIUM,
  go,
  hasSidewaysScroll,
  keepState,
  openSite,
  pressIn,
  SERVER_STOPS,
  type Site,
  stateOf,
  whenLoaded,
} from '../fixtures.ts';
import { clientOf, eventually } from './admin-steps.ts';

const DAY_MS = 86_400_000;

describe.skipIf(CHROMIUM === null)('the Overview', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(async () => {
    await site.close();
  });

  it('leads a new user to Verify and its examples, and opening the console begins there', async () => {
    const visit = await site.visit({ path: '/overview' });
    const { page } = visit;
    await page.getByText('Nothing has been made or pinned here yet').waitFor();
    await page.getByText('Nothing needs attention').waitFor();
    await page.getByRole('link', { name: 'Verify a file or an example' }).click();
    await page.getByRole('heading', { level: 2, name: 'Examples' }).waitFor();
    await page.goto(site.origin);
    await page.getByRole('heading', { level: 1, name: 'Verify' }).waitFor();
    await visit.leave();
  });

  it('lists what needs attention, the most urgent first, each with the page where it is dealt with', async () => {
    const admin = clientOf(site);
    const { create } = admin.admin.accounts;
    const empty = await create({ body: { email: 'empty@example.com', plan: 'free', credits: 0 } });
    const few = await create({ body: { email: 'few@example.com', plan: 'free', credits: 20 } });
    const rich = await create({ body: { email: 'rich@example.com', plan: 'free', credits: 5_000 } });
    const ending = await admin.admin.keys.create({
      body: {
        project_id: rich.project_id,
        label: 'ends soon',
        expires_at: new Date(Date.now() + 3.5 * DAY_MS).toISOString(),
      },
    });
    await admin.admin.keys.create({
      body: {
        project_id: rich.project_id,
        label: 'ends late',
        expires_at: new Date(Date.now() + 300 * DAY_MS).toISOString(),
      },
    });
    const { body } = api.artifacts.artifacts.create.example;
    const artifact = await admin.artifacts.artifacts.create({ body: structuredClone(body) as never });
    const receipt = await admin.receipts.receipts.create({ body: { payload: 'overview' } });

    const visit = await site.visit({ path: '/overview' });
    const { page } = visit;
    const items = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem');
    await items.filter({ hasText: 'empty@example.com has no units left' }).waitFor();
    await eventually(() => page.getByText('Asking the server').count()).toBe(0);
    const texts = async () => (await items.allInnerTexts()).map((text) => text.split(/\n+/).slice(0, 2).join(': '));
    await eventually(texts).toEqual([
      'Act now: empty@example.com has no units left',
      'Action needed: few@example.com has 20 units left',
      'Action needed: No backup yet',
      'Due soon: API key "ends soon" of rich@example.com expires in 3 days',
      'Waiting: An artifact is waiting for signatures',
      'Not checked: Audit log not verified yet',
    ]);
    await eventually(() => page.getByText('Nothing has been made or pinned here yet').count()).toBe(0);
    await page.getByRole('region', { name: 'Newest artifacts' }).getByText(artifact.artifact_id).waitFor();

    // The timeline, and the same as a table.
    const comingUp = page.getByRole('region', { name: 'Coming up' });
    await comingUp.getByRole('img', { name: /API keys: 2, next in 3 days/ }).waitFor();
    const marks = comingUp.getByRole('slider', { name: 'Values: What expires or is due' });
    await marks.focus();
    await page.keyboard.press('Home');
    await eventually(() => marks.getAttribute('aria-valuetext')).toMatch(/^(API keys|Key sets), /);
    await page.keyboard.press('Alt+F1');
    const text = page.getByRole('dialog', { name: 'What expires or is due' });
    await text.getByText(/^API keys: 2, next in 3 days/).waitFor();
    await pressIn(text, 'Escape');
    await text.waitFor({ state: 'detached' });
    await comingUp.getByRole('button', { name: 'Show as a table' }).click();
    await comingUp.getByRole('row').filter({ hasText: 'ends soon' }).getByText('in 3 days').waitFor();

    const goesTo = async (text: string, link: string, shown: string) => {
      await go(page, '/overview');
      await items.filter({ hasText: text }).getByRole('link', { name: link }).click();
      await page.getByText(shown).first().waitFor();
    };
    await goesTo('empty@example.com', 'Account', empty.id);
    await goesTo('few@example.com', 'Account', few.id);
    await goesTo('ends soon', 'API key', ending.key_id);
    await goesTo('No backup yet', 'Backup', 'One encrypted file with everything');
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('backup');
    await goesTo('Audit log', 'Audit log', 'Chain of the audit');
    await goesTo('waiting for signatures', 'Artifacts', artifact.artifact_id);
    await go(page, '/overview');
    await page.getByRole('link', { name: receipt.receipt_id }).click();
    await page.getByRole('heading', { level: 1, name: receipt.receipt_id }).waitFor();
    await visit.leave();
  });

  it('drops what was dealt with, and says what the last walk over the audit found', async () => {
    const { list, update } = clientOf(site).admin.accounts;
    for (const { id, credits } of (await list({ query: {} })).accounts) {
      if (credits < 100) await update({ params: { id }, body: { credits: 1_000 } });
    }
    const visit = await site.visit({ path: '/accounts?view=audit' });
    const { page } = visit;
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await page.getByText('Intact', { exact: true }).waitFor();
    await go(page, '/overview');
    await page.getByText('No backup yet').waitFor();
    const section = page.getByRole('region', { name: 'Needs attention' });
    await eventually(() => section.getByText('units left').count()).toBe(0);
    await eventually(() => section.getByText('Audit log').count()).toBe(0);

    // What the page keeps of its own walk must not come after what is put in its place.
    await eventually(async () => (await stateOf(page)).audit_verdict).toContain('"intact":true');
    const verdict = { at: new Date().toISOString(), intact: false, entries: 3, brokenAt: 4, head: null };
    await keepState(site, { audit_verdict: JSON.stringify(verdict) });
    await page.reload();
    await page.getByText('The audit log is broken at entry 4').waitFor();
    await visit.leave();
  });

  it('says what it cannot ask: signed out, stopped; and fits into 360 px', async () => {
    const signedOut = await site.visit({ path: '/overview', signIn: false, expectedErrors: [/401/] });
    await signedOut.page.getByText('This window is not signed in', { exact: true }).waitFor();
    await eventually(() => signedOut.page.getByText('Nothing needs attention').count()).toBe(0);
    await signedOut.leave();

    const visit = await site.visit({ path: '/overview', width: 360, expectedErrors: SERVER_STOPS });
    const { page } = visit;
    await whenLoaded(page);
    expect(await hasSidewaysScroll(page)).toBe(false);
    await site.stopServer();
    await page.getByRole('main').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Refresh' }).click();
    await page.getByText('Artifacts, keys and accounts could not be reached').waitFor();
    await page.getByText('The embedded server is stopped').waitFor();
    await eventually(() => page.getByText('Nothing needs attention').count()).toBe(0);
    await visit.leave();
  });
});
