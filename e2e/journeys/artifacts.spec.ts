import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@touchstone/core/api/api.ts';
import { reviewRequest, type SigningAnswer, signRequest } from '@touchstone/core/artifact/ceremony.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import { generateKeySet } from '@touchstone/core/keys/generate.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { createServerSigner } from '@touchstone/server/crypto/signer.ts';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings, findingsInBothThemes } from '../accessibility.ts';
import { CHROMIUM, go, hasSidewaysScroll, openSite, pressIn, type Site } from '../fixtures.ts';
import { choose, clientOf, copiedBy, eventually, more, saved } from './admin-steps.ts';

/** Drops a file or folder of this machine, as a person does: what a page makes up itself is no folder. */
async function dropOn(target: Locator, path: string): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error('There is nothing to drop on.');
  const devtools = await target.page().context().newCDPSession(target.page());
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, x: box.x + 4, y: box.y + 4, data });
  }
  await devtools.detach();
}

/** The service's own set of a use. */
function ofUse<T extends { readonly use: string }>({ sets }: { readonly sets: readonly T[] }, use: string): T {
  const found = sets.find((set) => set.use === use);
  if (found === undefined) throw new Error(`The service has no set for ${use}.`);
  return found;
}

/** Chooses files of these names and texts with a button. */
async function chooseFiles(page: Page, button: Locator, files: readonly (readonly [string, string])[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button.click();
  await (await chooser).setFiles(
    files.map(([name, text]) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })),
  );
}

describe.skipIf(CHROMIUM === null)('the Artifacts page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  const create = (name: string, cycle?: string) => {
    const { attestations, human_summary } = structuredClone(api.artifacts.artifacts.create.example.body);
    const summary = { ...human_summary, load_bearing_pillars: [...human_summary.load_bearing_pillars] };
    return clientOf(site).artifacts.artifacts.create({
      body: {
        subject: { name, category: 'demo' },
        human_summary: summary,
        attestations,
        ...(cycle === undefined ? {} : { cycle_id: cycle }),
      },
    });
  };

  test('is empty at first and says what fills it; what is created meanwhile appears by itself', async () => {
    const visit = await site.visit({ path: '/artifacts' });
    const { page } = visit;
    await page.getByText('No artifacts yet').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Try with sample data' }).click();
    const sheet = page.getByRole('dialog', { name: 'New artifact' });
    await eventually(() => sheet.getByLabel('Claim').inputValue()).toContain('reviewed sources');
    await eventually(() => sheet.getByRole('listitem').count()).toBe(2);
    await pressIn(sheet, 'Escape');
    await sheet.waitFor({ state: 'detached' });
    const { artifact_id: id } = await create('Pump 7');
    const row = page.getByRole('grid', { name: 'Artifacts' }).locator(`[data-id="${id}"]`);
    await row.waitFor();
    await page.getByRole('button', { name: 'Show: Waiting for signatures, 1' }).click();
    await eventually(() => page.url()).toContain('signing=waiting');
    await choose(page, 'Signatures', 'All signatures present');
    await page.getByText('No artifact matches the filters.').waitFor();
    await choose(page, 'Signatures', 'All');
    await row.waitFor();
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
    const signing = await copiedBy(page.getByRole('button', { name: 'Copy command that signs' }));
    expect(signing).toBe(`touchstone ceremony sign --request ${artifact.artifact_id}.pqsign.json`);
    await page.getByRole('button', { name: 'Without a server' }).click();
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

  test('issues an artifact with two evidence files: hashed here, previewed, sent; what was entered survives closing', async () => {
    const visit = await site.visit({ path: '/artifacts' });
    const { page } = visit;
    await page.getByRole('button', { name: 'New artifact' }).first().click();
    const sheet = page.getByRole('dialog', { name: 'New artifact' });
    await sheet.getByText('Touchstone service').waitFor();
    await sheet.getByRole('button', { name: 'Preview attestations' }).click();
    await sheet.getByText('Choose at least one file of evidence.').waitFor();
    await eventually(() => sheet.getByLabel('Subject', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await sheet.getByLabel('Subject', { exact: true }).fill('Pump 10');
    await sheet.getByLabel('Claim').fill('All tests passed.');
    await chooseFiles(page, sheet.getByRole('button', { name: 'Choose files' }), [
      ['report.txt', 'all good'],
      ['build.log', 'built'],
      ['privacy.json', '{"result":"PASS","reviewed_by":"Data protection office"}'],
    ]);
    await sheet.getByText('Supplies the privacy attestation').waitFor();
    await sheet.getByText(createHash('sha3-384').update('all good').digest('hex')).waitFor();
    await sheet.getByText(createHash('sha256').update('built').digest('hex')).waitFor();
    await chooseFiles(page, sheet.getByRole('button', { name: 'Choose files' }), [['report.txt', 'another']]);
    await sheet.getByText('A file called report.txt is in the list already.').waitFor();
    expect(await findingsInBothThemes(page)).toEqual([]);

    await pressIn(sheet, 'Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New artifact' }).first().click();
    await eventually(() => sheet.getByLabel('Claim').inputValue()).toBe('All tests passed.');
    await eventually(() => sheet.getByRole('listitem').count()).toBe(3);
    // A field shows nothing of characters that turn text; the preview does.
    await sheet.getByLabel('Claim').fill('All tests \u202edessap');
    // By keyboard: Enter in a field sends the form.
    await sheet.getByLabel('Subject', { exact: true }).press('Enter');
    await sheet.getByRole('heading', { name: 'Five attestations' }).waitFor();
    await eventually(() => sheet.locator('[data-pillar][data-result=passed]').count()).toBe(5);
    await sheet.getByText('Supplied by privacy.json').waitFor();
    await sheet.getByRole('definition').filter({ hasText: 'Look closely' }).waitFor();
    expect(await findingsInBothThemes(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Back to the form' }).click();
    await sheet.getByLabel('Claim').fill('All tests passed.');
    await sheet.getByLabel('Subject', { exact: true }).press('Enter');
    await sheet.getByRole('definition').filter({ hasText: 'All tests passed.' }).waitFor();
    await sheet.getByRole('button', { name: 'Issue artifact' }).click();

    await page.getByRole('heading', { level: 1, name: 'Pump 10' }).waitFor();
    await page.locator('[data-outcome=VERIFIED_PENDING_SIGNATURES]').waitFor();
    const { items } = await clientOf(site).artifacts.artifacts.list({ query: { limit: 1 } });
    const [artifact] = items;
    expect(artifact?.subject.name).toBe('Pump 10');
    expect(artifact?.attestations.evidence_attestation).toMatchObject({
      count: 2,
      items: [{ name: 'build.log' }, { name: 'report.txt', size: 8 }],
    });
    expect(artifact?.attestations.privacy_attestation).toMatchObject({ reviewed_by: 'Data protection office' });
    expect(artifact?.human_summary.evidence_summary).toBe('The evidence attestation lists 2 files by their hashes.');
    await visit.leave();
  });

  test('an artifact whose answer was lost is not issued again', async () => {
    const visit = await site.visit({ path: '/artifacts?act=sample', expectedErrors: [/net::ERR/] });
    const { page } = visit;
    const sheet = page.getByRole('dialog', { name: 'New artifact' });
    await sheet.getByText('Touchstone service').waitFor();
    await sheet.getByLabel('Subject', { exact: true }).fill('Pump lost');
    // The form goes on when both files are hashed, which a worker does that may start late.
    await eventually(() => sheet.getByText('SHA3-384').count()).toBe(2);
    await sheet.getByRole('button', { name: 'Preview attestations' }).click();
    await sheet.getByRole('heading', { name: 'Five attestations' }).waitFor();
    // The server has issued it; the connection breaks before the window hears so.
    await page.route('**/artifacts', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await clientOf(site).artifacts.artifacts.create({ body: route.request().postDataJSON() });
      await route.abort();
    });
    await sheet.getByRole('button', { name: 'Issue artifact' }).click();
    await sheet.getByRole('alert').first().waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await sheet.getByRole('button', { name: 'Issue artifact' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Pump lost' }).waitFor();
    const { items } = await clientOf(site).artifacts.artifacts.list({ query: {} });
    expect(items.filter(({ subject }) => subject.name === 'Pump lost')).toHaveLength(1);
    await visit.leave();
  });

  test('issues what fails only when that is wanted, says what looks like personal data, and fits 360 px', async () => {
    const visit = await site.visit({ width: 360, path: '/artifacts?act=new' });
    const { page } = visit;
    const sheet = page.getByRole('dialog', { name: 'New artifact' });
    await sheet.getByLabel('Subject', { exact: true }).fill('Answer to jane@example.org');
    await sheet.getByLabel('Claim').fill('It was sent.');
    // A folder, and one that is dropped: both are named by the paths in them.
    const folder = await mkdtemp(join(tmpdir(), 'evidence-'));
    await mkdir(join(folder, 'letters', 'in'), { recursive: true });
    await mkdir(join(folder, 'enclosures'));
    await writeFile(join(folder, 'letters', 'in', 'answer.txt'), 'Dear Jane');
    await writeFile(join(folder, 'enclosures', 'list.txt'), 'two sheets');
    const chooser = page.waitForEvent('filechooser');
    await sheet.getByRole('button', { name: 'Choose folder' }).click();
    await (await chooser).setFiles(join(folder, 'letters'));
    await sheet.locator('[data-file="in/answer.txt"]').getByText('SHA3-384').waitFor();
    await dropOn(sheet.getByText('or drop files and folders here'), join(folder, 'enclosures'));
    await sheet.locator('[data-file="list.txt"]').getByText('SHA3-384').waitFor();
    await rm(folder, { recursive: true });
    expect(await hasSidewaysScroll(page), 'form').toBe(false);
    await sheet.getByRole('button', { name: 'Preview attestations' }).click();
    await sheet.getByText('This looks like personal data').waitFor();
    expect(await hasSidewaysScroll(page), 'preview').toBe(false);
    await sheet.locator('[data-pillar=privacy][data-result=failed]').waitFor();
    const issue = sheet.getByRole('button', { name: 'Issue artifact' });
    expect(await issue.isDisabled()).toBe(true);
    // Another program takes the number: the attestations are made anew with the next one.
    const cycle = (await sheet.getByText(/^Made in this window for cycle/).innerText()).match(/\d{4}-Q\d-\d{3}/)?.[0];
    await create('Pump 11', cycle);
    await sheet.getByText('Issue although it fails').click();
    await issue.click();
    await sheet.getByText(/The attestations now state cycle/).waitFor();
    await issue.click();
    await page.getByRole('heading', { level: 1, name: 'Answer to jane@example.org' }).waitFor();
    await page.locator('[data-outcome=FAILED]').waitFor();
    expect(await page.getByRole('button', { name: 'Request signatures' }).count()).toBe(0);
    const { items } = await clientOf(site).artifacts.artifacts.list({ query: { limit: 1 } });
    expect(items.map(({ cycle_id }) => cycle_id)).not.toContain(cycle);
    await visit.leave();
  });

  test('S10: requests signatures, verifies the answer here, adds it, and ends Verified', async () => {
    const { principal } = ofUse(await clientOf(site).admin.trust.ownService(), 'artifact');
    const signer = createServerSigner();
    const now = Date.now();
    const holder = await generateKeySet(
      {
        keyset_id: 'e2e-office',
        issuer: 'Touchstone Authority',
        principal,
        use: 'artifact',
        serial: 1,
        notBefore: now - 60_000,
        notAfter: now + 86_400_000,
        demo: true,
        algorithms: ['ML-DSA-87', 'SLH-DSA-SHA2-256s', 'FALCON-1024'],
      },
      signer,
    );
    const judge = { verifier: signer, now: Date.now(), product: PRODUCT };
    const answerTo = async (request: string): Promise<SigningAnswer> => {
      const reviewed = await reviewRequest(utf8(request), judge);
      if (!reviewed.ok) throw new Error(`${reviewed.field}: ${reviewed.message}`);
      const answer = await signRequest(reviewed.value, holder, signer, Date.now());
      if (!answer.ok) throw new Error(`${answer.field}: ${answer.message}`);
      return answer.value;
    };
    const artifact = await create('Pump 12');
    const visit = await site.visit({
      path: `/artifacts?id=${artifact.artifact_id}&act=request`,
      expectedErrors: [/50[03]/],
    });
    const { page } = visit;
    const request = page.getByRole('dialog', { name: 'Request signatures' });
    // Nobody is pinned who may sign for this service: the sheet says how to change that.
    await request.getByText(/No pinned key set signs for/).waitFor();
    await eventually(() =>
      copiedBy(request.getByRole('button', { name: 'Copy command that makes a key set' })),
    ).toContain(`--principal "${principal}" --from ${artifact.issued_at}`);
    await chooseFiles(page, request.getByRole('button', { name: 'Choose a key set file' }), [
      ['office.pqkeys.json', JSON.stringify(holder.keySet)],
    ]);
    await request.getByText('This key set is not pinned here.').waitFor();
    expect(await findingsInBothThemes(page)).toEqual([]);
    await pressIn(request, 'Escape');
    await request.waitFor({ state: 'detached' });
    // The connection may have idled until the server closed it: a question is asked again by itself, a change is not.
    await clientOf(site).admin.trust.list({ query: {} });
    await clientOf(site).admin.trust.pin({
      body: { key_set: JSON.parse(JSON.stringify(holder.keySet)), pinned_by: 'Ada', source: 'e2e' },
    });
    await page.reload();
    await page.getByRole('button', { name: 'Request signatures' }).first().click();
    await request.getByText('e2e-office, edition 1').first().waitFor();
    const download = page.waitForEvent('download');
    await request.getByRole('button', { name: 'Save request' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`${artifact.artifact_id}.pqsign.json`);
    const answer = await answerTo(await readFile(await file.path(), 'utf8'));
    await request.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Add an answer' }).click();
    const sheet = page.getByRole('dialog', { name: 'Add an answer' });
    const giveText = async (text: string) => {
      const button = sheet.getByRole('button', { name: /^Choose (the answer|another file)$/ });
      await chooseFiles(page, button, [['office.pqsigned.json', text]]);
      // Named once it is read.
      await sheet.getByText('office.pqsigned.json').waitFor();
      await sheet.getByRole('button', { name: 'Verify and add' }).click();
    };
    const give = (given: unknown) => giveText(JSON.stringify(given));
    // Cut off, or saved with a byte order mark: refused where it breaks, before anything is read of it.
    for (const broken of [JSON.stringify(answer).slice(0, -200), `\ufeff${JSON.stringify(answer)}`, '']) {
      await giveText(broken);
      await sheet
        .getByRole('alert')
        .getByText(/^line 1, column/)
        .waitFor();
    }
    const refusedAt = (field: string) => sheet.getByRole('alert').getByText(field, { exact: true }).waitFor();
    await give({ ...answer, schema_version: 'svc-signing-request/v1' });
    await refusedAt('schema_version');
    await give({ ...answer, manifest_hash: 'ab'.repeat(48) });
    await refusedAt('manifest_hash');
    await give({ ...answer, key_set_fingerprint: 'cd'.repeat(32) });
    await refusedAt('key_set_fingerprint');
    const { falcon_1024: falcon = '' } = answer.signatures;
    await give({
      ...answer,
      signatures: { ...answer.signatures, falcon_1024: `${falcon.slice(0, 100)}AAAA${falcon.slice(104)}` },
    });
    await refusedAt('signatures.falcon_1024');
    expect(await findings(page)).toEqual([]);
    // Nothing of these was sent.
    const { signatures } = await clientOf(site).artifacts.artifacts.get({ params: { id: artifact.artifact_id } });
    expect(Object.values(signatures)).toEqual(Array(3).fill('PENDING_CEREMONY'));

    // The server fails at the second signature: what is in is said, and the rest can be added.
    let asked = 0;
    await page.route('**/signatures', async (route) => {
      asked += 1;
      if (asked === 2) await route.fulfill({ status: 500, json: { error: { code: 'INTERNAL', message: 'broken' } } });
      else await route.fallback();
    });
    await give(answer);
    await sheet.getByText('Added: ML-DSA-87.').waitFor();
    await sheet.getByText('Not added: SLH-DSA-256s, FALCON-1024.').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    // Another window adds the rest meanwhile, and this one the same after it: nothing is added twice, and nothing refused.
    const params = { id: artifact.artifact_id };
    for (const slot of ['slh_dsa_256s', 'falcon_1024'] as const) {
      const { [slot]: signature = '' } = answer.signatures;
      await clientOf(site).artifacts.artifacts.addSignature({ params, body: { slot, signature } });
    }
    await sheet.getByRole('button', { name: 'Verify and add' }).press('Enter');
    await sheet.waitFor({ state: 'detached' });
    await page.getByText('3 of 3 present').first().waitFor();
    await page.locator('[data-outcome=VERIFIED]').waitFor();
    await eventually(() => page.locator('[data-slot][data-status=valid]').count()).toBe(3);
    expect(await page.getByText('Signing ceremony').count()).toBe(0);
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
    for (const [act, name] of [
      ['request', 'Request signatures'],
      ['answer', 'Add an answer'],
    ] as const) {
      await go(page, `/artifacts?id=${artifact.artifact_id}&act=${act}`);
      // By name: the sheet before it may still be on its way out.
      await page.getByRole('dialog', { name }).waitFor();
      expect(await hasSidewaysScroll(page), act).toBe(false);
    }
    await go(page, '/artifacts');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await go(page, `/artifacts?id=pqv-2026-Q1-001-${'0'.repeat(16)}`);
    await page.getByText('This server has no such artifact').waitFor();
    await visit.leave();
  });
});
