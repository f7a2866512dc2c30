import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../accessibility.ts';
import { CHROMIUM, go, openSite, type Site } from '../fixtures.ts';
import { choose, clientOf, eventually } from './admin-steps.ts';
import { type AgentClient, ask, openSession } from './recorded-session.ts';

describe.skipIf(CHROMIUM === null)('approvals of agents', () => {
  let site: Site;
  let agents: AgentClient;
  beforeAll(async () => {
    site = await openSite();
    agents = clientOf(site).agents;
  });
  afterAll(() => site?.close());

  test('an approval arrives while the page is open, is decided in a name after confirmation, and stays listed', async () => {
    const visit = await site.visit({ path: '/agents?tab=approvals' });
    const { page } = visit;
    await page.getByText('No approval requests yet').waitFor();
    expect(await findings(page), 'empty').toEqual([]);

    const ids = await openSession(agents, 'clerk');
    const approvers = ['ada@example.com', 'grace@example.com'];
    const id = await ask(agents, ids, 'Pay \u202e7102 eciovni', approvers, 2);
    const row = page.getByRole('grid', { name: 'Approvals' }).locator(`[data-id="${id}"]`);
    await row.getByText('Look closely: Some characters change the reading direction.').waitFor();
    await row.getByText(/min \d\d s left$/).waitFor();
    await row.getByText('0 of 2').waitFor();
    expect(await findings(page), 'list').toEqual([]);
    await row.click();

    const main = page.getByRole('main');
    await main.getByText('2 of 2 listed approvers have to approve. Nobody has decided yet.').waitFor();
    await main.getByRole('button', { name: 'Decide', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Decide on this request' });
    await sheet.getByText(/not who held the key/).waitFor();
    await eventually(() => sheet.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
    await eventually(() => sheet.getByRole('button', { name: 'Deny' }).isDisabled()).toBe(true);
    expect(await findings(page), 'sheet').toEqual([]);
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    expect((await agents.approvals.read({ params: { id } })).decisions).toEqual([]);

    await main.getByRole('button', { name: 'Decide', exact: true }).click();
    await sheet.getByText('grace@example.com').click();
    await sheet.getByText(/If you approve, more approvals are still needed\./).waitFor();
    await sheet.getByRole('button', { name: 'Approve' }).click();
    await main.getByText(/So far 1 approved and 0 denied\./).waitFor();
    const decisions = page.getByRole('region', { name: 'Decisions on this request' });
    await decisions.getByText('grace@example.com').waitFor();

    // The console is one voter: it has voted, and only a key that votes for itself could go on.
    await main.getByText('Nobody can vote now: no other key has the scope “approve”.').waitFor();
    await eventually(() => main.getByRole('button', { name: 'Decide', exact: true }).count()).toBe(0);
    const key = await clientOf(site).admin.keys.create({ body: { project_id: 'prj_local', scopes: ['approve'] } });
    const denied = await fetch(`${site.api}/api/v1/agents/approvals/${id}/decide`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key.api_key}` },
      body: JSON.stringify({ decision: 'deny', approver: 'ada@example.com' }),
    });
    expect(denied.status).toBe(200);
    await decisions.getByText('ada@example.com').waitFor();
    await main.getByText('Denied', { exact: true }).first().waitFor();
    const read = await agents.approvals.read({ params: { id } });
    expect(read.decisions.map(({ approver, decision }) => [approver, decision])).toEqual([
      ['grace@example.com', 'approve'],
      ['ada@example.com', 'deny'],
    ]);
    expect(await findings(page), 'decided').toEqual([]);
    await page.getByRole('navigation', { name: 'Way back' }).getByRole('link', { name: 'Approvals' }).click();
    await choose(page, 'State', 'Denied');
    await row.getByText('Denied').waitFor();
    await visit.leave();
  });

  test('a decision that comes too late is refused, and one that others made is seen at once', async () => {
    const ids = await openSession(agents, 'late');
    const id = await ask(agents, ids, 'Send the reminder.', ['ada@example.com']);
    const visit = await site.visit({
      path: '/agents?tab=approvals',
      expectedErrors: [/status of 409/, /ERR_FAILED/],
    });
    const { page } = visit;
    await page.locator(`[data-id="${id}"]`).click();
    await page.getByRole('heading', { level: 1, name: 'Send the reminder.' }).waitFor();
    await page.getByRole('button', { name: 'Decide', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Decide on this request' });
    await sheet.getByText('You decide in the name of ada@example.com.').waitFor();
    // What others do reaches this page late.
    const toRead = new RegExp(`/agents/approvals/${id}$`);
    await page.route(toRead, (route) => route.abort());
    await agents.approvals.decide({
      headers: {},
      params: { id },
      body: { decision: 'deny', approver: 'ada@example.com' },
    });
    await sheet.getByRole('button', { name: 'Approve' }).click();
    await sheet.getByRole('alert').filter({ hasText: 'Nothing was decided' }).waitFor();
    await page.unroute(toRead);
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await page.getByText('this voter also asked').waitFor();

    const other = await ask(agents, ids, 'Send another reminder.', ['ada@example.com']);
    await go(page, `/agents?tab=approvals&approval=${other}&act=decide`);
    await sheet.getByText('You decide in the name of ada@example.com.').waitFor();
    await agents.approvals.decide({
      headers: {},
      params: { id: other },
      body: { decision: 'approve', approver: 'ada@example.com' },
    });
    await sheet.getByText(/^This request was settled in the meantime/).waitFor();
    await eventually(() => sheet.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
    await visit.leave();
  });

  test('a pending approval is on the Overview', async () => {
    const ids = await openSession(agents, 'asking');
    await ask(agents, ids, 'Close account 7.', ['ada@example.com']);
    const visit = await site.visit({ path: '/overview' });
    const { page } = visit;
    const item = page.getByRole('listitem').filter({ hasText: 'Approval requested: Close account 7.' });
    // Three presses with several names, two with one: Decide, and the decision itself.
    await item.getByRole('link', { name: 'Decide' }).click();
    const sheet = page.getByRole('dialog', { name: 'Decide on this request' });
    await sheet.getByText('You decide in the name of ada@example.com.').waitFor();
    await sheet.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('heading', { level: 1, name: 'Close account 7.' }).waitFor();
    await page.getByRole('region', { name: 'Decisions on this request' }).getByText('Denied').waitFor();
    await visit.leave();
  });
});
