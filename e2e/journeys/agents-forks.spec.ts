import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../accessibility.ts';
import { CHROMIUM, hasSidewaysScroll, openSite, type Site } from '../fixtures.ts';
import { shot } from '../screens.ts';
import { clientOf, eventually, more, saved } from './admin-steps.ts';
import { type AgentClient, openSession, type Recorded, recordSession } from './recorded-session.ts';

describe.skipIf(CHROMIUM === null)('forks that are kept, and the end of a session', () => {
  let site: Site;
  let agents: AgentClient;
  let recorded: Recorded;
  beforeAll(async () => {
    site = await openSite();
    agents = clientOf(site).agents;
    recorded = await recordSession(agents, 'forked');
  });
  afterAll(() => site?.close());

  const pathOf = (view: string) => `/agents/sessions/${recorded.session_id}?view=${view}`;
  const receiptAt = async (row: number) => {
    const page = { params: { id: recorded.session_id }, query: { limit: 50 } };
    return (await agents.sessions.nodes(page)).items[row]?.node_id ?? '';
  };
  const forkAt = async (row: number, policy: object) =>
    agents.replay.fork({ body: { session_id: recorded.session_id, fork_at: await receiptAt(row), policy } });

  test('a fork is kept, listed, opened again by its address, and stamped', async () => {
    const visit = await site.visit({ path: pathOf('fork') });
    const { page } = visit;
    await page.getByText('No forks yet').waitFor();
    await page.getByRole('button', { name: 'New fork' }).click();
    await page.getByLabel('Find the receipt where the fork starts').fill('2041');
    await page.getByRole('option', { name: /^3 payment\.prepare/ }).click();
    await page.getByLabel('Highest value of one action').fill('200');
    await page.getByRole('button', { name: 'Decide again from receipt 3' }).click();
    const list = page.getByRole('region', { name: 'Forks of this session' });
    await list.getByText(/^From receipt 3: 1 of \d+ receipts different$/).waitFor();
    await eventually(() => list.getByText('Simulation, not evidence').count()).toBe(1);
    await eventually(() => list.getByRole('button', { name: /^Shown above/ }).isDisabled()).toBe(true);
    expect(await findings(page), 'made').toEqual([]);
    const { items } = await agents.sessions.forks({ params: { id: recorded.session_id } });
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ made_by: 'console', divergences: 1, policy: { max_value: 200 } });
    await visit.leave();

    // The session goes on; the fork stays what it was.
    const body = { agent_id: recorded.agent_id, session_id: recorded.session_id };
    const hash = 'e'.repeat(64);
    await agents.actions.attest({
      headers: {},
      body: { ...body, action_type: 'payment.prepare', summary: 'Later.', input_hash: hash },
    });
    const later = await site.visit({ path: pathOf('fork') });
    await later.page.getByRole('button', { name: 'Open the fork from receipt 3' }).click();
    await later.page.getByRole('heading', { name: 'Simulation, not evidence' }).waitFor();
    await later.page
      .getByText(/Recomputed with the same result\./)
      .first()
      .waitFor();
    await later.page.waitForFunction((id) => location.hash.includes(`fork=${id}`), items[0]?.fork_id);
    const grid = later.page.getByRole('grid', { name: 'Recorded session and fork' });
    await eventually(() => grid.getAttribute('aria-rowcount')).toBe(String((items[0]?.nodes ?? 0) + 1));
    expect(await findings(later.page), 'opened again').toEqual([]);
    const { text } = await saved(later.page, 'Export JSON');
    expect(JSON.parse(text)).toMatchObject({ simulation: true, made_by: 'console', reproduced: true });
    await shot(later.page, 'fork-wide-light');
    await later.leave();

    for (const [colorScheme, width] of [
      ['dark', 1280],
      ['light', 360],
    ] as const) {
      const linked = await site.visit({ path: `${pathOf('fork')}&fork=${items[0]?.fork_id}`, colorScheme, width });
      await linked.page
        .getByText(/Recomputed with the same result\./)
        .first()
        .waitFor();
      expect(await findings(linked.page), colorScheme).toEqual([]);
      expect(await hasSidewaysScroll(linked.page)).toBe(false);
      await shot(linked.page, `fork-${width}-${colorScheme}`);
      await linked.leave();
    }
  });

  test('lineage and map show a fork beside the receipts, and lead to it', async () => {
    const { fork_id: forkId } = await forkAt(4, { allowed_tools: [] });
    const visit = await site.visit({ path: '/agents?tab=lineage' });
    const { page } = visit;
    await page.getByLabel('Receipt, session, agent or fork').fill(recorded.session_id);
    await page.getByRole('button', { name: 'Follow links', exact: true }).click();
    await page.getByRole('button', { name: /^Forks: \d/ }).waitFor();
    await page.getByText(/^\d forks?: simulation, not evidence\.$/).waitFor();
    expect(await findings(page), 'lineage').toEqual([]);
    await shot(page, 'lineage-wide-light');
    await page.getByLabel('Receipt, session, agent or fork').fill(String(forkId));
    await page.getByRole('button', { name: 'Follow links', exact: true }).click();
    // The answer before holds the fork too.
    await page.getByRole('heading', { name: new RegExp(`^Where fork ${forkId} came from`) }).waitFor();
    const grid = page.getByRole('grid', { name: 'Receipts of the lineage' });
    await grid.locator(`[data-id="${forkId}"]`).click();
    await page.waitForFunction((id) => location.hash.includes(`fork=${id}`), forkId);
    await page
      .getByText(/Recomputed with the same result\./)
      .first()
      .waitFor();
    await visit.leave();

    const receipt = await site.visit({ path: `${pathOf('receipts')}&node=${await receiptAt(4)}` });
    await receipt.page.getByRole('button', { name: 'Fork starts here: simulation, not evidence' }).click();
    await receipt.page.waitForFunction((id) => location.hash.includes(`fork=${id}`), forkId);
    await receipt.page
      .getByText(/Recomputed with the same result\./)
      .first()
      .waitFor();
    await receipt.leave();

    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 360],
    ] as const) {
      const map = await site.visit({ path: pathOf('map'), colorScheme, width });
      await map.page.getByText(/forks?: simulation, not evidence\.$/).waitFor();
      const card = map.page.getByRole('img', { name: new RegExp(`${forkId}, simulation, not evidence`) });
      await card.click();
      const chosen = map.page.getByRole('region', { name: 'Chosen fork' });
      await chosen.getByText(/receipts different$/).waitFor();
      // From the top: wherever the choice has scrolled to, a view's name may be half under the head of the window.
      await map.page.evaluate(() => scrollTo(0, 0));
      expect(await findings(map.page), colorScheme).toEqual([]);
      expect(await hasSidewaysScroll(map.page)).toBe(false);
      await shot(map.page, `map-${width}-${colorScheme}`);
      await chosen.getByRole('button', { name: 'Compare this fork' }).click();
      await map.page.waitForFunction((id) => location.hash.includes(`fork=${id}`), forkId);
      await map.leave();
    }
  });

  test('the tree shows forks in lanes of their own: found, copied and opened by keyboard', async () => {
    const own = await recordSession(agents, 'lanes');
    const asked = { params: { id: own.session_id }, query: { limit: 50 } };
    const ids = (await agents.sessions.nodes(asked)).items.map(({ node_id }) => node_id);
    const fork = async (row: number, policy: object) => {
      const body = { session_id: own.session_id, fork_at: ids[row] ?? '', policy };
      return String((await agents.replay.fork({ body })).fork_id);
    };
    const older = await fork(2, { max_value: 200 });
    const newer = await fork(2, { allowed_tools: [] });
    const last = await fork(ids.length - 1, { allowed_tools: [] });
    const path = `/agents/sessions/${own.session_id}`;
    const visit = await site.visit({ path });
    const { page } = visit;
    const tree = page.getByRole('treegrid', { name: 'Receipts of the session' });
    const rowOf = (index: number) => tree.locator(`[aria-rowindex="${index}"]`);
    const current = async () => page.locator(`[id="${await tree.getAttribute('aria-activedescendant')}"]`);
    const currentIndex = async () => (await current()).getAttribute('aria-rowindex');
    const forks = page.getByRole('row', { name: /Fork .*Simulation, not evidence/ });
    await forks.first().waitFor();
    await page.locator(`[role=treegrid][aria-rowcount="${ids.length + 4}"]`).waitFor();
    // The head is row 1, so the receipt that is forked is row 4; the newest fork stands first.
    await eventually(() => rowOf(4).getAttribute('aria-level')).toBe('1');
    await eventually(() => rowOf(5).getAttribute('aria-level')).toBe('2');
    const otherwise = '1 of 12 receipts different first at receipt 4: Denied instead of ';
    await eventually(() => rowOf(6).textContent()).toContain(otherwise);
    await eventually(() => rowOf(7).getAttribute('aria-level')).toBe('1');
    await eventually(() => tree.locator('canvas').getAttribute('data-lanes')).toBe('2');
    await page.getByText(/^14 receipts\..* 3 forks: simulation, not evidence\./).waitFor();
    expect(await findings(page), 'tree').toEqual([]);

    await tree.focus();
    for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowDown');
    await eventually(currentIndex).toBe('6');
    await page.keyboard.press('Control+c');
    await page.getByText(`fork id ${older}`).first().waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowLeft');
    await eventually(currentIndex).toBe('4');

    // A filter asks for receipts; a fork that is looked for comes back into sight.
    await page.getByRole('button', { name: 'Group repeats' }).click();
    const find = page.getByLabel('Find by text, id or hash');
    await find.fill('payment');
    await eventually(() => forks.count()).toBe(0);
    await find.fill(last);
    await forks.first().waitFor();
    await eventually(async () => (await current()).textContent()).toContain('Fork');
    await tree.focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction((id) => location.hash.includes(`fork=${id}`), last);
    await page
      .getByText(/Recomputed with the same result\./)
      .first()
      .waitFor();
    await page.goBack();
    await forks.filter({ hasText: 'first at receipt' }).first().click();
    await page.waitForFunction(
      ([one, other]) => location.hash.includes(`fork=${one}`) || location.hash.includes(`fork=${other}`),
      [older, newer],
    );
    await visit.leave();

    for (const [colorScheme, width] of [
      ['light', 1400],
      ['dark', 1400],
      ['light', 390],
      ['dark', 390],
    ] as const) {
      const look = await site.visit({ path, colorScheme, width });
      await look.page
        .getByRole('row', { name: /Simulation, not evidence/ })
        .first()
        .waitFor();
      expect(await findings(look.page), `${colorScheme} ${width}`).toEqual([]);
      expect(await hasSidewaysScroll(look.page)).toBe(false);
      await shot(look.page, `tree-${width}-${colorScheme}`);
      await look.leave();
    }
  });

  test('forks that are loaded later move neither what is looked at nor the current row', async () => {
    const own = await recordSession(agents, 'late');
    const { items } = await agents.sessions.nodes({ params: { id: own.session_id }, query: { limit: 50 } });
    const body = { session_id: own.session_id, fork_at: items[1]?.node_id ?? '', policy: { allowed_tools: [] } };
    for (let made = 0; made < 3; made++) await agents.replay.fork({ body });
    const answer = Promise.withResolvers<void>();
    const visit = await site.visit({
      path: `/agents/sessions/${own.session_id}`,
      height: 420,
      prepare: async (page) => {
        await page.route(/\/forks$/, async (route) => {
          await answer.promise;
          await route.continue();
        });
      },
    });
    const { page } = visit;
    const tree = page.getByRole('treegrid', { name: 'Receipts of the session' });
    await page.locator(`[role=treegrid][aria-rowcount="${items.length + 1}"]`).waitFor();
    await tree.focus();
    await page.keyboard.press('End');
    const top = () => tree.evaluate((element) => element.scrollTop);
    await eventually(async () => (await top()) > 60).toBe(true);
    const before = await top();
    answer.resolve();
    await page.locator(`[role=treegrid][aria-rowcount="${items.length + 4}"]`).waitFor();
    await eventually(top).toBe(before + 3 * 30);
    const id = await tree.getAttribute('aria-activedescendant');
    await eventually(() => page.locator(`[id="${id}"]`).getAttribute('aria-rowindex')).toBe(String(items.length + 4));
    await visit.leave();
  });

  test('a bundle that nobody would open is refused with the way that is left', async () => {
    const visit = await site.visit({ path: pathOf('receipts'), expectedErrors: [/status of 413/] });
    const { page } = visit;
    await page.route(/\/bundle$/, (route) =>
      route.fulfill({
        status: 413,
        contentType: 'application/json',
        body: JSON.stringify({
          error: { code: 'PAYLOAD_TOO_LARGE', message: 'It would have 2 bytes; at most 1 are opened.', details: {} },
          requestId: 'req_1',
        }),
      }),
    );
    await more(page, 'Save as .pqs.json');
    await page.getByText(/It would have 2 bytes; at most 1 are opened\./).waitFor();
    const smaller = await saved(page, 'Save without the requests');
    const file = JSON.parse(smaller.text);
    expect(Object.keys(file.openings)).toHaveLength(2);
    await visit.leave();
  });

  test('forks that could not be read are not said to be none: in the tree, at a receipt and on the map', async () => {
    await forkAt(1, { max_value: 1 });
    const begin = await receiptAt(1);
    const visit = await site.visit({
      path: `/agents/sessions/${recorded.session_id}?node=${begin}`,
      expectedErrors: [/status of 500/],
      prepare: async (page) => {
        await page.route(/\/forks(\?|$)/, (route) =>
          route.fulfill({
            status: 500,
            contentType: 'application/json',
            body: JSON.stringify({ error: { code: 'INTERNAL', message: 'Broken.', details: {} }, requestId: 'req_1' }),
          }),
        );
      },
    });
    const { page } = visit;
    const status = page.getByRole('status').filter({ hasText: 'copies the id' });
    await status.getByText('The forks could not be read.').waitFor();
    const panel = page.getByRole('region', { name: new RegExp(`^Receipt 2 of .*${begin}`) });
    await panel.getByText('The forks could not be read.').waitFor();
    expect(await findings(page), 'unread').toEqual([]);
    await shot(page, 'forks-unread');
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    const map = page.getByRole('region', { name: 'Map', exact: true });
    await map.getByText('The forks could not be read.').waitFor();
    await shot(page, 'forks-unread-map');

    await page.unrouteAll({ behavior: 'wait' });
    const again = map.getByRole('button', { name: 'Try again' });
    await again.focus();
    await again.press('Enter');
    await map.getByText(/\d forks?: simulation, not evidence\./).waitFor();
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
    await page.getByRole('button', { name: 'Receipts', exact: true }).click();
    await status.getByText(/\d forks?: simulation, not evidence\./).waitFor();
    await panel.getByRole('button', { name: /starts? here: simulation, not evidence$/ }).waitFor();
    await eventually(() => page.getByText('The forks could not be read.').count()).toBe(0);
    await visit.leave();
  });

  test('an open session is ended after a confirmation that says what sealing does, and the seal comes out', async () => {
    const ids = await openSession(agents, 'ended');
    const visit = await site.visit({ path: `/agents/sessions/${ids.session_id}` });
    const { page } = visit;
    await page.getByRole('button', { name: 'End session' }).click();
    const dialog = page.getByRole('dialog', { name: 'End this session' });
    await dialog.getByText(/From then on the agent is refused/).waitFor();
    await dialog.getByText(/anchors the seal on its ledger/).waitFor();
    expect(await findings(page), 'confirmation').toEqual([]);
    await shot(page, 'end-confirm');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await agents.sessions.read({ params: { id: ids.session_id } })).state).toBe('open');

    await page.getByRole('button', { name: 'End session' }).click();
    await dialog.getByLabel(/^What the session did/).fill('Read the ledger.');
    await dialog.getByRole('button', { name: 'End and seal' }).click();
    const outcome = page.getByRole('dialog', { name: 'The session has ended' });
    await outcome.getByText("The end is recorded and signed with the agent's key").waitFor();
    await outcome.getByText('Sealed and anchored, as stated by the server').waitFor();
    expect(await findings(page), 'outcome').toEqual([]);
    await shot(page, 'end-outcome');
    const read = await agents.sessions.read({ params: { id: ids.session_id } });
    expect([read.state, read.node_count]).toEqual(['ended', 2]);
    await outcome.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByRole('button', { name: 'Show: Seal: Sealed' }).waitFor();
    await eventually(() => page.getByRole('button', { name: 'End session' }).count()).toBe(0);
    await visit.leave();
  });

  test('a session that somebody else has ended is not ended again, and the page says so', async () => {
    const ids = await openSession(agents, 'raced');
    const visit = await site.visit({ path: `/agents/sessions/${ids.session_id}`, expectedErrors: [/status of 409/] });
    const { page } = visit;
    await page.getByRole('button', { name: 'End session' }).click();
    const dialog = page.getByRole('dialog', { name: 'End this session' });
    await agents.sessions.end({ headers: {}, body: { session_id: ids.session_id } });
    await dialog.getByRole('button', { name: 'End and seal' }).click();
    await dialog.getByText('The session was not ended').waitFor();
    await dialog.getByText(/This session has ended\./).waitFor();
    await visit.leave();
  });
});
