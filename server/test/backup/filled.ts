/** A data folder with rows in every table, made by the operations themselves; only the clock is ours. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@touchstone/core/api/api.ts';
import { newDevice } from '../../../core/test/webauthn/device.ts';
import { agentSeals } from '../../src/agents/sweeps.ts';
import { CHAINS } from '../../src/audit/chains.ts';
import { cachePatterns } from '../../src/cache/cache.ts';
import { anchorHeads } from '../../src/chain-of-entries/anchor.ts';
import { LOCAL } from '../../src/frame/caller.ts';
import { healthSessions } from '../../src/health/chain.ts';
import { sweepLog } from '../../src/log/heads.ts';
import { searchLeftovers } from '../../src/search/merging.ts';
import { actionBody, agentCalls } from '../agents/flow.ts';
import { ENTITY } from '../encrypted-inputs.ts';
import { operations, sendExample } from '../examples.ts';
import { platformOf } from '../handlers/platform/users.ts';
import { type Answer, openTestServer, type TestServer } from '../harness.ts';
import { whileBlocksCome } from '../ledger/blocks.ts';
import { onceInARun } from '../once-in-a-run.ts';
import { openUpstream } from '../outbound/upstream.ts';
import { copyDataFolder } from '../started-folder.ts';

/** Examples that are sent otherwise below, need what only tests have, or end what others need. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'admin.key-sets.rotate',
  'admin.storage.backup',
  'admin.webhooks.retry',
  'artifacts.artifacts.add-signature',
  'console.unlock.open',
  'crypto.health.attest',
  'crypto.key.gateway-proxy',
]);

const HASH = '5b'.repeat(32);
const RESULTS = { fields_validated: 42, passed: 40, flagged: 2 };

type Call = (method: string, path: string, json?: unknown) => Promise<Answer>;

/** Makes a filled folder, which no server has open. Answers the time by the clock of the one that filled it. */
export async function fillFolder(dataDir: string): Promise<number> {
  const made = await onceInARun('filled', async (folder) => {
    const now = await fill(join(folder, 'data'));
    writeFileSync(join(folder, 'now'), String(now));
  });
  if (made === null) return fill(dataDir);
  copyDataFolder(join(made, 'data'), dataDir);
  return Number(readFileSync(join(made, 'now'), 'utf8'));
}

async function fill(dataDir: string): Promise<number> {
  const server = await openTestServer({ dataDir });
  try {
    const call: Call = async (method, path, json) => {
      const answer = await server.call(method, path, {
        token: server.admin,
        ...(json === undefined ? {} : { json }),
      });
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`);
      return answer;
    };
    await keepLargeDocument(server);
    for (const operation of operations) {
      // What is only read leaves nothing.
      if (operation.method === 'GET' || LEFT_OUT.has(operation.id)) continue;
      const answer = await sendExample(server, operation, server.admin);
      if (answer.status !== 200) throw new Error(`${operation.id}: ${answer.text}`);
    }
    await administer(server, call);
    await keepSecrets(call);
    await useKeys(call);
    await shareFraudSignals(server);
    await actAsAgents(server);
    await callService(call);
    await keepRecords(server, call);
    await holdCalls(call);
    await proveClaims(server, call);
    await indexDocuments(call);
    await runSweeps(server);
    return server.deps.clock();
  } finally {
    await server.close();
  }
}

/** An artifact of a project of its own, whose document stands in three pieces. */
async function keepLargeDocument(server: TestServer): Promise<void> {
  const { key } = await server.newKey();
  const { body } = api.artifacts.artifacts.create.example;
  const evidence_attestation = { result: 'PASS', notes: 'x'.repeat(600_000) };
  const json = { ...body, attestations: { ...body.attestations, evidence_attestation } };
  const answer = await server.call('POST', '/v1/artifacts', { token: key, json });
  if (answer.status !== 200) throw new Error(answer.text);
}

/** Accounts that were opened, changed and asked for; keys that were changed, replaced and revoked. */
async function administer(server: TestServer, call: Call): Promise<void> {
  const { projectId, keyId, key } = await server.newKey({ email: 'lovelace@example.com' });
  // Two generations below it, the elder of which was replaced; one of them ends with its maker.
  const mint = async (maker: string) =>
    String((await server.call('POST', '/api/auth/keys', { token: maker, json: {} })).at('api_key'));
  const child = await mint(key);
  await mint(await mint(child));
  await server.call('DELETE', `/api/auth/keys/ak_${child.split('_')[2]}`, { token: key });
  await server.call('POST', `/api/auth/keys/ak_${(await mint(key)).split('_')[2]}/rotate`, { token: key, json: {} });
  await call('PATCH', `/api/v1/admin/keys/${keyId}`, { label: 'Laptop', scopes: ['sign'] });
  const plan = { project_id: projectId, label: 'Passing', expires_at: '2027-01-01T00:00:00Z' };
  const issue = async () => (await call('POST', '/api/v1/admin/keys', plan)).at('key_id');
  await call('POST', `/api/v1/admin/keys/${await issue()}/rotate`, {});
  await call('DELETE', `/api/v1/admin/keys/${await issue()}`);
  const opened = await call('POST', '/api/v1/admin/accounts', { email: 'grace@example.com', plan: 'pro' });
  await call('POST', '/api/v1/admin/keys', { ...plan, project_id: opened.at('project_id') });
  await call('PATCH', `/api/v1/admin/accounts/${opened.at('id')}`, { credits: 5_000, status: 'suspended' });
  await call('PATCH', '/api/v1/admin/settings', { api_key_grace_seconds: 600 });
  await call('PUT', '/api/v1/admin/policies/team?target=example', { max_value: 1_000_000 });
  await call('PUT', '/api/v1/admin/webhooks', { url: 'https://hooks.example.com/touchstone', project_id: projectId });
}

/** A secret in each of its states. */
async function keepSecrets(call: Call): Promise<void> {
  const facts = {
    provider: 'stripe',
    environment: 'production',
    vault: 'payments',
    rotation_policy: '90d',
    value: 'x',
  };
  const store = async (name: string) => String((await call('POST', '/v1/shield/store', { ...facts, name })).at('id'));
  const first = await store('Rotated');
  await call('POST', '/v1/shield/rotate', { secret_id: first, new_value: 'y' });
  await call('DELETE', `/v1/shield/secrets/${await store('Deleted')}`);
  const back = await store('Brought back');
  await call('DELETE', `/v1/shield/secrets/${back}`);
  await call('POST', `/v1/shield/secrets/${back}/restore`);
  await call('POST', `/v1/shield/secrets/${await store('Destroyed')}/destroy`);
  await call('GET', `/v1/shield/challenge?secret_id=${back}`);
}

/** Managed, wrapped and storage keys, used, replaced and revoked. */
async function useKeys(call: Call): Promise<void> {
  const encrypt = async (label: string) =>
    (await call('POST', '/v1/key/encrypt', { key_material: 'm', label, tier: 'key-2' })).at('id');
  const rotated = await encrypt('Rotated');
  await call('POST', '/v1/key/rotate', { key_id: rotated, new_key_material: 'n', tier: 'key-2' });
  const revoked = await encrypt('Revoked');
  await call('POST', '/v1/key/decrypt', { id: revoked });
  await call('POST', '/v1/key/revoke', { key_id: revoked, reason: 'Seen in public', notify_webhook: true });
  await call('POST', '/v1/fhe/bfv/keygen', {});
  await call('POST', '/v1/fhe/ckks/session', {});
  const template = Buffer.from(new Float32Array(64).fill(0.125).buffer).toString('base64');
  const sample = Buffer.from(new Float32Array(64).fill(-0.125).buffer).toString('base64');
  await call('POST', '/v1/biometric/enroll', { user_id: 'grace', template, modality: 'face' });
  await call('POST', '/v1/biometric/verify', { user_id: 'grace', sample });
  const storage = (await call('POST', '/v1/storage/keygen', {})).at('key_id');
  await call('POST', '/v1/key/revoke', { key_id: storage, reason: 'Lost' });
}

/** Three contributors, and a score. */
async function shareFraudSignals(server: TestServer): Promise<void> {
  for (let at = 0; at < 3; at++) {
    const { key } = await server.newKey();
    const answer = await sendExample(server, api.crypto.share.contribute, key);
    if (answer.status !== 200) throw new Error(answer.text);
  }
  const score = await server.call('POST', '/v1/share/score', {
    token: server.admin,
    json: { entity_hash: ENTITY, context: 'payment' },
  });
  if (score.at('level') === 'unknown') throw new Error(score.text);
}

/** A sealed session with a decided approval, a child and a fork, and one that goes on. */
async function actAsAgents(server: TestServer): Promise<void> {
  const calls = agentCalls(server, server.admin);
  const post = async (path: string, json: object, headers?: Record<string, string>) => {
    const answer = await calls.post(path, json, headers);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
    return answer;
  };
  const ids = await calls.start({ max_value: 1000 }, { duration_secs: 36_000 });
  await post('/actions/attest', actionBody(ids), { 'idempotency-key': 'first' });
  const asked = {
    ...ids,
    summary: 'Pay 480 EUR.',
    approvers: ['ada', 'grace'],
    threshold: 2,
    timeout_secs: 300,
    allow_requester: true,
  };
  const approval = String((await post('/approval/request', asked)).at('node_id'));
  await post(`/approvals/${approval}/decide`, { decision: 'approve', approver: 'ada' });
  const voter = agentCalls(server, await server.voter(LOCAL.projectId));
  await voter.post(`/approvals/${approval}/decide`, { decision: 'approve', approver: 'grace' });
  const delegated = await post('/delegate', { ...ids, delegate_agent_id: ids.agent_id, duration_secs: 60 });
  await post('/actions/attest', actionBody(ids));
  const fork = { session_id: ids.session_id, fork_at: delegated.at('node_id'), policy: { max_value: 1 } };
  await post('/replay/fork', fork);
  await post('/sessions/end', { session_id: ids.session_id });
  await calls.start();
}

/** A key that the gateway has carried. */
async function callService(call: Call): Promise<void> {
  const upstream = await openUpstream();
  try {
    const target = {
      base_url: `http://127.0.0.1:${upstream.port}`,
      auth_header: 'Authorization',
      auth_template: 'Bearer {{key}}',
      allowed_paths: ['/v1/charges'],
      allowed_headers: ['x-trace'],
      rate_limit: 60,
    };
    await call('POST', '/v1/key/gateway/configure', { ...target, target_id: 'payments' });
    await call('POST', '/v1/key/gateway/configure', { ...target, target_id: 'unpermitted' });
    await call('PATCH', '/api/v1/admin/gateway-targets/payments', { allow_private: true });
    const made = await call('POST', '/v1/key/encrypt', { key_material: 'm', label: 'Gateway', tier: 'key-2' });
    const request = { key_id: made.at('id'), target_id: 'payments', method: 'GET', path: '/v1/charges' };
    await call('POST', '/v1/key/gateway/proxy', request);
  } finally {
    await upstream.close();
  }
}

/** Documents, a health session that is over, a user with a device, cached values that were read. */
async function keepRecords(server: TestServer, call: Call): Promise<void> {
  await call('POST', '/v1/vault/attest', { hash: HASH, chain: 'ethereum' });
  await call('POST', '/v1/health/baa/accept', { user_id: 'reviewer', signature_name: 'Ada Lovelace' });
  const session = { contract_id: 'contract-1', user_id: 'reviewer' };
  const id = String((await call('POST', '/v1/health/sessions', session)).at('session_id'));
  const timestamp = '2026-04-01T12:00:00.000Z';
  const event = { session_id: id, field_id: 'dose', action: 'view', actor: 'reviewer', timestamp };
  await call('POST', '/v1/health/audit', { events: [event, { ...event, action: 'validate' }] });
  const signed = { signature_name: 'Ada Lovelace', reviewer_user_id: 'reviewer' };
  const attested = { session_id: id, ...signed, validation_results: RESULTS };
  await whileBlocksCome(server, call('POST', '/v1/health/attest', attested));
  const platform = platformOf(server, server.admin);
  const enrolled = await platform.enrolled(newDevice('ES256'), 'webauthn');
  await platform.verified(enrolled);
  const { id: challenge, bytes } = await platform.challenge();
  await platform.login(challenge, enrolled.credentialId, enrolled.device.webauthn(bytes, { signCount: 5 }));
  await platform.challenge(enrolled.userId);
  await call('POST', '/v1/cache/a', { value: 'value', ttl: 600 });
  await call('GET', '/v1/cache/a');
}

/** A recorded call that is over, one that was not recorded, and one that goes on. */
async function holdCalls(call: Call): Promise<void> {
  for (const [record_transcript, isOver] of [
    [true, true],
    [false, true],
    [true, false],
  ] as const) {
    const opening = { participants: ['ada', 'grace'], security_level: 'L3', record_transcript };
    const id = (await call('POST', '/v1/video/session', opening)).at('session_id');
    const say = (kind: string, payload: unknown) =>
      call('POST', `/v1/video/session/${id}/signal`, { from: 'ada', to: 'grace', kind, payload });
    await say('offer', { sdp: 'v=0' });
    await say('key_exchange', { version: 1, type: 'bye' });
    await say('caption', 'Good morning.');
    if (record_transcript) await call('POST', '/v1/video/transcript', { session_id: id, format: 'json' });
    if (isOver) await call('DELETE', `/v1/video/session/${id}`);
  }
}

/** A claim that does not hold, one of a project, one of nobody. */
async function proveClaims(server: TestServer, call: Call): Promise<void> {
  const age = { date_of_birth: '1990-05-17', chain: 'base' };
  await call('POST', '/api/v1/privacy/age', { ...age, minimum_age: 150 });
  await call('POST', '/api/v1/privacy/age', { ...age, minimum_age: 18 });
  await server.call('POST', '/api/v1/privacy/age', { json: { ...age, minimum_age: 18 } });
}

/** Everything that a running server does in its time. */
/** Search indexes: of a vector; of two documents, and of one that is gone again. */
async function indexDocuments(call: Call): Promise<void> {
  const { embedding_b64 } = api.crypto.search.query.example.query;
  const vector = [{ doc_id: 'v', fields: { embedding_b64 } }];
  await call('POST', '/v1/search/index', { index_id: 'vectors', index_type: 'ckks_similarity', documents: vector });
  const documents = ['a', 'b', 'c'].map((doc_id) => ({ doc_id, fields: { title: `Contract ${doc_id}` } }));
  await call('POST', '/v1/search/index', { index_id: 'kept', index_type: 'keyword', documents });
  await call('DELETE', '/v1/search/collections/kept/documents/c');
}

async function runSweeps(server: TestServer): Promise<void> {
  const { deps } = server;
  await searchLeftovers.run(deps);
  for (let round = 0; round < 2; round++) {
    await agentSeals.run(deps);
    await healthSessions.run(deps);
    await cachePatterns.run(deps);
    await sweepLog(deps);
    await anchorHeads(deps.db, deps.chains, CHAINS);
    await deps.chains.makeBlocks();
    server.advance(60_000);
  }
}
