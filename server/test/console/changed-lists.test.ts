import { join } from 'node:path';
import { api } from '@touchstone/core/api/api.ts';
import type { ChangedKind } from '@touchstone/core/api/changed-kinds.ts';
import { pathFor } from '@touchstone/core/api/client.ts';
import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import { createEventParser } from '@touchstone/core/api/event-stream.ts';
import { revokeKey } from '@touchstone/core/keys/trust-changes.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changedLists } from '../../src/console/changed-lists.ts';
import { LOCAL } from '../../src/frame/caller.ts';
import { listsChanged, watchLists, write } from '../../src/store/engine.ts';
import { SWEEPS } from '../../src/sweeps.ts';
import { changeTrustStoreFile } from '../../src/trust/store-file.ts';
import { trustStoreChanges } from '../../src/trust/sweep.ts';
import { sendExample } from '../examples.ts';
import { HOST, openTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
beforeEach(async () => {
  server = await openTestServer();
});
afterEach(() => server.close());

async function newSession(): Promise<string> {
  const json = { start_token: server.deps.sessions.newStartToken() };
  return String((await server.call('POST', '/api/v1/console/session', { json })).at('session_token'));
}

interface Following {
  readonly status: number;
  /** All that was told so far. */
  readonly told: { readonly event: string; readonly kinds: readonly ChangedKind[] }[];
  /** How the stream has come to its end: a browser calls one that is broken off a fault. */
  readonly ended: Promise<'ended' | 'broken off'>;
  close(): void;
}

/** Follows over the app, as the desktop shell does over its port. */
async function follow(token: string, projectId?: string): Promise<Following> {
  const answer = await server.app.inject({
    method: 'GET',
    url: '/api/v1/console/changes',
    headers: {
      host: HOST,
      authorization: `Bearer ${token}`,
      ...(projectId === undefined ? {} : { 'x-svc-project': projectId }),
    },
    payloadAsStream: true,
  });
  const told: { event: string; kinds: readonly ChangedKind[] }[] = [];
  const stream = answer.stream();
  const parser = createEventParser();
  const ended = (async (): Promise<'ended' | 'broken off'> => {
    try {
      for await (const part of stream) {
        for (const { event, data } of parser.push(part)) told.push({ event, kinds: JSON.parse(data).kinds ?? [] });
      }
      return 'ended';
    } catch {
      return 'broken off';
    }
  })();
  if (answer.statusCode === 200) await expect.poll(() => told.map(({ event }) => event)).toContain('ready');
  return { status: answer.statusCode, told, ended, close: () => void stream.destroy() };
}

const kindsOf = ({ told }: Following) => [...new Set(told.flatMap(({ kinds }) => kinds))].sort();

test('tells of a write in the acting project, by its kind and nothing else', async () => {
  const token = await newSession();
  const following = await follow(token);
  await sendExample(server, api.receipts.receipts.create, server.admin);
  await expect.poll(() => kindsOf(following)).toEqual(['receipts']);
  expect(following.told).toEqual([
    { event: 'ready', kinds: [] },
    { event: 'changed', kinds: ['receipts'] },
  ]);
  following.close();
  await following.ended;
});

test("another project's writes send nothing, and what is the whole server's is told to all", async () => {
  const other = await server.newKey({ plan: 'business' });
  const [here, there] = [await follow(await newSession()), await follow(await newSession(), other.projectId)];
  await sendExample(server, api.receipts.receipts.create, other.key);
  await expect.poll(() => kindsOf(there)).toEqual(['receipts']);
  await sendExample(server, api.crypto.shield.store, server.admin);
  await expect.poll(() => kindsOf(here)).toEqual(['secrets']);
  expect(kindsOf(there)).toEqual(['receipts']);
  await sendExample(server, api.admin.webhooks.set, server.admin);
  // It stands in the administration's audit too, which is listed beside the accounts.
  await expect.poll(() => kindsOf(here)).toEqual(['accounts', 'secrets', 'webhooks']);
  await expect.poll(() => kindsOf(there)).toEqual(['accounts', 'receipts', 'webhooks']);
  for (const each of [here, there]) each.close();
});

test('tells of what comes by itself: blocks', async () => {
  const following = await follow(await newSession());
  await sendExample(server, api.crypto.vault.attest, server.admin);
  await expect.poll(() => kindsOf(following)).toEqual(['ledger']);
  const before = following.told.length;
  await server.deps.chains.makeBlocks();
  await expect.poll(() => following.told.length).toBeGreaterThan(before);
  expect(kindsOf(following)).toEqual(['ledger']);
  following.close();
});

test("tells of the administration's audit after every act that stands in it", async () => {
  const following = await follow(await newSession());
  await sendExample(server, api.admin.policies.set, server.admin);
  await expect.poll(() => kindsOf(following)).toEqual(['accounts', 'agents']);
  following.close();
});

test('tells of a secret that was read, since that is listed in its audit; a list that is read tells nothing', async () => {
  const stored = await sendExample(server, api.crypto.shield.store, server.admin);
  const following = await follow(await newSession());
  const id = String(stored.at('id'));
  const read = (endpoint: Endpoint, params: Record<string, string> = {}) =>
    server.call('GET', pathFor(endpoint, params), { token: server.admin });
  expect((await read(api.crypto.shield.reveal, { id })).status).toBe(200);
  await expect.poll(() => kindsOf(following)).toEqual(['secrets']);
  const before = following.told.length;
  for (const endpoint of [api.crypto.shield.list, api.crypto.shield.audit]) {
    expect((await read(endpoint)).status).toBe(200);
  }
  // Another write after them: what they would have told would have come before it.
  await sendExample(server, api.receipts.receipts.create, server.admin);
  await expect.poll(() => following.told.slice(before).map(({ kinds }) => kinds)).toEqual([['receipts']]);
  following.close();
});

test('tells of trust that another program has changed, once', async () => {
  const following = await follow(await newSession());
  const { deps } = server;
  const path = join(server.dataDir, 'trust-store.json');
  await trustStoreChanges.run(deps);
  await changeTrustStoreFile(path, (store) => revokeKey(store, 'a'.repeat(43), 0, 'test'));
  await trustStoreChanges.run(deps);
  await expect.poll(() => kindsOf(following)).toEqual(['trust']);
  await trustStoreChanges.run(deps);
  await sendExample(server, api.receipts.receipts.create, server.admin);
  await expect.poll(() => following.told.map(({ kinds }) => kinds)).toEqual([[], ['trust'], ['receipts']]);
  expect(SWEEPS).toContain(trustStoreChanges);
  following.close();
});

test('gathers what comes fast', async () => {
  const { db } = server.deps;
  const gone = new AbortController();
  const events = changedLists(db, LOCAL.projectId).open(gone.signal)[Symbol.asyncIterator]();
  expect((await events.next()).value).toEqual({ event: 'ready', data: {} });
  const begun = performance.now();
  for (let at = 0; at < 50; at++) {
    await write(db, async (transaction) =>
      listsChanged(transaction, at % 2 === 0 ? 'agents' : 'cache', LOCAL.projectId),
    );
  }
  expect((await events.next()).value).toEqual({ event: 'changed', data: { kinds: ['agents', 'cache'] } });
  await write(db, async (transaction) => listsChanged(transaction, 'receipts', LOCAL.projectId));
  expect((await events.next()).value).toEqual({ event: 'changed', data: { kinds: ['receipts'] } });
  expect(performance.now() - begun).toBeGreaterThan(200);
  gone.abort();
  expect((await events.next()).done).toBe(true);
});

test('a write that fails tells nothing', async () => {
  const { db } = server.deps;
  const heard: unknown[] = [];
  const unwatch = watchLists(db, (change) => heard.push(change));
  const failing = write(db, async (transaction) => {
    listsChanged(transaction, 'receipts', LOCAL.projectId);
    throw new RangeError('no');
  });
  const other = write(db, async (transaction) => listsChanged(transaction, 'secrets', LOCAL.projectId));
  await expect(failing).rejects.toThrow(RangeError);
  await other;
  expect(heard).toEqual([{ kind: 'secrets', projectId: LOCAL.projectId }]);
  unwatch();
  await write(db, async (transaction) => listsChanged(transaction, 'secrets', null));
  expect(heard).toHaveLength(1);
});

test('ends with its session, and is for the console and the administrator alone', async () => {
  const token = await newSession();
  const [following, other] = [await follow(token), await follow(await newSession())];
  await server.call('DELETE', '/api/v1/console/session', { token });
  expect(await following.ended).toBe('ended');
  await sendExample(server, api.receipts.receipts.create, server.admin);
  await expect.poll(() => kindsOf(other)).toEqual(['receipts']);
  expect(kindsOf(following)).toEqual([]);
  other.close();
  expect((await follow((await server.newKey()).key)).status).toBe(403);
  expect((await follow(`cs_${'0'.repeat(64)}`)).status).toBe(401);
});

test('a session that is too old hears nothing more', async () => {
  const following = await follow(await newSession());
  server.advance(400 * 86_400_000);
  await sendExample(server, api.receipts.receipts.create, server.admin);
  expect(await following.ended).toBe('ended');
  expect(kindsOf(following)).toEqual([]);
});

test('a session has twenty streams at most, and those of others are not counted', async () => {
  const token = await newSession();
  const open: Following[] = [];
  for (let at = 0; at < 20; at++) open.push(await follow(token));
  expect((await follow(token)).status).toBe(429);
  open.push(await follow(await newSession()));
  expect(open.every(({ status }) => status === 200)).toBe(true);
  for (const each of open) each.close();
});
