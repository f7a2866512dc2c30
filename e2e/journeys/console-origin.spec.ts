import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@touchstone/server/main.ts';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { CAN_BE_ANOTHER, type Squatter, squat } from '../../server/test/squat.ts';
import { CHROMIUM, CONSOLE_DIR, openSite, stateOf } from '../fixtures.ts';
import { eventually } from './admin-steps.ts';

const FLAGS = ['--no-sandbox', '--disable-gpu'];

async function withServer<T>(
  dataDir: string,
  port: number,
  use: (origin: string, openPage: string) => Promise<T>,
): Promise<T> {
  const server = await serve({
    port,
    dataDir,
    consoleDir: CONSOLE_DIR,
    signals: false,
    logLevel: 'error',
    print: () => undefined,
  });
  try {
    return await use(String(server.consoleUrl), String(server.openPage));
  } finally {
    await server.close();
  }
}

/** Opens the page that the server has laid out, as a person does. */
async function openedFrom(context: BrowserContext, openPage: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`file://${openPage}`);
  await page.waitForFunction(() => sessionStorage.getItem('touchstone.session') !== null);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

describe.skipIf(CHROMIUM === null || !CAN_BE_ANOTHER)('security HIGH-1 in the browser', () => {
  it('what another user leaves on the port reaches no later console, and gets nothing of an earlier one', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'touchstone-origin-'));
    const browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: FLAGS });
    const squatters: Squatter[] = [];
    try {
      const context = await browser.newContext();
      const {
        origin: first,
        token,
        left,
      } = await withServer(dataDir, 0, async (origin, openPage) => {
        const page = await openedFrom(context, openPage);
        await page.getByRole('button', { name: /^Theme/ }).click();
        await page.getByRole('menuitem', { name: 'Dark' }).click();
        await eventually(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
        await eventually(async () => (await stateOf(page)).preferences).toContain('"theme":"dark"');
        // Nothing of worth stands in the origin's storage: the token, which ends with the server, and nothing else.
        const stored = await page.evaluate(async () => ({
          local: Object.keys(localStorage),
          session: Object.keys(sessionStorage),
          databases: (await indexedDB.databases()).length,
          caches: (await caches.keys()).length,
        }));
        expect(stored).toEqual({ local: [], session: ['touchstone.session'], databases: 0, caches: 0 });
        const token = await page.evaluate(() => sessionStorage.getItem('touchstone.session'));
        return { origin, token: String(token), left: page };
      });

      const port = Number(new URL(first).port);

      // The server is down: the other user takes both addresses, and the person comes by every name.
      squatters.push(await squat('127.0.0.1', port), await squat('::1', port));
      expect(squatters.map(({ refused }) => refused)).toEqual([null, null]);
      // The page that is still open is loaded anew: what is taken from it ended with the server.
      await left.reload();
      await eventually(() => squatters.map((one) => one.got()).join()).toContain(encodeURIComponent(token));
      const folderName = new URL(first).host.split('.').slice(1).join('.');
      for (const address of [
        `http://localhost:${port}`,
        `http://127.0.0.1:${port}`,
        `http://${folderName}`,
        `http://x.${folderName}`,
      ]) {
        const page = await context.newPage();
        await page.goto(`${address}/`);
        await eventually(() => page.title()).toBe('settled');
        await page.close();
      }
      await left.close();
      for (const squatter of squatters) await squatter.stop();

      await withServer(dataDir, port, async (origin, openPage) => {
        expect(origin).not.toBe(first);
        const before = await readFile(openPage, 'utf8');
        const page = await openedFrom(context, openPage);
        expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
        expect(await page.evaluate(() => localStorage.getItem('left'))).toBeNull();
        expect(page.url().startsWith(`${origin}/`)).toBe(true);
        // What the console keeps is there again.
        await eventually(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
        const got = squatters.map((one) => one.got()).join('\n');
        expect(got).not.toContain(/#\/start\/([0-9a-f]{64})/.exec(before)?.[1] ?? 'no token');
        const refused = await fetch(`http://127.0.0.1:${port}/api/v1/admin/accounts`, {
          headers: { authorization: `Bearer ${token}` },
        });
        expect(refused.status).toBe(401);
        // The worker that was left at localhost goes on there, and can do nothing with the server.
        const squatted = await context.newPage();
        await squatted.goto(`http://localhost:${port}/`);
        expect(await squatted.title()).toBe('squatted');
        const tried = await squatted.evaluate(async (console) => {
          const ask = (url: string, init?: RequestInit) =>
            fetch(url, init).then(
              (answer) => answer.status,
              () => 'failed',
            );
          return {
            console: await ask(`${console}/health`),
            consoleUnread: await ask(`${console}/api/v1/console/session`, {
              mode: 'no-cors',
              method: 'POST',
              body: '{}',
            }),
          };
        }, origin);
        expect(tried.console).toBe('failed');
        expect([0, 'failed']).toContain(tried.consoleUnread);
      });
    } finally {
      await browser.close();
      for (const squatter of squatters) await squatter.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

describe.skipIf(CHROMIUM === null)('signing out', () => {
  it('12.28: ends the session on the server, and nothing that was shown stays', async () => {
    const site = await openSite();
    try {
      const visit = await site.visit({ path: '/accounts', expectedErrors: [/401/] });
      const { page } = visit;
      await page.getByRole('gridcell').first().waitFor();
      const token = await page.evaluate(() => sessionStorage.getItem('touchstone.session'));
      const asks = () =>
        fetch(`${site.server.url}/api/v1/admin/accounts`, { headers: { authorization: `Bearer ${token}` } });
      expect((await asks()).status).toBe(200);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { level: 1, name: 'Verify' }).waitFor();
      await eventually(async () => (await asks()).status).toBe(401);
      expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
      await eventually(() => page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
      await visit.leave();
    } finally {
      await site.close();
    }
  });
});
