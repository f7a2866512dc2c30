/** What the tests of the administration ask the server directly, beside the console. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { api } from '@touchstone/core/api/api.ts';
import { type Client, createClient } from '@touchstone/core/api/client.ts';
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { PATIENCE_MS, type Site } from '../fixtures.ts';

/** A client with an API key, or with the administrator's token. */
export function clientOf(site: Site, token = site.server.adminToken): Client<typeof api> {
  return createClient(api, { baseUrl: site.api, token, fetch, timeoutMs: PATIENCE_MS });
}

/** Clicks a button that saves a file, or a verb under "More", and answers its name and text. */
export async function saved(page: Page, verb: string): Promise<{ readonly name: string; readonly text: string }> {
  const download = page.waitForEvent('download');
  const button = page.getByRole('button', { name: verb, exact: true });
  const more = page.getByRole('button', { name: 'More', exact: true });
  await button.or(more).first().waitFor();
  if (await button.isVisible()) await button.click();
  else {
    await more.last().click();
    await page.getByRole('menuitem', { name: verb, exact: true }).click();
  }
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

/** Does what stands under "More" of a page. */
export async function more(page: Page, verb: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).first().click();
  await page.getByRole('menuitem', { name: verb, exact: true }).click();
}

/** Presses a button that copies, and answers what it has put on the clipboard. */
export async function copiedBy(button: Locator): Promise<string> {
  const page = button.page();
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  const before = `nothing was copied, ${randomUUID()}`;
  await page.evaluate((text) => navigator.clipboard.writeText(text), before);
  await button.click();
  await eventually(read).not.toBe(before);
  return read();
}

/** Opens a `Select` by its label, or a filter of a list, and chooses an option. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  const select = page.locator(`button[aria-haspopup=listbox][aria-label="${label}"]`);
  const filter = page.getByRole('button', { name: 'Filter', exact: true });
  await select.or(filter).first().waitFor();
  if (await select.isVisible()) {
    await select.click();
    await page.getByRole('option', { name: option, exact: true }).click();
    return;
  }
  await filter.click();
  await page.getByRole('menuitem', { name: new RegExp(`^${label}`) }).click();
  await page.getByRole('menuitemradio', { name: option, exact: true }).click();
  await page.getByRole('menu').first().waitFor({ state: 'detached' });
}

/** The ids of rows of a grid, from top to bottom as they are drawn. */
export async function rowIds(page: Page, grid: string): Promise<readonly string[]> {
  const rows = page.getByRole('grid', { name: grid }).locator('[data-id]');
  const found = await rows.evaluateAll((elements) =>
    elements.map((element) => ({
      id: element.getAttribute('data-id') ?? '',
      top: element.getBoundingClientRect().top,
    })),
  );
  return found.sort((a, b) => a.top - b.top).map(({ id }) => id);
}

/** The text of the secret that the dialog shows, revealed by its button. */
export async function revealedKey(page: Page): Promise<string> {
  const dialog = page.getByRole('alertdialog', { name: 'Store the new API key now' });
  await dialog.getByRole('button', { name: /^Show API key/ }).click();
  return (await dialog.getByText(/^svc_live_/).innerText()).trim();
}

/** Holds what a page asks for at these addresses until the function that it returns is called. */
export async function hold(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Reads until what is expected of it holds, with the patience of a busy machine; `what` stands in the message if it never does. */
export function eventually<T>(read: () => T | Promise<T>, what?: string): ReturnType<typeof expect.poll<T>> {
  return expect.poll(read, { timeout: PATIENCE_MS, ...(what === undefined ? {} : { message: what }) });
}
