/** Turns a contract's example into a request that can be sent: makes first what it needs. */

import { join } from 'node:path';
import { api } from '@touchstone/core/api/api.ts';
import { pathFor } from '@touchstone/core/api/client.ts';
import { type Endpoint, endpointsOf, type OutputOf } from '@touchstone/core/api/endpoint.ts';
import { fromHex, toBase64, toHex, utf8 } from '@touchstone/core/bytes.ts';
import { SOME_SETS } from '../../core/test/fhe/measured-sets.ts';
import { newDevice } from '../../core/test/webauthn/device.ts';
import { signJob } from '../src/crypto/pooled-signer.ts';
import { keepBenchmark } from '../src/fhe-iq/benchmark.ts';
import { LOCAL } from '../src/frame/caller.ts';
import { newId } from '../src/frame/ids.ts';
import { listAllTargets, setAllowPrivate } from '../src/gateway/store.ts';
import { insertEnrolment } from '../src/key-checks/store.ts';
import { write } from '../src/store/engine.ts';
import { findWebhook, insertDelivery, insertWebhook, settleDelivery } from '../src/webhooks/store.ts';
import { encryptedKey, sealedSignal } from './encrypted-inputs.ts';
import { gradeRecord } from './handlers/receipts/signed-grade.ts';
import type { Answer, TestServer } from './harness.ts';
import { sealed, sessionIn } from './mpc/contribution.ts';
import { openUpstream, type Upstream } from './outbound/upstream.ts';

export const operations = endpointsOf(api);

export interface Request {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

let upstream: Promise<Upstream> | null = null;

/** What a placeholder cannot say: values that exist in a running server only. */
const FROM_SERVER: Readonly<Record<string, (server: TestServer, token: string) => Promise<Record<string, unknown>>>> = {
  // The console alone asks, and five times a minute.
  'console.unlock.open': async (server) => {
    server.advance(60_000);
    return { 'headers.host': 'localhost:7433', 'headers.origin': 'http://localhost:7433' };
  },
  'console.session.open': async ({ deps }) => ({ 'body.start_token': deps.sessions.newStartToken() }),
  // An address has one account, and an example may be sent more than once.
  'admin.accounts.create': async ({ deps }) => ({ 'body.email': `${toHex(deps.random(8))}@example.com` }),
  // A retired set: the current one is needed by all that follows.
  'admin.trust.revoke-own': async (server, token) => {
    await sendExample(server, api.admin.keySets.rotate, token);
    const [, retired] = await server.deps.keySets.verifying('3key');
    return { 'params.fingerprint': retired?.fingerprint };
  },
  // A project has a canonical name once.
  'agents.register.create': async ({ deps }) => ({
    'body.canonical_name': `svc.agent.example.finance.clerk.prod.${toHex(deps.random(8))}`,
  }),
  'admin.webhooks.retry': async (server) => ({ 'params.id': await deadNotice(server) }),
  // Blocks come with time; here at once.
  'crypto.ledger.block': async (server, token) => {
    await sendExample(server, api.crypto.vault.attest, token);
    await server.deps.chains.makeBlocks();
    return {};
  },
  // A contract has one open session, and an example may be sent more than once.
  'crypto.health.open-session': async ({ deps }) => ({ 'body.contract_id': `contract-${toHex(deps.random(8))}` }),
  // What is made without a key is nobody's.
  'privacy.privacy.hide': async (server, token) => {
    const { body: json } = api.privacy.privacy.age.example;
    const made = await server.call('POST', '/api/v1/privacy/age', { token, json });
    return { 'params.id': made.at('commitment') };
  },
  'crypto.storage.rotate': async (server, token) => {
    const made = await sendExample(server, api.crypto.storage.keygen, token);
    return { 'body.new_key_id': made.at('key_id') };
  },
  // A project has an address once.
  'platform.auth.register': async ({ deps }) => ({ 'body.email': `${toHex(deps.random(8))}@example.com` }),
  'platform.auth.login': loginAnswer,
  // A payer has the opening from the address, and a wallet that others have not emptied.
  'privacy.commerce.pay': async (server, token) => {
    const made = await sendExample(server, api.privacy.commerce.invoice, token);
    return {
      'params.id': made.at('invoice_id'),
      'body.opening': new URL(String(made.at('payment_url'))).hash.slice(1),
      'body.payer_wallet': toHex(server.deps.random(16)),
    };
  },
  // The example's service is in no network that tests reach: another one takes its place.
  'crypto.key.gateway-proxy': async (server, token) => {
    upstream ??= openUpstream();
    const { body } = api.crypto.key.gatewayConfigure.example;
    const json = { ...body, base_url: `http://127.0.0.1:${(await upstream).port}` };
    await server.call('POST', '/v1/key/gateway/configure', { token, json });
    for (const { id } of await listAllTargets(server.deps.db)) await setAllowPrivate(server.deps.db, id, true);
    return {};
  },
  // Proven, and signed by the server's own 3key set.
  'receipts.grades.create': async ({ deps }) => {
    const record = await gradeRecord(deps.keySets, deps.clock());
    return Object.fromEntries(Object.entries(record).map(([name, value]) => [`body.${name}`, value]));
  },
  'crypto.fhe.bfv-decrypt': async (server, token) => {
    const { key_id, ciphertext } = await bfvCiphertext(server, token);
    return { 'body.key_id': key_id, 'body.ciphertext': ciphertext };
  },
  'crypto.fhe.bfv-add': async (server, token) => {
    const { ciphertext } = await bfvCiphertext(server, token);
    return { 'body.ciphertext_a': ciphertext, 'body.ciphertext_b': ciphertext };
  },
  'crypto.fhe.bfv-multiply': async (server, token) => {
    const { ciphertext, relin_key } = await bfvCiphertext(server, token);
    return { 'body.ciphertext_a': ciphertext, 'body.ciphertext_b': ciphertext, 'body.relin_key': relin_key };
  },
  'crypto.fhe-iq.select': keepSomeBenchmark,
  'crypto.fhe-iq.optimize': keepSomeBenchmark,
  'crypto.fhe-iq.benchmark': keepSomeBenchmark,
  'crypto.fhe.ckks-decrypt': ckksInput,
  'crypto.fhe.ckks-rotate': ckksInput,
  'crypto.fhe.ckks-refresh': ckksInput,
  'crypto.fhe.ckks-add': ckksInputs,
  'crypto.fhe.ckks-multiply': ckksInputs,
  'crypto.key.fhe-verify': async (server, token) => {
    const { challenge } = (await sendExample(server, api.crypto.key.fheChallenge, token)).body as { challenge: string };
    const { body } = await sendExample(server, api.crypto.key.fheRegister, token);
    const { enrollment_id: id, fhe_params: params } = body as OutputOf<typeof api.crypto.key.fheRegister>;
    const { key_material: material } = api.crypto.key.encrypt.example.body;
    return {
      'body.enrollment_id': id,
      'body.encrypted_key': await encryptedKey(params.public_key, material),
      'body.challenge': challenge,
    };
  },
  // Deleting needs no plan that registering needs.
  'crypto.key.fhe-forget': async (server, token) => {
    const project = String((await sendExample(server, api.crypto.share.key, token)).at('context.project'));
    const keyId = String((await sendExample(server, api.crypto.key.encrypt, token)).at('id'));
    const id = newId('fhe_enroll', server.deps.random);
    await write(server.deps.db, (transaction) =>
      insertEnrolment(transaction, {
        id,
        project_id: project,
        key_id: keyId,
        purpose: 'x',
        allowed_verifiers: '[]',
        envelope: new Uint8Array(1),
        non_matches: 0,
        created_at: server.deps.clock(),
      }),
    );
    return { 'params.enrollment_id': id };
  },
  // A box counts once.
  'crypto.share.contribute': async (server, token) => {
    const { body } = await sendExample(server, api.crypto.share.key, token);
    const { public_key: publicKey, context } = body as OutputOf<typeof api.crypto.share.key>;
    return { 'body.data': await sealedSignal(publicKey, context.project) };
  },
  // The index of the example holds texts.
  'crypto.search.query': async (server, token) => {
    const { index_id, embedding_b64 } = api.crypto.search.query.example.query;
    const documents = [{ doc_id: 'v', fields: { embedding_b64 } }];
    await server.call('POST', '/v1/search/index', {
      token,
      json: { index_id, index_type: 'ckks_similarity', documents },
    });
    return {};
  },
  // Participants seal on their own machines.
  'crypto.mpc.contribute': async (server, token) => {
    const made = await sendExample(server, api.crypto.mpc.init, token);
    const encrypted_share = await sealed(sessionIn(made.at('public_params')), 'p1', 17);
    return { 'params.session_id': made.at('session_id'), 'body.encrypted_share': encrypted_share };
  },
  'crypto.mpc.compute': async (server, token) => {
    const made = await sendExample(server, api.crypto.mpc.init, token);
    const id = String(made.at('session_id'));
    for (const participant_id of ['p1', 'p2']) {
      const encrypted_share = await sealed(sessionIn(made.at('public_params')), participant_id, 17);
      const json = { participant_id, encrypted_share };
      await server.call('POST', `/v1/mpc/${id}/contribute`, { token, json });
    }
    return { 'params.session_id': id };
  },
  'artifacts.artifacts.add-signature': async (server, token) => {
    const artifact = await sendExample(server, api.artifacts.artifacts.create, token);
    const signature = await signSlot(server, String(artifact.at('manifest_hash')), 'ML-DSA-87');
    return { 'params.id': String(artifact.at('artifact_id')), 'body.signature': signature };
  },
};

/** A key pair and a ciphertext under it. */
async function bfvCiphertext(server: TestServer, token: string) {
  const { body } = await sendExample(server, api.crypto.fhe.bfvKeygen, token);
  const keys = body as OutputOf<typeof api.crypto.fhe.bfvKeygen>;
  const json = { plaintext: [1, -2, 3], public_key: keys.public_key };
  const encrypted = await server.call('POST', '/v1/fhe/bfv/encrypt', { token, json });
  return { ...keys, ciphertext: encrypted.at('ciphertext') };
}

/** Times as this machine might have: measuring takes seconds. */
async function keepSomeBenchmark({ deps }: TestServer): Promise<Record<string, unknown>> {
  keepBenchmark(join(deps.dataDir, 'fhe-benchmark.json'), { measuredAt: deps.clock(), sets: SOME_SETS });
  return {};
}

async function ckksInput(server: TestServer, token: string): Promise<Record<string, unknown>> {
  const sessionId = (await sendExample(server, api.crypto.fhe.ckksSession, token)).at('session_id');
  const json = { session_id: sessionId, plaintext: [0.5, -1.25, 3] };
  const encrypted = await server.call('POST', '/v1/fhe/ckks/encrypt', { token, json });
  return { 'body.session_id': sessionId, 'body.ciphertext': encrypted.at('ciphertext') };
}

async function ckksInputs(server: TestServer, token: string): Promise<Record<string, unknown>> {
  const { 'body.ciphertext': ciphertext, ...session } = await ckksInput(server, token);
  return { ...session, 'body.ciphertext_a': ciphertext, 'body.ciphertext_b': ciphertext };
}

/** A user with a raw key, and his answer to a challenge. */
async function loginAnswer(server: TestServer, token: string): Promise<Record<string, unknown>> {
  const { platform } = api;
  const device = newDevice('Ed25519');
  const userId = (await sendExample(server, platform.auth.register, token)).at('user.id');
  const credential = { publicKey: device.publicKey, attestation: 'cmF3LWtleQ==' };
  const json = { ...platform.biometric.enroll.example.body, userId, credential };
  const enrolled = await server.call('POST', '/v1/biometric/enroll', { token, json });
  const challenge = await server.call('GET', '/v1/auth/challenge', { token });
  const answer = { id: enrolled.at('credentialId'), ...device.raw(String(challenge.at('publicKey.challenge'))) };
  return {
    'body.challenge': challenge.at('challenge'),
    'body.biometricData.credential': toBase64(utf8(JSON.stringify(answer))),
  };
}

/** A notice that was given up, for a webhook whose secret does not open: a test sends nothing anywhere. */
export async function deadNotice({ deps }: TestServer): Promise<string> {
  const now = deps.clock();
  const { projectId } = LOCAL;
  const known = await findWebhook(deps.db, projectId);
  const webhookId = known?.id ?? newId('whk', deps.random);
  if (known === null) {
    const sealed = { allow_private: 0, envelope: deps.random(61), created_at: now, changed_at: now } as const;
    await insertWebhook(deps.db, {
      id: webhookId,
      project_id: projectId,
      url: 'https://hooks.example.com/',
      ...sealed,
    });
  }
  const id = newId('whd', deps.random);
  await write(deps.db, (transaction) =>
    insertDelivery(transaction, { id, webhookId, projectId, event: 'key.revoked', body: '{}' }, now),
  );
  await settleDelivery(deps.db, id, { state: 'dead', finished_at: now });
  return id;
}

/** A slot's signature by the server's own artifact set. */
export async function signSlot({ deps }: TestServer, manifestHash: string, algorithm: 'ML-DSA-87' | 'FALCON-1024') {
  return deps.keySets.withSecrets('artifact', async (_keySet, secrets) => {
    const secretKey = secrets.get(algorithm);
    const message = fromHex(manifestHash);
    if (secretKey === undefined || message === null) throw new TypeError('no such key');
    return toBase64(await deps.run(signJob, { algorithm, secretKey, message }));
  });
}

export async function exampleRequest(server: TestServer, operation: Endpoint, token: string): Promise<Request> {
  const { params = {}, query = {}, headers = {}, body, after } = operation.example;
  const parts = structuredClone({ params: { ...params }, query: { ...query }, headers: { ...headers }, body });
  const values: Record<string, unknown> = {};
  const fromServer = await FROM_SERVER[operation.id]?.(server, token);
  if (after !== undefined) {
    const first = operations.find(({ id }) => id === after.operation);
    if (first === undefined) throw new TypeError(`${operation.id}: no operation is called ${after.operation}`);
    const answer = await sendExample(server, first, token);
    for (const [target, member] of Object.entries(after.use)) values[target] = answer.at(member);
  }
  for (const [target, value] of Object.entries({ ...values, ...fromServer })) put(parts, target.split('.'), value);
  return { path: pathFor(operation, parts.params, parts.query), headers: parts.headers, body: parts.body };
}

/** Sets a member by its path; the example has everything on the way to it. */
function put(holder: unknown, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (typeof holder !== 'object' || holder === null) throw new TypeError(`the example has nothing to hold ${name}`);
  if (rest.length === 0) Reflect.set(holder, name, value);
  else put(Reflect.get(holder, name), rest, value);
}

export async function sendExample(server: TestServer, operation: Endpoint, token: string): Promise<Answer> {
  const { path, headers, body } = await exampleRequest(server, operation, token);
  return server.call(operation.method, path, {
    ...(operation.auth === 'none' ? {} : { token }),
    headers,
    ...(body === undefined ? {} : { json: body }),
  });
}
