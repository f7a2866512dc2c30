import { createHash } from 'node:crypto';
import { COMPUTATION_TYPE_NAMES } from '@touchstone/core/api/receipts/receipts.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { pinKeySet } from '@touchstone/core/keys/trust-changes.ts';
import { createReceipt } from '@touchstone/core/receipt/create.ts';
import { COMPUTATION_TYPES, NONCE_LENGTH } from '@touchstone/core/receipt/substrate.ts';
import { verifyReceipt } from '@touchstone/core/receipt/verify.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { LOCAL } from '../../../src/frame/caller.ts';
import { insertReceipt } from '../../../src/receipts/store.ts';
import type { Service } from '../../../src/service.ts';
import { write } from '../../../src/store/engine.ts';
import { HOST, openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let key: string;
let projectId: string;
beforeAll(async () => {
  server = await openTestServer();
  ({ key, projectId } = await server.newKey());
  await server.deps.keySets.prepare();
}, 300_000);
afterAll(() => server.close());

const PAYLOAD = '{"amount":1,"to":"Zoë"}';
const create = (json: object = { payload: PAYLOAD }, token = key) =>
  server.call('POST', '/v1/receipts', { token, json });
const read = (id: unknown) => server.call('GET', `/v1/receipts/${id}`);
const sha3 = (data: string | Uint8Array) => createHash('sha3-256').update(data).digest('hex');

async function judge(text: string, sets: readonly KeySet[], data?: Uint8Array, store = EMPTY_TRUST_STORE) {
  let trust = store;
  const now = server.deps.clock();
  for (const set of sets) {
    const change = pinKeySet(trust, set, { at: now, by: 'test', source: 'test' });
    if (change.ok) trust = change.store;
  }
  const { signer: verifier, product } = server.deps;
  const options = { fileName: 'x.pqr.json', trust, verifier, now, product, ...(data === undefined ? {} : { data }) };
  return (await verifyReceipt(utf8(text), options)).report;
}

async function publicSets(): Promise<readonly KeySet[]> {
  return (await server.call('GET', '/api/svc-key/keys/public')).at('keysets') as KeySet[];
}

const rowCount = async () => (await server.deps.db.selectFrom('receipts').select('id').execute()).length;
async function balance(): Promise<number> {
  const { credits } = await server.deps.db
    .selectFrom('accounts')
    .innerJoin('projects', 'projects.account_id', 'accounts.id')
    .select('credits')
    .where('projects.id', '=', projectId)
    .executeTakeFirstOrThrow();
  return credits;
}

test('S11: a receipt verifies under the published keys, and only with its own payload', async () => {
  const receipt = await create();
  expect(receipt.status, receipt.text).toBe(200);
  const sets = await publicSets();
  const report = await judge(receipt.text, sets, utf8(PAYLOAD));
  expect([report.outcome, report.exit_code]).toEqual(['VERIFIED', 0]);
  expect((await judge(receipt.text, sets)).checks.find(({ id }) => id.includes('payload'))?.status).toBe(
    'not_performed',
  );
  expect((await judge(receipt.text, sets, utf8(`${PAYLOAD} `))).outcome).toBe('FAILED');
  const others = sets.filter(({ use }) => use !== 'receipt');
  expect((await judge(receipt.text, others)).code).toBe('SIGNER_NOT_TRUSTED');
});

test('S11: every member is what decisions section 5 says', async () => {
  const receipt = await create();
  const text = (name: string) => String(receipt.at(name));
  const substrate = Buffer.from(text('substrate_hex'), 'hex');
  const compact = Buffer.from(text('receipt_hex'), 'hex');
  expect([substrate.length, compact.length, text('handle').length]).toEqual([58, 42, 148]);
  expect(text('commitment')).toBe(sha3(PAYLOAD));
  expect(substrate.subarray(2, 34).toString('hex')).toBe(text('commitment'));
  expect([substrate[0], substrate[1], receipt.at('computation_type')]).toEqual([1, 12, 12]);
  expect(text('on_chain_hash')).toBe(sha3(substrate));
  expect(text('handle')).toBe(text('on_chain_hash') + text('receipt_hex'));
  expect([compact[0], compact[41]]).toEqual([1, 7]);
  const time = BigInt(Date.parse(text('issued_at')));
  expect([substrate.readBigUInt64BE(34), compact.readBigUInt64BE(33)]).toEqual([time, time]);
  const lengths = ['ml_dsa_65', 'falcon_512', 'slh_dsa_sha2_128f'].map(
    (slot) => Buffer.from(text(`signatures.${slot}`), 'base64').length,
  );
  expect(lengths).toEqual([3309, 666, 17088]);
  const [current] = (await publicSets()).filter(({ use }) => use === 'receipt');
  expect(text('keyset_id')).toBe(current?.keyset_id);
  expect(text('receipt_id')).toMatch(/^rcp_[0-9a-f]{16}$/);
  const again = await create();
  expect(again.at('commitment')).toBe(text('commitment'));
  expect(again.at('on_chain_hash')).not.toBe(text('on_chain_hash'));
});

test('anybody reads a receipt by each of its three names, and by nothing else', async () => {
  const receipt = await create();
  for (const name of ['receipt_id', 'on_chain_hash', 'handle']) {
    const answer = await read(receipt.at(name));
    expect([answer.status, answer.text]).toEqual([200, receipt.text]);
  }
  const handle = String(receipt.at('handle'));
  const otherTail = handle.slice(0, -2) + (handle.endsWith('07') ? '06' : '07');
  for (const unknown of [otherTail, 'f'.repeat(148), '0'.repeat(64), 'rcp_0000000000000000', 'rcp_unknown']) {
    expect((await read(unknown)).code).toBe('NOT_FOUND');
  }
  const malformed = [handle.toUpperCase(), handle.slice(2), 'nothing', 'rcp_', 'rcp_%2e%2e'];
  for (const name of malformed) expect((await read(name)).code).toBe('INVALID_REQUEST');
});

test('the address is formed when the answer leaves and never stored', async () => {
  const receipt = await create();
  const path = `/v1/receipts/${receipt.at('receipt_id')}`;
  expect(receipt.at('verification_url')).toBe(`http://${HOST}${path}`);
  expect((await server.call('GET', path)).status).toBe(200);
  const row = await server.deps.db
    .selectFrom('receipts')
    .selectAll()
    .where('id', '=', String(receipt.at('receipt_id')))
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain('http');
  const portless = createApp({ ...server.deps, allowedHosts: () => new Set(['localhost', '127.0.0.1', '[::1]']) });
  const answer = await portless.inject({ method: 'GET', url: path, headers: { host: 'localhost' } });
  expect(answer.json().verification_url).toBe(path);
  await portless.close();
});

test('the payload is neither stored nor logged', async () => {
  const payload = 'canary 5f0e of a payload';
  expect((await create({ payload })).status).toBe(200);
  const rows = await server.deps.db.selectFrom('receipts').selectAll().execute();
  expect(JSON.stringify(rows)).toContain(sha3(payload));
  expect(JSON.stringify(rows)).not.toContain('canary');
  expect(server.logged.join()).not.toContain('canary');
});

test('takes payloads of every size as their UTF-8 bytes', async () => {
  for (const payload of ['', 'é€😀', 'x'.repeat(40_000), `${'é'.repeat(400_000)}"`]) {
    const receipt = await create({ payload });
    expect(receipt.at('commitment')).toBe(sha3(payload));
    expect((await judge(receipt.text, await publicSets(), utf8(payload))).outcome).toBe('VERIFIED');
  }
  for (const padding of ['', ' '.repeat(40_000)]) {
    const raw = `{"payload":"\\ud800"}${padding}`;
    expect((await server.call('POST', '/v1/receipts', { token: key, raw })).code).toBe('INVALID_REQUEST');
  }
});

test('S11: computation types outside the table are refused, those inside are signed', async () => {
  expect(Object.entries(COMPUTATION_TYPE_NAMES)).toEqual(
    [...COMPUTATION_TYPES].map(([code, name]) => [String(code), name]),
  );
  for (const computation_type of [1, 13, 255]) {
    const receipt = await create({ payload: 'x', computation_type });
    expect(receipt.at('computation_type')).toBe(computation_type);
    expect(String(receipt.at('substrate_hex')).slice(2, 4)).toBe(computation_type.toString(16).padStart(2, '0'));
  }
  for (const computation_type of [0, 25, 29, 256, -1, 12.5, '12', null]) {
    for (const payload of ['x', 'x'.repeat(40_000)]) {
      const answer = await create({ payload, computation_type });
      expect(answer.code).toBe('INVALID_REQUEST');
      expect(answer.message).toContain('computation_type');
    }
  }
});

test('S1: the list holds the receipts of the own project, the newest first, in pages', async () => {
  const { key: own } = await server.newKey();
  expect((await server.call('GET', '/v1/receipts', { token: own })).body).toEqual({ items: [], next_cursor: null });
  const made: unknown[] = [];
  for (let i = 0; i < 3; i++) made.unshift((await create({ payload: String(i) }, own)).at('receipt_id'));
  const first = await server.call('GET', '/v1/receipts?limit=2', { token: own });
  expect([first.at('items.0.receipt_id'), first.at('items.1.receipt_id')]).toEqual(made.slice(0, 2));
  expect(first.at('items.0.signatures')).toBeUndefined();
  expect(first.at('items.0.verification_url')).toBe(`http://${HOST}/v1/receipts/${made[0]}`);
  const rest = await server.call('GET', `/v1/receipts?limit=2&cursor=${first.at('next_cursor')}`, { token: own });
  expect([rest.at('items.0.receipt_id'), rest.at('items.1'), rest.at('next_cursor')]).toEqual([
    made[2],
    undefined,
    null,
  ]);
  for (const cursor of ['x', '-1', '0', '1e3', '1'.repeat(16)]) {
    expect((await server.call('GET', `/v1/receipts?cursor=${cursor}`, { token: own })).code).toBe('INVALID_REQUEST');
  }
  expect((await server.call('GET', '/v1/receipts')).code).toBe('UNAUTHORIZED');
  const gateway = await server.scopedKey(['gateway']);
  expect((await server.call('GET', '/v1/receipts', { token: gateway })).code).toBe('INVALID_SCOPE');
});

test('a receipt costs one unit with its row; reading costs nothing', async () => {
  const [before, rows] = [await balance(), await rowCount()];
  const receipt = await create();
  expect([await balance(), await rowCount()]).toEqual([before - 1, rows + 1]);
  await read(receipt.at('handle'));
  await server.call('GET', '/v1/receipts', { token: key });
  expect((await create({ payload: 1 })).status).toBe(400);
  expect([await balance(), await rowCount()]).toEqual([before - 1, rows + 1]);
});

async function createWith(change: Partial<Service['deps']>, payload: string): Promise<number> {
  const app = createApp({ ...server.deps, ...change });
  const headers = { host: HOST, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/receipts',
    headers,
    payload: JSON.stringify({ payload }),
  });
  await app.close();
  return answer.statusCode;
}

test('a failed signature, and a row that cannot be written, charge nothing and store nothing', async () => {
  const [before, rows] = [await balance(), await rowCount()];
  const run: Service['deps']['run'] = async () => {
    throw new Error('a worker died');
  };
  for (const payload of ['small', 'large'.repeat(10_000)]) expect(await createWith({ run }, payload)).toBe(500);
  expect([await balance(), await rowCount()]).toEqual([before, rows]);
  // The same id, time and nonce twice: the second row collides with the first.
  const same = { random: (length: number) => new Uint8Array(length).fill(7), clock: () => Date.UTC(2026, 3, 2) };
  expect(await createWith(same, 'twice')).toBe(200);
  expect(await createWith(same, 'twice')).toBe(500);
  expect([await balance(), await rowCount()]).toEqual([before - 1, rows + 1]);
});

test('S5: a seal under the service set is read by its handle and verifies under that set alone', async () => {
  const { deps } = server;
  const seal = await deps.keySets.withSecrets('service', (keySet, secretKeys) =>
    createReceipt(
      {
        receiptId: 'rcp_5ea15ea15ea15ea1',
        verificationUrl: 'not stored',
        payload: utf8('root'),
        computationType: 0x0d,
        issuedAt: deps.clock(),
        nonce: deps.random(NONCE_LENGTH),
        keySet,
        secretKeys,
      },
      deps.signer,
    ),
  );
  const { signatures, verification_url: _, ...document } = seal;
  const row = { id: seal.receipt_id, keysetUse: 'service', onChainHash: seal.on_chain_hash } as const;
  const texts = { document: JSON.stringify(document), signatures: JSON.stringify(signatures) };
  await write(deps.db, (transaction) =>
    insertReceipt(transaction, LOCAL.projectId, { ...row, ...texts }, deps.clock()),
  );
  const answer = await read(seal.handle);
  const sets = await publicSets();
  const of = (use: string) => sets.filter((set) => set.use === use);
  expect((await judge(answer.text, of('service'), utf8('root'))).outcome).toBe('VERIFIED');
  expect((await judge(answer.text, of('receipt'), utf8('root'))).outcome).toBe('PENDING');
});

test('a revoked receipt key ends signing, and its receipts are no longer believed', async () => {
  const receipt = await create();
  const sets = await publicSets();
  const [set] = sets.filter(({ use }) => use === 'receipt');
  const revocation = { thumbprint: set?.keys[2]?.kid, reason: 'test' };
  const [before, rows] = [await balance(), await rowCount()];
  await server.call('POST', '/api/v1/admin/trust/revocations', { token: server.admin, json: revocation });
  for (const payload of ['small', 'large'.repeat(10_000)]) {
    const refused = await create({ payload });
    expect([refused.status, refused.code]).toEqual([403, 'KEY_REVOKED']);
  }
  expect([await balance(), await rowCount()]).toEqual([before, rows]);
  expect((await publicSets()).map(({ use }) => use)).not.toContain('receipt');
  // The old file can still be read; who knows of the revocation does not believe it.
  expect((await read(receipt.at('receipt_id'))).text).toBe(receipt.text);
  expect((await judge(receipt.text, sets)).outcome).toBe('VERIFIED');
  expect((await judge(receipt.text, sets, undefined, server.deps.trustStore.read())).code).toBe('KEY_REVOKED');
});
