import { join } from 'node:path';
import { CHAIN_NAMES, type ChainName } from '@touchstone/core/api/common.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { judgeUnder } from '@touchstone/core/ledger/judge-signature.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import SqliteDatabase from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { headerOf, readBlocks } from '../../src/ledger/local-ledger.ts';
import { beginRestoredLedger } from '../../src/ledger/origin.ts';
import { blocksFrom } from '../../src/ledger/store.ts';
import { verifyAnchor } from '../../src/ledger/verify-anchor.ts';
import { verifyStoredChain } from '../../src/ledger/verify-ledger.ts';
import { write } from '../../src/store/engine.ts';
import { makeFolder, remove, temporaryFolder } from '../backup/folder.ts';
import { openTestServer, type TestServer } from '../harness.ts';
import { copyDataFolder } from '../started-folder.ts';
import { testAdapter } from './adapter.ts';

let root: string;
beforeAll(async () => {
  root = temporaryFolder();
  await makeFolder(join(root, 'sound'));
});
afterAll(() => remove(root));

/** A folder whose key sets are there: whoever makes a block first would make them anew, for seconds. */
function newFolder(name: string): string {
  const dataDir = join(root, name);
  copyDataFolder(join(root, 'sound'), dataDir);
  return dataDir;
}

testAdapter('the embedded ledger', async () => {
  const server = await openTestServer({ dataDir: newFolder('adapter') });
  return {
    adapter: server.deps.chains.get('solana'),
    db: server.deps.db,
    step: async () => void (await server.deps.chains.makeBlocks()),
    close: () => server.close(),
  };
});

const commitment = (n: number) => n.toString(16).padStart(64, '0');

describe('blocks', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await openTestServer({ dataDir: newFolder('blocks') });
  });
  afterEach(async () => {
    await server.close();
    remove(server.dataDir);
  });

  const anchor = (chain: ChainName, n = 1) =>
    write(server.deps.db, (db) => server.deps.chains.get(chain).anchor(db, 'document', commitment(n)));
  const heightOf = (chain: ChainName) => server.deps.chains.get(chain).height(server.deps.db);
  const verify = async (chain: ChainName) =>
    verifyStoredChain(
      server.deps.db,
      chain,
      judgeUnder(
        await server.deps.keySets.verifying('service'),
        EMPTY_TRUST_STORE,
        server.deps.signer,
        server.deps.clock(),
      ),
    );

  test('are made while anchors or confirmations are due, and then no more', async () => {
    expect(await server.deps.chains.makeBlocks()).toBe(0);
    await anchor('bitcoin');
    await anchor('bitcoin', 2);
    await anchor('zcash');
    // Depth 3: the block itself and two empty ones on each chain.
    const made: number[] = [];
    for (let i = 0; i < 5; i++) made.push(await server.deps.chains.makeBlocks());
    expect(made).toEqual([2, 2, 2, 0, 0]);
    expect(await heightOf('bitcoin')).toBe(3);
    expect(await heightOf('ethereum')).toBe(0);
    expect(await verify('bitcoin')).toMatchObject({ intact: true, blocks: 3, anchors: 2, doubts: [], pending: 0 });
  });

  test('12.7, S41: an anchor whose block is signed, and in doubt by its time, is not lost and not confirmed beyond doubt', async () => {
    const { db, chains } = server.deps;
    const { tx } = await anchor('base', 7);
    for (let i = 0; i < 3; i++) await chains.makeBlocks();
    const what = { tx, kind: 'document', commitment: commitment(7) } as const;
    const held = { anchor: 'passed', block: 'passed', confirmations: 'passed' };
    expect(await verifyAnchor(db, 'base', what, async () => 'valid')).toMatchObject({ ...held, doubt: null });
    for (const doubt of ['KEY_SUPERSEDED', 'KEY_NOT_VALID', 'TIME_AHEAD'] as const) {
      expect(await verifyAnchor(db, 'base', what, async () => doubt)).toMatchObject({ ...held, doubt });
    }
    for (const judged of ['invalid', 'KEY_REVOKED', 'SIGNER_NOT_TRUSTED'] as const) {
      expect(await verifyAnchor(db, 'base', what, async () => judged)).toMatchObject({ block: 'failed' });
    }
  });

  test('go on where an anchor comes while confirmations are due', async () => {
    await anchor('base');
    await server.deps.chains.makeBlocks();
    await server.deps.chains.makeBlocks();
    const { tx } = await anchor('base', 2);
    let made = 0;
    for (let i = 0; i < 10; i++) made += await server.deps.chains.makeBlocks();
    expect(made).toBe(3);
    expect(await server.deps.chains.get('base').status(server.deps.db, tx)).toMatchObject({
      block: 3,
      confirmed: true,
    });
  });

  test('keep the depth that they were made with', async () => {
    const { tx } = await anchor('base');
    for (let i = 0; i < 3; i++) await server.deps.chains.makeBlocks();
    const { db, settings } = server.deps;
    await write(db, (transaction) => settings.store(transaction, { ledger_depth: 6 }));
    const status = () => server.deps.chains.get('base').status(server.deps.db, tx);
    expect(await status()).toMatchObject({ confirmed: true, confirmations: 3 });
    await anchor('base', 2);
    let made = 0;
    for (let i = 0; i < 10; i++) made += await server.deps.chains.makeBlocks();
    expect(made).toBe(6);
    expect(await verify('base')).toMatchObject({ intact: true, blocks: 9 });
  });

  test('take in 500 anchors each; the rest follows', async () => {
    await write(server.deps.db, async (db) => {
      for (let n = 0; n < 501; n++) await server.deps.chains.get('polygon').anchor(db, 'document', commitment(n));
    });
    await server.deps.chains.makeBlocks();
    expect(await verify('polygon')).toMatchObject({ intact: true, anchors: 500, pending: 1 });
    await server.deps.chains.makeBlocks();
    expect(await verify('polygon')).toMatchObject({ intact: true, anchors: 501, pending: 0 });
  });

  test('have times that never run backwards', async () => {
    await anchor('base');
    await server.deps.chains.makeBlocks();
    server.advance(-3_600_000);
    await server.deps.chains.makeBlocks();
    const [first, second] = (await blocksFrom(server.deps.db, 'base', 1, 2)).map(headerOf);
    expect(second?.created_at).toBe(first?.created_at);
    expect(await verify('base')).toMatchObject({ intact: true, blocks: 2 });
  });

  test('cannot be made twice at once', async () => {
    await anchor('base');
    const made = await Promise.all([server.deps.chains.makeBlocks(), server.deps.chains.makeBlocks()]);
    expect(made.toSorted()).toEqual([1, 1]);
    expect(await verify('base')).toMatchObject({ intact: true, blocks: 2, anchors: 1 });
  });

  test('stop where an anchor that waited was removed: no block covers a gap', async () => {
    for (const n of [1, 2, 3]) await anchor('base', n);
    await server.deps.db.deleteFrom('ledger_anchors').where('position', '=', 1).execute();
    await expect(server.deps.chains.makeBlocks()).rejects.toThrow('an anchor of base is missing');
    expect(await verify('base')).toMatchObject({ intact: false, brokenAt: { height: 1, fault: 'STORED' } });
  });

  test('are exported until they hold 5,000 anchors', async () => {
    await write(server.deps.db, async (db) => {
      for (let n = 0; n < 5_600; n++) await server.deps.chains.get('zcash').anchor(db, 'document', commitment(n));
    });
    for (let i = 0; i < 12; i++) await server.deps.chains.makeBlocks();
    expect(await readBlocks(server.deps.db, 'zcash', 1, 500)).toHaveLength(10);
    expect((await readBlocks(server.deps.db, 'zcash', 11, 500))[0]?.header).toMatchObject({ height: 11, anchors: 500 });
  });

  test('the ledger exists for all ten chains', () => {
    expect(CHAIN_NAMES).toHaveLength(10);
    for (const chain of CHAIN_NAMES) expect(server.deps.chains.get(chain).network).toBe(`embedded:${chain}`);
    expect(() => server.deps.chains.get('dogecoin' as ChainName)).toThrow(TypeError);
  });
});

describe('a folder', () => {
  let folder: string;
  beforeAll(async () => {
    folder = newFolder('folder');
    const server = await openTestServer({ dataDir: folder });
    for (let n = 1; n <= 4; n++) {
      await write(server.deps.db, (db) => server.deps.chains.get('ethereum').anchor(db, 'document', commitment(n)));
      if (n !== 2) await server.deps.chains.makeBlocks();
    }
    await write(server.deps.db, (db) => server.deps.chains.get('ethereum').anchor(db, 'document', commitment(5)));
    await server.close();
  });

  async function verdict(server: TestServer, chain: ChainName = 'ethereum') {
    const judge = judgeUnder(
      await server.deps.keySets.verifying('service'),
      EMPTY_TRUST_STORE,
      server.deps.signer,
      server.deps.clock(),
    );
    return verifyStoredChain(server.deps.db, chain, judge);
  }

  test('goes on after a restart: the waiting anchor comes into a block of the same ledger', async () => {
    const first = await openTestServer({ dataDir: folder });
    const { id } = first.deps.chains.origin;
    expect(await verdict(first)).toMatchObject({ intact: true, blocks: 3, anchors: 4, pending: 1 });
    await first.deps.chains.makeBlocks();
    expect(await verdict(first)).toMatchObject({ intact: true, blocks: 4, anchors: 5, pending: 0 });
    await first.close();
    const second = await openTestServer({ dataDir: folder });
    expect(second.deps.chains.origin).toEqual({ id, restored: null });
    await second.close();
  });

  describe('property: any change in the database is found and located', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await openTestServer({ dataDir: folder });
      await server.deps.chains.makeBlocks();
    });
    afterAll(() => server.close());

    /** The server's reads of one turn of the event loop see one state of the database: the reads before end with it. */
    const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

    /** Applies SQL by another connection, judges, and takes it back. */
    async function whileChanged(sql: readonly string[]) {
      await nextTurn();
      const sqlite = new SqliteDatabase(join(folder, 'touchstone.db'));
      sqlite.pragma('foreign_keys = OFF');
      sqlite.pragma('ignore_check_constraints = ON');
      const tables = ['ledger_blocks', 'ledger_anchors'];
      for (const table of tables) sqlite.exec(`CREATE TEMP TABLE copy_${table} AS SELECT * FROM ${table}`);
      try {
        for (const text of sql) sqlite.exec(text);
        return await verdict(server);
      } finally {
        sqlite.transaction(() => {
          for (const table of tables.toReversed()) sqlite.exec(`DELETE FROM ${table}`);
          for (const table of tables) sqlite.exec(`INSERT INTO ${table} SELECT * FROM copy_${table}`);
        })();
        sqlite.close();
        await nextTurn();
      }
    }

    const COLUMNS = {
      ledger_blocks: ['height', 'hash', 'header', 'signature', 'ledger_id', 'anchors', 'depth', 'created_at'],
      ledger_anchors: ['position', 'tx', 'ledger_id', 'kind', 'commitment', 'accepted_at', 'block'],
    } as const;
    const cell = fc.oneof(
      fc.record({
        table: fc.constant('ledger_blocks' as const),
        key: fc.integer({ min: 1, max: 5 }),
        column: fc.constantFrom(...COLUMNS.ledger_blocks),
      }),
      fc.record({
        table: fc.constant('ledger_anchors' as const),
        key: fc.integer({ min: 1, max: 5 }),
        column: fc.constantFrom(...COLUMNS.ledger_anchors),
      }),
    );
    const NUMBERS: readonly string[] = ['height', 'anchors', 'depth', 'created_at', 'position', 'accepted_at', 'block'];

    test('in any cell', async () => {
      expect(await verdict(server)).toMatchObject({ intact: true, blocks: 5, anchors: 5 });
      await fc.assert(
        fc.asyncProperty(cell, async ({ table, key, column }) => {
          const value = NUMBERS.includes(column)
            ? `${column} + 1000`
            : `CASE substr(${column}, 5, 1) WHEN '3' THEN substr(${column}, 1, 4) || '4' || substr(${column}, 6) ELSE substr(${column}, 1, 4) || '3' || substr(${column}, 6) END`;
          const where = table === 'ledger_blocks' ? `height = ${key}` : `position = ${key}`;
          const { intact, brokenAt } = await whileChanged([`UPDATE ${table} SET ${column} = ${value} WHERE ${where}`]);
          expect(intact).toBe(false);
          // A block that was renumbered is missing where it was.
          if (table === 'ledger_blocks' && column !== 'height') expect(brokenAt?.height).toBe(key);
        }),
        { numRuns: 60 },
      );
      expect(await verdict(server)).toMatchObject({ intact: true, blocks: 5 });
    });

    test.each([
      ['a removed block', ['DELETE FROM ledger_blocks WHERE height = 2'], 2],
      ['a removed first block', ['DELETE FROM ledger_blocks WHERE height = 1'], 1],
      [
        'two blocks that changed places',
        [
          'UPDATE ledger_blocks SET height = 99 WHERE height = 2',
          'UPDATE ledger_blocks SET height = 2 WHERE height = 3',
          'UPDATE ledger_blocks SET height = 3 WHERE height = 99',
        ],
        2,
      ],
      ['a removed anchor', ['DELETE FROM ledger_anchors WHERE position = 3'], 2],
      ['an anchor put back to those that wait', ['UPDATE ledger_anchors SET block = NULL WHERE position = 5'], 4],
      [
        'a block cut off whose anchor stays',
        [
          'DELETE FROM ledger_blocks WHERE height >= 4',
          'UPDATE ledger_anchors SET position = 9 WHERE position = 5',
          'UPDATE ledger_anchors SET block = NULL WHERE position = 9',
        ],
        4,
      ],
      [
        'a waiting anchor that was removed',
        [
          'UPDATE ledger_anchors SET block = NULL WHERE position >= 4',
          'DELETE FROM ledger_blocks WHERE height >= 3',
          'DELETE FROM ledger_anchors WHERE position = 4',
        ],
        3,
      ],
      ['an anchor moved into another block', ['UPDATE ledger_anchors SET block = 1 WHERE position = 2'], 1],
    ] as const)('%s', async (_what, sql, height) => {
      const found = await whileChanged(sql);
      expect(found).toMatchObject({ intact: false, brokenAt: { height } });
    });
  });

  test('S27: after a restore another ledger goes on, marked on every chain', async () => {
    const first = await openTestServer({ dataDir: folder });
    const before = first.deps.chains.origin.id;
    const restored = { restored_at: '2026-04-02T00:00:00.000Z', backup_created_at: '2026-04-01T00:00:00.000Z' };
    await write(first.deps.db, (db) => beginRestoredLedger(db, restored, systemRandom));
    await first.close();

    const second = await openTestServer({ dataDir: folder });
    expect(second.deps.chains.origin).toMatchObject({ restored });
    expect(second.deps.chains.origin.id).not.toBe(before);
    expect(await second.deps.chains.makeBlocks()).toBe(10);
    expect(await second.deps.chains.makeBlocks()).toBe(0);
    for (const chain of CHAIN_NAMES) expect(await verdict(second, chain)).toMatchObject({ intact: true, doubts: [] });
    const last = (await blocksFrom(second.deps.db, 'ethereum', 1, 100)).map(headerOf).at(-1);
    expect(last).toMatchObject({ restored: { ...restored, previous_ledger_id: before } });
    await second.close();
  });
});
