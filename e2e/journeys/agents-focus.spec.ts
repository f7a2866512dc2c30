import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, go, openSite, pressIn, type Site } from '../fixtures.ts';
import { clientOf, eventually } from './admin-steps.ts';
import { type AgentClient, ask, openSession, type Recorded, recordSession } from './recorded-session.ts';

/** What has the focus: its role or tag, and the beginning of its name or text. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const name = element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    return `${element?.getAttribute('role') ?? element?.tagName.toLowerCase()} ${name.trim().slice(0, 40)}`;
  });
}

/** Presses a button by keyboard, as somebody without a pointer does: as soon as it does something. */
async function press(button: Locator): Promise<void> {
  await eventually(() => button.isEnabled()).toBe(true);
  await button.focus();
  await button.press('Enter');
}

describe.skipIf(CHROMIUM === null)('the focus stays where a person works on the Agents page', () => {
  let site: Site;
  let agents: AgentClient;
  let recorded: Recorded;
  beforeAll(async () => {
    site = await openSite();
    agents = clientOf(site).agents;
    recorded = await recordSession(agents, 'focused');
  });
  afterAll(() => site?.close());

  const nodesOf = async (id: string) =>
    (await agents.sessions.nodes({ params: { id }, query: { limit: 50 } })).items.map(({ node_id }) => node_id);
  /** Waits until the panel shows a receipt: the address names it a drawing earlier, when the buttons still lead on from the one before. */
  const shows = async (page: Page, nodeId: string | undefined) => {
    await page.waitForFunction((id) => location.hash.includes(`node=${id}`), nodeId);
    await page.getByRole('heading', { level: 2, name: new RegExp(`^Receipt .*${nodeId}`) }).waitFor();
  };

  test('from receipt to receipt, until there is none after it', async () => {
    const ids = await nodesOf(recorded.session_id);
    const { page, leave } = await site.visit({
      path: `/agents/sessions/${recorded.session_id}?node=${ids[ids.length - 4]}`,
    });
    await press(page.getByRole('button', { name: 'Next receipt' }));
    await shows(page, ids.at(-3));
    await eventually(() => focused(page)).toBe('button Next receipt');
    await page.keyboard.press('Enter');
    await shows(page, ids.at(-2));
    await page.keyboard.press('Enter');
    await shows(page, ids.at(-1));
    await eventually(() => focused(page)).toMatch(/^h2 Receipt/);
    await press(page.getByRole('button', { name: 'Previous receipt', exact: true }));
    await shows(page, ids.at(-2));
    await eventually(() => focused(page)).toBe('button Previous receipt');
    await leave();
  });

  test('from a delegated session to its parent', async () => {
    const { page, leave } = await site.visit({ path: `/agents/sessions/${recorded.child.session_id}` });
    await press(page.getByRole('navigation', { name: 'Way back' }).getByRole('link', { name: /^focused · / }));
    await page.waitForFunction((id) => location.hash.includes(id), recorded.session_id);
    await eventually(() => focused(page)).toMatch(/^h1 focused · /);
    await leave();
  });

  test('on buttons whose work takes a while', async () => {
    const { page, leave } = await site.visit({ path: `/agents/sessions/${recorded.session_id}` });
    await press(page.getByRole('button', { name: 'Verify the chain' }));
    await page.getByText(/^Recomputed here/).waitFor();
    expect(await focused(page)).toBe('button Verify the chain');

    await page.getByRole('button', { name: 'Fork', exact: true }).click();
    const opener = page.getByRole('button', { name: 'New fork' });
    await press(opener);
    await press(page.getByRole('button', { name: 'Decide again from receipt 1' }));
    await page.getByRole('heading', { name: 'Simulation, not evidence' }).waitFor();
    await eventually(() => focused(page)).toBe('button New fork');
    // In a field as well: it can be read while what it holds is sent, and a disabled one would lose the focus.
    const before = (await agents.sessions.forks({ params: { id: recorded.session_id } })).items.length;
    await press(opener);
    // Nothing is sent with such a value: the focus goes to its field.
    await page.getByLabel('Highest value of one action').fill('much');
    await page.keyboard.press('Enter');
    await page.getByText(/^Enter a number from 0 in digits/).waitFor();
    await eventually(() => focused(page)).toMatch(/^input/);
    await page.getByLabel('Highest value of one action').fill('1');
    await page.keyboard.press('Enter');
    await eventually(
      async () => (await agents.sessions.forks({ params: { id: recorded.session_id } })).items.length,
    ).toBe(before + 1);
    await page.getByText('Deciding again').waitFor({ state: 'detached' });
    await eventually(() => focused(page)).toBe('button New fork');
    await press(page.getByRole('button', { name: /^Open the fork/ }));
    await page
      .getByText(/Recomputed with the same result\./)
      .first()
      .waitFor();
    expect(await focused(page)).toMatch(/^button Shown above/);

    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    await press(page.getByRole('button', { name: 'First receipt' }));
    await eventually(() => page.getByRole('button', { name: 'Previous receipt', exact: true }).isDisabled()).toBe(true);
    expect(await focused(page)).toBe('button First receipt');
    await leave();
  });

  test('on the request that was decided, whose button is gone', async () => {
    const ids = await openSession(agents, 'asking');
    await ask(agents, ids, 'Close account 7.', ['ada@example.com']);
    await ask(agents, ids, 'Close account 8.', ['ada@example.com']);
    const { page, leave } = await site.visit({ path: '/agents?tab=approvals' });
    const sheet = page.getByRole('dialog', { name: 'Decide on this request' });
    await press(page.getByRole('button', { name: 'Decide next request' }));
    await press(sheet.getByRole('button', { name: 'Approve' }));
    await eventually(() => focused(page)).toBe('h1 Close account 7.');
    await page.getByText('Approved', { exact: true }).first().waitFor();
    await press(page.getByRole('button', { name: /^Next request/ }));
    await eventually(() => focused(page)).toBe('h1 Close account 8.');
    const decide = page.getByRole('button', { name: 'Decide', exact: true });
    await press(decide);
    await pressIn(sheet, 'Escape');
    await sheet.waitFor({ state: 'detached' });
    await eventually(() => focused(page)).toBe('button Decide');
    await press(decide);
    await press(sheet.getByRole('button', { name: 'Deny' }));
    await eventually(() => focused(page)).toBe('h1 Close account 8.');
    await leave();
  });

  test('in the sheet of a policy, and on what opened it when it is closed', async () => {
    const { page, leave } = await site.visit({ path: '/agents?tab=policies' });
    const opener = page.getByRole('button', { name: 'Set policy' }).first();
    await press(opener);
    const sheet = page.getByRole('dialog', { name: 'Set a policy' });
    await sheet.waitFor();
    await eventually(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true);
    await press(sheet.getByRole('button', { name: 'Cancel' }));
    await eventually(() => focused(page)).toBe('button Set policy');

    await press(opener);
    await page.getByLabel('Highest value of one action').fill('500');
    await page.keyboard.press('Enter');
    const change = page.getByRole('button', { name: /^Change the policy/ });
    await change.waitFor();
    await eventually(() => focused(page)).toBe('button Set policy');
    await press(change);
    await page.getByLabel('Highest value of one action').fill('600');
    await press(page.getByRole('button', { name: 'Save policy' }));
    await eventually(() => focused(page)).toMatch(/^button Change the policy/);

    await press(page.getByRole('button', { name: /^Remove the policy/ }));
    await page.getByText('No policies yet').waitFor();
    await eventually(() => focused(page)).toBe('h1 Agents');
    await leave();
  });

  test('on the heading, when the navigation of a narrow window leads to another part of the same page', async () => {
    const { page, leave } = await site.visit({ path: '/agents?tab=policies', width: 360 });
    await page.getByText('No policies yet').waitFor();
    await page.getByRole('button', { name: 'Open the navigation' }).click();
    await press(page.getByRole('dialog', { name: 'Navigation' }).getByRole('link', { name: 'Agents' }));
    await page.waitForFunction(() => !location.hash.includes('tab='));
    await page.getByRole('dialog', { name: 'Navigation' }).waitFor({ state: 'detached' });
    await eventually(() => focused(page)).toBe('h1 Agents');
    // And to another page.
    await page.getByRole('button', { name: 'Open the navigation' }).click();
    await press(page.getByRole('dialog', { name: 'Navigation' }).getByRole('link', { name: 'Settings' }));
    await eventually(() => focused(page)).toBe('h1 Settings');
    await go(page, '/agents');
    await leave();
  });
});
