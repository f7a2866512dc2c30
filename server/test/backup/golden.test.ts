/** One file per published version of the format: what was once written stays readable. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bringBack, remove, temporaryFolder } from './folder.ts';

const FILE = fileURLToPath(new URL('golden/backup-v1.backup', import.meta.url));

let root: string;
beforeAll(() => {
  root = temporaryFolder();
});
afterAll(() => remove(root));

// The passphrase was typed composed when the file was made; both spellings are the same passphrase.
test.each(['Päss wörd of 2026', 'Päss wörd of 2026'.normalize('NFD')])(
  'version 1 opens with %j',
  async (passphrase) => {
    const target = join(root, 'restored');
    const report = await bringBack(FILE, target, { passphrase });
    expect(report).toMatchObject({ backupCreatedAt: '2026-11-21T00:00:00.000Z', masterKey: null });
    expect(readFileSync(join(target, 'keys', 'release-office.pqsecret.json'), 'utf8')).toBe('{"what":"a key file"}\n');
    remove(target);
  },
);

test('version 1 does not open with another passphrase', async () => {
  const attempt = bringBack(FILE, join(root, 'restored'), { passphrase: 'Pass word of 2026' });
  await expect(attempt).rejects.toMatchObject({ fault: 'WRONG_PASSPHRASE' });
});
