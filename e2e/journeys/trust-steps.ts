/** What a person does on the Trust page, for the tests of it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateKeySet } from '@touchstone/core/keys/generate.ts';
import { type KeySet, publicJwk, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import { endorseKeySet } from '@touchstone/core/keys/sign-endorsement.ts';
import { createServerSigner } from '@touchstone/server/crypto/signer.ts';
import type { Page } from 'playwright';
import type { Site } from '../fixtures.ts';
import { eventually } from './admin-steps.ts';

/** A key set of this test with one key, which is told by its fill byte. */
export function testKeySet(id: string, fill: number): KeySet {
  return sealKeySet({
    keyset_id: id,
    issuer: 'Frame test',
    // A line of its own: two sets that say they are the same edition stand against each other.
    principal: `${id}@example.com`,
    use: 'artifact',
    serial: 1,
    not_before: '2026-01-01T00:00:00.000Z',
    not_after: '2036-01-01T00:00:00.000Z',
    keys: [publicJwk('Ed25519', new Uint8Array(32).fill(fill))],
  });
}

export const KEY_SET = testKeySet('frame-test-1', 7);
export const SECOND_KEY_SET = testKeySet('frame-test-2', 8);

/** Two editions of one line with real keys; the second is endorsed by the first. */
export async function endorsedPair(): Promise<{ readonly former: KeySet; readonly next: KeySet }> {
  const signer = createServerSigner();
  const line = { issuer: 'Frame test', principal: 'editions@example.com', use: 'artifact' } as const;
  const algorithms = ['Ed25519', 'ML-DSA-65'] as const;
  const notAfter = Date.UTC(2036, 0);
  const first = { ...line, keyset_id: 'edition-one', serial: 1, notBefore: Date.UTC(2025, 0), notAfter, algorithms };
  const second = { ...line, keyset_id: 'edition-two', serial: 2, notBefore: Date.UTC(2026, 0), notAfter, algorithms };
  const former = await generateKeySet(first, signer);
  const { keySet } = await generateKeySet(second, signer);
  return { former: former.keySet, next: await endorseKeySet(keySet, former.keySet, former.secretKeys, signer) };
}

/** Pastes a key set into the import dialog of the Trust page. */
export async function pasteKeySet(page: Page, keySet = KEY_SET): Promise<void> {
  await page.getByRole('button', { name: 'Import a key set' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import a key set' });
  await dialog.getByLabel('Or paste its text').fill(JSON.stringify(keySet));
  await dialog.getByRole('button', { name: 'Read the text' }).click();
}

/** Confirms by eye what was pasted. */
export async function compareByEye(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Import a key set' });
  const confirm = dialog.getByRole('button', { name: 'Pin this key set' });
  await dialog.getByText('Compare by reading aloud').click();
  await dialog.getByLabel('Name of the person who compares').fill('Ada Example');
  await eventually(() => confirm.isDisabled()).toBe(true);
  await dialog.getByText('I compared all 64 characters').click();
  await confirm.click();
}

/** The server's `trust-store.json`; empty where it has none yet. */
export async function readTrustFile(site: Site): Promise<string> {
  return readFile(join(site.dataDir, 'trust-store.json'), 'utf8').catch(() => '');
}
