import type { api } from '@touchstone/core/api/api.ts';
import type { Client } from '@touchstone/core/api/client.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../accessibility.ts';
import { CHROMIUM, hasSidewaysScroll, openSite, type Site } from '../fixtures.ts';
import { shot } from '../screens.ts';
import { clientOf, eventually, saved } from './admin-steps.ts';
import { openSession, recordSession } from './recorded-session.ts';
import { drop, outcome, type TestFile, trust } from './verify-steps.ts';

function file(name: string, contents: unknown): TestFile {
  return { name, text: JSON.stringify(contents) };
}

describe.skipIf(CHROMIUM === null)('files of agents on the Verify page', () => {
  let site: Site;
  let client: Client<typeof api>;
  let service: KeySet;
  let sealed: TestFile;
  let open: TestFile;
  let proof: TestFile;
  let log: TestFile;
  beforeAll(async () => {
    site = await openSite();
    client = clientOf(site);
    const { keysets } = await client.signing.svcKey.publicKeys({});
    const found = keysets.find(({ use }) => use === 'service');
    if (found === undefined) throw new Error('The service has no key set.');
    service = found;
    const recorded = await recordSession(client.agents, 'sealed');
    await client.agents.sessions.end({ headers: {}, body: { session_id: recorded.session_id } });
    const unfinished = await openSession(client.agents, 'unfinished');
    const bundle = (id: string) => client.agents.sessions.bundle({ params: { id }, query: {} });
    sealed = file('sealed.pqs.json', await bundle(recorded.session_id));
    open = file('open.pqs.json', await bundle(unfinished.session_id));
    proof = file('proof.json', await client.agents.proof.read({ params: { id: recorded.checkpoint } }));
    const { head } = await client.receipts.log.head({});
    log = file('service.pqlog.json', {
      format: 'svc-log/v1',
      exported_at: head.timestamp,
      heads: [head],
      consistency: [],
    });
  });
  afterAll(() => site?.close());

  test('a sealed session of the service on this machine is verified; a changed one names where it breaks', async () => {
    const visit = await site.visit({ path: '/verify' });
    const { page } = visit;
    await drop(page, [sealed]);
    // console H2: the service on this machine is known, and that others must pin its set is said.
    await eventually(() => outcome(page)).toEqual({ outcome: 'VERIFIED', code: 'VERIFIED' });
    await page.getByText('own service', { exact: true }).waitFor();
    expect(await findings(page), 'own service').toEqual([]);
    await trust(page, service);
    await eventually(() => outcome(page)).toEqual({ outcome: 'VERIFIED', code: 'VERIFIED' });
    const subject = page.getByRole('region', { name: 'The session' });
    await subject.getByText('yes', { exact: true }).waitFor();
    await page.getByText('session.redaction_level', { exact: true }).waitFor();
    expect(await findings(page), 'verified').toEqual([]);
    const { name, text } = await saved(page, 'Save report (JSON)');
    expect(name).toBe('sealed.report.json');
    expect(JSON.parse(text)).toMatchObject({
      schema_version: 'svc-agent-report/v2',
      subject: { kind: 'session', file_name: 'sealed.pqs.json' },
      verdict: { outcome: 'VERIFIED', exit_code: 0, completeness: 'concluded' },
      stated: { kind: 'session' },
    });
    const printed = await saved(page, 'Save report (HTML)');
    expect(printed.name).toBe('sealed.report.html');
    expect(printed.text).toContain(JSON.parse(text).identity.report_id);
    expect(printed.text).not.toMatch(/<script/i);
    // On paper stands the same report, not the screen.
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const report = page.getByTestId('report');
    await eventually(() => report.isVisible()).toBe(true);
    await eventually(() => page.locator('[data-outcome]:visible, nav:visible').count()).toBe(0);
    for (const part of [JSON.parse(text).identity.report_id, 'sealed.pqs.json', 'Repeat this verification']) {
      await eventually(() => report.innerText()).toContain(part);
    }
    await shot(page, 'agent-printed');
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });

    await drop(page, [{ name: 'changed.pqs.json', text: sealed.text.replace('invoice 2041', 'invoice 2043') }]);
    await eventually(async () => (await outcome(page)).outcome).toBe('FAILED');
    await page.getByTestId('broken').getByText('Receipt 3 was changed').waitFor();
    expect(await findings(page), 'changed').toEqual([]);

    await drop(page, [{ name: 'cut.pqs.json', text: sealed.text.slice(0, -40) }]);
    await eventually(() => outcome(page)).toEqual({ outcome: 'INPUT_ERROR', code: 'FORMAT' });
    await visit.leave();
  });

  test('an open session, the proof of a receipt and a head of the log have their own outcomes', async () => {
    const visit = await site.visit({ path: '/verify' });
    const { page } = visit;
    await drop(page, [open]);
    await eventually(async () => (await outcome(page)).outcome).toBe('PENDING');
    await trust(page, service);
    await page.getByTestId('code').filter({ hasText: 'NOT_SEALED' }).waitFor();
    await page.getByText(/some could be missing at the end/).waitFor();

    await drop(page, [proof]);
    await eventually(() => outcome(page)).toEqual({ outcome: 'VERIFIED', code: 'VERIFIED' });
    await page.getByRole('region', { name: 'The receipt' }).getByText('memory.checkpoint').waitFor();
    expect(await findings(page), 'proof').toEqual([]);
    await drop(page, [log]);
    await page.getByRole('region', { name: 'The log' }).waitFor();
    await eventually(() => outcome(page)).toEqual({ outcome: 'VERIFIED', code: 'VERIFIED' });
    expect(await findings(page), 'log').toEqual([]);
    await visit.leave();
  });

  test('many files of several kinds stand in one list', async () => {
    const visit = await site.visit({ path: '/verify', width: 360, height: 740 });
    const { page } = visit;
    const changed = { name: 'changed.pqs.json', text: sealed.text.replace('invoice 2041', 'invoice 2043') };
    await drop(page, [sealed, open, proof, log, changed]);
    await page.getByText('changed.pqs.json').first().waitFor();
    await page.getByText('Failed').first().waitFor();
    // Until all are judged, rows change their places.
    await page.locator('[data-filter=WAITING]').waitFor({ state: 'detached' });
    expect(await hasSidewaysScroll(page)).toBe(false);
    await page.getByText('sealed.pqs.json').first().click();
    await page.getByRole('region', { name: 'The session' }).waitFor();
    expect(await hasSidewaysScroll(page)).toBe(false);
    await visit.leave();
  });
});
