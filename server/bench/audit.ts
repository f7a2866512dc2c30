/**
 * How long a page of an audit takes, however far back it lies: `node server/bench/audit.ts`. The tables hold entries of
 * full size, copies of one that the server has made; a list neither follows links nor checks signatures.
 */
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { inTurns, openBenchServer, print, quantile } from './_load.ts';
import { dropConnections, shoot } from './_shot.ts';

const PAGE = 10;
const PAGES = 10_000;
const ENTRIES = PAGE * PAGES;
const MOST = 3;

const server = await openBenchServer();
const { port, token } = server;
const get = (path: string) => shoot({ port, token, method: 'GET', path });

/** Multiplies the entries that are there, which number from 1, until the table holds `ENTRIES`. */
function fill(): void {
  const sqlite = new SqliteDatabase(join(server.dataDir, 'touchstone.db'));
  try {
    sqlite.pragma('foreign_keys = ON');
    const numbers = 'WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?)';
    const body = `json_set(body, '$.position', i)`;
    sqlite
      .prepare(
        `${numbers} INSERT INTO secret_audit SELECT project_id, i, action, secret_id, i, i, i, ${body}, signature, NULL
         FROM n, secret_audit WHERE secret_audit.position = 1 ORDER BY i`,
      )
      .run(ENTRIES);
    sqlite
      .prepare(
        `${numbers} INSERT INTO audit_entries SELECT i, action, account_id, ${body}, signature, keyset_id, created_at
         FROM n, audit_entries WHERE audit_entries.position = 1 ORDER BY i`,
      )
      .run(ENTRIES);
  } finally {
    sqlite.close();
    dropConnections();
  }
}

/** The median of both pages, measured in turns, so that a busy neighbour slows both. */
async function comparePages(name: string, first: string, last: string): Promise<void> {
  const sideOf = (path: string) => ({ lanes: 1, shots: [{ port, token, method: 'GET', path } as const] });
  const [near, far] = (await inTurns(sideOf(first), sideOf(last))).map(({ times }) => quantile(times, 0.5));
  if (near === undefined || far === undefined) throw new TypeError('two pages were asked for');
  print({ name: `${name}, page 1`, value: near, unit: 'ms' });
  print({ name: `${name}, page ${PAGES}`, value: far, unit: 'ms' });
  print({ name: `${name}, page ${PAGES} to page 1`, value: far / near, unit: 'x', limit: MOST });
}

/** Both pages are full, and the last one ends with the first entry. */
async function requirePages(member: string, first: string, last: string): Promise<void> {
  const [newest, oldest] = await Promise.all(
    [first, last].map(async (path) => {
      const list = (JSON.parse(await get(path)) as Record<string, readonly { readonly position: number }[]>)[member];
      if (list?.length !== PAGE) throw new Error(`${path} has ${list?.length} entries`);
      return list.map(({ position }) => position);
    }),
  );
  if (newest?.[0] !== ENTRIES || oldest?.at(-1) !== 1) throw new Error(`${member}: these are other pages`);
}

try {
  const facts = { name: 'Bench', provider: 'stripe', environment: 'production', vault: 'payments', value: 'a value' };
  await shoot({ port, token, method: 'POST', path: '/v1/shield/store', body: JSON.stringify(facts) });
  const account = { email: 'bench@example.com', plan: 'pro' };
  await shoot({ port, token, method: 'POST', path: '/api/v1/admin/accounts', body: JSON.stringify(account) });
  fill();
  const lists = [
    ['audit of secrets', 'entries', '/v1/shield/audit', `offset=${ENTRIES - PAGE}`],
    ['audit of secrets by action', 'entries', '/v1/shield/audit?action=store', `offset=${ENTRIES - PAGE}`],
    ['audit of the administration', 'items', '/api/v1/admin/audit', `cursor=${PAGE + 1}`],
  ] as const;
  for (const [name, member, path, far] of lists) {
    const first = `${path}${path.includes('?') ? '&' : '?'}limit=${PAGE}`;
    const last = `${first}&${far}`;
    await requirePages(member, first, last);
    await comparePages(`${name}, ${ENTRIES} entries`, first, last);
  }
} finally {
  await server.close();
}
