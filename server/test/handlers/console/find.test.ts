import { api } from '@touchstone/core/api/api.ts';
import { FOUND_KINDS, type FoundKind } from '@touchstone/core/api/console/find.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { pinKeySet } from '@touchstone/core/keys/trust-changes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertBfvKey } from '../../../src/fhe/store.ts';
import { findKeySets } from '../../../src/find/key-sets.ts';
import { type Sought, soughtIn } from '../../../src/find/sought.ts';
import { LOCAL } from '../../../src/frame/caller.ts';
import type { Tables } from '../../../src/store/tables.ts';
import { agentCalls } from '../../agents/flow.ts';
import { deadNotice, sendExample } from '../../examples.ts';
import { openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

interface Found {
  readonly kind: string;
  readonly id: string;
  readonly name: string | null;
  readonly within: string | null;
}

async function find(text: string, projectId: string = LOCAL.projectId): Promise<readonly Found[]> {
  const answer = await server.call('GET', `/api/v1/console/find?text=${encodeURIComponent(text)}`, {
    token: server.admin,
    headers: { 'x-svc-project': projectId },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.at('items') as readonly Found[];
}

const kinds = async (text: string, projectId?: string) => (await find(text, projectId)).map(({ kind }) => kind);
const names = async (text: string, projectId?: string) => (await find(text, projectId)).map(({ name }) => name);

const store = (name: string, token: string) =>
  server.call('POST', '/v1/shield/store', {
    token,
    json: { ...api.crypto.shield.store.example.body, name },
  });

test('finds by the beginning of a name, whatever the case, and by the beginning of an id', async () => {
  const stored = await store('Stripe live key', server.admin);
  const id = String(stored.at('id'));
  const found = { kind: 'secret', id, name: 'Stripe live key', within: null };
  for (const text of ['stripe', 'STRIPE LIVE', ' Str ', id, id.slice(0, 8), id.toUpperCase()]) {
    expect(await find(text), text).toContainEqual(found);
  }
  for (const text of ['tripe', 'stripe live keys', id.slice(1), 'live']) expect(await find(text), text).toEqual([]);
});

test('a project finds its own alone, and an API key nothing', async () => {
  const { key, projectId } = await server.newKey({ plan: 'business' });
  await store('Only theirs', key);
  await store('Only ours', server.admin);
  expect(await names('only')).toEqual(['Only ours']);
  expect(await names('only', projectId)).toEqual(['Only theirs']);
  const [theirs] = await find('only', projectId);
  expect(await find(theirs?.id ?? '')).toEqual([]);
  const asked = await server.call('GET', '/api/v1/console/find?text=only', { token: key });
  expect(asked.code).toBe('INVALID_SCOPE');
});

test('what was deleted or replaced is not found', async () => {
  const first = String((await store('Passing', server.admin)).at('id'));
  const rotated = await server.call('POST', '/v1/shield/rotate', {
    token: server.admin,
    json: { secret_id: first, new_value: 'another value' },
  });
  expect(rotated.status, rotated.text).toBe(200);
  expect((await find('passing')).map(({ id }) => id)).not.toContain(first);
  expect(await names('passing')).toEqual(['Passing']);
  const [{ id = '' } = {}] = await find('passing');
  await server.call('DELETE', `/v1/shield/secrets/${id}`, { token: server.admin });
  for (const text of ['passing', id, first]) expect(await find(text), text).toEqual([]);
});

test('patterns, quotes and letters of all kinds are characters as others', async () => {
  for (const name of ['100% sure', '100 percent', 'under_score', 'underXscore', "O'Brien; --", 'Ärzte', 'a\\b']) {
    await store(name, server.admin);
  }
  expect(await names('100%')).toEqual(['100% sure']);
  expect(await names('under_')).toEqual(['under_score']);
  expect(await names("o'brien;")).toEqual(["O'Brien; --"]);
  expect(await names('ärz')).toEqual(['Ärzte']);
  expect(await names('a\\')).toEqual(['a\\b']);
  for (const text of ['%%', '__', "' OR 1=1 --", '%_', '\\%', '  ', '\u{10ffff}\u{10ffff}']) {
    expect(await find(text), text).toEqual([]);
  }
  for (const text of ['', 'a', 'x'.repeat(201), 'a\u0000b']) {
    const answer = await server.call('GET', `/api/v1/console/find?text=${encodeURIComponent(text)}`, {
      token: server.admin,
    });
    expect(answer.code, text).toBe('INVALID_REQUEST');
  }
});

test('answers five of a kind, in the order of their names, and says that there are more', async () => {
  for (const at of [3, 1, 6, 2, 5, 4]) await store(`many ${at}`, server.admin);
  const answer = await server.call('GET', '/api/v1/console/find?text=many', { token: server.admin });
  expect((answer.at('items') as Found[]).map(({ name }) => name)).toEqual([1, 2, 3, 4, 5].map((at) => `many ${at}`));
  expect(answer.at('has_more')).toBe(true);
  const one = await server.call('GET', '/api/v1/console/find?text=many%201', { token: server.admin });
  expect(one.at('has_more')).toBe(false);
});

/** Where each kind is stored, and the column that names it. */
const STORED = {
  agent: ['agents', 'id'],
  session: ['agent_sessions', 'id'],
  artifact: ['artifacts', 'id'],
  receipt: ['receipts', 'on_chain_hash'],
  proof: ['privacy_proofs', 'commitment'],
  secret: ['secret_versions', 'id'],
  key: ['managed_keys', 'id'],
  'wrapped-key': ['wrapped_keys', 'id'],
  'fhe-key': ['bfv_keys', 'id'],
  target: ['gateway_targets', 'id'],
  account: ['accounts', 'id'],
  'api-key': ['api_keys', 'id'],
  webhook: ['webhooks', 'id'],
  notice: ['webhook_deliveries', 'id'],
  device: ['device_credentials', 'id'],
  'platform-user': ['platform_users', 'id'],
  'health-session': ['health_sessions', 'id'],
  approval: ['agent_approvals', 'node_id'],
  'agent-receipt': ['agent_approvals', 'node_id'],
  fork: ['agent_forks', 'id'],
  invoice: ['invoices', 'commitment'],
  call: ['calls', 'id'],
  computation: ['mpc_sessions', 'id'],
  'search-index': ['search_collections', 'name'],
  'enrolled-user': ['biometric_templates', 'user_id'],
  anchor: ['ledger_anchors', 'tx'],
  block: ['ledger_blocks', 'hash'],
  'audit-entry': ['platform_audit', 'id'],
  'cache-entry': ['cache_entries', 'key'],
} as const satisfies Partial<Record<FoundKind, readonly [keyof Tables, string]>>;

test('finds objects of every kind by their ids, also by the first characters', async () => {
  const { agents, artifacts, receipts, crypto, signing, admin, platform, privacy } = api;
  for (const operation of [
    agents.approval.request,
    agents.replay.fork,
    artifacts.artifacts.create,
    receipts.receipts.create,
    privacy.commerce.invoice,
    crypto.key.encrypt,
    crypto.key.gatewayConfigure,
    signing.svcKey.wrap,
    admin.webhooks.set,
    platform.biometric.enroll,
    crypto.health.openSession,
    crypto.vault.attest,
    platform.blockchain.audit,
    platform.cache.write,
    crypto.video.session,
    crypto.mpc.init,
    crypto.search.index,
    crypto.biometric.enroll,
  ]) {
    const { status, text } = await sendExample(server, operation, server.admin);
    expect(status, `${operation.id} ${text}`).toBe(200);
  }
  // Without a key it would be nobody's.
  const { body: json } = privacy.privacy.age.example;
  await server.call('POST', '/api/v1/privacy/age', { token: server.admin, json });
  await deadNotice(server);
  await insertBfvKey(server.deps.db, {
    id: 'key_bfv_0123456789abcdef',
    project_id: LOCAL.projectId,
    custody: 'client',
    profile: 'standard',
    fingerprint: new Uint8Array(32),
    envelope: null,
    created_at: server.deps.clock(),
  });
  await server.voter(LOCAL.projectId);
  await server.deps.chains.makeBlocks();
  for (const [kind, [table, column]] of Object.entries(STORED)) {
    const { db } = server.deps;
    const row = await db
      .selectFrom(table)
      .select(sql<string>`${sql.ref(column)}`.as('id'))
      .executeTakeFirstOrThrow();
    for (const text of [row.id, row.id.slice(0, -1)]) expect(await kinds(text), `${kind} by ${text}`).toContain(kind);
  }
  expect(FOUND_KINDS.filter((kind) => !Object.hasOwn(STORED, kind))).toEqual(['key-set']);
});

test('finds objects by their names, and blocks by chain and height', async () => {
  const names: readonly [string, FoundKind][] = [
    ['invoice cl', 'agent'],
    ['invoice cl', 'session'],
    ['example prod', 'artifact'],
    ['payment prov', 'key'],
    ['user1@', 'account'],
  ];
  const calls = agentCalls(server, server.admin);
  await calls.start({}, { agent_id: await calls.register({ name: 'Invoice clerk' }) });
  await server.newKey({ email: 'user1@example.com' });
  for (const [text, kind] of names) expect(await kinds(text), text).toContain(kind);
  const [block] = await find('Ethereum 1');
  expect(block ?? (await find('solana 1'))[0]).toMatchObject({ kind: 'block', id: '1', name: null });
});

test('finds pinned key sets by issuer and fingerprint', async () => {
  const [own] = await server.deps.keySets.verifying('service');
  if (own === undefined) throw new TypeError('there is no key set');
  const change = pinKeySet(EMPTY_TRUST_STORE, own, { at: server.deps.clock(), by: 'test', source: 'test' });
  if (!change.ok) throw new TypeError('it cannot be pinned');
  const found = findKeySets(change.store, soughtOf(own.fingerprint.slice(0, 10)));
  expect(found).toEqual([
    { kind: 'key-set', id: own.fingerprint, name: `${own.issuer}, ${own.keyset_id}`, within: null },
  ]);
  expect(findKeySets(change.store, soughtOf(own.issuer.toUpperCase()))).toEqual(found);
  expect(findKeySets(change.store, soughtOf('nobody'))).toEqual([]);
});

function soughtOf(text: string): Sought {
  const sought = soughtIn(text);
  if (sought === null) throw new TypeError('too short');
  return sought;
}

test('names leave no trace in the log', async () => {
  await find('Stripe live key');
  expect(server.logged.join('\n')).not.toMatch(/stripe/i);
});
