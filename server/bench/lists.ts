/**
 * Lists of 100,000 rows through HTTP, and how long each holds the event loop: `node server/bench/lists.ts`. One row of each
 * kind is made by its operation, the others are copies of it: what is listed is not verified.
 */
import { sql } from 'kysely';
import { openBenchServer, print, sendOnce } from './_load.ts';
import { type Shot, shoot } from './_shot.ts';
import { watchTurns } from './_turns.ts';

const ROWS = Number(process.env.TOUCHSTONE_BENCH_ROWS ?? 100_000);
/** Pages in a row, so that one slow turn is met. */
const PAGES = 20;
const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const server = await openBenchServer();
const { deps, port, token } = server;

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  return JSON.parse(await shoot({ port, token, method: 'POST', path, body: JSON.stringify(body) }));
}

/** Fills a table with copies of its newest row; `changed` gives what has to differ, by the number `n` of the copy. */
async function multiply(table: string, changed: Readonly<Record<string, string>>): Promise<void> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM pragma_table_info(${table})`.execute(deps.db);
  const names = rows.map(({ name }) => name);
  const values = names.map((name) => changed[name] ?? `row."${name}"`);
  await sql
    .raw(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${ROWS - 1})
       INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(', ')})
       SELECT ${values.join(', ')} FROM numbers, (SELECT * FROM ${table} ORDER BY position DESC LIMIT 1) AS row`,
    )
    .execute(deps.db);
}

/** Pages from the newest on, and one far down. */
async function measured(name: string, path: string, limit: number): Promise<void> {
  const shot = (cursor: string | null): Shot => {
    const query = `?limit=${limit}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
    return { port, token, method: 'GET', path: path + query };
  };
  const turns = watchTurns();
  let cursor: string | null = null;
  let slowest = 0;
  for (let page = 0; page < PAGES; page++) {
    const { milliseconds } = await sendOnce(shot(cursor));
    slowest = Math.max(slowest, milliseconds);
    cursor = (JSON.parse(await shoot(shot(cursor))) as { readonly next_cursor: string | null }).next_cursor;
    if (cursor === null) throw new TypeError('the list is shorter than it should be');
  }
  const { longest, long } = turns.stop();
  print({ name: `${name}, the slowest of ${PAGES} pages of ${limit}`, value: slowest, unit: 'ms' });
  print({ name: `${name}, event loop held for at most`, value: longest, unit: 'ms' });
  print({ name: `${name}, turns of more than 10 ms`, value: long, unit: '' });
}

try {
  const secret = { name: 'Bench', provider: 'stripe', environment: 'production', vault: 'payments', value: 'x' };
  await post('/v1/shield/store', secret);
  await post('/v1/receipts', { payload: 'x' });
  const name = { name: 'Bench', canonical_name: 'svc.agent.example.bench.load.test.001', tenant: 'example' };
  const { agent_id } = await post('/api/v1/agents/register', name);
  await post('/api/v1/agents/sessions/start', { agent_id, scope: {} });
  const id = "row.id || '_' || n";
  await multiply('secret_versions', { id, family: id, position: 'row.position + n', name: "row.name || ' ' || n" });
  await multiply('receipts', {
    id,
    position: 'row.position + n',
    on_chain_hash: `substr('${HASH}', 1, 52) || printf('%012d', n)`,
  });
  await multiply('agent_sessions', { id, position: 'row.position + n' });
  // Else the first page would pay for what was copied.
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(deps.db);
  await measured(`${ROWS} secrets`, '/v1/shield/secrets', 200);
  await measured(`${ROWS} receipts`, '/v1/receipts', 200);
  await measured(`${ROWS} sessions`, '/api/v1/agents/sessions', 200);
} finally {
  await server.close();
}
