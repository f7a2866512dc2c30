/** `touchstone doctor` and restore over the log of receipts. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { uint32 } from '@touchstone/core/bytes.ts';
import { sha256 } from '@touchstone/core/hash.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { examineDataFolder } from '../../src/doctor/doctor.ts';
import { LOCAL } from '../../src/frame/caller.ts';
import { currentHead, headOf, sweepLog } from '../../src/log/heads.ts';
import { logReceipt } from '../../src/log/log.ts';
import { proveConsistency, proveInclusion } from '../../src/log/proofs.ts';
import { listLogs } from '../../src/log/store.ts';
import { insertReceipt } from '../../src/receipts/store.ts';
import type { Service } from '../../src/service.ts';
import { write } from '../../src/store/engine.ts';
import { bringBack, kdf, makeFolder, NOW, remove, save, serviceOn, temporaryFolder } from './folder.ts';

let base: string;
let root: string;
let dataDir: string;
beforeAll(async () => {
  base = temporaryFolder();
  dataDir = join(base, 'data');
  await makeFolder(dataDir);
  await withService(async ({ deps }) => {
    await receipts(deps, 1, 300);
    await sweepLog(deps);
    await receipts(deps, 301, 310);
    await sweepLog(deps);
  });
});
afterAll(() => remove(base));
beforeEach(() => {
  root = temporaryFolder();
  dataDir = join(root, 'data');
  cpSync(join(base, 'data'), dataDir, { recursive: true });
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

/** Receipts with numbers for contents. */
async function receipts(deps: Service['deps'], from: number, to: number): Promise<void> {
  await write(deps.db, async (db) => {
    for (let n = from; n <= to; n++) {
      const onChainHash = Buffer.from(sha256(uint32(n))).toString('hex');
      const row = { id: `rcp_${n}`, keysetUse: 'receipt', onChainHash, document: '{}', signatures: '{}' } as const;
      await insertReceipt(db, LOCAL.projectId, row, NOW);
      await logReceipt(db, onChainHash);
    }
  });
}

async function findings() {
  const report = await examineDataFolder({
    dataDir,
    kdf,
    random: systemRandom,
    clock: () => NOW,
    freeBytes: () => 100 * 1024 ** 3,
  });
  return report.findings.filter(({ check }) => check === 'receipt-log');
}

/** As somebody who has the file would, triggers and all. */
function sql(...texts: readonly string[]): void {
  const sqlite = new SqliteDatabase(join(dataDir, 'touchstone.db'));
  sqlite.pragma('foreign_keys = OFF');
  const triggers = sqlite.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as {
    name: string;
    sql: string;
  }[];
  for (const { name } of triggers) sqlite.exec(`DROP TRIGGER "${name}"`);
  for (const text of texts) sqlite.exec(text);
  for (const { sql: made } of triggers) sqlite.exec(made);
  sqlite.close();
}

describe('the check', () => {
  test('is content with a sound log', async () => {
    expect(await findings()).toMatchObject([
      { status: 'ok', message: 'The log of receipts is intact (310 leaves, 2 signed heads).' },
    ]);
  });

  const change = 'zeroblob(32)';
  test.each([
    [
      'a leaf that was changed',
      [`UPDATE log_leaves SET data = ${change} WHERE position = 5`],
      ['head with 300 leaves', 'head with 310 leaves', 'Tile 0', 'rcp_5', 'index 4'],
    ],
    [
      'a leaf after the last full tile',
      [`UPDATE log_leaves SET data = ${change} WHERE position = 305`],
      ['head with 310 leaves', 'rcp_305'],
    ],
    [
      'leaves that changed places',
      [
        'UPDATE log_leaves SET position = 999 WHERE position = 7',
        'UPDATE log_leaves SET position = 7 WHERE position = 8',
        'UPDATE log_leaves SET position = 8 WHERE position = 999',
      ],
      ['head with 300 leaves'],
    ],
    ['a leaf that was removed', ['DELETE FROM log_leaves WHERE position = 9'], ['lacks leaves']],
    [
      'the end that was cut off',
      ['DELETE FROM log_leaves WHERE position > 305'],
      ['signed for 310 leaves and the log has 305'],
    ],
    [
      'the end that was cut off with its head',
      [
        'DELETE FROM log_leaves WHERE position > 305',
        'DELETE FROM log_heads WHERE tree_size = 310',
        'DELETE FROM receipts WHERE on_chain_hash NOT IN (SELECT lower(hex(data)) FROM log_leaves)',
      ],
      ['ledger holds a head of the log that is not there'],
    ],
    [
      'a leaf that stands for nothing',
      [`INSERT INTO log_leaves (data) VALUES (${change})`],
      ['never recorded, at index 310'],
    ],
    // Reliability, changes by hand: the folder of `hand-edits.test.ts` has no full tile.
    ['a tile whose hashes were changed', ['UPDATE log_tiles SET hashes = zeroblob(8192)'], ['Tile 0 of level 0']],
    ['a tile whose root was changed', ['UPDATE log_tiles SET root = zeroblob(32)'], ['Tile 0 of level 0']],
    [
      'a head that was changed',
      ["UPDATE log_heads SET body = replace(body, 'log_', 'lag_') WHERE tree_size = 300"],
      ['300 leaves was changed'],
    ],
    [
      'a head with another time',
      ["UPDATE log_heads SET body = replace(body, '2026', '2025') WHERE tree_size = 300"],
      ['300 leaves has no valid signature'],
    ],
    [
      'a receipt that is not in the log',
      [
        "INSERT INTO receipts SELECT 'rcp_x', project_id, 9999, keyset_use, lower(hex(zeroblob(32))), document, signatures, created_at FROM receipts WHERE id = 'rcp_1'",
      ],
      ['rcp_x'],
    ],
  ] as const)('finds %s', async (_what, texts, expected) => {
    sql(...texts);
    const found = await findings();
    expect(found.every(({ status }) => status === 'problem')).toBe(true);
    const messages = found.map(({ message }) => message).join('\n');
    for (const part of expected) expect(messages).toContain(part);
  });
});

test('S27: a restored log goes on under a new id, over the leaves of the backup, and keeps the heads of the old one marked', async () => {
  const out = join(root, 'saved.backup');
  const before = await withService(async ({ deps }) => {
    await receipts(deps, 311, 320);
    return headOf(await currentHead(deps));
  });
  await save(dataDir, out);
  const lost = await withService(async ({ deps }) => {
    await receipts(deps, 321, 330);
    return headOf(await currentHead(deps));
  });
  await bringBack(out, dataDir, { replace: true });
  await withService(async ({ deps }) => {
    const first = headOf(await currentHead(deps));
    expect([first.tree_size, first.root]).toEqual([before.tree_size, before.root]);
    expect(first.log_id).not.toBe(before.log_id);
    const logs = await listLogs(deps.db);
    expect(logs.map(({ id, first_size: size, restored_at: at }) => [id, size, at === null])).toEqual([
      [before.log_id, 0, true],
      [first.log_id, 320, false],
    ]);
    await receipts(deps, 421, 430);
    const later = headOf(await currentHead(deps));
    expect(later.log_id).toBe(first.log_id);
    // The head that is lost cannot be one of this log: its size is there again with other leaves.
    expect(later.tree_size).toBe(lost.tree_size);
    expect(later.root).not.toBe(lost.root);
    expect(await proveConsistency(deps.db, before.tree_size, later.tree_size)).not.toBeNull();
    expect(await proveInclusion(deps.db, 3, later.tree_size)).not.toBeNull();
  });
  expect(await findings()).toMatchObject([{ status: 'ok' }]);
});
