import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHROMIUM, CONSOLE_DIR, openSite, SERVER_STOPS, type Site, type Visit } from './fixtures.ts';
import { eventually } from './journeys/admin-steps.ts';
import { type MadeArtifacts, makeArtifacts } from './journeys/made-artifacts.ts';
import { changeAfter, drop, outcome, trust } from './journeys/verify-steps.ts';

/**
 * Adds the names of the built scripts that one of them reaches, itself included. Left out are known answers, which are fetched
 * for the algorithms that the browser has too, and without which its own code is not used; and liboqs' ML-DSA, which is fetched
 * where the browser has none.
 */
async function addReached(name: string, reached: Set<string>): Promise<void> {
  if (reached.has(name) || name.startsWith('ml-dsa-')) return;
  const text = await readFile(join(CONSOLE_DIR, 'assets', name), 'utf8');
  if (/export\{\S+ as knownAnswer\}/.test(text)) return;
  reached.add(name);
  for (const [, next = ''] of text.matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)) await addReached(next, reached);
}

/** Opens the console and waits until it has its examples, and each of its verification workers all of its code. */
async function visitWithCode(site: Site): Promise<Visit> {
  const came: string[] = [];
  const watch = async (page: Page) => {
    page.context().on('requestfinished', (request) => came.push(request.url().split('/').at(-1) ?? ''));
  };
  // The console notices that its server is away: those failed requests are what these tests are about.
  const visit = await site.visit({ expectedErrors: SERVER_STOPS, prepare: watch });
  await eventually(() => came.join()).toContain('example-files');
  const verifiers = async () => {
    const named = visit.page
      .workers()
      .map(async (worker) => ({ worker, name: await worker.evaluate(() => Reflect.get(globalThis, 'name')) }));
    return (await Promise.all(named)).filter(({ name }) => name === 'verifier').map(({ worker }) => worker);
  };
  await eventually(async () => (await verifiers()).length).toBeGreaterThan(0);
  const reached = new Set<string>();
  for (const worker of await verifiers()) await addReached(worker.url().split('/').at(-1) ?? '', reached);
  expect(reached.size).toBeGreaterThan(1);
  await eventually(async () => {
    const count = (await verifiers()).length;
    return [...reached].filter((name) => came.filter((one) => one === name).length !== count);
  }).toEqual([]);
  return visit;
}

describe.skipIf(CHROMIUM === null)('with the server stopped', () => {
  let site: Site;
  let made: MadeArtifacts;

  beforeAll(async () => {
    made = await makeArtifacts();
  });
  beforeEach(async () => {
    site = await openSite();
  });
  afterEach(() => site?.close());

  test('an open console verifies, imports a key set, verifies again, and sees a change', async () => {
    const visit = await visitWithCode(site);
    const { page } = visit;
    await site.stopServer();
    await page.context().setOffline(true);

    await drop(page, [{ name: 'release.pqv.json', text: made.signed }]);
    await eventually(() => outcome(page)).toEqual({ outcome: 'PENDING', code: 'SIGNER_NOT_TRUSTED' });
    await trust(page, made.keySet);
    await eventually(async () => (await outcome(page)).outcome).toBe('VERIFIED');
    await eventually(() => page.locator('[data-slot][data-status=valid]').count()).toBe(3);

    await drop(page, [{ name: 'changed.pqv.json', text: changeAfter(made.signed, '"falcon_1024": "', 40) }]);
    await eventually(() => outcome(page)).toEqual({ outcome: 'FAILED', code: 'SIGNATURE_INVALID' });
    await visit.leave();
  });

  test('every example is listed and opens', async () => {
    const index: { file: string; title: string; expected: { outcome: string; code?: string } }[] = JSON.parse(
      await readFile(join(import.meta.dirname, '..', 'examples', 'index.json'), 'utf8'),
    );
    const visit = await visitWithCode(site);
    const { page } = visit;
    await site.stopServer();
    await page.context().setOffline(true);

    expect(index.length).toBeGreaterThan(15);
    await eventually(() => page.locator('[data-example]').count()).toBe(index.length);
    // Each is judged by the demo trust store that it lends.
    for (const code of [
      'NO_SIGNATURE',
      'HASH_MISMATCH',
      'FORMAT',
      'SIGNATURE_INVALID',
      'KEY_REVOKED',
      'SIGNER_NOT_TRUSTED',
    ]) {
      const example = index.find(({ expected }) => expected.code === code);
      if (example === undefined) throw new Error(`No example teaches ${code}.`);
      await page.locator(`[data-example="${example.file}"]`).click();
      await eventually(() => outcome(page)).toEqual({ outcome: example.expected.outcome, code });
      await page.getByRole('button', { name: 'Close and start again' }).click();
      await page.getByTestId('drop-zone').waitFor();
    }
    // It says whose keys those are, and what the file is worth to one who has not decided to trust them.
    await page.locator('[data-example="verified.pqv.json"]').click();
    await eventually(async () => (await outcome(page)).outcome).toBe('VERIFIED');
    const lent = page.getByRole('complementary', { name: 'Lent demo keys' });
    await lent.getByText('Checked with the demo key set of the example, which is not in your trust store.').waitFor();
    await lent.getByRole('button', { name: 'Use my trust store alone' }).click();
    await eventually(() => outcome(page)).toEqual({ outcome: 'PENDING', code: 'SIGNER_NOT_TRUSTED' });
    await lent.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Close and start again' }).click();
    await page.getByRole('button', { name: 'Verify all examples at once' }).click();
    await page.getByText(`${index.length} files`, { exact: false }).first().waitFor();
    await page.locator('[data-filter=WAITING]').waitFor({ state: 'detached' });
    await eventually(() => page.locator('[data-filter=FAILED]').count()).toBe(1);
    await visit.leave();
  });
});
