/** A write may be run again: a database that several processes use asks for that. Run twice, it has the effect of once. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOCAL } from '../src/frame/caller.ts';
import { operations, sendExample } from './examples.ts';
import { openTestServer, type TestServer } from './harness.ts';

let once: TestServer;
let twice: TestServer;
beforeAll(async () => {
  once = await openTestServer({ rehearsesWrites: false });
  twice = await openTestServer({ rehearsesWrites: true });
});
afterAll(async () => {
  await once.close();
  await twice.close();
});

/** How many rows each table has, and what the account of the console has left. */
async function stateOf({ deps: { db } }: TestServer): Promise<Readonly<Record<string, number>>> {
  const { rows: tables } = await sql<{
    name: string;
  }>`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`.execute(db);
  const state: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(name)}`.execute(db);
    state[name] = rows[0]?.count ?? 0;
  }
  const { credits } = await db
    .selectFrom('accounts')
    .select('credits')
    .where('id', '=', LOCAL.accountId)
    .executeTakeFirstOrThrow();
  return { ...state, credits };
}

test.each(operations.map((operation) => [operation.id, operation] as const))(
  '%s leaves what it leaves where nothing runs twice',
  async (_id, operation) => {
    const [first, second] = [
      await sendExample(once, operation, once.admin),
      await sendExample(twice, operation, twice.admin),
    ];
    expect([second.status, second.code]).toEqual([first.status, first.code]);
    expect(await stateOf(twice)).toEqual(await stateOf(once));
  },
);
