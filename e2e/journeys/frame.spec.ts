import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type KeySet, publicJwk, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, go, hasSidewaysScroll, openSite, type Site } from '../fixtures.ts';

const PAGES = ['Verify', 'Trust', 'Artifacts', 'API explorer', 'Settings'] as const;
const PATHS = ['/verify', '/trust', '/artifacts', '/api-explorer', '/settings'] as const;

function testKeySet(id: string, fill: number): KeySet {
  return sealKeySet({
    keyset_id: id,
    issuer: 'Frame test',
    principal: 'frame@example.com',
    use: 'artifact',
    serial: 1,
    not_before: '2026-01-01T00:00:00.000Z',
    not_after: '2036-01-01T00:00:00.000Z',
    keys: [publicJwk('Ed25519', new Uint8Array(32).fill(fill))],
  });
}

const KEY_SET = testKeySet('frame-test-1', 7);
const SECOND_KEY_SET = testKeySet('frame-test-2', 8);

async function focusedText(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
}

/** Pastes a key set into the import dialog of the Trust page. */
async function pasteKeySet(page: Page, keySet = KEY_SET): Promise<void> {
  await page.getByRole('button', { name: 'Import a key set' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import a key set' });
  await dialog.getByLabel('Or paste its text').fill(JSON.stringify(keySet));
  await dialog.getByRole('button', { name: 'Read the text' }).click();
}

async function compareByEye(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Import a key set' });
  const confirm = dialog.getByRole('button', { name: 'Trust this key set' });
  await dialog.getByText('Compare by eye or ear').click();
  await dialog.getByLabel('Name of the person who compares').fill('Ada Example');
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByText('I compared all 64 characters').click();
  await confirm.click();
}

describe.skipIf(CHROMIUM === null)('the frame', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(async () => {
    await site.close();
  });

  it('takes the start token out of the address and signs in once', async () => {
    const token = site.server.newStartToken();
    const visit = await site.visit({ signIn: false });
    const { page } = visit;
    await page.goto(`${site.origin}/#/start/${token}`);
    await page.reload();
    await page.waitForFunction(() => sessionStorage.getItem('touchstone.session') !== null);
    expect(page.url()).not.toContain(token);
    expect(await page.evaluate(() => history.length)).toBeLessThan(4);
    await visit.leave();

    const second = await site.visit({ signIn: false, expectedErrors: [/401/] });
    await second.page.goto(`${site.origin}/#/start/${token}`);
    await second.page.reload();
    await second.page.getByRole('alert').getByText('could not sign in').waitFor();
    expect(await second.page.evaluate(() => sessionStorage.getItem('touchstone.session'))).toBeNull();
    expect(second.page.url()).not.toContain(token);
    await second.leave();
  });

  it('goes to every page: heading, title, focus, marked link', async () => {
    const visit = await site.visit();
    const { page } = visit;
    for (const title of [...PAGES.slice(1), PAGES[0]]) {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: title }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.waitForFunction((expected) => document.activeElement?.textContent === expected, title);
      expect(await page.title()).toBe(`${title} – Touchstone`);
      expect(await page.locator('h1').count()).toBe(1);
      const current = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current=page]');
      expect(await current.allTextContents()).toEqual([title]);
    }
    await go(page, '/no-such-page');
    await page.getByText('There is no page at this address').waitFor();
    await visit.leave();
  });

  it('works by keyboard alone: skip link, palette, letters, help', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : null));
    await page.keyboard.press('Tab');
    expect(await focusedText(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');

    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Find pages, actions and examples' }).waitFor();
    await page.keyboard.type('trust');
    // The first that is found has the focus already.
    await page.locator('[role=menuitem][data-focused]', { hasText: 'Key sets that this machine believes' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Trust' }).waitFor();

    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();

    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    // Switched off, single letters do nothing; the palette still opens.
    await page.getByText('Shortcuts of single characters').click();
    await page.locator('h1').focus();
    await page.keyboard.press('g');
    await page.keyboard.press('v');
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.title()).toBe('Settings – Touchstone');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await visit.leave();
  });

  it('keeps theme, density and a narrow navigation over a reload', async () => {
    const visit = await site.visit({ path: '/settings' });
    const { page } = visit;
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await background();
    await page.getByRole('button', { name: 'Theme: As the system' }).click();
    await page.getByRole('menuitem', { name: 'Dark' }).click();
    await page.getByRole('button', { name: 'Narrow the navigation' }).click();
    await page.getByRole('button', { name: 'Density' }).click();
    await page.getByRole('option', { name: 'Compact' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Widen the navigation' }).waitFor();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(await page.locator('html').getAttribute('data-density')).toBe('compact');
    expect(await background()).not.toBe(light);
    await visit.leave();
  });

  it('never scrolls sideways: 360 px, and 200 % zoom of a 1,280 px window', async () => {
    for (const width of [360, 640]) {
      const visit = await site.visit({ width, height: 700 });
      for (const path of PATHS) {
        await go(visit.page, path);
        await visit.page.waitForLoadState('networkidle');
        expect(await hasSidewaysScroll(visit.page), `${path} at ${width}`).toBe(false);
      }
      await visit.page.getByRole('button', { name: 'Open the navigation' }).click();
      await visit.page.getByRole('dialog', { name: 'Navigation' }).getByRole('link', { name: 'Trust' }).click();
      await visit.page.getByRole('heading', { level: 1, name: 'Trust' }).waitFor();
      expect(await visit.page.getByRole('dialog').count()).toBe(0);
      await visit.leave();
    }
  });

  it('shifts nothing while it loads', async () => {
    const visit = await site.visit();
    await visit.page.reload();
    await visit.page.waitForLoadState('networkidle');
    const shift = await visit.page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += Number(Reflect.get(entry, 'value'));
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(sum), 500);
        }),
    );
    expect(shift).toBeLessThan(0.01);
    await visit.leave();
  });

  it('pins a key set only after its fingerprint was compared, and tells the server', async () => {
    const visit = await site.visit({ path: '/trust' });
    const { page } = visit;
    await pasteKeySet(page);
    const dialog = page.getByRole('dialog', { name: 'Import a key set' });
    const confirm = dialog.getByRole('button', { name: 'Trust this key set' });
    const given = dialog.getByLabel('Fingerprint obtained elsewhere');
    await dialog.getByLabel('Name of the person who compares').fill('Ada Example');
    await dialog.getByText('I obtained this fingerprint').click();
    const wrong = `${KEY_SET.fingerprint.slice(0, 9)}${KEY_SET.fingerprint[9] === '0' ? '1' : '0'}${KEY_SET.fingerprint.slice(10)}`;
    await given.fill(wrong);
    await dialog.getByText('differs at position 10').waitFor();
    expect(await confirm.isDisabled()).toBe(true);
    await given.fill(KEY_SET.fingerprint.slice(0, 20));
    await dialog.getByText('the same so far, 20 of 64 characters').waitFor();
    expect(await confirm.isDisabled()).toBe(true);
    await given.fill(KEY_SET.fingerprint.toUpperCase().replace(/(.{8})/g, '$1 '));
    await dialog.getByText('equal', { exact: true }).waitFor();
    await confirm.click();
    await page.getByRole('article', { name: 'Key set frame-test-1' }).waitFor();
    await expect.poll(async () => readTrustFile(site)).toContain(KEY_SET.fingerprint);
    expect(await readTrustFile(site)).toContain('Ada Example');
    await visit.leave();
  });

  it('keeps a change of a window without a session, tells other windows, and sends it after signing in', async () => {
    const visit = await site.visit({ path: '/trust', signIn: false, expectedErrors: [/401/] });
    const { page } = visit;
    const other = await page.context().newPage();
    await other.goto(`${site.origin}/#/trust`);
    await other.getByText('No key set is trusted yet').waitFor();
    await pasteKeySet(page, SECOND_KEY_SET);
    await compareByEye(page);
    await other.getByRole('article', { name: 'Key set frame-test-2' }).waitFor();
    await page.getByText('1 trust change waits for the server').waitFor();
    expect(await readTrustFile(site)).not.toContain(SECOND_KEY_SET.fingerprint);
    await page.goto(`${site.origin}/#/start/${site.server.newStartToken()}`);
    await page.reload();
    await expect.poll(async () => readTrustFile(site)).toContain(SECOND_KEY_SET.fingerprint);
    await page.getByText('1 trust change waits for the server').waitFor({ state: 'detached' });
    await visit.leave();
  });

  it('refuses what is no key set and says where', async () => {
    const visit = await site.visit({ path: '/trust?import=true' });
    const dialog = visit.page.getByRole('dialog', { name: 'Import a key set' });
    await dialog.getByLabel('Or paste its text').fill(JSON.stringify({ ...KEY_SET, serial: 2 }));
    await dialog.getByRole('button', { name: 'Read the text' }).click();
    await dialog.getByText('This is not a usable key set').waitFor();
    await dialog.getByText('The stated fingerprint is not the recomputed one').waitFor();
    await visit.leave();
  });

  it('revokes a key for good, after its name was typed', async () => {
    const visit = await site.visit({ path: '/trust' });
    const { page } = visit;
    const set = page.getByRole('article', { name: 'Key set frame-test-1' });
    await set.getByRole('button', { name: 'Its key' }).click();
    await set.getByRole('button', { name: 'Revoke' }).click();
    const dialog = page.getByRole('alertdialog');
    const confirm = dialog.getByRole('button', { name: 'Revoke for good' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel('Type frame-test-1/Ed25519 to confirm').fill('frame-test-1/Ed25519');
    await confirm.click();
    await page.getByRole('tab', { name: 'Revoked keys (1)' }).waitFor();
    await expect.poll(async () => readTrustFile(site)).toContain('revoked_at');
    await visit.leave();
  });

  it('imports an exported trust store: sets one by one, revocations after one list', async () => {
    const visit = await site.visit({ path: '/trust' });
    const { page } = visit;
    const set = testKeySet('frame-test-imported', 9);
    const thumbprint = 'A'.repeat(43);
    const at = '2026-02-01T00:00:00.000Z';
    const store = {
      version: 1,
      key_sets: [{ key_set: set, pinned_at: at, pinned_by: 'Someone else', source: 'elsewhere' }],
      revocations: [{ thumbprint, revoked_at: at, reason: 'The device was lost' }],
    };
    const choose = async (text: string) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Import a trust store' }).click();
      const file = { name: 'trust-store.json', mimeType: 'application/json', buffer: Buffer.from(text) };
      await (await chooser).setFiles(file);
    };
    await choose(JSON.stringify(store).replace('Frame test', 'Frame best'));
    await page.getByText('This is not a usable trust store').waitFor();

    await choose(JSON.stringify(store));
    await page.getByText('Nothing of this file is trusted yet.').waitFor();
    expect(await page.getByRole('article', { name: 'Key set frame-test-imported' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Compare frame-test-imported' }).click();
    await compareByEye(page);
    await page.getByRole('article', { name: 'Key set frame-test-imported' }).waitFor();
    expect(await readTrustFile(site)).not.toContain(thumbprint);

    await page.getByRole('button', { name: 'Take over 1 revocation' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Take over revocations' });
    await dialog.getByText('The device was lost').waitFor();
    await dialog.getByRole('button', { name: 'Revoke for good' }).click();
    await page.getByText('Everything in this file is here already.').waitFor();
    await expect.poll(async () => readTrustFile(site)).toContain(thumbprint);
    expect(await readTrustFile(site)).toContain('Ada Example');
    expect(await readTrustFile(site)).not.toContain('Someone else');
    await visit.leave();
  });

  it('opens an example from the palette', async () => {
    const visit = await site.visit({ path: '/settings' });
    const { page } = visit;
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Find pages, actions and examples' });
    await palette.waitFor();
    await page.keyboard.type('broken-hash');
    await palette.getByRole('menuitem', { name: /broken-hash/ }).waitFor();
    expect(await palette.getByRole('menuitem').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Verify' }).waitFor();
    await page.locator('main').getByText('broken-hash.pqv.json').first().waitFor();
    await page.locator('main').getByText('Failed', { exact: true }).first().waitFor();

    await page.keyboard.press('Control+k');
    await palette.waitFor();
    await page.keyboard.type('no example of this name');
    await palette.getByText('Nothing has this name.').waitFor();
    await visit.leave();
  });

  it('lists an artifact that was made in the API explorer', async () => {
    const visit = await site.visit({ path: '/api-explorer?operation=artifacts.artifacts.create' });
    const { page } = visit;
    await page.getByRole('button', { name: 'Send POST' }).click();
    await page.getByText(/^Status 20[01]$/).waitFor();
    await go(page, '/artifacts');
    await page.getByRole('rowheader', { name: /^pqv-/ }).waitFor();
    await page.getByRole('button', { name: /^Verify pqv-/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Verify' }).waitFor();
    await visit.leave();
  });
});

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
          keychain: false,
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
        saveFile: async (name: string) => {
          await call('recordSaved', name);
          return true;
        },
        printToPdf: async () => {
          throw new Error('no space');
        },
        startToken: async () => call('makeStartToken'),
        serverState: async () => 'ready',
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
    await page.getByText('No artifact has been issued here').waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('touchstone.session'))).not.toBe('ab'.repeat(32));
    await visit.leave();
  });

  it('opens files that are handed over on the Verify page, and says which were refused', async () => {
    const visit = await site.visit({ path: '/settings', prepare: asDesktop(site) });
    const { page } = visit;
    const text = await readFile(join(import.meta.dirname, '../../examples/broken-hash.pqv.json'), 'utf8');
    await page.evaluate((content) => {
      const bytes = new TextEncoder().encode(content);
      const handOver: unknown = Reflect.get(globalThis, 'handOver');
      if (typeof handOver !== 'function') throw new Error('no shell');
      handOver({
        files: [{ name: 'opened.pqv.json', bytes }],
        refused: [{ name: 'huge.pqv.json', reason: 'larger than 64 MiB' }],
      });
    }, text);
    await page.getByRole('heading', { level: 1, name: 'Verify' }).waitFor();
    await page.locator('main').getByText('opened.pqv.json').first().waitFor();
    await page.locator('main').getByText('Failed', { exact: true }).first().waitFor();
    const notice = page.getByRole('alert').filter({ hasText: 'A file was not opened' });
    await notice.getByText('huge.pqv.json: larger than 64 MiB').waitFor();
    await notice.getByRole('button', { name: 'Close' }).click();
    await notice.waitFor({ state: 'detached' });
    await visit.leave();
  });

  it('takes the theme of the shell over, shows its settings, saves by it and says when that fails', async () => {
    const saved: string[] = [];
    const visit = await site.visit({ path: '/settings', prepare: asDesktop(site, saved) });
    const { page } = visit;
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.getByText('/home/ada/touchstone-data').waitFor();
    await page.getByText('Open files by double click and from the menu: yes').waitFor();
    await page.getByText('Verify an update file: no').waitFor();
    await page.getByText('Listen on 127.0.0.1 for programs of this machine').click();
    const port = page.getByLabel('Port (1024 to 65535)');
    await port.fill('80');
    expect(await page.getByRole('button', { name: 'Keep the port' }).isDisabled()).toBe(true);
    await port.fill('7500');
    await page.getByRole('button', { name: 'Keep the port' }).click();
    const settings = await page.evaluate(() => Reflect.get(globalThis, 'touchstone').readSettings());
    expect(settings).toEqual({ theme: 'dark', shareOnThisMachine: true, sharePort: 7500 });

    await page.keyboard.press('Control+k');
    await page.getByRole('menuitem', { name: /Save this page as PDF/ }).click();
    await page.getByRole('alert').getByText('The page was not printed').waitFor();

    await go(page, '/trust');
    await pasteKeySet(page);
    await compareByEye(page);
    await page.getByRole('button', { name: 'Export' }).first().click();
    await expect.poll(() => saved).toEqual(['trust-store.json']);
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
      const room = await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth);
      expect(room).toBeGreaterThan(0);
      const before = await places();
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
      expect(await places()).toEqual(before);
      const beside = await colourAt(page, 1400 - room + 5, 300);
      const covered = await colourAt(page, 1400 - room - 10, 300);
      expect(distance(beside, covered), `${colorScheme}: ${beside} and ${covered}`).toBeLessThanOrEqual(1);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const free = await colourAt(page, 1400 - room - 10, 300);
      expect(distance(free, covered), `${colorScheme}: ${free} and ${covered}`).toBeGreaterThan(5);
      await visit.leave();
    }
  });
});

describe.skipIf(CHROMIUM === null)('the frame with the server stopped', () => {
  it('opens every page, and keeps a trust change until the server is back', async () => {
    const site = await openSite();
    try {
      const visit = await site.visit({ expectedErrors: [/ERR_CONNECTION_REFUSED/] });
      const { page } = visit;
      await page.waitForLoadState('networkidle');
      await site.stopServer();
      for (const path of PATHS) {
        await go(page, path);
        expect(await page.getByText('This page cannot be shown').count(), path).toBe(0);
      }
      await go(page, '/artifacts');
      await page.getByText('The library is out of reach').waitFor();
      await page.getByText('Server stopped. Verification works without it.').waitFor({ timeout: 20_000 });
      await go(page, '/trust');
      await pasteKeySet(page);
      await compareByEye(page);
      await page.getByRole('article', { name: 'Key set frame-test-1' }).waitFor();
      await page.getByText('1 trust change waits for the server').waitFor();
      await visit.leave();
    } finally {
      await site.close();
    }
  });
});

/** The server's `trust-store.json`; empty where it has none yet. */
async function readTrustFile(site: Site): Promise<string> {
  return readFile(join(site.dataDir, 'trust-store.json'), 'utf8').catch(() => '');
}
