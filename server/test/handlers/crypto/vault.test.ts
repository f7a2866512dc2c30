import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { algorithmOf, publicKeyBytes } from '@touchstone/core/keys/key-set.ts';
import { type StatementKind, verifyStatement } from '@touchstone/core/sign/statement.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schemaFaults } from '../../../../core/test/schemas/validator.ts';
import { write } from '../../../src/store/engine.ts';
import { openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let key: string;
let keyId: string;
let other: string;
beforeAll(async () => {
  server = await openTestServer();
  ({ key, keyId } = await server.newKey({ plan: 'business' }));
  ({ key: other } = await server.newKey({ plan: 'business' }));
});
afterAll(() => server.close());

const DOCUMENT = {
  given_name: 'Ada',
  family_name: 'Example',
  date_of_birth: '1990-04-12',
  document_type: 'passport',
  document_number: 'X1234567',
  issuing_country: 'CH',
  expires_on: '2031-04-11',
};
const base64 = (text: string) => Buffer.from(text).toString('base64');
const sha3 = (text: string) => createHash('sha3-256').update(text).digest('hex');

const post = (operation: string, json: object, token = key) =>
  server.call('POST', `/v1/vault/${operation}`, { token, json });
const validate = (text: string, token = key) =>
  post('validate', { document: base64(text), schema: 'identity_v2' }, token);
const status = (id: unknown, token = key) => server.call('GET', `/v1/vault/status/${id}`, { token });

function proofOf(proof: unknown): { readonly body: JsonObject; readonly signature: string } {
  const value: JsonValue = JSON.parse(Buffer.from(String(proof), 'base64').toString());
  if (!isJsonObject(value)) throw new TypeError('the proof is no object');
  const { signature, ...body } = value;
  return { body, signature: String(signature) };
}

async function holds(kind: StatementKind, body: JsonObject, signature: string): Promise<boolean> {
  const [set] = await server.deps.keySets.verifying('service');
  const jwk = set?.keys.find((candidate) => algorithmOf(candidate) === 'ML-DSA-65');
  if (set === undefined || jwk === undefined) throw new TypeError('no key');
  expect(body.keyset_id).toBe(set.keyset_id);
  return verifyStatement(kind, body, signature, publicKeyBytes(jwk), server.deps.signer);
}

describe('validate', () => {
  test('a valid document: its hash, seven fields, and a proof that the service signed', async () => {
    const text = JSON.stringify(DOCUMENT);
    const answer = await validate(text);
    expect(answer.body).toMatchObject({ valid: true, hash: sha3(text), fields_verified: 7 });
    const { body, signature } = proofOf(answer.at('proof'));
    expect(body).toMatchObject({ schema: 'identity_v2', hash: sha3(text), valid: true, fields_verified: 7 });
    expect(body.fields).toEqual(Object.keys(DOCUMENT));
    expect(schemaFaults('statements/validation', body)).toEqual([]);
    expect(await holds('validation', body, signature)).toBe(true);
    for (const changed of [{ valid: false }, { hash: sha3('x') }, { schema: 'identity_v1' }, { fields_verified: 6 }]) {
      expect(await holds('validation', { ...body, ...changed }, signature)).toBe(false);
    }
    // S5: it counts as this kind of statement only.
    expect(await holds('ledger-header', body, signature)).toBe(false);
  });

  test('an invalid document is 200 with fewer fields, and the proof says so', async () => {
    for (const [text, fields] of [
      [JSON.stringify({ ...DOCUMENT, date_of_birth: '1990-02-30', issuing_country: 'XX' }), 5],
      ['no document', 0],
      ['', 0],
    ] as const) {
      const answer = await validate(text);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ valid: false, hash: sha3(text), fields_verified: fields });
      const { body, signature } = proofOf(answer.at('proof'));
      expect(body).toMatchObject({ valid: false, fields_verified: fields });
      expect(await holds('validation', body, signature)).toBe(true);
    }
  });

  test('a large document is judged in a worker, with the same answer', async () => {
    const text = `${' '.repeat(200_000)}${JSON.stringify(DOCUMENT)}`;
    expect((await validate(text)).body).toMatchObject({ valid: true, hash: sha3(text), fields_verified: 7 });
    const broken = await server.call('POST', '/v1/vault/validate', {
      token: key,
      json: { document: `${base64(text).slice(0, -2)}*`, schema: 'identity_v2' },
    });
    expect([broken.status, broken.code]).toEqual([400, 'INVALID_REQUEST']);
  });

  test('another schema and undecodable bytes are refused, naming the member', async () => {
    const unknown = await post('validate', { document: base64('{}'), schema: 'identity_v1' });
    expect([unknown.status, unknown.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(unknown.message).toContain('`schema`');
    const undecodable = await post('validate', { document: 'e30', schema: 'identity_v2' });
    expect(undecodable.status).toBe(400);
    expect(undecodable.message).toContain('`document`');
  });

  test('nothing of the document is stored or logged', async () => {
    const canary = 'Canaryname';
    await validate(JSON.stringify({ ...DOCUMENT, family_name: canary }));
    const rows = await server.deps.db.selectFrom('document_checks').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(canary);
    expect(server.logged.join()).not.toContain(canary);
  });
});

describe('attest and status', () => {
  test('pending, then in a block, then confirmed at depth; units for attest only', async () => {
    const hash = sha3('attested');
    const answer = await post('attest', { hash, chain: 'ethereum' });
    expect(answer.body).toMatchObject({ chain: 'ethereum', status: 'pending', network: 'embedded:ethereum' });
    expect(answer.at('attestation_id')).toMatch(/^att_[0-9a-f]{16}$/);
    expect(answer.at('tx_hash')).toMatch(/^0x[0-9a-f]{64}$/);
    const id = answer.at('attestation_id');
    expect((await status(id)).body).toEqual({
      attestation_id: id,
      status: 'pending',
      confirmations: 0,
      block: 0,
      network: 'embedded:ethereum',
    });
    const seen: unknown[] = [];
    for (let i = 0; i < 3; i++) {
      await server.deps.chains.makeBlocks();
      const now = await status(id);
      seen.push([now.at('status'), now.at('confirmations'), Number(now.at('block')) > 0]);
    }
    expect(seen).toEqual([
      ['pending', 1, true],
      ['pending', 2, true],
      ['confirmed', 3, true],
    ]);
  });

  test.each([
    ['solana', /^[1-9A-HJ-NP-Za-km-z]{86,88}$/],
    ['bitcoin', /^[0-9a-f]{64}$/],
    ['hyperliquid', /^0x[0-9a-f]{64}$/],
  ])('a transaction of %s has its form', async (chain, form) => {
    expect((await post('attest', { hash: sha3(chain), chain })).at('tx_hash')).toMatch(form);
  });

  test('S1: of another project it is not found', async () => {
    const id = (await post('attest', { hash: sha3('mine'), chain: 'base' })).at('attestation_id');
    expect((await status(id)).status).toBe(200);
    expect([(await status(id, other)).status, (await status('att_0000000000000000')).status]).toEqual([404, 404]);
  });

  test('S13, S15: an attestation stands only on an anchor of its hash as a document', async () => {
    const hash = sha3('kinds');
    const answer = await post('attest', { hash, chain: 'zcash' });
    const id = String(answer.at('attestation_id'));
    const privacy = await write(server.deps.db, (db) => server.deps.chains.get('zcash').anchor(db, 'privacy', hash));
    const point = (tx: unknown) =>
      server.deps.db
        .updateTable('document_attestations')
        .set({ tx: String(tx) })
        .where('id', '=', id)
        .execute();
    await point(privacy.tx);
    expect((await status(id)).status).toBe(500);
    await point(answer.at('tx_hash'));
    expect((await status(id)).status).toBe(200);
  });

  test('effect, anchor and charge are one: where the effect fails, nothing was anchored or charged', async () => {
    const { db } = server.deps;
    const facts = async () => {
      const anchors = await db.selectFrom('ledger_anchors').select('tx').execute();
      const accounts = await db.selectFrom('accounts').select('credits').orderBy('id').execute();
      return [anchors.length, accounts];
    };
    const before = await facts();
    await db.schema.alterTable('document_attestations').renameTo('away').execute();
    const failed = await post('attest', { hash: sha3('never'), chain: 'base' });
    await db.schema.alterTable('away').renameTo('document_attestations').execute();
    expect(failed.status).toBe(500);
    expect(await facts()).toEqual(before);
  });

  test('what is no hash and no chain is refused', async () => {
    for (const wrong of [{ hash: 'ab' }, { hash: 'A'.repeat(64) }, { chain: 'dogecoin' }, { chain: 'Ethereum' }]) {
      const answer = await post('attest', { hash: sha3('x'), chain: 'base', ...wrong });
      expect([answer.status, answer.code]).toEqual([400, 'INVALID_REQUEST']);
    }
  });
});

describe('audit', () => {
  const audit = (hash: string, from: string, to: string, token = key) =>
    post('audit', { document_hash: hash, from, to }, token);

  test('lets others have their turn while it looks up many attestations', async () => {
    const hash = sha3('attested often');
    for (let i = 0; i < 320; i++) await post('attest', { hash, chain: 'base' }, server.admin);
    await server.deps.chains.makeBlocks();
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns++;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const answer = await audit(hash, '2026-01-01', '2026-12-31', server.admin);
    isOver = true;
    expect(answer.at('total')).toBe(320);
    expect(turns).toBeGreaterThanOrEqual(10);
  });

  test('tells what happened to a document, the oldest first', async () => {
    const text = JSON.stringify({ ...DOCUMENT, document_number: 'AUDIT1' });
    const hash = sha3(text);
    await validate(text);
    await post('attest', { hash, chain: 'polygon' });
    for (let i = 0; i < 3; i++) await server.deps.chains.makeBlocks();
    server.advance(5_000);
    const answer = await audit(hash, '2026-01-01', '2026-12-31');
    expect(answer.at('events')).toEqual([
      { action: 'validated', timestamp: expect.any(String), actor: keyId },
      { action: 'attested', timestamp: expect.any(String), actor: keyId, chain: 'polygon' },
      { action: 'confirmed', timestamp: expect.any(String), chain: 'polygon' },
    ]);
    expect(answer.at('total')).toBe(3);
    // S1
    expect((await audit(hash, '2026-01-01', '2026-12-31', other)).body).toEqual({ events: [], total: 0 });
    expect((await audit(sha3('unknown'), '2026-01-01', '2026-12-31')).body).toEqual({ events: [], total: 0 });
  });

  test('a document that was checked and is not valid was rejected', async () => {
    await validate('rejected');
    expect((await audit(sha3('rejected'), '2026-01-01', '2026-12-31')).at('events.0.action')).toBe('rejected');
  });

  test('both ends are included: a day wholly, a moment exactly', async () => {
    const text = JSON.stringify({ ...DOCUMENT, document_number: 'BOUNDS' });
    const hash = sha3(text);
    await validate(text);
    const at = String((await audit(hash, '2026-01-01', '2026-12-31')).at('events.0.timestamp'));
    const day = at.slice(0, 10);
    const later = new Date(Date.parse(at) + 1).toISOString();
    const earlier = new Date(Date.parse(at) - 1).toISOString();
    const totals = async (from: string, to: string) => (await audit(hash, from, to)).at('total');
    expect(await totals(day, day)).toBe(1);
    expect(await totals(at, at)).toBe(1);
    expect(await totals(later, '2026-12-31')).toBe(0);
    expect(await totals('2026-01-01', earlier)).toBe(0);
    expect(await totals('2026-01-01', '2026-01-02')).toBe(0);
  });

  test('a period that is none is refused', async () => {
    for (const [from, to] of [
      ['2026-02-01', '2026-01-01'],
      ['2026-02-30', '2026-12-31'],
      ['2026-01-01', '2026-13-01'],
      ['yesterday', '2026-01-01'],
      ['2026-01-01T25:00:00Z', '2026-12-31'],
    ] as const) {
      const answer = await audit(sha3('x'), from, to);
      expect([answer.status, answer.code], from).toEqual([400, 'INVALID_REQUEST']);
    }
  });
});
