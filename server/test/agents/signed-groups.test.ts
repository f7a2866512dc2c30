/** Acts that are signed go on in groups and in their order, and never wait for more than half of the others. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { signedTogether } from '../../src/agents/signed-groups.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-signed-'));
const db = openDatabase(join(folder, 'touchstone.db'));
afterAll(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

/** Begins to sign so many; `sign` ends the next ones and answers which have gone on since. */
function begin(count: number) {
  const gone: number[] = [];
  const ends: (() => void)[] = [];
  for (let at = 0; at < count; at++) {
    const signed = new Promise<void>((resolve) => ends.push(resolve));
    void signedTogether(db, signed).then(() => gone.push(at));
  }
  return {
    async sign(some: number): Promise<readonly number[]> {
      for (const end of ends.splice(0, some)) {
        end();
        await new Promise((resolve) => setImmediate(resolve));
      }
      return gone.splice(0);
    },
  };
}

test('one alone goes on at once', async () => {
  expect(await begin(1).sign(1)).toEqual([0]);
});

test('half of those that are open go on together, in their order', async () => {
  const four = begin(4);
  expect(await four.sign(1)).toEqual([]);
  expect(await four.sign(1)).toEqual([0, 1]);
  expect(await four.sign(1)).toEqual([2]);
  expect(await four.sign(1)).toEqual([3]);
});

test('of many, eight go on together', async () => {
  const many = begin(40);
  expect(await many.sign(7)).toEqual([]);
  expect(await many.sign(1)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(await many.sign(9)).toEqual([8, 9, 10, 11, 12, 13, 14, 15]);
  const rest = await many.sign(23);
  expect(rest).toEqual(Array.from({ length: 24 }, (_, at) => 16 + at));
});
