/** `touchstone doctor` and restore over the embedded ledger. */
import { join } from 'node:path';
import { revokeKey } from '@touchstone/core/keys/trust-changes.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { examineDataFolder } from '../../src/doctor/doctor.ts';
import { insertAttestation } from '../../src/documents/store.ts';
import { LOCAL } from '../../src/frame/caller.ts';
import { headerOf } from '../../src/ledger/local-ledger.ts';
import { blocksFrom } from '../../src/ledger/store.ts';
import type { Service } from '../../src/service.ts';
import { write } from '../../src/store/engine.ts';
import { changeTrustStoreFile } from '../../src/trust/store-file.ts';
import {
  bringBack,
  kdf,
  makeFolder,
  NOW,
  remove,
  save,
  serviceOn,
  type TestFolder,
  temporaryFolder,
} from '../backup/folder.ts';

let root: string;
let dataDir: string;
let folder: TestFolder;
beforeEach(async () => {
  root = temporaryFolder();
  dataDir = join(root, 'data');
  folder = await makeFolder(dataDir);
  await withService(async ({ deps }) => {
    for (let n = 1; n <= 3; n++) await attest(deps, n);
  });
});
afterEach(() => remove(root));

async function withService<T>(action: (service: Service) => Promise<T>): Promise<T> {
  const service = await serviceOn(dataDir);
  try {
    return await action(service);
  } finally {
    await service.close();
  }
}

/** An attestation and a block over it. */
async function attest(deps: Service['deps'], n: number): Promise<void> {
  const hash = n.toString(16).padStart(64, '0');
  await write(deps.db, async (db) => {
    const { tx } = await deps.chains.get('avalanche').anchor(db, 'document', hash);
    await insertAttestation(db, {
      id: `att_${n}`,
      project_id: LOCAL.projectId,
      document_hash: hash,
      chain: 'avalanche',
      tx,
      actor: 'ak_1',
      created_at: NOW,
    });
  });
  await deps.chains.makeBlocks();
}

async function findings() {
  const report = await examineDataFolder({
    dataDir,
    kdf,
    random: systemRandom,
    clock: () => NOW,
    freeBytes: () => 100 * 1024 ** 3,
  });
  return report.findings.filter(({ check }) => check === 'ledger');
}

function sql(...texts: readonly string[]): void {
  const sqlite = new SqliteDatabase(join(dataDir, 'touchstone.db'));
  sqlite.pragma('foreign_keys = OFF');
  for (const text of texts) sqlite.exec(text);
  sqlite.close();
}

describe('the check', () => {
  test('is content with a sound ledger', async () => {
    expect(await findings()).toMatchObject([{ status: 'ok', message: expect.stringContaining('(3 blocks)') }]);
  });

  test.each([
    ['UPDATE ledger_anchors SET commitment = lower(hex(zeroblob(32))) WHERE position = 2', 'block 2'],
    [
      "UPDATE ledger_blocks SET signature = replace(signature, substr(signature, 1, 4), 'AAAA') WHERE height = 3",
      'block 3',
    ],
    ['DELETE FROM ledger_blocks WHERE height = 1', 'block 1'],
  ])('names the block after %s', async (text, where) => {
    sql(text);
    const [finding] = await findings();
    expect(finding).toMatchObject({ status: 'problem' });
    expect(finding?.message).toContain(`avalanche is broken at ${where}`);
  });

  test('names an attestation whose end of the chain was cut off', async () => {
    sql('DELETE FROM ledger_anchors WHERE position = 3', 'DELETE FROM ledger_blocks WHERE height = 3');
    expect(await findings()).toMatchObject([{ status: 'problem', message: expect.stringContaining('att_3') }]);
  });

  test('warns of blocks under a revoked key', async () => {
    const key = folder.sets.get('service')?.keys.find((candidate) => candidate.kty === 'AKP');
    await changeTrustStoreFile(join(dataDir, 'trust-store.json'), (store) => {
      const keySet = folder.sets.get('service');
      if (keySet === undefined) throw new Error('no set');
      const pinned = {
        ...store,
        key_sets: [{ key_set: keySet, held: 'pinned' as const, at: '2026-04-01T00:00:00.000Z', by: 'x', source: 'x' }],
      };
      return revokeKey(pinned, key?.kid ?? '', NOW, 'lost');
    });
    expect(await findings()).toMatchObject([
      { status: 'warning', message: expect.stringContaining(': 3; the key that signed is revoked.') },
    ]);
  });
});

test('S27: a restored ledger goes on under a new id, marked on all ten chains', async () => {
  const out = join(root, 'saved.backup');
  const before = await withService(async ({ deps }) => {
    await write(deps.db, (db) => deps.chains.get('base').anchor(db, 'privacy', 'ab'.repeat(32)));
    return deps.chains.origin.id;
  });
  await save(dataDir, out);
  await withService(({ deps }) => attest(deps, 4));
  await bringBack(out, dataDir, { replace: true });
  await withService(async ({ deps }) => {
    expect(deps.chains.origin.id).not.toBe(before);
    expect(deps.chains.origin.restored).toMatchObject({ backup_created_at: '2026-04-01T12:00:00.000Z' });
    expect(await deps.chains.makeBlocks()).toBe(10);
    const blocks = (await blocksFrom(deps.db, 'avalanche', 1, 10)).map(headerOf);
    expect(blocks.map(({ restored }) => restored?.previous_ledger_id)).toEqual([
      undefined,
      undefined,
      undefined,
      before,
    ]);
    // What waited when the backup was made comes into a block of the new ledger.
    const anchor = await deps.db.selectFrom('ledger_anchors').selectAll().where('chain', '=', 'base').execute();
    expect(anchor).toMatchObject([{ block: 1, ledger_id: before }]);
  });
  expect(await findings()).toMatchObject([{ status: 'ok' }]);
});
