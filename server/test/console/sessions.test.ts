/** Sessions of the console as rows (S2): what stands in the database lets nobody in who has no token of the server. */
import { hash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { Selectable } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openConsoleSessions } from '../../src/console/sessions.ts';
import type { Tables } from '../../src/store/tables.ts';
import { temporaryFolder } from '../backup/folder.ts';
import { openTestServer, type TestServer } from '../harness.ts';

type SessionRow = Selectable<Tables['console_sessions']>;

let dataDir: string;
let server: TestServer;
beforeEach(async () => {
  dataDir = temporaryFolder();
  server = await openTestServer({ dataDir });
});
afterEach(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const newSession = () => server.deps.sessions.openFor();
const codeFor = async (token: string) => (await server.call('GET', '/api/v1/admin/accounts', { token })).code;
const rows = () => server.deps.db.selectFrom('console_sessions').selectAll().execute();
const put = (row: SessionRow) => server.deps.db.insertInto('console_sessions').values(row).execute();
const change = (row: Partial<SessionRow>) => server.deps.db.updateTable('console_sessions').set(row).execute();
const hashOf = (token: string) => new Uint8Array(hash('sha256', token, 'buffer'));

async function onlyRow(): Promise<SessionRow> {
  const [row, ...others] = await rows();
  if (row === undefined || others.length > 0) throw new Error('there is one session');
  return row;
}

test('S2: a session is a row with the hash of its token, and gone when it has ended', async () => {
  const { sessionToken, expiresAt } = await newSession();
  const row = await onlyRow();
  expect(row.token_hash).toEqual(hashOf(sessionToken));
  expect(row.expires_at).toBe(expiresAt);
  expect(await codeFor(sessionToken)).toBeNull();
  await server.call('DELETE', '/api/v1/console/session', { token: sessionToken });
  expect(await rows()).toEqual([]);
  expect(await codeFor(sessionToken)).toBe('INVALID_KEY');
});

test('S2: rows of sessions that are over go when another one is opened', async () => {
  const { expiresAt } = await newSession();
  server.advance(expiresAt - server.deps.clock() + 1);
  const { sessionToken } = await newSession();
  expect((await onlyRow()).token_hash).toEqual(hashOf(sessionToken));
});

test('S35: a row that somebody puts into the database lets no token of theirs in', async () => {
  const { sessionToken } = await newSession();
  const row = await onlyRow();
  const own = `cs_${randomBytes(32).toString('hex')}`;
  for (const mac of [row.mac, randomBytes(32), hashOf(own)]) {
    await put({ ...row, token_hash: hashOf(own), mac });
    expect(await codeFor(own)).toBe('INVALID_KEY');
    await server.deps.db.deleteFrom('console_sessions').where('token_hash', '=', hashOf(own)).execute();
  }
  await change({ token_hash: hashOf(own) });
  expect([await codeFor(own), await codeFor(sessionToken)]).toEqual(['INVALID_KEY', 'INVALID_KEY']);
  await change(row);
  expect([await codeFor(own), await codeFor(sessionToken)]).toEqual(['INVALID_KEY', null]);
});

test('S35: a row that was changed gives a session no more time', async () => {
  const { sessionToken, expiresAt } = await newSession();
  const row = await onlyRow();
  await change({ expires_at: expiresAt + 1 });
  expect(await codeFor(sessionToken)).toBe('INVALID_KEY');
  await change(row);
  expect(await codeFor(sessionToken)).toBeNull();
  server.advance(expiresAt - server.deps.clock() + 1);
  expect(await codeFor(sessionToken)).toBe('INVALID_KEY');
  await change({ expires_at: expiresAt + 86_400_000 });
  expect(await codeFor(sessionToken)).toBe('INVALID_KEY');
});

test('S2: neither the hash of a session nor a token of another kind opens anything', async () => {
  await newSession();
  const row = await onlyRow();
  const own = `xs_${randomBytes(32).toString('hex')}`;
  await put({ ...row, token_hash: hashOf(own) });
  expect(await codeFor(own)).toBe('INVALID_KEY');
  expect(await codeFor(`cs_${Buffer.from(row.token_hash).toString('hex')}`)).toBe('INVALID_KEY');
});

test('12.28: sessions end with the server', async () => {
  const { sessionToken } = await newSession();
  const now = server.deps.clock();
  await server.close();
  server = await openTestServer({ dataDir, clock: () => now });
  expect(await rows()).toEqual([]);
  expect(await codeFor(sessionToken)).toBe('INVALID_KEY');
});

test('S2: a start token is spent by one of two who bring it at once, and not by a session that could not be stored', async () => {
  const { sessions } = server.deps;
  const token = sessions.newStartToken();
  const opened = await Promise.all([sessions.open(token), sessions.open(token)]);
  expect(opened.filter((session) => session !== null)).toHaveLength(1);
  let isFull = true;
  const { db, vault, clock } = server.deps;
  const other = await openConsoleSessions({
    adminToken: 'adm_',
    db,
    vault,
    random: (length) => randomBytes(length),
    clock,
    // No row has such an end.
    sessionSeconds: async () => (isFull ? Number.NaN : 60),
  });
  const kept = other.newStartToken();
  await expect(other.open(kept)).rejects.toThrow();
  isFull = false;
  expect(await other.open(kept)).not.toBeNull();
});
