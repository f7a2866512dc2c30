import * as nodeCrypto from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeArgon2id } from '@touchstone/core/keys/passphrase.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { systemClock } from '@touchstone/core/time.ts';
import { expect, test } from 'vitest';
import { restoreBackup } from '../../../src/backup/restore.ts';
import { openTestServer } from '../../harness.ts';

const PASSPHRASE = 'correct horse battery staple';

test('S27: a backup is made while the server runs; the restored folder has everything and says so in its audit', async () => {
  const server = await openTestServer();
  const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-'));
  try {
    const admin = (method: string, path: string, json?: unknown) =>
      server.call(method, `/api/v1/admin${path}`, { token: server.admin, ...(json === undefined ? {} : { json }) });
    expect((await admin('POST', '/storage/backups', { passphrase: 'short' })).code).toBe('INVALID_REQUEST');
    const { key } = await server.newKey();
    const both = await Promise.all([
      admin('POST', '/storage/backups', { passphrase: PASSPHRASE }),
      admin('POST', '/storage/backups', { passphrase: PASSPHRASE }),
    ]);
    const [made, refused] = both.toSorted((a, b) => a.status - b.status);
    if (made === undefined) throw new TypeError('there are two answers');
    expect([made.status, refused?.code]).toEqual([200, 'CONFLICT']);
    const file = String(made.at('path'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const read = await admin('GET', '/storage');
    expect(read.body).toMatchObject({ master_key: 'key-file', backups: [{ name: made.at('name'), path: file }] });
    expect(read.at('database_bytes')).toBeGreaterThan(10_000);
    expect((await admin('GET', '/audit?action=backup.made')).at('items.0.details')).toMatchObject({
      sha256: made.at('sha256'),
    });

    const kdf = nodeArgon2id(nodeCrypto);
    if (kdf === null) throw new TypeError('this Node has no Argon2id');
    await restoreBackup({ file, dataDir, passphrase: PASSPHRASE, kdf, random: systemRandom, clock: systemClock });
    const restored = await openTestServer({ dataDir });
    try {
      expect((await restored.call('GET', '/v1/artifacts', { token: key })).status).toBe(200);
      const told = async () => {
        const audit = await restored.call('GET', '/api/v1/admin/audit?action=restored', { token: restored.admin });
        return (audit.at('items') as unknown[]).length;
      };
      await expect.poll(told, { timeout: 30_000 }).toBe(1);
      const verdict = await restored.call('POST', '/api/v1/admin/audit/verify', { token: restored.admin });
      expect(verdict.at('intact')).toBe(true);
    } finally {
      await restored.close();
    }
  } finally {
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
