/** What a person does on the Verify page, for the tests of it. */
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { Locator, Page } from 'playwright';

export interface TestFile {
  readonly name: string;
  readonly text: string;
}

/** Waits until the page takes what is dragged over it: that it is seen does not say so yet. */
export async function waitForDropTarget(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([], 'dragged'));
    const over = new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer });
    const isTaken = !document.body.dispatchEvent(over);
    document.body.dispatchEvent(new DragEvent('dragleave', { bubbles: true }));
    return isTaken;
  });
}

/** Drops files on the window, as the desktop does. */
export async function drop(page: Page, files: readonly TestFile[]): Promise<void> {
  await waitForDropTarget(page);
  await page.evaluate((dropped) => {
    const data = new DataTransfer();
    for (const { name, text } of dropped) data.items.add(new File([text], name));
    const target = document.querySelector('main') ?? document.body;
    target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }));
  }, files);
}

/** Pastes a text where no field has the focus. */
export async function paste(page: Page, text: string): Promise<void> {
  await waitForDropTarget(page);
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
  }, text);
}

/** The rows of many files that are in sight, or nearly so; elements that are kept for others are hidden. */
export function fileRows(page: Page): Locator {
  return page.getByRole('grid', { name: 'Verified files' }).locator('[role=row][aria-selected]:visible');
}

/** Waits for an outcome and answers it with its code. An older one may still stand there: what is expected is polled. */
export async function outcome(page: Page): Promise<{ readonly outcome: string; readonly code: string }> {
  return page.locator('[data-outcome]').evaluate((banner) => ({
    outcome: banner.getAttribute('data-outcome') ?? '',
    code: banner.querySelector('[data-testid=code]')?.textContent ?? '',
  }));
}

/**
 * Imports a dropped key set unless it is trusted already: types its fingerprint as it came from elsewhere, confirms by name.
 * What was dropped before has to be judged: what is dropped later takes its place until then.
 */
export async function trust(page: Page, keySet: KeySet): Promise<void> {
  await drop(page, [{ name: 'issuer.pqkeys.json', text: JSON.stringify(keySet) }]);
  const trusted = page.getByText('Accepted on this machine');
  // Until the page has the server's trust store, it offers to compare what is trusted already.
  if (await isPinned(page, keySet)) return trusted.waitFor();
  await page.getByRole('button', { name: 'Compare and import' }).click();
  await page.getByLabel('Fingerprint obtained elsewhere').fill(keySet.fingerprint);
  await page.getByLabel('Name of the person who compares').fill('Ada');
  await page.getByText('I obtained this fingerprint').click();
  await page.getByRole('button', { name: 'Pin this key set' }).click();
  await trusted.waitFor();
}

/** Whether the server's trust store holds a key set; of a server that has stopped, nothing comes later. */
async function isPinned(page: Page, { fingerprint }: KeySet): Promise<boolean> {
  const store = await page.evaluate(() => {
    const authorization = `Bearer ${sessionStorage.getItem('touchstone.session')}`;
    return fetch('/api/v1/admin/trust-store', { headers: { authorization } }).then(
      (answer) => answer.text(),
      () => '',
    );
  });
  return store.includes(fingerprint);
}

/** Changes one character of a text at a place that is found by its surroundings. */
export function changeAfter(text: string, before: string, characters = 1): string {
  const at = text.indexOf(before) + before.length + characters - 1;
  if (at < before.length) throw new Error(`${before} is not in the text`);
  const changed = text.charAt(at) === 'a' ? 'b' : 'a';
  return text.slice(0, at) + changed + text.slice(at + 1);
}
