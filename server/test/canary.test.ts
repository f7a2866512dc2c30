/** Secrets that exist in a running server are looked for in every byte that it leaves behind. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toBase64, toBase64Url, toHex, utf8 } from '@touchstone/core/bytes.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { sealingKey, sealValue } from '@touchstone/core/secrets/sealed-value.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kem } from '../src/crypto/kem.ts';
import { bfvKeyPlace, ckksSessionPlace } from '../src/fhe/at-rest.ts';
import { openTestServer, type TestServer } from './harness.ts';
import { sealed, sessionIn } from './mpc/contribution.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The spellings in which a secret could lie about; 24 bytes of it are enough to be one. */
function spellings(secret: Uint8Array): Buffer[] {
  const part = secret.slice(0, 24);
  // Base64 stands percent-encoded in addresses.
  const texts = new Set([toHex(part), toBase64(part), toBase64Url(part), encodeURIComponent(toBase64(part))]);
  return [Buffer.from(part), ...[...texts].map((text) => Buffer.from(text))];
}

function foldersBytes(): ReadonlyMap<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return new Map(files.map((name) => [name, readFileSync(join(folder, name))]));
}

/** Stores canaries in both forms, does with them what can be done, and fails at it too. Of a reveal the answer has the value. */
async function keepSecrets(server: TestServer, canaries: Map<string, Uint8Array>): Promise<void> {
  const { key, projectId } = await server.newKey({ plan: 'business' });
  const call = (method: string, path: string, json?: object) =>
    server.call(method, `/v1/shield${path}`, { token: key, ...(json === undefined ? {} : { json }) });
  const [plain, sealed] = ['canary_7Fh2kQ9xWbLmT4vRzN8cYpJd', 'canary_3Gj5sD1uXoEaK6wVtB0hMqZf'].map(
    (start) => `${start}PlainSecretValue`,
  ) as [string, string];
  canaries.set('plain secret', utf8(plain));
  canaries.set('sealed secret', utf8(sealed));
  const facts = { name: 'Canary', provider: 'stripe', environment: 'production', vault: 'payments' };
  const sets = (await server.call('GET', '/api/svc-key/keys/public')).at('keysets') as KeySet[];
  const publicKey = sealingKey(sets) ?? new Uint8Array();
  const target = { request: 'store', name: facts.name } as const;
  const box = await sealValue(kem, systemRandom, publicKey, projectId, target, sealed);
  for (const [value, text] of [
    [plain, plain],
    [box, sealed],
  ] as const) {
    const stored = await call('POST', '/store', { ...facts, value });
    const id = String(stored.at('id'));
    const revealed = await call('GET', `/secrets/${id}`);
    expect(revealed.at('value')).toBe(text);
    for (const other of [
      stored,
      await call('GET', '/secrets'),
      await call('GET', `/secrets/${id}/versions`),
      await call('POST', '/rotate', { secret_id: id, new_value: text, nonsense: text }),
      await call('POST', '/rotate', { secret_id: text, new_value: text }),
      await call('POST', '/store', { ...facts, value: `kem1:${text}` }),
      await call('POST', '/store', { ...facts, value: [text] }),
      await call('POST', '/verify', { secret_id: id, challenge: 'AA==', hmac_proof: text }),
      await call('GET', '/audit'),
    ]) {
      expect(other.text).not.toContain(text);
    }
    await call('POST', '/rotate', { secret_id: id, new_value: `${text}2` });
  }
}

/** Makes invoices, pays one, and fails at both. Of an invoice only the owner and the payer are told anything. */
async function keepInvoices(server: TestServer, canaries: Map<string, Uint8Array>): Promise<void> {
  const token = server.admin;
  const order = {
    amount_cents: 4_200_000_000_042,
    currency: 'USD',
    description: 'canary description 5d0c of an invoice',
    recipient_wallet: 'canary recipient 81be of an invoice',
    chain: 'base',
  };
  const call = (path: string, json: object) => server.call('POST', `/api/v1/commerce/invoice${path}`, { token, json });
  const made = await call('', order);
  const opening = new URL(String(made.at('payment_url'))).hash.slice(1);
  canaries.set('opening of an invoice', utf8(opening));
  canaries.set('random bytes of an invoice', new Uint8Array(Buffer.from(opening, 'base64url')));
  canaries.set('description of an invoice', utf8(order.description));
  canaries.set('recipient of an unpaid invoice', utf8(order.recipient_wallet));
  const id = String(made.at('invoice_id'));
  const secrets = [opening, order.description, order.recipient_wallet, String(order.amount_cents)];
  for (const answer of [
    await call(`/${id}/pay`, { payer_wallet: 'demo:empty', opening }),
    await call(`/${id}/pay`, { payer_wallet: 'demo:empty', opening: `${opening}A` }),
    await call(`/${id}/pay`, { payer_wallet: 7, opening }),
    await call('', { ...order, currency: order.description }),
    await call('', { ...order, chain: order.recipient_wallet }),
    await server.call('GET', `/api/v1/commerce/settlement/${made.at('commitment')}`, { token }),
    await server.call('GET', `/v1/ledger/chains/base/anchors?commitment=${made.at('commitment')}`, { token }),
    await server.call('GET', `/pay/${made.at('commitment')}#${opening}`),
  ]) {
    for (const secret of secrets) expect(answer.text).not.toContain(secret);
  }
}

/** Asks for proofs about hidden values, which the service sees once (S13, S14). */
async function proveClaims(server: TestServer, canaries: Map<string, Uint8Array>): Promise<void> {
  const hidden = (what: string, text: string) => {
    canaries.set(`${what} of a privacy claim`, utf8(text));
    return text;
  };
  const hash = hidden('entity', '7d0c19aa53e2f4b86617c0ad9b21ffe805c3da4417992e6b0d31587fa2c4e690');
  const wallet = hidden('wallet', 'canaryWalletQ8sLr41vTzNcXw20PmHe');
  const age = { date_of_birth: hidden('birth', '1931-07-08'), minimum_age: 18 };
  const token_mint = 'USDC';
  for (const [path, json] of [
    ['age', age],
    ['age', { ...age, minimum_age: 'eighteen' }],
    ['identity', { attribute: 'nationality', value: hidden('value', 'canary value b81f of an attribute') }],
    ['jurisdiction', { jurisdiction: hidden('land', 'canary land 5590 of nowhere'), allowed_set: ['DE'] }],
    ['compliance', { checks: ['ofac'], entity_hash: hash }],
    ['compliance', { checks: ['ofac'], entity_hash: `${hash}0` }],
    ['defi/balance-range', { wallet_address: wallet, token_mint, min_balance: 1, max_balance: 10_000 }],
    ['defi/balance-range', { wallet_address: wallet, token_mint, min_balance: 2, max_balance: 1 }],
    ['defi/collateral', { wallet_address: wallet, protocol: 'lending', min_ratio: 1 }],
    ['defi/portfolio-threshold', { wallet_address: wallet, min_value_usd: 1 }],
  ] as const) {
    await server.call('POST', `/api/v1/privacy/${path}`, { json: { ...json, chain: 'solana' } });
  }
  const value = hidden('witness', 'canary witness 33d7 of a proof');
  const json = { statement: 'identity', attribute: 'nationality', witness: { value } };
  expect((await server.call('POST', '/v1/zkp/stark/prove', { token: server.admin, json })).status).toBe(200);
}

/** Encrypts, computes and decrypts in both custodies and both schemes, and fails at it too (S28). */
async function computeEncrypted(server: TestServer, canaries: Map<string, Uint8Array>): Promise<void> {
  const { key: token } = await server.newKey({ plan: 'business' });
  const call = (path: string, json: object) => server.call('POST', `/v1/fhe/${path}`, { token, json });
  const plaintext = [390_017, -381_733, 377_911, -365_423, 352_007, -349_211];
  canaries.set('plaintext of BFV', utf8(plaintext.join()));
  canaries.set('plaintext of BFV as words', new Uint8Array(BigInt64Array.from(plaintext, BigInt).buffer));
  for (const custody of ['server', 'client']) {
    const keys = await call('bfv/keygen', { custody });
    const secret_key = keys.at('secret_key');
    const public_key = keys.at('public_key');
    if (typeof secret_key === 'string') {
      // Behind the header of the envelope and SEAL's own.
      canaries.set('secret key of a client', new Uint8Array(Buffer.from(secret_key, 'base64').subarray(400, 464)));
    }
    const ciphertext = (await call('bfv/encrypt', { plaintext, public_key })).at('ciphertext');
    const own = custody === 'server' ? { key_id: keys.at('key_id') } : { secret_key };
    const opened = await call('bfv/decrypt', { ciphertext, ...own });
    expect(opened.at('plaintext')).toEqual(plaintext);
    for (const refused of [
      await call('bfv/decrypt', { ciphertext: public_key, ...own }),
      await call('bfv/decrypt', { ciphertext, secret_key: ciphertext }),
      await call('bfv/encrypt', { plaintext: [...plaintext, 2 ** 39], public_key }),
      await call('bfv/encrypt', { plaintext, public_key: secret_key ?? ciphertext }),
    ]) {
      expect(refused.status).toBe(400);
      expect(refused.text).not.toContain(String(plaintext[0]));
    }
  }
  const values = [0.8127351934, -0.7719283746, 0.6650918273];
  canaries.set('plaintext of CKKS', utf8(values.join()));
  canaries.set('plaintext of CKKS as doubles', new Uint8Array(Float64Array.from(values).buffer));
  const session_id = (await call('ckks/session', {})).at('session_id');
  const ciphertext = (await call('ckks/encrypt', { session_id, plaintext: values })).at('ciphertext');
  expect((await call('ckks/refresh', { session_id, ciphertext })).status).toBe(200);
  // Secret keys that the service keeps: they open here as they do in the server, and in no other way.
  const { db, vault } = server.deps;
  for (const row of await db.selectFrom('bfv_keys').selectAll().where('custody', '=', 'server').execute()) {
    const secret = vault.open(bfvKeyPlace(row), row.envelope ?? new Uint8Array());
    canaries.set(`secret key ${row.id}`, secret?.slice(400, 464) ?? new Uint8Array());
  }
  for (const row of await db.selectFrom('ckks_sessions').selectAll().execute()) {
    const secret = vault.open(ckksSessionPlace(row), row.envelope ?? new Uint8Array());
    canaries.set(`secret key ${row.id}`, secret?.slice(400, 464) ?? new Uint8Array());
  }
}

/** Indexes documents, finds, replaces and deletes them (S34). Of a document only its name and its fields are answered. */
async function searchDocuments(server: TestServer, canaries: Map<string, Uint8Array>): Promise<void> {
  const token = server.admin;
  const call = (method: string, path: string, json?: object) =>
    server.call(method, `/v1/search${path}`, { token, ...(json === undefined ? {} : { json }) });
  const word = 'canarywordqz81vtnf20lpxs';
  const text = `${word} stands in a text that nobody may read`;
  canaries.set('word of a document', utf8(word));
  canaries.set('text of a document', utf8(text.slice(word.length)));
  canaries.set('name of a document', utf8('canary document 6a1f of an index'));
  const document = { doc_id: 'canary document 6a1f of an index', fields: { body: text } };
  const body = { index_id: 'canary', index_type: 'keyword', documents: [document] };
  const query = { index_id: 'canary', query: { type: 'boolean', must: [word] }, max_results: 5 };
  for (const answer of [
    await call('POST', '/index', body),
    await call('POST', '/index', { ...body, index_type: 'ckks_similarity' }),
    await call('POST', '/encrypted', query),
    await call('POST', '/encrypted', { ...query, max_results: word }),
    await call('GET', '/collections'),
    await call('GET', '/collections/canary/documents'),
  ]) {
    expect(answer.text).not.toContain(word);
  }
  expect((await call('POST', '/encrypted', query)).at('total_matches')).toBe(1);
  await call('POST', '/index', { ...body, documents: [{ ...document, fields: { body: `${text} again` } }] });
}

/** Indexes vectors and looks for others, and fails at both (S34). A query stands in the address, of which the log has the path. */
async function searchVectors(server: TestServer, canaries: Map<string, Uint8Array>): Promise<void> {
  const token = server.admin;
  const vectorOf = (seed: number) => Float32Array.from({ length: 64 }, (_, at) => Math.sin(seed + 17.3 * at));
  const encoded = (vector: Float32Array) => toBase64(new Uint8Array(vector.buffer));
  const unit = (vector: Float32Array) => Float64Array.from(vector, (value) => value / Math.hypot(...vector));
  const bytesOf = (values: readonly number[]) => new Uint8Array(Float64Array.from(values).buffer);
  const vectors = [1, 2, 3].map(vectorOf);
  const probe = vectorOf(4);
  for (const [what, vector] of [
    ['vector of a document', vectors[0] ?? probe],
    ['vector of a query', probe],
  ] as const) {
    canaries.set(what, new Uint8Array(vector.buffer));
    canaries.set(`${what} of length 1`, bytesOf([...unit(vector)]));
  }
  // As it is encrypted: on a grid, a coordinate of all documents behind each other.
  const coordinate = vectors.map((vector) => Math.round((unit(vector)[0] ?? 0) * 2 ** 17) / 2 ** 17);
  canaries.set('coordinate of all documents', bytesOf(coordinate));
  const index = (all: readonly string[]) =>
    server.call('POST', '/v1/search/index', {
      token,
      json: {
        index_id: 'canary vectors',
        index_type: 'ckks_similarity',
        documents: all.map((embedding_b64, at) => ({ doc_id: `v${at}`, fields: { embedding_b64 } })),
      },
    });
  const query = (embedding: string, count: unknown) =>
    server.call(
      'GET',
      `/v1/search/query?index_id=canary%20vectors&top_k=${count}&embedding_b64=${encodeURIComponent(embedding)}`,
      { token },
    );
  const all = vectors.map(encoded);
  expect((await index(all)).at('total_documents')).toBe(3);
  expect((await query(encoded(probe), 3)).at('results')).toHaveLength(3);
  for (const refused of [
    await index([encoded(probe), `${all[0]}!`]),
    await query(encoded(probe), 'many'),
    await query(`${encoded(probe)}!`, 3),
  ]) {
    expect(refused.status).toBe(400);
    for (const vector of [probe, ...vectors]) expect(refused.text).not.toContain(encoded(vector).slice(0, 32));
  }
}

/** Opens a joint computation with tokens, contributes with one, and fails with others (12.37). */
async function compute(server: TestServer, canaries: Map<string, Uint8Array>): Promise<void> {
  const token = server.admin;
  const json = { participants: 2, threshold: 2, computation: 'sum', participant_tokens: true };
  const made = await server.call('POST', '/v1/mpc/init', { token, json });
  const tokens = made.at('participant_tokens') as Record<string, string>;
  for (const [name, secret] of Object.entries(tokens)) canaries.set(`token of ${name}`, utf8(secret));
  const encrypted_share = await sealed(sessionIn(made.at('public_params')), 'p1', 5);
  const path = `/v1/mpc/${made.at('session_id')}/contribute`;
  const contribute = (participant_token: unknown) =>
    server.call('POST', path, { token, json: { participant_id: 'p1', encrypted_share, participant_token } });
  expect([(await contribute(tokens.p2)).code, (await contribute([tokens.p1])).code]).toEqual([
    'INVALID_SCOPE',
    'INVALID_REQUEST',
  ]);
  expect((await contribute(tokens.p1)).status).toBe(200);
}

test('secret keys, API keys, tokens and passphrases are nowhere in the data folder or the log', async () => {
  const passphrase = 'canary passphrase 7b1d';
  const masterKey = { kind: 'passphrase', passphrase } as const;
  const server = await openTestServer({ dataDir: folder, masterKey });
  const canaries = new Map<string, Uint8Array>([['passphrase', utf8(passphrase)]]);
  await server.deps.keySets.prepare();
  for (const use of ['3key', 'artifact', 'enc'] as const) {
    await server.deps.keySets.withSecrets(use, async (_keySet, secrets) => {
      for (const [algorithm, secret] of secrets) canaries.set(`${use} ${algorithm}`, secret.slice());
    });
  }
  const { key } = await server.newKey();
  canaries.set('API key', utf8(key.slice(-64)));
  canaries.set('API key bytes', new Uint8Array(Buffer.from(key.slice(-64), 'hex')));
  canaries.set('admin token', utf8(server.admin));
  const start = server.deps.sessions.newStartToken();
  const session = await server.call('POST', '/api/v1/console/session', { json: { start_token: start } });
  canaries.set('start token', utf8(start));
  canaries.set('session token', utf8(String(session.at('session_token'))));
  const secretData = 'canary data 41c8 that is signed';
  canaries.set('signed data', utf8(secretData));
  await server.call('POST', '/api/svc-key/sign/3key', { token: key, json: { data: secretData } });
  await server.call('POST', '/api/svc-key/sign/3key', { token: key, json: { data: secretData, nonsense: 1 } });
  await server.call('GET', `/v1/artifacts?cursor=${key}`, { token: key });
  await keepSecrets(server, canaries);
  await keepInvoices(server, canaries);
  await proveClaims(server, canaries);
  await computeEncrypted(server, canaries);
  await searchDocuments(server, canaries);
  await searchVectors(server, canaries);
  await compute(server, canaries);
  const material = (name: string) => {
    const text = `canary ${name} material 93fe of a key`;
    canaries.set(`material that is ${name}`, utf8(text));
    return text;
  };
  const keyCall = (name: string, json: object) => server.call('POST', `/v1/key/${name}`, { token: server.admin, json });
  const managed = await keyCall('encrypt', { key_material: material('managed'), label: 'l', tier: 'key-2' });
  await keyCall('decrypt', { id: managed.at('id') });
  await keyCall('encrypt', { key_material: material('refused'), label: 'l', tier: 'key-9' });
  await keyCall('wrap', { key_material: material('wrapped'), wrapping_tier: 'key-1', key_id: managed.at('id') });
  const rotation = { key_id: managed.at('id'), new_key_material: material('rotated'), tier: 'key-1' };
  expect((await keyCall('rotate', rotation)).status).toBe(200);
  const running = foldersBytes();
  await server.close();
  const files = new Map([
    ...running,
    ...[...foldersBytes()].map(([name, bytes]) => [`${name}, closed`, bytes] as const),
  ]);
  expect(files.size).toBeGreaterThan(3);
  expect(canaries.size).toBeGreaterThanOrEqual(21);
  files.set('the log', Buffer.from(server.logged.join('\n')));
  for (const [what, secret] of canaries) {
    for (const [name, bytes] of files) {
      const found = spellings(secret).some((spelling) => bytes.includes(spelling));
      expect(found, `${what} in ${name}`).toBe(false);
    }
  }
  // The search itself finds what is there.
  const key_id = Buffer.from(server.deps.product.name);
  expect(files.get('the log')?.includes(Buffer.from('/api/svc-key/sign/3key'))).toBe(true);
  expect([...running.values()].some((bytes) => bytes.includes(key_id))).toBe(true);
});
