/** A write may be run again: a database that several processes use asks for that. Run twice, it has the effect of once. */
import { api } from '@touchstone/core/api/api.ts';
import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations, sendExample } from './examples.ts';
import { openTestServer, type TestServer } from './harness.ts';

/** What computes for long and writes no more than its charge, as others do that are not left out: the soak has them too. */
const COMPUTES: ReadonlySet<Endpoint> = new Set<Endpoint>([
  api.crypto.fhe.bfvEncrypt,
  api.crypto.fhe.bfvDecrypt,
  api.crypto.fhe.bfvAdd,
  api.crypto.fhe.bfvMultiply,
  api.crypto.zkp.starkVerify,
]);
const tried = process.env.SOAK === '1' ? operations : operations.filter((operation) => !COMPUTES.has(operation));

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

/** How many rows each table has, what was paid, and what the accounts have left. */
async function stateOf({ deps: { db } }: TestServer): Promise<Readonly<Record<string, number>>> {
  const { rows: tables } = await sql<{
    name: string;
  }>`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`.execute(db);
  // All at once: there are a hundred tables and more.
  const counts = tables.map(
    ({ name }) => sql`SELECT ${sql.lit(name)} AS name, count(*) AS count FROM ${sql.table(name)}`,
  );
  const { rows } = await sql<{ name: string; count: number }>`${sql.join(counts, sql` UNION ALL `)}`.execute(db);
  const state: Record<string, number> = Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  // Free calls are counted by a timer: their rows may not be there yet, and have no units.
  delete state.usage;
  const units = await db
    .selectFrom('usage')
    .select(({ fn }) => fn.sum<number>('units').as('sum'))
    .executeTakeFirstOrThrow();
  const credits = await db
    .selectFrom('accounts')
    .select(({ fn }) => fn.sum<number>('credits').as('sum'))
    .executeTakeFirstOrThrow();
  return { ...state, credits: credits.sum, units: units.sum ?? 0 };
}

test.each(tried.map((operation) => [operation.id, operation] as const))(
  '%s leaves what it leaves where nothing runs twice',
  async (_id, operation) => {
    const send = async (server: TestServer) => {
      const token = operation.auth === 'admin' ? server.admin : (await server.newKey({ plan: 'enterprise_plus' })).key;
      return sendExample(server, operation, token);
    };
    const [first, second] = [await send(once), await send(twice)];
    expect([second.status, second.code]).toEqual([first.status, first.code]);
    expect(await stateOf(twice)).toEqual(await stateOf(once));
  },
);
