/** The log over its tiles, held against a tree that is computed whole. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toHex, uint32 } from '@touchstone/core/bytes.ts';
import { sha256 } from '@touchstone/core/hash.ts';
import { createTree, emptyRoot, verifyConsistency, verifyInclusion } from '@touchstone/core/log/tree.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appendToLog, logReceipt } from '../../src/log/log.ts';
import { proveConsistency, proveInclusion } from '../../src/log/proofs.ts';
import { countLeaves, countTiles } from '../../src/log/store.ts';
import { type Db, write } from '../../src/store/engine.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';

let folder: string;
let db: Db;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
  db = openDatabase(join(folder, 'a.db'));
});
afterEach(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const leaf = (index: number) => sha256(uint32(index));
const leaves = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => leaf(from + at));

async function grow(to: number): Promise<void> {
  for (let size = await countLeaves(db); size < to; size = await countLeaves(db)) {
    await write(db, (transaction) => appendToLog(transaction, leaves(size, Math.min(to, size + 700))));
  }
}

describe('proofs', () => {
  test.each([1, 2, 3, 255, 256, 257, 511, 512, 1000])(
    'hold in a tree of %i leaves, against a tree computed whole',
    async (size) => {
      await grow(size);
      const { root, inclusionPath } = createTree(leaves(0, size));
      for (const index of new Set([0, 1, 254, 255, 256, 300, Math.floor(size / 2), size - 1])) {
        if (index >= size) continue;
        const proof = await proveInclusion(db, index, size);
        expect(toHex(proof?.root ?? leaf(0))).toBe(toHex(root));
        expect(proof?.path.map(toHex)).toEqual(inclusionPath(index).map(toHex));
        expect(verifyInclusion(leaf(index), { index, size, path: proof?.path ?? [] }, root)).toBe(true);
        expect(verifyInclusion(leaf(index + 1), { index, size, path: proof?.path ?? [] }, root)).toBe(false);
      }
      for (const first of new Set([0, 1, 2, 255, 256, 257, size - 1, size])) {
        if (first > size) continue;
        const proof = await proveConsistency(db, first, size);
        const firstRoot = first === 0 ? emptyRoot() : createTree(leaves(0, first)).root;
        expect(toHex(proof?.firstRoot ?? leaf(0))).toBe(toHex(firstRoot));
        const path = proof?.path ?? [];
        expect(verifyConsistency({ first, second: size, path }, firstRoot, root)).toBe(true);
        if (first > 0 && first < size) {
          expect(verifyConsistency({ first, second: size, path }, leaf(0), root)).toBe(false);
        }
      }
    },
  );

  test('of a size or leaf that the log does not have are null', async () => {
    await grow(3);
    expect(await proveInclusion(db, 3, 4)).toBeNull();
    expect(await proveInclusion(db, 3, 3)).toBeNull();
    expect(await proveConsistency(db, 1, 4)).toBeNull();
  });

  test('of an earlier tree stay what they were while the log grows over tiles', async () => {
    await grow(300);
    const before = await proveInclusion(db, 5, 300);
    await grow(70_000);
    expect(await proveInclusion(db, 5, 300)).toEqual(before);
    expect(await countTiles(db, 0)).toBe(273);
    expect(await countTiles(db, 1)).toBe(1);
    const proof = await proveInclusion(db, 65_535, 70_000);
    expect(proof?.path.length).toBe(17);
    expect(
      verifyInclusion(leaf(65_535), { index: 65_535, size: 70_000, path: proof?.path ?? [] }, proof?.root ?? leaf(0)),
    ).toBe(true);
  });
});

describe('appending', () => {
  test('answers the index of the first, in the order of the calls', async () => {
    const firsts = await write(db, async (transaction) =>
      Promise.all([
        appendToLog(transaction, leaves(0, 3)),
        appendToLog(transaction, leaves(3, 5)),
        appendToLog(transaction, [leaf(5)]),
      ]),
    );
    expect(firsts).toEqual([0, 3, 5]);
  });

  test('what is taken back leaves no gap, not even over a full tile', async () => {
    await grow(250);
    const outcomes = await Promise.allSettled([
      write(db, (transaction) => appendToLog(transaction, leaves(250, 252))),
      write(db, async (transaction) => {
        await appendToLog(transaction, leaves(5_000, 5_020));
        throw new RangeError('no');
      }),
      write(db, (transaction) => appendToLog(transaction, leaves(252, 260))),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(
      write(db, async (transaction) => {
        await appendToLog(transaction, leaves(6_000, 6_300));
        throw new RangeError('no');
      }),
    ).rejects.toThrow(RangeError);
    await grow(600);
    const proof = await proveInclusion(db, 256, 600);
    expect(toHex(proof?.root ?? leaf(0))).toBe(toHex(createTree(leaves(0, 600)).root));
  });

  test('refuses what is no hash', async () => {
    await expect(appendToLog(db, [])).rejects.toThrow(TypeError);
    await expect(appendToLog(db, [leaf(0), new Uint8Array(31)])).rejects.toThrow(TypeError);
    await expect(logReceipt(db, 'AB'.repeat(32))).rejects.toThrow(TypeError);
    expect(await countLeaves(db)).toBe(0);
  });

  test('the database refuses to change or remove what was appended', async () => {
    await grow(256);
    for (const table of ['log_leaves', 'log_tiles']) {
      await expect(sql`DELETE FROM ${sql.table(table)}`.execute(db)).rejects.toThrow(/append-only/);
      await expect(sql`UPDATE ${sql.table(table)} SET position = position + 1`.execute(db)).rejects.toThrow(
        /append-only/,
      );
    }
  });
});
