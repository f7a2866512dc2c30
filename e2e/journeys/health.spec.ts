import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answerTo,
  CHROMIUM,
  go,
  goOffline,
  hasSidewaysScroll,
  openSite,
  type Site,
  waitForFocus,
} from '../fixtures.ts';
import { choose, clientOf, eventually, more, rowIds, saved } from './admin-steps.ts';

const MINUTE_MS = 60_000;

describe.skipIf(CHROMIUM === null)('the Health page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(async () => {
    await site.close();
  });

  const health = () => clientOf(site).crypto.health;

  async function opened(contract_id: string, user_id = 'reviewer-7') {
    await health().acceptBaa({ body: { user_id, signature_name: 'Ada Lovelace' } });
    return health().openSession({ body: { contract_id, user_id } });
  }

  it('leads from the agreement to a session; what stands in the way is explained, with the way on', async () => {
    const visit = await site.visit({ path: '/health', expectedErrors: [/403/] });
    const { page } = visit;
    await page.getByText('No validation sessions yet').waitFor();
    await page.getByRole('button', { name: 'New session' }).last().click();
    const open = page.getByRole('button', { name: 'Open session', exact: true });
    await open.click();
    await page.getByText('Enter the contract.').waitFor();
    await page.getByText('Enter the user.').waitFor();
    await waitForFocus(page.getByLabel('Contract', { exact: true }));
    await page.getByLabel('Contract', { exact: true }).fill('contract-2026-014');
    await page.getByLabel('User', { exact: true }).fill('nurse-1');
    await open.click();
    await page.getByText('This user has not accepted the agreement').waitFor();
    await eventually(() => page.getByLabel('Contract', { exact: true }).inputValue()).toBe('contract-2026-014');
    await page.getByRole('button', { name: 'Accept the agreement for this user' }).click();
    await page.getByText('Not accepted', { exact: true }).waitFor();
    const accept = page.getByRole('button', { name: 'Record acceptance' });
    await accept.click();
    await page.getByText('Enter the full name.').waitFor();
    await page.getByLabel('Full name of the user, as signature').fill('Florence N.');
    await accept.click();
    await page.getByText('Accepted', { exact: true }).waitFor();
    expect((await health().baaStatus({ params: { user_id: 'nurse-1' } })).allowed).toBe(true);
    await page.getByRole('button', { name: 'New session for this user' }).click();
    // What was entered before the agreement was missing is still there.
    await eventually(() => page.getByRole('dialog').getByLabel('User', { exact: true }).inputValue()).toBe('nurse-1');
    await eventually(() => page.getByLabel('Contract', { exact: true }).inputValue()).toBe('contract-2026-014');
    await open.click();
    await page.getByRole('heading', { level: 1, name: 'contract-2026-014' }).waitFor();
    await page.getByText(/^Open, 14 min \d\d s left$/).waitFor();

    await more(page, 'Release session');
    await page.getByRole('dialog').getByRole('button', { name: 'Release session' }).click();
    await page.getByText('Released', { exact: true }).first().waitFor();
    await page.getByText('The session was released; nothing can be added').first().waitFor();
    await visit.leave();
  });

  it('says who has the lock of a contract, and takes the right lock token only', async () => {
    const session = await opened('contract-held');
    const visit = await site.visit({ path: '/health?act=open', expectedErrors: [/409/] });
    const { page } = visit;
    await page.getByLabel('Contract', { exact: true }).fill('contract-held');
    await page.getByLabel('User', { exact: true }).fill('reviewer-7');
    await page.getByRole('button', { name: 'Open session', exact: true }).click();
    await page.getByText('Another session has the lock of this contract').waitFor();
    await page.getByText('at the latest').waitFor();
    await page.getByRole('button', { name: 'Show that session' }).click();
    await page.getByRole('heading', { level: 1, name: 'contract-held' }).waitFor();
    await more(page, 'Release session');
    const release = page.getByRole('dialog').getByRole('button', { name: 'Release session' });
    const token = page.getByLabel('Lock token', { exact: true });
    await token.fill('ltk_00000000000000000000000000000000');
    await release.click();
    await page.getByText('This is not the lock token of the session.').waitFor();
    await eventually(() => token.inputValue()).toBe('ltk_00000000000000000000000000000000');
    await token.fill(session.lock_token);
    await release.click();
    await page.getByText('Released', { exact: true }).first().waitFor();
    await visit.leave();
  });

  it('writes signed events, verifies their chain, and finds a changed one', async () => {
    const session = await opened('contract-events');
    const path = `/health?session=${session.session_id}`;
    const visit = await site.visit({ path });
    const { page } = visit;
    const write = page.getByRole('dialog').getByRole('button', { name: 'Write event' });
    await more(page, 'Write event');
    await write.click();
    await page.getByText('Enter the field.').waitFor();
    for (const [index, field] of ['form-1.name', 'form-1.birth-date', 'form-1.diagnosis'].entries()) {
      if (index > 0) await more(page, 'Write event');
      await page.getByLabel('Field', { exact: true }).fill(field);
      await page.getByLabel('Action', { exact: true }).fill('view');
      await write.click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('cell', { name: field, exact: true }).waitFor();
    }
    await page.getByRole('button', { name: 'Verify the events' }).click();
    await page.getByText('Intact', { exact: true }).waitFor();
    await page.getByText('3 events, verified').waitFor();
    await visit.leave();

    const tampered = await site.visit({
      path,
      prepare: async (other) => {
        await other.route('**/events?*', async (route) => {
          const response = await answerTo(route);
          const body = await response.json();
          for (const { event } of body.items.slice(1, 2)) event.actor = 'somebody-else';
          await route.fulfill({ response, json: body });
        });
      },
    });
    await tampered.page.getByRole('button', { name: 'Verify the events' }).click();
    await tampered.page.getByText('Broken at event 2').waitFor();
    await tampered.leave();
  });

  it('attests a result, says where it is anchored and what that stands for', async () => {
    const session = await opened('contract-attested');
    const visit = await site.visit({ path: `/health?session=${session.session_id}` });
    const { page } = visit;
    await page.getByRole('button', { name: 'Attest result' }).click();
    await page.getByLabel('Fields validated').fill('42');
    await page.getByLabel('Passed').fill('43');
    await page.getByLabel('Flagged').fill('two');
    await page.getByLabel('Full name, as signature').fill('Ada Lovelace');
    const attest = page.getByRole('button', { name: 'Attest and anchor' });
    await attest.click();
    await page.getByText('At most the number of fields validated.').waitFor();
    await page.getByText('Enter a whole number, 0 or more.').waitFor();
    await eventually(() => page.getByLabel('Passed').inputValue()).toBe('43');
    await page.getByLabel('Passed').fill('40');
    await page.getByLabel('Flagged').fill('2');
    await attest.click();
    await page.getByText('Anchored and confirmed').waitFor();
    const meaning = page.getByText('A ledger of this server, signed by its own keys.');
    await eventually(async () => {
      // What arrives meanwhile may move it away from under the pointer.
      await page.getByRole('button', { name: 'embedded', exact: true }).hover();
      return meaning.isVisible();
    }).toBe(true);
    const [item] = (await health().listSessions({ query: { limit: 1 } })).items;
    expect(item?.attestations).toBe(1);
    // The attestation has an address of its own and stays.
    await page.reload();
    await page.getByText('Anchored and confirmed').waitFor();
    await visit.leave();
  });

  it('lets a lock run out before the eyes, filters by it, and says so where somebody still tries', async () => {
    const session = await opened('contract-late');
    const visit = await site.visit({
      path: `/health?session=${session.session_id}`,
      prepare: (page) => page.clock.install({ time: Date.now() }),
    });
    const { page } = visit;
    await page.getByText(/^Open, \d+ min/).waitFor();
    for (let minute = 0; minute < 16; minute += 4) {
      await page.clock.fastForward(4 * MINUTE_MS);
      await page.mouse.move(300 + minute, 300);
    }
    await page.getByText('Expired', { exact: true }).waitFor();
    await page.getByText('The time of the lock is over; nothing can be added.').first().waitFor();
    // What could be done while it was open is not offered any more.
    await page.getByRole('button', { name: 'New session on this contract' }).waitFor();
    expect(await page.getByRole('button', { name: 'Attest result' }).count()).toBe(0);
    await go(page, '/health?q=contract-late');
    await choose(page, 'State', 'Expired');
    await eventually(() => rowIds(page, 'Validation sessions')).toEqual([session.session_id]);
    await choose(page, 'State', 'Open');
    await page.getByText('No session matches the filters.').waitFor();
    await choose(page, 'State', 'All');
    await eventually(() => rowIds(page, 'Validation sessions')).toEqual([session.session_id]);
    const csv = await saved(page, 'Export CSV');
    expect(csv.text.split('\r\n')[1]).toContain(`"${session.session_id}","contract-late","reviewer-7"`);
    expect(csv.text).not.toContain('ltk_');
    await visit.leave();
  });

  it('keeps its heading and says why where it is not signed in, at 360 px', async () => {
    const visit = await site.visit({ path: '/health', signIn: false, width: 360, expectedErrors: [/401/] });
    await visit.page.getByText('This window is not signed in', { exact: true }).first().waitFor();
    expect(await hasSidewaysScroll(visit.page)).toBe(false);
    await visit.leave();
    const narrow = await site.visit({ path: '/health', width: 360, expectedErrors: [/ERR_|Failed to load/] });
    await narrow.page.getByRole('grid', { name: 'Validation sessions' }).waitFor();
    expect(await hasSidewaysScroll(narrow.page)).toBe(false);
    await goOffline(narrow.page);
    await go(narrow.page, '/health?view=agreement&user=somebody-new');
    await narrow.page.getByText('Agreements could not be reached').waitFor();
    await narrow.leave();
  });
});
