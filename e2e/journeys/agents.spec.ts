import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findingsInBothThemes } from '../accessibility.ts';
import { answerTo, CHROMIUM, go, hasSidewaysScroll, openSite, pressIn, type Site } from '../fixtures.ts';
import { shot } from '../screens.ts';
import { choose, clientOf, eventually, rowIds, saved } from './admin-steps.ts';
import { type MadeSession, makeSession } from './agent-steps.ts';

const HASH = 'e'.repeat(64);

describe.skipIf(CHROMIUM === null)('the Agents page', () => {
  let site: Site;
  let open: MadeSession;
  let sealed: MadeSession;
  beforeAll(async () => {
    site = await openSite();
    open = await makeSession(client(), 'Open');
    sealed = await makeSession(client(), 'Sealed');
    await client().agents.sessions.end({ headers: {}, body: { session_id: sealed.sessionId, summary: 'Done.' } });
  });
  afterAll(async () => {
    await site.close();
  });

  const client = () => clientOf(site);
  const pathOf = ({ sessionId }: MadeSession) => `/agents/sessions/${sessionId}`;
  const treeOf = (page: Page) => page.getByRole('treegrid', { name: 'Receipts of the session' });
  const panelOf = (page: Page) => page.getByRole('region', { name: /^Receipt/ }).filter({ hasText: 'node_' });
  const rowCount = (page: Page) => treeOf(page).getAttribute('aria-rowcount');

  it('lists sessions by state and agent, exports them, and opens one', async () => {
    const visit = await site.visit({ path: '/agents' });
    const { page } = visit;
    await page.getByText('4 sessions.').waitFor();
    await choose(page, 'State', 'Ended');
    await page.getByText('1 of 4 sessions.').waitFor();
    await eventually(() => rowIds(page, 'Agent sessions')).toEqual([sealed.sessionId]);
    await choose(page, 'State', 'All');
    // console H4: failures and denials are counted in each row, and lead to their sessions.
    await page.getByRole('button', { name: 'Show: With failures, 4' }).click();
    await page.getByText('4 of 4 sessions.').waitFor();
    await choose(page, 'Outcome', 'Denied');
    await page.getByText('2 of 4 sessions.').waitFor();
    await choose(page, 'Outcome', 'All');
    // The way from a row to its lineage, which waits there to be followed.
    await page.getByRole('button', { name: `Lineage of session ${open.sessionId}` }).click();
    await eventually(() => page.getByLabel('Receipt, session, agent or fork').inputValue()).toBe(open.sessionId);
    await page.goBack();
    await page.getByRole('grid', { name: 'Agent sessions' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+Enter');
    await page.getByRole('tab', { name: 'Lineage', selected: true }).waitFor();
    await eventually(() => page.getByLabel('Receipt, session, agent or fork').inputValue()).toMatch(/^ags_/);
    await page.goBack();
    await page.getByLabel('Find a session').fill('open clerk');
    await page.getByText('1 of 4 sessions.').waitFor();
    await eventually(() => rowIds(page, 'Agent sessions')).toEqual([open.sessionId]);
    const csv = await saved(page, 'Export CSV');
    expect(csv.name).toBe('agent-sessions.csv');
    expect(csv.text).toContain(open.sessionId);
    expect(csv.text).not.toContain(sealed.sessionId);
    await page.getByRole('grid', { name: 'Agent sessions' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: `Open clerk · ${open.sessionId.slice(4, 12)}` }).waitFor();
    await eventually(() => page.title()).toMatch(/^Open clerk · /);
    await eventually(() => new URL(page.url()).hash).toBe(`#${pathOf(open)}`);
    await visit.leave();
  });

  it('console H4: checks all sessions, shows in the list what was found, and keeps it', async () => {
    const visit = await site.visit({ path: '/agents' });
    const { page } = visit;
    const grid = page.getByRole('grid', { name: 'Agent sessions' });
    await grid.getByText('Not checked').first().waitFor();
    await page.getByRole('button', { name: 'Check all sessions' }).click();
    await eventually(() => grid.getByText('Not checked').count()).toBe(0);
    await eventually(() => grid.getByText('Intact', { exact: true }).count()).toBe(4);
    await shot(page, 'agents-sessions-checked');
    await page.reload();
    await eventually(() => grid.getByText('Intact', { exact: true }).count()).toBe(4);
    await go(page, pathOf(open));
    await page.getByText(/^checked/).waitFor();
    await visit.leave();
  });

  it('registers an agent and starts a session by hand; what is wrong is said at its field', async () => {
    const other = await openSite();
    try {
      const visit = await other.visit({ path: '/agents' });
      const { page } = visit;
      await page.getByText('No agent sessions yet').waitFor();
      const main = page.getByRole('main');
      await main.getByRole('button', { name: 'Register agent' }).click();
      const sheet = page.getByRole('dialog', { name: 'Register an agent' });
      await sheet.getByRole('button', { name: 'Register', exact: true }).click();
      await sheet.getByText('Enter the name.').waitFor();
      await sheet.getByLabel('Name', { exact: true }).fill('Clerk');
      await sheet.getByLabel('Canonical name').fill('svc.agent.short');
      await sheet.getByLabel('Tenant').fill('example');
      await sheet.getByRole('button', { name: 'Register', exact: true }).click();
      await sheet.getByText('Write svc.agent and five parts, joined by dots.').waitFor();
      // What was entered survives closing.
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
      await main.getByRole('button', { name: 'Register agent' }).click();
      await eventually(() => sheet.getByLabel('Name', { exact: true }).inputValue()).toBe('Clerk');
      await sheet.getByLabel('Canonical name').fill('svc.agent.example.finance.clerk.prod.001');
      await sheet.getByRole('button', { name: 'Register', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Clerk' }).waitFor();
      await eventually(() => page.title()).toMatch(/^Clerk/);
      expect(await findingsInBothThemes(page)).toEqual([]);
      await page.getByRole('button', { name: 'Start session' }).click();
      const start = page.getByRole('dialog', { name: 'Start a session' });
      await start.getByLabel('Highest value of an action').fill('0');
      await start.getByRole('button', { name: 'Start', exact: true }).click();
      await start.getByText('Enter a number above 0').waitFor();
      await start.getByLabel('Highest value of an action').fill('120.50');
      await start.getByLabel('Allowed tools').fill('svc.tool.example.read.v1\n');
      await start.getByRole('button', { name: 'Start', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: /^Clerk · / }).waitFor();
      await page.getByRole('button', { name: 'Show: Permissions: 1 tool, up to 120.5' }).click();
      await page.getByText('svc.tool.example.read.v1', { exact: true }).waitFor();
      await page.getByText('120.5', { exact: true }).waitFor();
      await visit.leave();
    } finally {
      await other.close();
    }
  });

  it('shows receipts as a tree by keyboard alone: delegated sessions open and close, Enter shows a receipt', async () => {
    const visit = await site.visit({ path: pathOf(open) });
    const { page } = visit;
    const tree = treeOf(page);
    await tree.waitFor();
    await eventually(() => rowCount(page)).toBe('12');
    await tree.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    const current = tree.locator('[aria-expanded=false]');
    await current.waitFor();
    await eventually(() => tree.getAttribute('aria-activedescendant')).toBe(await current.getAttribute('id'));
    await page.keyboard.press('ArrowRight');
    await eventually(() => rowCount(page)).toBe('15');
    await eventually(() => tree.locator('[aria-level="2"]').count()).toBe(3);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const panel = panelOf(page);
    await panel.getByText('Matches the record').waitFor();
    await panel.getByRole('button', { name: 'Delegating receipt' }).waitFor();
    await eventually(() => panel.locator('[data-comparison=link]').getAttribute('data-look')).toBe('verified');
    await tree.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await eventually(() => rowCount(page)).toBe('12');
    await visit.leave();
  });

  it('sets what is stated beside what the window recomputes, and says what it proves and what not', async () => {
    const visit = await site.visit({ path: `${pathOf(open)}?node=${open.deniedId}` });
    const { page } = visit;
    const panel = panelOf(page);
    await panel.getByText('Matches the record').waitFor();
    await panel.getByText('session.allowed_tools').waitFor();
    for (const id of ['signature', 'hash', 'root']) {
      await eventually(() => panel.locator(`[data-comparison=${id}]`).getAttribute('data-look'), id).toBe('verified');
    }
    await panel.getByRole('button', { name: 'What this proves, and what it does not' }).click();
    await panel.getByText('It does not prove that the action took place').waitFor();
    const proof = await saved(page, 'Save proof');
    expect(JSON.parse(proof.text).receipt.node_id).toBe(open.deniedId);
    await visit.leave();

    const tampered = await site.visit({
      path: `${pathOf(open)}?node=${open.deniedId}`,
      prepare: async (other) => {
        await other.route(`**/agents/proof/${open.deniedId}`, async (route) => {
          const response = await answerTo(route);
          const body = await response.json();
          body.receipt.details.status = 'success';
          await route.fulfill({ response, json: body });
        });
      },
    });
    const changed = panelOf(tampered.page);
    await changed.getByText('Does not match').first().waitFor();
    await eventually(() => changed.locator('[data-comparison=signature]').getAttribute('data-look')).toBe('failed');
    await eventually(() => changed.locator('[data-comparison=root]').getAttribute('data-look')).toBe('failed');
    await tampered.leave();
  });

  it('finds, filters, collapses and goes from failure to failure', async () => {
    const visit = await site.visit({ path: pathOf(open) });
    const { page } = visit;
    const tree = treeOf(page);
    await tree.waitFor();
    // A verb that does nothing yet says why.
    const path = page.getByRole('button', { name: 'Show path from start. Choose a receipt first' });
    expect(await path.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Next failure' }).click();
    await page.getByRole('button', { name: 'Show path from start', exact: true }).waitFor();
    await pressIn(tree, 'Enter');
    await page
      .getByRole('heading', { name: /^Receipt/ })
      .getByText(open.failedId)
      .waitFor();
    await page.getByRole('button', { name: 'Next failure' }).click();
    await pressIn(tree, 'Enter');
    await page
      .getByRole('heading', { name: /^Receipt/ })
      .getByText(open.deniedId)
      .waitFor();
    await choose(page, 'Outcome', 'Failed, denied or forbidden');
    await eventually(() => rowCount(page)).toBe('3');
    await choose(page, 'Outcome', 'All');
    await page.getByRole('button', { name: 'Group repeats' }).click();
    await tree.getByText('6 receipts, nothing unusual').waitFor();
    await tree.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await eventually(() => rowCount(page)).toBe('12');
    const find = page.getByLabel('Find by text, id or hash');
    await find.fill('cccccccccccccccc');
    await panelOf(page).getByText('cccccccc').first().waitFor();
    await find.fill('0123456789abcdef');
    await page.getByText('No loaded receipt has this id or hash.').waitFor();
    await page.getByRole('button', { name: 'Show all receipts' }).click();
    await eventually(() => rowCount(page)).toBe('12');
    await visit.leave();
  });

  it('verifies the chain: open, sealed, and one whose receipt was changed on the way', async () => {
    const visit = await site.visit({ path: pathOf(open) });
    await visit.page.getByRole('button', { name: 'Verify the chain' }).click();
    await visit.page.getByText('Intact, not sealed').first().waitFor();
    await go(visit.page, pathOf(sealed));
    await visit.page.getByRole('button', { name: 'Verify the chain' }).click();
    await visit.page.getByText('Intact, and the root matches').first().waitFor();
    await visit.leave();

    const tampered = await site.visit({
      path: pathOf(sealed),
      prepare: async (page) => {
        await page.route('**/nodes?*', async (route) => {
          const response = await answerTo(route);
          const body = await response.json();
          // Later pages, of what was written meanwhile, hold fewer.
          for (const item of body.items.slice(4, 5)) item.input_hash = HASH;
          await route.fulfill({ response, json: body });
        });
      },
    });
    const { page } = tampered;
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    // The link of receipt 6 is broken; its signature holds and that of receipt 5 does not.
    await page.getByText('Receipt 5 was changed').first().waitFor();
    await page.getByText('Receipts 1–4 are intact').waitFor();
    await treeOf(page)
      .getByRole('row')
      .filter({ hasText: 'Broken here' })
      .and(page.locator('[aria-rowindex="6"]'))
      .waitFor();
    await page.getByRole('button', { name: 'Next failure' }).click();
    await treeOf(page).locator('[aria-rowindex="6"]').waitFor();
    await tampered.leave();
  });

  it('hands the bundle to the Verify page and saves it', async () => {
    const visit = await site.visit({ path: pathOf(sealed) });
    const { page } = visit;
    await treeOf(page).waitFor();
    const bundle = await saved(page, 'Save as .pqs.json');
    expect(bundle.name).toBe(`${sealed.sessionId}.pqs.json`);
    expect(JSON.parse(bundle.text).format).toBe('svc-agent-session/v2');
    await page.getByRole('button', { name: 'Full check' }).click();
    await page.getByRole('heading', { level: 1, name: `${sealed.sessionId}.pqs.json` }).waitFor();
    // console M19: the way back to the session.
    await page.getByRole('link', { name: /^Back to session Sealed clerk · / }).click();
    await treeOf(page).waitFor();
    await visit.leave();
  });

  it('shows what is recorded while a person looks, and that the session ended', async () => {
    const made = await makeSession(client(), 'Live');
    const visit = await site.visit({ path: pathOf(made) });
    const { page } = visit;
    await treeOf(page).getByText('payment.prepare').waitFor();
    await client().agents.actions.attest({
      headers: {},
      body: {
        agent_id: made.agentId,
        session_id: made.sessionId,
        action_type: 'payment.execute',
        summary: 'Paid.',
        input_hash: HASH,
      },
    });
    await treeOf(page).getByText('payment.execute').waitFor();
    await client().agents.sessions.end({ headers: {}, body: { session_id: made.sessionId } });
    await treeOf(page).getByText('session.end').waitFor();
    await page.getByRole('button', { name: 'Show: Seal: Sealed' }).waitFor();
    await visit.leave();
  });

  it('says at once that a session has run out, and does not offer to end it any more', async () => {
    const visit = await site.visit({ path: pathOf(open) });
    const { page } = visit;
    const main = page.getByRole('main');
    await main.getByText('Expires', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'End session' }).waitFor();
    // An hour ahead: it lasts ten minutes. The service, whose clock goes on as before, still calls it open.
    await page.clock.setFixedTime(Date.now() + 3_600_000);
    // The state, and the name of the time.
    await eventually(() => main.getByText('Expired', { exact: true }).count()).toBe(2);
    await page.getByRole('button', { name: 'End session' }).waitFor({ state: 'detached' });
    await visit.leave();
  });

  it('says that a session is not there, and what is out of reach; fits 360 pixels', async () => {
    const visit = await site.visit({ path: '/agents/sessions/ags_0000000000000000', expectedErrors: [/404/] });
    await visit.page.getByText('Session not found').waitFor();
    await visit.leave();
    const signedOut = await site.visit({ path: '/agents', signIn: false, width: 360, expectedErrors: [/401/] });
    await signedOut.page.getByText('This window is not signed in').first().waitFor();
    expect(await hasSidewaysScroll(signedOut.page)).toBe(false);
    await signedOut.leave();
    const narrow = await site.visit({ path: `${pathOf(open)}?node=${open.failedId}`, width: 360 });
    await panelOf(narrow.page).getByText('Matches the record').waitFor();
    expect(await hasSidewaysScroll(narrow.page)).toBe(false);
    await narrow.leave();
  });

  it('axe finds nothing on a session and its receipt, in both themes', async () => {
    const visit = await site.visit({ path: `${pathOf(open)}?node=${open.failedId}` });
    await panelOf(visit.page).getByText('Matches the record').waitFor();
    expect(await findingsInBothThemes(visit.page)).toEqual([]);
    await visit.leave();
  });
});
