import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, CONSOLE_DIR, hasSidewaysScroll, openSite, type Site } from '../fixtures.ts';
import { eventually, saved } from './admin-steps.ts';
import { CLAIM, type MadeArtifacts, makeArtifacts } from './made-artifacts.ts';
import { changeAfter, drop, fileRows, outcome, paste, trust, waitForDropTarget } from './verify-steps.ts';

describe.skipIf(CHROMIUM === null)('the Verify page', () => {
  let site: Site;
  let made: MadeArtifacts;
  let folder: string;

  beforeAll(async () => {
    [site, made] = await Promise.all([openSite(), makeArtifacts()]);
    folder = await mkdtemp(join(tmpdir(), 'touchstone-verify-'));
  });
  afterAll(async () => {
    await site?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('an untrusted signer is not invalid; importing its key set concludes the open result', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await drop(page, [{ name: 'release.pqv.json', text: made.signed }]);
    await eventually(() => outcome(page)).toEqual({ outcome: 'PENDING', code: 'SIGNER_NOT_TRUSTED' });
    await eventually(() => page.getByTestId('claim').innerText()).toContain('no signature that you trust');
    await eventually(() => page.getByTestId('signed-by').innerText()).toContain('Signer, stated by the file');
    await eventually(() => page.getByTestId('verdicts').innerText()).toContain('The file calls itself VERIFIED');

    await trust(page, made.keySet);
    await eventually(() => outcome(page)).toEqual({ outcome: 'VERIFIED', code: 'VERIFIED' });
    await eventually(() => page.locator('[data-outcome]').innerText()).toContain('demo keys');
    // The verdict box names who signed and when.
    await eventually(() => page.getByTestId('signed-by').innerText()).toMatch(
      /Signed by\s+\S.*edition 1 · pinned\s+Signing time\s+\d/s,
    );
    await eventually(() => page.getByTestId('claim').innerText()).toContain(CLAIM);
    await eventually(() => page.locator('[data-slot][data-status=valid]').count()).toBe(3);
    await visit.leave();
  });

  test('a changed byte fails with the reason, and what rests on it is not shown as passed', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await drop(page, [{ name: 'changed.pqv.json', text: changeAfter(made.signed, '"name": "README') }]);
    await eventually(() => outcome(page)).toEqual({ outcome: 'FAILED', code: 'HASH_MISMATCH' });
    await eventually(() => page.locator('[data-check="integrity.evidence_sha3_384"]').getAttribute('data-status')).toBe(
      'failed',
    );
    await eventually(() => page.locator('[data-check^="signature."][data-status=passed]').count()).toBe(0);
    await visit.leave();
  });

  test('a changed signature fails under the trusted set', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await drop(page, [{ name: 'changed.pqv.json', text: changeAfter(made.signed, '"falcon_1024": "', 40) }]);
    // Dropped on an empty page, the key set would take the place of the file.
    await outcome(page);
    await trust(page, made.keySet);
    await page.locator('[data-outcome=FAILED]').waitFor();
    await eventually(() => outcome(page)).toEqual({ outcome: 'FAILED', code: 'SIGNATURE_INVALID' });
    await eventually(() => page.locator('[data-slot=falcon_1024]').getAttribute('data-status')).toBe('invalid');
    await visit.leave();
  });

  test('pasted text is verified; text that is no artifact gets a sentence that helps', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await paste(page, made.unsigned);
    await eventually(() => outcome(page)).toEqual({ outcome: 'VERIFIED_PENDING_SIGNATURES', code: 'NO_SIGNATURE' });
    await paste(page, '%PDF-1.7');
    await eventually(() => outcome(page)).toEqual({ outcome: 'INPUT_ERROR', code: 'FORMAT' });
    await eventually(() => page.locator('main').innerText()).toContain('This is a PDF document.');
    await visit.leave();
  });

  test('a file over 64 MiB is refused before it is read', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await waitForDropTarget(page);
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(64 * 1024 * 1024 + 1)], 'big.pqv.json'));
      document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }));
    });
    await page.getByText('At most 67108864 bytes (64 MiB) are read').waitFor();
    await eventually(() => page.locator('[data-outcome]').count()).toBe(0);
    await visit.leave();
  });

  test('a folder of 200 files: progress, worst outcome first, filters in the address, detail and back, exports', async () => {
    await mkdir(join(folder, 'batch', 'deep'), { recursive: true });
    const changed = changeAfter(made.signed, '"name": "README');
    await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const name = join(folder, 'batch', index % 2 === 0 ? 'deep' : '', `file-${index}.pqv.json`);
        return writeFile(name, index === 150 ? changed : made.unsigned);
      }),
    );
    await writeFile(join(folder, 'batch', 'notes.txt'), 'not an artifact');
    const visit = await site.visit();
    const { page } = visit;
    // A fast machine may be done before the test looks.
    await page.evaluate(() => {
      const look = () => {
        if (document.querySelector('[role=progressbar]') !== null) document.body.dataset.showedProgress = '';
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
    });
    await page.getByLabel('Folder to verify').setInputFiles(join(folder, 'batch'));
    await page.locator('body[data-showed-progress]').waitFor();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    const summary = page.getByTestId('summary');
    await eventually(() => summary.innerText()).toMatch(/200 files.*\s+exit code 1/);
    await eventually(() => summary.innerText()).toContain('Failed');
    await eventually(() => summary.innerText()).toContain('1 left out');
    await eventually(() => fileRows(page).first().innerText()).toContain('batch/deep/file-150.pqv.json');
    await eventually(() => fileRows(page).count()).toBeLessThan(60);

    const lines = (await saved(page, 'Export CSV')).text.trim().split('\r\n');
    expect(lines).toHaveLength(201);
    expect(lines[1]).toContain('"FAILED","HASH_MISMATCH"');

    await page.locator('[data-filter=FAILED]').click();
    await page.getByText('1 of 200 files match').waitFor();
    await eventually(() => page.url()).toContain('outcome=FAILED');
    await fileRows(page).click();
    await eventually(() => outcome(page)).toEqual({ outcome: 'FAILED', code: 'HASH_MISMATCH' });
    await page.getByRole('navigation', { name: 'Way back' }).getByRole('link', { name: '200 files' }).click();
    await page.getByText('1 of 200 files match').waitFor();
    await visit.leave();
  });

  test('a batch can be cancelled; what was not verified says so', async () => {
    // The worker never gets the last file, so the batch is under way for as long as the test takes.
    const visit = await site.visit({
      prepare: async (page) => {
        await page.addInitScript(() => {
          const { postMessage } = Worker.prototype;
          Worker.prototype.postMessage = function (this: Worker, message: { readonly name?: string }) {
            if (message.name !== '399.pqv.json') postMessage.call(this, message);
          };
        });
      },
    });
    const { page } = visit;
    const files = Array.from({ length: 400 }, (_, index) => ({ name: `${index}.pqv.json`, text: made.unsigned }));
    await drop(page, files);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('[data-filter=CANCELLED]').waitFor();
    await eventually(() => page.getByRole('progressbar').count()).toBe(0);
    await visit.leave();
  });

  test('the printed report has eleven sections, and both saved forms say the same', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await drop(page, [{ name: 'release.pqv.json', text: made.unsigned }]);
    await outcome(page);
    const report = page.getByTestId('report');
    await eventually(() => report.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    await eventually(() => report.isVisible()).toBe(true);
    await eventually(() => page.locator('[data-outcome]').isVisible()).toBe(false);
    const titles = await report.locator('h2').allInnerTexts();
    expect(titles.map((title) => title.split('.')[0])).toEqual(
      Array.from({ length: 11 }, (_, index) => String(index + 1)),
    );
    await eventually(() => report.innerText()).toContain(CLAIM);
    await page.emulateMedia({ media: 'screen' });

    const reported = JSON.parse((await saved(page, 'Save report (JSON)')).text);
    expect(reported.verdict).toMatchObject({ outcome: 'VERIFIED_PENDING_SIGNATURES', code: 'NO_SIGNATURE' });
    expect(reported.identity.report_id).toMatch(/^rep_[0-9a-f]{16}$/);
    // The build that judged: what `sha256sum * | sha256sum` prints among the console's scripts and styles.
    const assets = join(CONSOLE_DIR, 'assets');
    const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
    const names = (await readdir(assets)).sort();
    const lines = await Promise.all(
      names.map(async (name) => `${sha256(await readFile(join(assets, name)))}  ${name}\n`),
    );
    expect(reported.identity.build).toBe(sha256(lines.join('')));
    const { name, text } = await saved(page, 'Save report (HTML)');
    expect(name).toBe('release.report.html');
    expect(text).toContain(reported.integrity.hash);
    expect(text).toContain(reported.identity.build);
    await visit.leave();
  });

  test('the saved page prints light where the system is dark, and its verdict stays within A4 and letter', async () => {
    const visit = await site.visit({ colorScheme: 'dark' });
    const { page } = visit;
    const name = `${'a-very-long-name-without-a-blank-'.repeat(6)}.pqv.json`;
    await drop(page, [{ name, text: made.unsigned }]);
    await outcome(page);
    const { text } = await saved(page, 'Save report (HTML)');
    const paper = await page.context().newPage();
    await paper.setContent(text);
    await paper.emulateMedia({ media: 'print', colorScheme: 'dark' });
    // 210 mm and 8.5 inches without the margins of 16 mm, in CSS pixels.
    for (const width of [673, 695]) {
      await paper.setViewportSize({ width, height: 900 });
      const box = await paper.locator('.outcome').evaluate((element) => ({
        overflow: element.scrollWidth - element.clientWidth,
        end: element.getBoundingClientRect().right,
        paper: getComputedStyle(document.body).backgroundColor,
        ink: getComputedStyle(document.body).color,
        scheme: getComputedStyle(document.documentElement).colorScheme,
      }));
      expect(box.overflow, `${width} px`).toBe(0);
      expect(box.end).toBeLessThanOrEqual(width);
      expect([box.paper, box.ink, box.scheme]).toEqual(['rgb(255, 255, 255)', 'rgb(26, 29, 33)', 'light']);
    }
    await visit.leave();
  });

  test('markup and direction controls in a file are shown as text', async () => {
    const visit = await site.visit();
    const { page } = visit;
    const hostile = made.unsigned.replace(CLAIM, '<img src=x onerror=alert(1)> paid \u202e000,1');
    await drop(page, [{ name: '<b>name</b>.pqv.json', text: hostile }]);
    await eventually(() => outcome(page)).toEqual({ outcome: 'FAILED', code: 'SUMMARY_MISMATCH' });
    const claim = page.getByTestId('claim');
    await eventually(() => claim.innerText()).toContain('<img src=x onerror=alert(1)>');
    await eventually(() => claim.innerText()).toContain('U+202E');
    await eventually(() => page.locator('main img, main b').count()).toBe(0);
    await visit.leave();
  });

  test('everything works by keyboard alone', async () => {
    const visit = await site.visit();
    const { page } = visit;
    const files = ['a', 'b', 'c'].map((name) => ({ name: `${name}.pqv.json`, text: made.unsigned }));
    await drop(page, files);
    const grid = page.getByRole('grid', { name: 'Verified files' });
    await eventually(() => fileRows(page).count()).toBe(3);
    await page.locator('[data-filter=WAITING]').waitFor({ state: 'detached' });
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await eventually(async () => (await outcome(page)).code).toBe('NO_SIGNATURE');
    await eventually(() => page.locator('main').innerText()).toContain('b.pqv.json');
    await page.getByRole('button', { name: 'The whole file' }).focus();
    await page.keyboard.press('Enter');
    const tree = page.getByRole('tree', { name: 'the whole file' });
    await tree.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight']) {
      await page.keyboard.press(key);
    }
    await tree.locator('[aria-expanded=true]').nth(1).waitFor();
    await page.getByRole('navigation', { name: 'Way back' }).getByRole('link', { name: '3 files' }).focus();
    await page.keyboard.press('Enter');
    await grid.waitFor();
    await visit.leave();
  });

  test('fits 360 px', async () => {
    const visit = await site.visit({ width: 360, height: 780 });
    const { page } = visit;
    expect(await hasSidewaysScroll(page)).toBe(false);
    await drop(page, [{ name: 'release.pqv.json', text: made.signed }]);
    await outcome(page);
    expect(await hasSidewaysScroll(page)).toBe(false);
    await visit.leave();
  });
});
