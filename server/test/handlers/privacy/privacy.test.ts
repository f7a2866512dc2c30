import { createHash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { provingQueue } from '../../../src/stark/queue.ts';
import { write } from '../../../src/store/engine.ts';
import { type Answer, openTestServer, type TestServer } from '../../harness.ts';
import { TEST_CLAIMS } from '../../privacy/claims.ts';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await openTestServer();
  ({ key } = await server.newKey());
  await server.deps.keySets.prepare();
}, 300_000);
afterAll(() => server.close());

const DAY_MS = 86_400_000;
const AGE = { date_of_birth: '1990-05-17', minimum_age: 18, chain: 'solana' };

function ask(path: string, json: object, token?: string): Promise<Answer> {
  return server.call('POST', `/api/v1/privacy/${path}`, { json, ...(token === undefined ? {} : { token }) });
}

function verify(commitment: unknown, chain = 'solana', expected?: object): Promise<Answer> {
  return ask('verify', { commitment, chain, ...(expected === undefined ? {} : { expected }) });
}

function lookUp(commitment: unknown, query = ''): Promise<Answer> {
  return server.call('GET', `/api/v1/privacy/proof/${commitment}${query}`);
}

/** The anchors of this commitment on all that a chain has. */
async function anchorsOf(commitment: unknown): Promise<readonly { readonly kind: string; readonly chain: string }[]> {
  const { db } = server.deps;
  return db
    .selectFrom('ledger_anchors')
    .select(['kind', 'chain'])
    .where('commitment', '=', String(commitment))
    .execute();
}

const sha3 = (text: string) => createHash('sha3-256').update(text).digest('hex');

describe.each(TEST_CLAIMS)('$type', ({ type, path, holds, fails }) => {
  test('S13, S15: a claim that holds is proven, anchored as privacy, and verifies', async () => {
    const made = await ask(path, { ...holds, chain: 'ethereum', nonce: 'n-1', subject: 'someone' });
    expect(made.text).toContain('"claim_satisfied":true');
    const commitment = String(made.at('commitment'));
    expect(made.body).toEqual({
      commitment,
      claim_satisfied: true,
      attestation_type: type,
      expires_at: made.at('expires_at'),
      cache_key: `${type}:ethereum:${commitment.slice(0, 8)}`,
      proof_size_bytes: 74,
      solana_program_id: made.at('solana_program_id'),
      chain: 'ethereum',
      details: { network: 'embedded:ethereum' },
    });
    expect(await anchorsOf(commitment)).toEqual([{ kind: 'privacy', chain: 'ethereum' }]);
    const whole = await lookUp(commitment, '?include=proof');
    expect(whole.body).toMatchObject(made.body as object);
    const inputs = whole.at('public_inputs') as JsonObject;
    expect(sha3(`svc-privacy/v1\0${canonicalJson(inputs)}`)).toBe(commitment);
    expect(inputs).toMatchObject({ nonce: 'n-1', subject: 'someone', chain: 'ethereum', statement: `${type}/v1` });
    const isLookedUp = 'wallet_address' in holds;
    expect(inputs.source).toMatch(isLookedUp ? /^ledger:ethereum:\d+$/ : /^self_asserted$/);
    const proof = String(whole.at('proof'));
    expect(Buffer.from(proof, 'base64').length).toBeGreaterThan(8 * 1024);
    expect(Buffer.from(proof, 'base64').length).toBeLessThanOrEqual(64 * 1024);
    expect((await verify(commitment, 'ethereum')).body).toEqual({
      valid: true,
      commitment,
      attestation_type: type,
      expires_at: made.at('expires_at'),
      chain: 'ethereum',
      verified_at: expect.any(String),
    });
    const stark = { proof, statement: inputs.statement, public_inputs: inputs };
    const direct = await server.call('POST', '/v1/zkp/stark/verify', { token: server.admin, json: stark });
    expect(direct.at('valid')).toBe(true);
  });

  test('S13: a claim that does not hold has a commitment without anchor and proof, and verifies as false', async () => {
    const made = await ask(path, { ...fails, chain: 'solana' });
    expect([made.status, made.at('claim_satisfied'), made.at('proof_size_bytes')]).toEqual([200, false, 0]);
    const commitment = made.at('commitment');
    expect(await anchorsOf(commitment)).toEqual([]);
    const whole = await lookUp(commitment, '?include=proof');
    expect(whole.at('claim_satisfied')).toBe(false);
    expect(whole.body).not.toHaveProperty('proof');
    expect(whole.at('record.proof_sha3_256')).toBeNull();
    expect((await verify(commitment)).body).toMatchObject({ valid: false, attestation_type: type });
  });
});

test('S13: no hidden value is in the answers, the database or the log', async () => {
  const texts = await Promise.all(
    TEST_CLAIMS.map(async ({ path, holds }) => {
      const made = await ask(path, { ...holds, chain: 'base' });
      return (await lookUp(made.at('commitment'), '?include=proof')).text + made.text;
    }),
  );
  const rows = await server.deps.db.selectFrom('privacy_proofs').selectAll().execute();
  const stored = rows.map(({ public_inputs, record }) => public_inputs + record).join('\n');
  for (const { hidden } of TEST_CLAIMS) {
    for (const value of hidden) {
      expect(texts.join('\n')).not.toContain(value);
      expect(stored).not.toContain(value);
      expect(server.logged.join('\n')).not.toContain(value);
    }
  }
});

test('S13: the same claim asked twice has two commitments, with a nonce of the service where none is sent', async () => {
  const [one, other] = [await ask('age', AGE), await ask('age', AGE)];
  expect(one.at('commitment')).not.toBe(other.at('commitment'));
  const nonce = (await lookUp(one.at('commitment'), '?include=proof')).at('public_inputs.nonce');
  expect(nonce).toMatch(/^[0-9a-f]{32}$/);
});

test('S13: what is expected and differs makes a proof invalid', async () => {
  const made = await ask('age', { ...AGE, nonce: 'mine', subject: 'wallet-1' });
  const commitment = made.at('commitment');
  const inputs = (await lookUp(commitment, '?include=proof')).at('public_inputs') as JsonObject;
  const { value_commitment, issued_at, expires_at } = inputs;
  const good = {
    attestation_type: 'age_threshold',
    statement: 'age_threshold/v1',
    value_commitment,
    bounds: { minimum_age: 18 },
    minimum_age: 18,
    source: 'self_asserted',
    subject: 'wallet-1',
    nonce: 'mine',
    issued_at,
    expires_at: String(expires_at).replace('Z', '+00:00'),
  };
  expect((await verify(commitment, 'solana', good)).at('valid')).toBe(true);
  const wrong: Readonly<Record<string, unknown>> = {
    attestation_type: 'kyc_status',
    statement: 'age_threshold/v2',
    value_commitment: '0'.repeat(64),
    bounds: { minimum_age: 18, other: 1 },
    minimum_age: 19,
    source: 'ledger:solana:1',
    subject: 'wallet-2',
    nonce: 'Mine',
    issued_at: expires_at,
    expires_at: issued_at,
    set: ['a'],
    attribute: 'nationality',
    allowed_set: ['DE'],
    checks: ['ofac'],
    token_mint: 'USDC',
    min_balance: 1,
    max_balance: 1,
    protocol: 'lending',
    min_ratio: 1,
    min_value_usd: 1,
  };
  for (const [name, value] of Object.entries(wrong)) {
    const answer = await verify(commitment, 'solana', { ...good, [name]: value });
    expect([name, answer.status, answer.at('valid')]).toEqual([name, 200, false]);
  }
});

test('S13: a set is expected in any order, and only as a whole', async () => {
  const made = await ask('jurisdiction', { jurisdiction: 'DE', allowed_set: ['DE', 'FR', 'NL'], chain: 'solana' });
  const commitment = made.at('commitment');
  expect((await verify(commitment, 'solana', { allowed_set: ['NL', 'DE', 'FR'] })).at('valid')).toBe(true);
  expect((await verify(commitment, 'solana', { allowed_set: ['NL', 'DE'] })).at('valid')).toBe(false);
  expect((await verify(commitment, 'solana', { set: ['NL', 'DE', 'FR', 'AT'] })).at('valid')).toBe(false);
});

test('S15: another chain, a foreign kind and an unknown commitment are not valid', async () => {
  const made = await ask('age', AGE);
  const other = await verify(made.at('commitment'), 'ethereum');
  expect(other.body).toMatchObject({ valid: false, attestation_type: 'age_threshold', chain: 'ethereum' });
  const hash = '5b'.repeat(32);
  const json = { hash, chain: 'solana' };
  expect((await server.call('POST', '/v1/vault/attest', { token: server.admin, json })).status).toBe(200);
  expect((await verify(hash)).body).toMatchObject({ valid: false, attestation_type: null, expires_at: null });
  expect((await verify('ab')).body).toMatchObject({ valid: false, commitment: 'ab' });
  expect((await verify('AB')).code).toBe('INVALID_REQUEST');
  expect((await lookUp(hash)).code).toBe('NOT_FOUND');
});

test('S15: a row whose transaction anchors something else is not valid', async () => {
  const [made, other] = [await ask('age', AGE), await ask('age', AGE)];
  const commitment = String(made.at('commitment'));
  const { tx } = await server.deps.db
    .selectFrom('privacy_proofs')
    .select('tx')
    .where('commitment', '=', String(other.at('commitment')))
    .executeTakeFirstOrThrow();
  await write(server.deps.db, (db) =>
    db.updateTable('privacy_proofs').set({ tx }).where('commitment', '=', commitment).execute(),
  );
  expect((await verify(commitment)).at('valid')).toBe(false);
  expect((await verify(other.at('commitment'))).at('valid')).toBe(true);
});

describe('decisions 8: the end of a proof', () => {
  test('it is good to the last millisecond, and then neither answered nor valid', async () => {
    server.tick = 0;
    const made = await ask('age', AGE);
    const commitment = made.at('commitment');
    const end = Date.parse(String(made.at('expires_at')));
    expect(end - server.deps.clock()).toBe(DAY_MS);
    server.advance(DAY_MS - 1);
    expect((await lookUp(commitment)).status).toBe(200);
    expect((await verify(commitment)).at('valid')).toBe(true);
    server.advance(1);
    const gone = await lookUp(commitment, '?include=proof');
    expect([gone.status, gone.code]).toEqual([410, 'SESSION_EXPIRED']);
    expect((await verify(commitment)).body).toMatchObject({ valid: false, attestation_type: 'age_threshold' });
    server.tick = 1_000;
  });

  test('the setting decides for what is made from then on', async () => {
    const json = { privacy_proof_seconds: 60 };
    expect((await server.call('PATCH', '/api/v1/admin/settings', { token: server.admin, json })).status).toBe(200);
    const made = await ask('age', AGE);
    const whole = await lookUp(made.at('commitment'), '?include=proof');
    const [from, to] = ['issued_at', 'expires_at'].map((name) => Date.parse(String(whole.at(`public_inputs.${name}`))));
    expect(Number(to) - Number(from)).toBe(60_000);
    const back = { privacy_proof_seconds: 86_400 };
    await server.call('PATCH', '/api/v1/admin/settings', { token: server.admin, json: back });
  });
});

describe('12.33: what is refused', () => {
  test.each([
    ['age', { ...AGE, date_of_birth: '2023-02-29' }, 'date_of_birth'],
    ['age', { ...AGE, minimum_age: 18.5 }, 'minimum_age'],
    ['jurisdiction', { jurisdiction: 'DE', allowed_set: ['DE', 'DE'], chain: 'solana' }, 'allowed_set.1'],
    ['jurisdiction', { jurisdiction: 'DE', allowed_set: [], chain: 'solana' }, 'allowed_set'],
    ['compliance', { checks: ['sanctions'], entity_hash: '0'.repeat(64), chain: 'solana' }, 'checks.0'],
    ['compliance', { checks: ['ofac'], entity_hash: 'A'.repeat(64), chain: 'solana' }, 'entity_hash'],
    ['defi/balance-range', { min_balance: 2, max_balance: 1 }, 'max_balance'],
    ['defi/balance-range', { min_balance: 0.0000001, max_balance: 1 }, 'min_balance'],
    ['defi/balance-range', { min_balance: 0, max_balance: 9_007_199_255 }, 'max_balance'],
    ['defi/balance-range', { min_balance: 0, max_balance: 1e21 }, 'max_balance'],
  ])('%s with %o names %s', async (path, json, field) => {
    const wallet = path.startsWith('defi') ? { wallet_address: 'w', token_mint: 'USDC', chain: 'solana' } : {};
    const answer = await ask(path, { ...wallet, ...json });
    expect([answer.status, answer.code, answer.headers['x-error-field']]).toEqual([400, 'INVALID_REQUEST', field]);
  });

  test('256 members are taken, 257 are not', async () => {
    const members = Array.from({ length: 257 }, (_, at) => `land ${at}`);
    const claim = { jurisdiction: 'land 255', chain: 'solana' };
    const made = await ask('jurisdiction', { ...claim, allowed_set: members.slice(0, 256) });
    expect(made.at('claim_satisfied')).toBe(true);
    expect((await ask('jurisdiction', { ...claim, allowed_set: members })).status).toBe(400);
  });

  test('a queue that is full answers 503 before the body is parsed, and takes the next one when it has room', async () => {
    const { db } = server.deps;
    const leave = Array.from({ length: provingQueue.places }, () => provingQueue.enter(db));
    const refused = await server.call('POST', '/api/v1/privacy/age', { raw: '{"no": JSON' });
    expect([refused.status, refused.code, refused.headers['retry-after']]).toEqual([503, 'OVERLOADED', '2']);
    expect((await server.call('POST', '/v1/zkp/stark/prove', { token: server.admin, json: {} })).status).toBe(503);
    expect((await verify('ab')).status).toBe(200);
    leave.pop()?.();
    expect((await ask('age', AGE)).status).toBe(200);
    const parsed = await server.call('POST', '/api/v1/privacy/age', { raw: '{"no": JSON' });
    expect(parsed.status).toBe(400);
    for (const one of leave) one();
  });
});

test('of many requests at once all that find a place are proven, each with a commitment of its own', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask('age', AGE)));
  const made = answers.filter(({ status }) => status === 200);
  expect(made.length).toBeGreaterThanOrEqual(provingQueue.places);
  expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
  expect(new Set(made.map((answer) => answer.at('commitment'))).size).toBe(made.length);
});

describe('12.36: lists and hiding', () => {
  test('what a key made is in the list of its project, what nobody made in none', async () => {
    const { key: own } = await server.newKey();
    const [mine, nobodys] = [await ask('age', AGE, own), await ask('age', AGE)];
    const list = await server.call('GET', '/api/v1/privacy/proofs', { token: own });
    const listed = { issued_at: expect.any(String), is_expired: false };
    const public_inputs = expect.objectContaining({ bounds: { minimum_age: expect.any(Number) } });
    expect(list.at('items')).toEqual([{ ...(mine.body as object), ...listed, public_inputs }]);
    expect(list.text).not.toContain(AGE.date_of_birth);
    const local = await server.call('GET', '/api/v1/privacy/proofs', { token: server.admin });
    expect(local.text).not.toContain(String(nobodys.at('commitment')));
    expect((await server.call('GET', '/api/v1/privacy/proofs')).status).toBe(401);
  });

  test('pages follow each other without gap or repetition', async () => {
    const { key: own } = await server.newKey();
    server.tick = 0;
    const made = new Set<unknown>();
    for (let count = 0; count < 5; count++) made.add((await ask('age', AGE, own)).at('commitment'));
    server.tick = 1_000;
    const seen: unknown[] = [];
    for (let cursor = ''; ; ) {
      const page = await server.call('GET', `/api/v1/privacy/proofs?limit=2${cursor}`, { token: own });
      seen.push(...(page.at('items') as JsonObject[]).map(({ commitment }) => commitment));
      if (page.at('next_cursor') === null) break;
      cursor = `&cursor=${page.at('next_cursor')}`;
    }
    expect(seen).toHaveLength(5);
    expect(new Set(seen)).toEqual(made);
    const broken = await server.call('GET', '/api/v1/privacy/proofs?cursor=x', { token: own });
    expect(broken.code).toBe('INVALID_REQUEST');
  });

  test('a key hides what it made, the console everything of the project; look-up and verify go on', async () => {
    const { key: maker, projectId } = await server.newKey();
    const sibling = await server.voter(projectId);
    const commitment = String((await ask('age', AGE, maker)).at('commitment'));
    const path = `/api/v1/privacy/proof/${commitment}`;
    expect((await server.call('DELETE', path, { token: sibling })).code).toBe('INVALID_SCOPE');
    expect((await server.call('DELETE', path, { token: key })).code).toBe('NOT_FOUND');
    expect((await server.call('DELETE', path)).status).toBe(401);
    for (let time = 0; time < 2; time++) {
      expect((await server.call('DELETE', path, { token: maker })).body).toEqual({ commitment, hidden: true });
    }
    expect((await server.call('GET', '/api/v1/privacy/proofs', { token: maker })).at('items')).toEqual([]);
    expect((await lookUp(commitment)).status).toBe(200);
    expect((await verify(commitment)).at('valid')).toBe(true);
    expect(await anchorsOf(commitment)).toHaveLength(1);

    const local = String((await ask('age', AGE, await server.scopedKey(['sign']))).at('commitment'));
    const hidden = await server.call('DELETE', `/api/v1/privacy/proof/${local}`, { token: server.admin });
    expect(hidden.at('hidden')).toBe(true);
  });
});
