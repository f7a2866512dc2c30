import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, go, openSite, pressIn, type Site, whenLoaded } from '../fixtures.ts';
import { eventually, more } from './admin-steps.ts';
import { compareByEye, pasteKeySet } from './trust-steps.ts';

/** The colour that the person sees at a place of the window: red, green and blue, 0 to 255. */
async function colourAt(page: Page, x: number, y: number): Promise<readonly number[]> {
  const png = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
  return page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: 'image/png' }));
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.drawImage(bitmap, 0, 0);
      return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
    },
    [...png],
  );
}

/** The largest difference of one component. */
function distance(one: readonly number[], other: readonly number[]): number {
  return Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? 0))));
}

/** Puts a desktop shell into the page, whose start tokens come from the server under test. */
function asDesktop(site: Site, saved: string[] = []): (page: Page) => Promise<void> {
  return async (page) => {
    await page.exposeFunction('makeStartToken', () => site.server.newStartToken());
    await page.exposeFunction('recordSaved', (name: string) => saved.push(name));
    await page.addInitScript(() => {
      let pending: unknown = { files: [], refused: [] };
      const listeners = new Set<() => void>();
      const settings = { theme: 'dark', shareOnThisMachine: false, sharePort: 7433 };
      const call = (name: string, ...args: unknown[]): unknown => Reflect.get(globalThis, name)(...args);
      Reflect.set(globalThis, 'touchstone', {
        capabilities: {
          openDialog: true,
          saveDialog: true,
          printToPdf: true,
          openedFiles: true,
          updateFromFile: false,
        },
        about: async () => ({
          name: 'Touchstone',
          version: '0.1.0',
          platform: 'linux',
          arch: 'x64',
          electron: '41.0.0',
          packaged: true,
          dataDir: '/home/ada/touchstone-data',
          keychain: true,
        }),
        openFiles: async () => ({ files: [], refused: [] }),
        takeOpenedFiles: async () => {
          const taken = pending;
          pending = { files: [], refused: [] };
          return taken;
        },
        onFilesOpened: (listener: () => void) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        onDesktopLocked: () => () => undefined,
        saveFile: async (name: string) => {
          await call('recordSaved', name);
          return true;
        },
        printToPdf: async () => {
          throw new Error('no space');
        },
        startToken: async () => call('makeStartToken'),
        copySecret: async () => {},
        secretCleared: async () => 'cleared',
        readSettings: async () => ({ ...settings }),
        writeSettings: async (change: object) => ({ ...Object.assign(settings, change) }),
        verifyUpdate: async () => ({ outcome: 'cancelled' }),
      });
      Reflect.set(globalThis, 'handOver', (files: unknown) => {
        pending = files;
        for (const listener of listeners) listener();
      });
    });
  };
}

describe.skipIf(CHROMIUM === null)('the frame in the desktop window', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ hasScrollbars: true });
  });
  afterAll(async () => {
    await site.close();
  });

  it('signs in by itself, and again when the server does not know the session any more', async () => {
    const visit = await site.visit({ signIn: false, prepare: asDesktop(site), expectedErrors: [/401/] });
    const { page } = visit;
    await page.waitForFunction(() => sessionStorage.getItem('touchstone.session') !== null);
    await page.evaluate(() => sessionStorage.setItem('touchstone.session', 'ab'.repeat(32)));
    await go(page, '/artifacts');
    await page.getByText('No artifacts yet').waitFor();
    await eventually(() => page.evaluate(() => sessionStorage.getItem('touchstone.session'))).not.toBe('ab'.repeat(32));
    await visit.leave();
  });

  it('opens files that are handed over on the Verify page, and says which were refused', async () => {
    const visit = await site.visit({ path: '/settings', prepare: asDesktop(site) });
    const { page } = visit;
    const text = await readFile(join(import.meta.dirname, '../../examples/broken-hash.pqv.json'), 'utf8');
    const handOver = (name: string, refused: readonly object[] = []) =>
      page.evaluate(
        (given) => {
          const bytes = new TextEncoder().encode(given.text);
          const take: unknown = Reflect.get(globalThis, 'handOver');
          if (typeof take !== 'function') throw new Error('no shell');
          take({ files: [{ name: given.name, bytes }], refused: given.refused });
        },
        { name, text, refused },
      );
    await handOver('opened.pqv.json', [{ name: 'huge.pqv.json', reason: 'larger than 64 MiB' }]);
    await page.getByRole('heading', { level: 1, name: 'opened.pqv.json' }).waitFor();
    await page.locator('main').getByText('Failed', { exact: true }).first().waitFor();
    const notice = page.getByRole('alert').filter({ hasText: '1 file was not opened' });
    await notice.getByText('huge.pqv.json: larger than 64 MiB').waitFor();
    await notice.getByRole('button', { name: 'Close' }).click();
    await notice.waitFor({ state: 'detached' });

    // R20: shares of a ceremony do not go without a question.
    await go(page, '/keys?tab=ceremony');
    await page.getByRole('button', { name: 'Begin a ceremony' }).click();
    await page.getByLabel('Name', { exact: true }).fill('held');
    await page.getByRole('button', { name: 'Create and split the key' }).click();
    const share = page.getByText('Share of participant 1 is hidden');
    await share.waitFor();
    const question = page.getByRole('alertdialog', { name: 'Leave this page?' });
    await handOver('second.pqv.json');
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    await share.waitFor();
    await handOver('third.pqv.json');
    await question.getByRole('button', { name: 'Leave and lose it' }).click();
    await page.getByRole('heading', { level: 1, name: 'third.pqv.json' }).waitFor();
    await visit.leave();
  });

  it('takes the theme of the shell over, shows its settings, saves by it and says when that fails', async () => {
    const saved: string[] = [];
    const visit = await site.visit({ path: '/settings', prepare: asDesktop(site, saved) });
    const { page } = visit;
    await eventually(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    const show = (name: string) => page.getByRole('link', { name, exact: true }).click();
    await show('Data folder');
    await page.getByText('/home/ada/touchstone-data').waitFor();
    await show('About');
    await page.getByText('Open files by double click and from the menu: yes').waitFor();
    await page.getByText('Verify an update file: no').waitFor();
    await page.getByText('Server secrets protected by the keychain of the operating system: yes').waitFor();
    await show('Programs');
    await page.getByText('Listen on 127.0.0.1 for programs of this machine').click();
    const port = page.getByLabel('Port (1024 to 65535)');
    await port.fill('80');
    await eventually(() => page.getByRole('button', { name: 'Save port' }).isDisabled()).toBe(true);
    await port.fill('7500');
    await page.getByRole('button', { name: 'Save port' }).click();
    const settings = () => page.evaluate(() => Reflect.get(globalThis, 'touchstone').readSettings());
    await eventually(settings).toEqual({ theme: 'dark', shareOnThisMachine: true, sharePort: 7500 });

    await page.keyboard.press('Control+k');
    await page.getByRole('menuitem', { name: /Save this page as PDF/ }).click();
    await page.getByRole('alert').getByText('The page was not printed').waitFor();

    await go(page, '/trust');
    await pasteKeySet(page);
    await compareByEye(page);
    await more(page, 'Export the trust store');
    await eventually(() => saved).toEqual(['trust-store.json']);
    await visit.leave();
  });

  it('covers the whole window with a dialog and shifts nothing', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const visit = await site.visit({ path: '/settings', colorScheme });
      const { page } = visit;
      const places = () =>
        page.evaluate(() =>
          ['main', 'footer', 'h1'].map((name) => {
            const box = document.querySelector(name)?.getBoundingClientRect();
            return [box?.left, box?.right, box?.top];
          }),
        );
      await whenLoaded(page);
      // A page that waited long for them is drawn without them at first.
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const room = await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth);
      expect(room).toBeGreaterThan(0);
      const before = await places();
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
      expect(await places()).toEqual(before);
      const beside = await colourAt(page, 1400 - room + 5, 300);
      const covered = await colourAt(page, 1400 - room - 10, 300);
      expect(distance(beside, covered), `${colorScheme}: ${beside} and ${covered}`).toBeLessThanOrEqual(1);
      await pressIn(page.getByRole('dialog'), 'Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const free = await colourAt(page, 1400 - room - 10, 300);
      expect(distance(free, covered), `${colorScheme}: ${free} and ${covered}`).toBeGreaterThan(5);
      await visit.leave();
    }
  });
});
