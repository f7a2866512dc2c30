import type { Page } from 'playwright';

/** The folder that keeps screens to be looked at; nowhere unless stated. */
const FOLDER = process.env.TOUCHSTONE_SHOTS;

/** Keeps the whole page as `<name>.png` where a folder is stated. */
export async function shot(page: Page, name: string): Promise<void> {
  if (FOLDER !== undefined) await page.screenshot({ path: `${FOLDER}/${name}.png`, fullPage: true });
}
