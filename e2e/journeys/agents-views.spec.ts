import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../accessibility.ts';
import { CHROMIUM, go, hasSidewaysScroll, openSite, pressIn, SERVER_STOPS, type Site } from '../fixtures.ts';
import { shot } from '../screens.ts';
import { choose, clientOf, eventually, more, saved } from './admin-steps.ts';
import { type AgentClient, ask, openSession, type Recorded, recordSession } from './recorded-session.ts';

describe.skipIf(CHROMIUM === null)('map, waterfall, replay, fork, lineage and policies of agents', () => {
  let site: Site;
  let agents: AgentClient;
  let made: Promise<Recorded> | null = null;
  /** The session that most tests look at, made when the first of them asks. */
  const recording = () => {
    made ??= recordSession(agents, 'mapped');
    return made;
  };
  beforeAll(async () => {
    site = await openSite();
    agents = clientOf(site).agents;
  });
  afterAll(() => site?.close());

  test('the map draws runs and delegated sessions without breaking the policy of the page; keys go through it', async () => {
    const recorded = await recording();
    const visit = await site.visit({ path: `/agents/sessions/${recorded.session_id}?view=map` });
    const { page } = visit;
    const map = page.getByRole('application', { name: /^Session map/ });
    await map.waitFor();
    await page.getByText('8 groups of 17 receipts in 2 sessions.').waitFor();
    const cards = map.locator('[id^=session-map-]');
    await eventually(() => cards.count()).toBeGreaterThan(2);
    const sizes = () =>
      cards.evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().width));
    await eventually(async () => (await sizes()).every((width) => width > 50)).toBe(true);
    // Without its stylesheet the nodes would stand on each other.
    expect(
      await page
        .locator('.react-flow__node')
        .first()
        .evaluate((node) => getComputedStyle(node).position),
    ).toBe('absolute');
    await map.focus();
    const chosen = page.getByRole('region', { name: 'Chosen group' });
    await chosen.getByText('Receipts 1–4').waitFor();
    await map.getByRole('img', { name: /^mapped, Receipts 1–4, this session, 2 action, 1 start, 1 tool/ }).waitFor();
    await map.getByText('delegates').first().waitFor();
    await page.keyboard.press('ArrowRight');
    await chosen.getByText('Receipt 5', { exact: true }).waitFor();
    await chosen.getByText('1', { exact: true }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await chosen.getByText('Receipts 1–4').waitFor();
    await page.keyboard.press('End');
    await chosen
      .getByText('delegated')
      .or(chosen.getByRole('button', { name: 'Open this session' }))
      .or(chosen.getByText('this session'))
      .first()
      .waitFor();
    await page.keyboard.press('Home');
    await chosen.getByText('Receipts 1–4').waitFor();
    expect(await findings(page), 'map').toEqual([]);
    await map.focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => !location.hash.includes('view=map'));
    await visit.leave();
  });

  test('the waterfall shows how long it took until each receipt, over all sessions, by keyboard too', async () => {
    const recorded = await recording();
    const visit = await site.visit({ path: `/agents/sessions/${recorded.session_id}?view=waterfall` });
    const { page } = visit;
    const grid = page.getByRole('treegrid', { name: 'Waterfall of the session' });
    // The delegated session is open by itself: its receipts stand in a lane of their own.
    await page.locator('[role=treegrid][aria-label^=Waterfall][aria-rowcount="18"]').waitFor();
    await eventually(() => grid.locator('[aria-level="2"]').count()).toBe(3);
    await eventually(() => grid.locator('canvas').getAttribute('data-lanes')).toBe('2');
    await page.getByText(/^17 receipts in .* Longest: .* before receipt \d+ \(/).waitFor();
    await page.getByText(/^A bar runs from the previous receipt to this one/).waitFor();
    const denied = grid.getByRole('row', { name: /svc\.tool\.example\.shell/ });
    await denied.getByText(/, denied$/).waitFor();
    await denied.getByRole('gridcell', { name: /^from \+.* to \+/ }).waitFor();
    const bars = () =>
      grid
        .locator('[role=row][aria-level] [role=gridcell]:nth-child(2) > div')
        .evaluateAll((all) => all.map((bar) => [bar.getBoundingClientRect().left, bar.getBoundingClientRect().width]));
    // Without their styles all would stand at the same place.
    await eventually(async () => new Set((await bars()).map(([left]) => Math.round(left ?? 0))).size).toBeGreaterThan(
      3,
    );
    expect(await findings(page), 'waterfall').toEqual([]);
    await shot(page, 'waterfall');

    await page.getByRole('button', { name: 'Longest wait' }).click();
    await eventually(async () => grid.evaluate((element) => element === document.activeElement)).toBe(true);
    await eventually(() => grid.getAttribute('aria-activedescendant')).not.toBeNull();
    await grid.focus();
    await page.keyboard.press('Home');
    for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    await page.locator('[role=treegrid][aria-label^=Waterfall][aria-rowcount="15"]').waitFor();
    await page.getByText(/1 delegated session is closed/).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.locator('[role=treegrid][aria-label^=Waterfall][aria-rowcount="18"]').waitFor();
    await page.getByRole('button', { name: 'Fit to rows in view' }).click();
    await page.getByRole('button', { name: 'Fit to whole session' }).waitFor();
    await grid.focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.hash.includes('node=node_') && !location.hash.includes('view='));
    await visit.leave();

    const narrow = await site.visit({
      path: `/agents/sessions/${recorded.session_id}?view=waterfall`,
      width: 390,
      colorScheme: 'dark',
    });
    await narrow.page.getByText(/^17 receipts in /).waitFor();
    expect(await hasSidewaysScroll(narrow.page)).toBe(false);
    expect(await findings(narrow.page), 'narrow').toEqual([]);
    await shot(narrow.page, 'waterfall-390-dark');
    await narrow.leave();
  });

  test('a replay goes from receipt to receipt, shows the state then, and asks the service', async () => {
    const recorded = await recording();
    const visit = await site.visit({ path: `/agents/sessions/${recorded.session_id}?view=replay` });
    const { page } = visit;
    const slider = page.getByRole('slider', { name: 'Moment of the session' });
    const moment = page.getByTestId('moment');
    await eventually(() => moment.innerText()).toContain('Receipt 14 of 14');
    await page.getByText('14 receipts, 5 tool calls, 2 actions, 1 policy decision, 1 delegation').waitFor();
    await page.getByText('None open.').waitFor();
    await page.getByText('As stored by the service.').waitFor();

    await slider.focus();
    for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft');
    await eventually(() => moment.innerText()).toContain('Receipt 10 of 14');
    await page.getByText('Waiting for a decision').waitFor();
    await page.getByText(/^Receipt 6, /).waitFor();
    await eventually(() => slider.getAttribute('aria-valuetext')).toContain('Receipt 10 of 14');
    await page.getByRole('button', { name: /^Replay up to/ }).click();
    await page.locator('[data-verdict=inconclusive]').getByText('Intact, not sealed').waitFor();
    await page.getByText(/10 receipts, the same number as listed here\./).waitFor();
    expect(await findings(page), 'replayed').toEqual([]);

    await slider.focus();
    await page.keyboard.press('Home');
    await eventually(() => moment.innerText()).toContain('Receipt 1 of 14');
    await page.getByText('None yet').waitFor();
    await eventually(() => page.getByRole('button', { name: 'Previous receipt' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Next receipt' }).click();
    await eventually(() => moment.innerText()).toContain('Receipt 2 of 14');
    await visit.leave();
  });

  test('a fork compares side by side, names the rule, and is stamped everywhere', async () => {
    const recorded = await recording();
    const visit = await site.visit({ path: `/agents/sessions/${recorded.session_id}?view=fork` });
    const { page } = visit;
    await page.getByRole('button', { name: 'New fork' }).click();
    const sheet = page.getByRole('dialog', { name: 'New fork' });
    await sheet.getByLabel('Highest value of one action').fill('a lot');
    await sheet.getByRole('button', { name: 'Decide again from receipt 1' }).click();
    await sheet.getByText(/^Enter a number from 0 in digits/).waitFor();
    expect(await findings(page), 'asking').toEqual([]);

    // What was entered survives closing.
    await pressIn(sheet, 'Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New fork' }).click();
    await eventually(() => sheet.getByLabel('Highest value of one action').inputValue()).toBe('a lot');
    await sheet.getByLabel('Find the receipt where the fork starts').fill('2041');
    await page.getByRole('option', { name: /^3 payment\.prepare/ }).click();
    await page.getByLabel('Highest value of one action').fill('200');
    await sheet.getByRole('button', { name: 'Decide again from receipt 3' }).click();
    await sheet.waitFor({ state: 'detached' });
    await page.waitForFunction(() => location.hash.includes('fork=fork_'));
    await page.getByRole('heading', { name: 'Simulation, not evidence' }).waitFor();
    await page
      .getByText(
        /^2 receipts kept as recorded, .*: 1 difference \(1 refused, 0 ran although forbidden, 0 permitted\)\.$/,
      )
      .first()
      .waitFor();
    const grid = page.getByRole('grid', { name: 'Recorded session and fork' });
    const changed = grid.locator('[data-kind=changed]');
    await eventually(() => changed.count()).toBe(1);
    await changed.getByText('Policy of the fork: highest value').waitFor();
    await changed.getByText('Denied').waitFor();
    await eventually(() => grid.locator('[data-kind=kept]').count()).toBe(2);
    expect(await findings(page), 'forked').toEqual([]);

    const { name, text } = await saved(page, 'Export JSON');
    expect(name).toBe(`simulation-fork-of-${recorded.session_id}.json`);
    expect(JSON.parse(text)).toMatchObject({ simulation: true, divergence: [{ rule: 'session.max_value' }] });
    expect(text.slice(0, 120)).toContain('Simulation, not evidence');
    await page.emulateMedia({ media: 'print' });
    await eventually(() => page.locator('.fork-print').isVisible()).toBe(true);
    await eventually(() => page.locator('.fork-print').innerText()).toMatch(/simulation, not evidence/i);
    await eventually(() => grid.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });

    await grid.focus();
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: 'Next difference' }).click();
    await page
      .getByRole('region', { name: 'Current row' })
      .getByText('Prepared the payment of invoice 2042.')
      .waitFor();
    await visit.leave();
  });

  test('lineage is asked by id and direction, groups its links, and says where it was cut off', async () => {
    const recorded = await recording();
    const visit = await site.visit({ path: '/agents?tab=lineage', expectedErrors: [/status of 404/] });
    const { page } = visit;
    await page.getByRole('button', { name: 'Follow links', exact: true }).click();
    await page.getByText(/^Enter the id of a receipt/).waitFor();
    await page.getByLabel('Receipt, session, agent or fork').fill('node_0000000000000000');
    await page.getByRole('button', { name: 'Follow links', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'The links were not followed' }).waitFor();

    await page.getByLabel('Receipt, session, agent or fork').fill(recorded.session_id);
    await page.getByRole('button', { name: 'Follow links', exact: true }).click();
    await page.getByRole('button', { name: 'Delegations: 1' }).waitFor();
    await page.getByRole('button', { name: 'Approvals: 1' }).waitFor();
    await page.getByRole('button', { name: /^Chain links: / }).waitFor();
    await eventually(() => page.getByText(/^Cut off:/).count()).toBe(0);

    // console M16: the answer is a graph, which keys go through, and its lists are its twin.
    const graph = page.getByRole('application', { name: /^Graph of the lineage/ });
    const groups = graph.locator('[id^=lineage-group-]');
    await eventually(() => groups.count()).toBeGreaterThan(4);
    await graph.focus();
    await page.keyboard.press('Home');
    const chosen = page.getByRole('region', { name: 'The chosen group' });
    await chosen.getByText('agent.register').waitFor();
    await page.keyboard.press('ArrowRight');
    await chosen.getByText(/session\.start/).waitFor();
    expect(await findings(page), 'lineage').toEqual([]);
    await shot(page, 'lineage-graph');

    // Nobody has to bring an id: what is recent is offered, and found by name.
    await page.getByLabel('Receipt, session, agent or fork').fill('mapped');
    const recent = page.getByRole('region', { name: 'Recent sessions and agents to start from' });
    await recent.getByText('Agent', { exact: true }).waitFor();
    await recent
      .getByRole('button', { name: new RegExp(`^Follow links of session .*${recorded.child.session_id}`) })
      .click();
    await page.waitForFunction((id) => location.hash.includes(`start=${id}`), recorded.child.session_id);
    await page
      .getByRole('heading', { name: new RegExp(`^Where session ${recorded.child.session_id} came from`) })
      .waitFor();

    await page.getByLabel('Receipt, session, agent or fork').fill(recorded.approval);
    await choose(page, 'Direction', 'Origin');
    await page.getByLabel('Maximum links (100)').fill('2');
    await page.getByRole('button', { name: 'Follow links', exact: true }).click();
    await page.getByText(/^Cut off:/).waitFor();
    await page.getByText('3 receipts of 1 session, 2 links.').waitFor();
    await page.waitForFunction(() => location.hash.includes('direction=ancestors'));
    const { text } = await saved(page, 'Export CSV');
    expect(text.split('\r\n')).toHaveLength(5);
    const grid = page.getByRole('grid', { name: 'Receipts of the lineage' });
    await grid.locator(`[data-id="${recorded.approval}"]`).click();
    await page.waitForFunction((id) => location.hash.includes(`/agents/sessions/${id}`), recorded.session_id);
    await visit.leave();
  });

  test('an answer about lineage stands under its own question, and is kept for the way back', async () => {
    const recorded = await recording();
    const { page, leave } = await site.visit({ path: '/agents?tab=lineage' });
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/lineage/query')) asked += 1;
    });
    const start = page.getByLabel('Receipt, session, agent or fork');
    const answer = page.getByRole('region', { name: 'The answer' });
    const whole = answer.getByRole('heading', {
      name: `Where session ${recorded.session_id} came from and what it led to, up to 100 links`,
    });
    const hash = () => page.evaluate(() => location.hash);
    await start.fill(recorded.session_id);
    await start.press('Enter');
    await whole.waitFor();
    const first = await hash();
    const found = await answer.getByText(/^\d+ receipts of /).innerText();
    await shot(page, 'lineage');

    // Another direction and another id are a form that nobody has sent.
    await choose(page, 'Direction', 'Results');
    await start.fill(recorded.child.session_id);
    await answer.getByText('The form has changed.').waitFor();
    await whole.waitFor();
    expect(await hash()).toBe(first);
    expect(asked).toBe(1);
    expect(await findings(page), 'changed').toEqual([]);
    await shot(page, 'lineage-changed');

    await page.getByRole('button', { name: 'Follow links', exact: true }).click();
    const child = answer.getByRole('heading', {
      name: `What session ${recorded.child.session_id} led to, up to 100 links`,
    });
    await child.waitFor();
    expect(await hash()).toContain(`start=${recorded.child.session_id}`);
    expect(await hash()).toContain('direction=descendants');
    await eventually(() => answer.getByText('The form has changed.').count()).toBe(0);

    // Back to the first question, and back from elsewhere: its answer is there, and nothing was asked again.
    await page.goBack();
    await whole.waitFor();
    await eventually(() => start.inputValue()).toBe(recorded.session_id);
    const nodes = await agents.sessions.nodes({ params: { id: recorded.session_id }, query: { limit: 1 } });
    const grid = page.getByRole('grid', { name: 'Receipts of the lineage' });
    await grid.locator(`[data-id="${nodes.items[0]?.node_id}"]`).click();
    await page.waitForFunction(() => location.hash.includes('/agents/sessions/'));
    await page.goBack();
    await whole.waitFor();
    await answer.getByText(found, { exact: true }).waitFor();
    await more(page, 'Refresh');
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await page.getByRole('tab', { name: 'Lineage' }).click();
    await whole.waitFor();
    expect(asked).toBe(2);

    // In a window that has not asked, the form is filled and waits for the person.
    await page.goBack();
    await page.getByRole('tab', { name: 'Sessions', selected: true }).waitFor();
    await page.goBack();
    await eventually(hash).toBe(first);
    await page.reload();
    await page.getByText(/is not kept in this window/).waitFor();
    await eventually(() => start.inputValue()).toBe(recorded.session_id);
    expect(await answer.count()).toBe(0);
    expect(asked).toBe(2);
    await leave();
  });

  test('a policy is set, seen, undone and emptied', async () => {
    const visit = await site.visit({ path: '/agents?tab=policies', expectedErrors: [/status of 404/] });
    const { page } = visit;
    const policies = async () => (await clientOf(site).admin.policies.list({ query: {} })).items;
    await page.getByText('No policies yet').waitFor();
    expect(await findings(page), 'empty').toEqual([]);
    await page.getByRole('button', { name: 'Set policy' }).first().click();
    const sheet = page.getByRole('dialog', { name: 'Set a policy' });
    await choose(page, 'For whom', 'Projects');
    await sheet.getByLabel('Project id').fill('prj_nowhere');
    await sheet.getByLabel('Highest value of one action').fill('a lot');
    await sheet.getByRole('button', { name: 'Save policy' }).click();
    await sheet.getByText(/^Enter a number from 0 in digits/).waitFor();
    await sheet.getByLabel('Highest value of one action').fill('');
    await sheet.getByLabel('Denied actions, one per line').fill('account.close\n account.close \npayment.refund');
    await sheet.getByRole('button', { name: 'Save policy' }).click();
    await page.getByRole('alert').filter({ hasText: 'The policy was not saved' }).waitFor();
    expect(await policies()).toEqual([]);
    expect(await findings(page), 'refused').toEqual([]);

    await choose(page, 'For whom', 'Teams');
    await sheet.getByLabel('Tenant').fill('example');
    await sheet.getByRole('button', { name: 'Save policy' }).click();
    const card = page.getByRole('article', { name: 'Team example' });
    await card.getByText('account.close, payment.refund').waitFor();
    expect((await policies()).map(({ scope, target, policy }) => ({ scope, target, policy }))).toEqual([
      { scope: 'team', target: 'example', policy: { denied_actions: ['account.close', 'payment.refund'] } },
    ]);

    await card.getByRole('button', { name: /^Change the policy/ }).click();
    const change = page.getByRole('dialog', { name: 'Change: Team example' });
    await eventually(() => change.getByRole('button', { name: 'Save policy' }).isDisabled()).toBe(true);
    await change.getByText('Allow only these tools').click();
    await change.getByLabel('Highest value of one action').fill('10000');
    // What was entered survives closing.
    await page.keyboard.press('Escape');
    await change.waitFor({ state: 'detached' });
    await card.getByRole('button', { name: /^Change the policy/ }).click();
    await change.getByRole('button', { name: 'Save policy' }).click();
    // It is offered for a while, and as long as the pointer is on it.
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.hover();
    await card.getByText('10,000', { exact: true }).waitFor();
    await card.getByText('Allowed tools', { exact: true }).waitFor();
    await undo.click();
    await eventually(async () => (await policies())[0]?.policy).toEqual({
      denied_actions: ['account.close', 'payment.refund'],
    });
    await card.getByText('10,000', { exact: true }).waitFor({ state: 'detached' });
    expect(await findings(page), 'undone').toEqual([]);

    await card.getByRole('button', { name: /^Remove the policy/ }).click();
    await undo.hover();
    await page.getByText('No policies yet').waitFor();
    expect(await policies()).toEqual([]);
    await undo.click();
    await card.waitFor();
    await card.getByRole('button', { name: /^Remove the policy/ }).click();
    await page.getByText('No policies yet').waitFor();
    await visit.leave();
  });

  test.each([
    { name: '360 px', settings: { width: 360, height: 740 } },
    { name: 'dark', settings: { colorScheme: 'dark' as const } },
    { name: 'forced colours', settings: { forcedColors: 'active' as const } },
  ])('every view stays in its window and passes the checks: $name', async ({ settings }) => {
    const recorded = await recording();
    const ids = await openSession(agents, 'waiting');
    await ask(agents, ids, 'Close account 8.', ['ada@example.com']);
    const base = `/agents/sessions/${recorded.session_id}`;
    const visit = await site.visit({ path: '/agents?tab=approvals', ...settings });
    const { page } = visit;
    const places: readonly (readonly [path: string, text: string | RegExp])[] = [
      ['/agents?tab=approvals', 'Close account 8.'],
      ['/agents?tab=lineage', 'Recent'],
      ['/agents?tab=policies', 'No policies yet'],
      [`${base}?view=map`, 'Show first receipt'],
      [`${base}?view=replay`, 'None open.'],
      [`${base}?view=fork`, 'Forks of this session'],
    ];
    for (const [path, text] of places) {
      await go(page, path);
      await page.getByText(text).first().waitFor();
      expect(await hasSidewaysScroll(page), path).toBe(false);
      expect(await findings(page), path).toEqual([]);
    }
    await visit.leave();
  });

  test('with the server stopped every part says so and offers to try again', async () => {
    const recorded = await recording();
    await ask(agents, await openSession(agents, 'stopping'), 'Close account 9.', ['ada@example.com']);
    const visit = await site.visit({ path: '/agents?tab=approvals', expectedErrors: SERVER_STOPS });
    const { page } = visit;
    await page.getByText('Close account 9.').waitFor();
    await site.stopServer();
    await go(page, '/agents?tab=policies');
    await page.getByText('The policies could not be reached').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await go(page, '/agents?tab=lineage');
    await page.getByLabel('Receipt, session, agent or fork').fill(recorded.session_id);
    await page.getByRole('button', { name: 'Follow links', exact: true }).click();
    await page.getByText('The server is out of reach').waitFor();
    await go(page, '/agents?tab=approvals');
    await more(page, 'Refresh');
    await page.getByText('The approvals could not be reached').waitFor();
    await go(page, `/agents/sessions/${recorded.session_id}`);
    await page.getByText('The session could not be reached').waitFor();
    await visit.leave();
  });
});
