import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_NAMES } from '../../renderer/src/parts/navigation/page-names.ts';
import {
  CHROMIUM,
  CONSOLE_DIR,
  go,
  hasSidewaysScroll,
  openSite,
  pressAt,
  pressIn,
  SERVER_STOPS,
  type Site,
  stateOf,
  waitForFocus,
  whenLoaded,
} from '../fixtures.ts';
import { eventually, more } from './admin-steps.ts';
import { compareByEye, pasteKeySet } from './trust-steps.ts';

async function focusedText(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
}

/** The names of the built scripts and styles that the pages need: the console loads them ahead. */
async function filesOfPages(): Promise<readonly string[]> {
  const text = (...path: string[]) => readFile(join(CONSOLE_DIR, ...path), 'utf8');
  const first = [...(await text('index.html')).matchAll(/assets\/([\w-]+\.js)/g)].map(([, name = '']) => name);
  // Vite lists there what goes with each import.
  const lists = await Promise.all(
    first.map(async (name) => /m\.f=(\["[^\]]+\])/.exec(await text('assets', name))?.[1] ?? '[]'),
  );
  const names: readonly string[] = lists.flatMap((list) => JSON.parse(list));
  return names.map((name) => name.split('/').at(-1) ?? '');
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
    // The console is open in this tab already: only what stands after # changes.
    await page.goto(`${site.origin}/#/start/${token}`);
    await page.waitForFunction(() => sessionStorage.getItem('touchstone.session') !== null);
    await eventually(() => page.url()).not.toContain(token);
    expect(await page.evaluate(() => history.length)).toBeLessThan(4);
    await visit.leave();

    const second = await site.visit({ signIn: false, expectedErrors: [/401/] });
    await second.page.goto(`${site.origin}/#/start/${token}`);
    await second.page.getByRole('alert').getByText('could not sign in').waitFor();
    expect(await second.page.evaluate(() => sessionStorage.getItem('touchstone.session'))).toBeNull();
    await eventually(() => second.page.url()).not.toContain(token);
    await second.leave();
  });

  it('goes to every page: heading, title, focus, marked link', async () => {
    const visit = await site.visit();
    const { page } = visit;
    // Verify, where the visit begins, comes last.
    const others = PAGE_NAMES.filter(({ path }) => path !== '/verify');
    for (const { title } of [...others, { title: 'Verify' }]) {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: title }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.waitForFunction((expected) => document.activeElement?.textContent === expected, title);
      await eventually(() => page.title()).toBe(`${title} – Touchstone`);
      await eventually(() => page.locator('h1').count()).toBe(1);
      const current = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current=page]');
      await eventually(() => current.allTextContents()).toEqual([title]);
    }
    await go(page, '/no-such-page');
    await page.getByText('There is no page at this address').waitFor();
    await visit.leave();
  });

  it('security LOW-10: texts become neither markup nor scripts, and workers come from its own files', async () => {
    const { page, problems } = await site.visit();
    const tried = await page.evaluate(() => {
      const refused = (attempt: () => unknown) => {
        try {
          attempt();
          return 'allowed';
        } catch (error) {
          return error instanceof TypeError ? 'refused' : String(error);
        }
      };
      return {
        markup: refused(() => {
          document.createElement('div').innerHTML = '<b>x</b>';
        }),
        script: refused(() => {
          document.createElement('script').text = '1';
        }),
        worker: refused(() => new Worker('/v1/receipts/x')),
        policy: refused(() => Reflect.get(globalThis, 'trustedTypes').createPolicy('another', {})),
      };
    });
    expect(tried).toEqual({ markup: 'refused', script: 'refused', worker: 'refused', policy: 'refused' });
    expect(problems.join('\n')).toContain("requires 'TrustedHTML' assignment");
    // It does not leave the usual way, which fails on such problems.
    await page.context().close();
  });

  it('works by keyboard alone: skip link, palette, letters, help', async () => {
    const visit = await site.visit();
    const { page } = visit;
    await page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : null));
    await page.keyboard.press('Tab');
    await eventually(() => focusedText(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');

    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Find pages, objects and actions' });
    await waitForFocus(palette);
    await page.keyboard.type('trust');
    // The first that is found has the focus already.
    await page
      .locator('[role=menuitem][data-focused]', { hasText: 'Key sets that were compared and pinned' })
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Trust' }).waitFor();
    await palette.waitFor({ state: 'detached' });

    // The second letter has to follow the first one soon.
    const now = Date.now();
    await pressAt(page, 'g', now);
    await pressAt(page, ',', now + 200);
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();

    await page.keyboard.press('?');
    await pressIn(page.getByRole('dialog', { name: 'Keyboard shortcuts' }), 'Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    // Switched off, single letters do nothing; the palette still opens.
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Keyboard' }).click();
    await page.getByText('Shortcuts of single characters').click();
    await page.locator('h1').focus();
    await page.keyboard.press('g');
    await page.keyboard.press('v');
    await page.keyboard.press('?');
    await eventually(() => page.getByRole('dialog').count()).toBe(0);
    await eventually(() => page.title()).toBe('Settings – Touchstone');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await visit.leave();
  });

  it('keeps theme, density and a narrow navigation over a reload', async () => {
    const visit = await site.visit({ path: '/settings' });
    const { page } = visit;
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await background();
    await page.getByRole('button', { name: 'Theme: Same as system' }).click();
    await page.getByRole('menuitem', { name: 'Dark' }).click();
    await page.getByRole('button', { name: 'Narrow the navigation' }).click();
    await page.getByRole('button', { name: 'Density' }).click();
    await page.getByRole('option', { name: 'Compact' }).click();
    await eventually(() => page.locator('html').getAttribute('data-density')).toBe('compact');
    // It is drawn before the server has it.
    await eventually(async () => JSON.parse((await stateOf(page)).preferences ?? '{}').density).toBe('compact');
    await page.reload();
    await page.getByRole('button', { name: 'Widen the navigation' }).waitFor();
    await eventually(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await eventually(() => page.locator('html').getAttribute('data-density')).toBe('compact');
    await eventually(() => background()).not.toBe(light);
    await visit.leave();
  });

  it('never scrolls sideways: 360 px, and 200 % zoom of a 1,280 px window', async () => {
    for (const width of [360, 640]) {
      const visit = await site.visit({ width, height: 700 });
      for (const { path } of PAGE_NAMES) {
        await go(visit.page, path);
        await whenLoaded(visit.page);
        expect(await hasSidewaysScroll(visit.page), `${path} at ${width}`).toBe(false);
      }
      await visit.page.getByRole('button', { name: 'Open the navigation' }).click();
      await visit.page.getByRole('dialog', { name: 'Navigation' }).getByRole('link', { name: 'Trust' }).click();
      await visit.page.getByRole('heading', { level: 1, name: 'Trust' }).waitFor();
      await eventually(() => visit.page.getByRole('dialog').count()).toBe(0);
      await visit.leave();
    }
  });

  it('console M6: lists and heads of pages use the width of the window, columns of text do not', async () => {
    const visit = await site.visit({ path: '/agents', width: 2560, height: 1400 });
    const { page } = visit;
    const width = () => page.locator('main').evaluate((main) => main.getBoundingClientRect().width);
    await eventually(width).toBeGreaterThan(2300);
    expect(await hasSidewaysScroll(page)).toBe(false);
    await go(page, '/settings');
    const section = page.locator('main section').first();
    await eventually(() => section.evaluate((text) => text.getBoundingClientRect().width)).toBeLessThan(1000);
    expect(await width()).toBeGreaterThan(2300);
    await visit.leave();
  });

  it('shifts nothing while it loads', async () => {
    const visit = await site.visit({
      prepare: async (page) => {
        await page.addInitScript(() => {
          // Where its session and typefaces take long, as on a busy machine, the page is drawn without them by a timer.
          const { setTimeout } = window;
          Reflect.set(window, 'setTimeout', (run: () => void, wait = 0, ...given: []) =>
            wait < 1_000 ? setTimeout(run, wait, ...given) : 0,
          );
          let sum = 0;
          const add = (entries: PerformanceEntryList) => {
            for (const entry of entries) sum += Number(Reflect.get(entry, 'value'));
          };
          const observer = new PerformanceObserver((list) => add(list.getEntries()));
          observer.observe({ type: 'layout-shift', buffered: true });
          Reflect.set(globalThis, 'sumOfShifts', () => {
            add(observer.takeRecords());
            return sum;
          });
        });
      },
    });
    await visit.page.reload();
    await whenLoaded(visit.page);
    const shift = await visit.page.evaluate(async () => {
      // What changed last is painted with the first frame, and measured before the second.
      for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
      return Reflect.get(globalThis, 'sumOfShifts')();
    });
    expect(shift).toBeLessThan(0.01);
    await visit.leave();
  });

  it('opens an example from the palette', async () => {
    const visit = await site.visit({ path: '/settings' });
    const { page } = visit;
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Find pages, objects and actions' });
    await waitForFocus(palette);
    await page.keyboard.type('broken-hash');
    await palette.getByRole('menuitem', { name: /broken-hash/ }).waitFor();
    await eventually(() => palette.getByRole('menuitem').count()).toBe(1);
    await palette.locator('[role=menuitem][data-focused]', { hasText: 'broken-hash' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'broken-hash.pqv.json' }).waitFor();
    await page.locator('main').getByText('Failed', { exact: true }).first().waitFor();
    await palette.waitFor({ state: 'detached' });

    await page.keyboard.press('Control+k');
    await waitForFocus(palette);
    await page.keyboard.type('no example of this name');
    await palette.getByText('Nothing found').waitFor();
    await visit.leave();
  });

  it('lists an artifact that was made in the API explorer', async () => {
    const visit = await site.visit({ path: '/api-explorer?operation=artifacts.artifacts.create' });
    const { page } = visit;
    await page.getByRole('button', { name: 'Send POST' }).click();
    await page.getByText(/^Status 20[01]$/).waitFor();
    await go(page, '/artifacts');
    await page.getByRole('grid', { name: 'Artifacts' }).locator('[data-id^="pqv-"]').click();
    await page.getByRole('heading', { level: 1, name: 'Example product 1.0' }).waitFor();
    await more(page, 'Open in Verify');
    await page.getByRole('heading', { level: 1, name: /^pqv-/ }).waitFor();
    await visit.leave();
  });
});

describe.skipIf(CHROMIUM === null)('the frame with the server stopped', () => {
  it('opens every page, and keeps a trust change until the server is back', async () => {
    const site = await openSite();
    try {
      const loaded = new Set<string>();
      const visit = await site.visit({
        expectedErrors: SERVER_STOPS,
        prepare: async (window) => {
          window.on('requestfinished', (request) => loaded.add(request.url().split('/').at(-1) ?? ''));
        },
      });
      const { page } = visit;
      const files = await filesOfPages();
      expect(files.length).toBeGreaterThan(PAGE_NAMES.length);
      await eventually(() => files.filter((name) => !loaded.has(name))).toEqual([]);
      await site.stopServer();
      for (const { path } of PAGE_NAMES) {
        await go(page, path);
        await eventually(() => page.getByText('This page cannot be shown').count(), path).toBe(0);
      }
      await go(page, '/artifacts');
      await page.getByText('The artifacts could not be reached').waitFor();
      await page.getByText('Server stopped. Verification works without it.').waitFor();
      await go(page, '/trust');
      await pasteKeySet(page);
      await compareByEye(page);
      await page.getByRole('rowheader', { name: /^frame-test-1/ }).waitFor();
      await page.getByText('1 trust change waits for the server').waitFor();
      await visit.leave();
    } finally {
      await site.close();
    }
  });
});
