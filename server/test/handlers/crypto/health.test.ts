import { fromBase64, toHex } from '@touchstone/core/bytes.ts';
import { canonicalBytes, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { attestationCommitment } from '@touchstone/core/health/event-chain.ts';
import { algorithmOf, publicKeyBytes } from '@touchstone/core/keys/key-set.ts';
import { verifyStatement } from '@touchstone/core/sign/statement.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { schemaFaults } from '../../../../core/test/schemas/validator.ts';
import { findAccountByEmail } from '../../../src/accounts/store/accounts.ts';
import { healthSessions } from '../../../src/health/chain.ts';
import { healthAttestationsOf, healthEventsAfter } from '../../../src/health/store.ts';
import { listAnchors } from '../../../src/ledger/store.ts';
import { openTestServer, type TestServer } from '../../harness.ts';
import { whileBlocksCome } from '../../ledger/blocks.ts';

const OWNER = 'health@example.com';
const USER = 'reviewer-7';
const AT = '2026-04-01T12:00:00.000Z';

let server: TestServer;
let token: string;
let contracts = 0;
beforeAll(async () => {
  server = await openTestServer();
  token = (await server.newKey({ email: OWNER, plan: 'business' })).key;
  await server.deps.db.updateTable('accounts').set({ credits: 100_000 }).where('email', '=', OWNER).execute();
  await accept(USER);
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const post = (path: string, json: unknown, key = token) =>
  server.call('POST', `/v1/health/${path}`, { token: key, json });
const accept = (user: string, key = token) =>
  post('baa/accept', { user_id: user, signature_name: 'Ada Lovelace' }, key);
const open = (contract = `contract-${++contracts}`, key = token) =>
  post('sessions', { contract_id: contract, user_id: USER }, key);
const event = (session: unknown, action = 'view') => ({
  session_id: session,
  field_id: 'form-3.code',
  action,
  actor: USER,
  timestamp: AT,
});
const audit = (session: unknown, ...actions: string[]) =>
  post('audit', { events: (actions.length === 0 ? ['view'] : actions).map((action) => event(session, action)) });
const attestation = (session: unknown, results = { fields_validated: 42, passed: 40, flagged: 2 }) => ({
  session_id: session,
  validation_results: results,
  signature_name: 'Ada Lovelace',
  reviewer_user_id: USER,
});
const release = (session: unknown, lock?: unknown, key = token) =>
  server.call('DELETE', `/v1/health/sessions/${session}`, {
    token: key,
    headers: lock === undefined ? {} : { 'x-lock-token': String(lock) },
  });
const credits = async () => (await findAccountByEmail(server.deps.db, OWNER))?.credits ?? Number.NaN;
const expireNow = async () => server.advance((await server.deps.settings.read()).health_session_seconds * 1000);

async function isSigned(body: JsonObject, signature: unknown): Promise<boolean> {
  const [set] = await server.deps.keySets.verifying('service');
  const key = set?.keys.find((one) => algorithmOf(one) === 'ML-DSA-65');
  if (key === undefined) throw new TypeError('no key');
  return verifyStatement('health-event', body, String(signature), publicKeyBytes(key), server.deps.signer);
}

describe('the agreement', () => {
  test('no session before it is accepted, and none for another project by it', async () => {
    const unknown = await post('sessions', { contract_id: 'c', user_id: 'stranger' });
    expect([unknown.status, unknown.code]).toEqual([403, 'BAA_REQUIRED']);
    const before = await server.call('GET', '/v1/health/baa-status/stranger', { token });
    expect([before.status, before.at('allowed')]).toEqual([200, false]);
    expect(String(before.at('reason'))).toContain('not accepted');
    expect(before.at('baa_acceptance_url')).toBe('http://localhost:7433/#/health');

    const accepted = await accept('stranger');
    expect(accepted.body).toMatchObject({ user_id: 'stranger', accepted: true, signature_name: 'Ada Lovelace' });
    const recorded = () =>
      server.call('GET', '/api/v1/admin/audit?action=agreement.accepted&limit=1', { token: server.admin });
    const record = await recorded();
    expect(record.at('items.0.details')).toMatchObject({ user_id: 'stranger', signature_name: 'Ada Lovelace' });
    // The first acceptance counts; another one changes and records nothing.
    const again = await post('baa/accept', { user_id: 'stranger', signature_name: 'Somebody else' });
    expect(again.body).toEqual(accepted.body);
    expect((await recorded()).at('items.0.position')).toBe(record.at('items.0.position'));
    expect((await server.call('GET', '/v1/health/baa-status/stranger', { token })).at('allowed')).toBe(true);
    expect((await post('sessions', { contract_id: 'of stranger', user_id: 'stranger' })).status).toBe(200);

    const { key: other } = await server.newKey({ plan: 'business' });
    expect((await server.call('GET', '/v1/health/baa-status/stranger', { token: other })).at('allowed')).toBe(false);
    expect((await post('sessions', { contract_id: 'c', user_id: 'stranger' }, other)).code).toBe('BAA_REQUIRED');
  });

  test('accepting again answers the first time', async () => {
    const first = await accept('twice');
    const again = await post('baa/accept', { user_id: 'twice', signature_name: 'Somebody Else' });
    expect(again.body).toEqual(first.body);
  });

  test('names of people may hold any characters', async () => {
    const name = 'Zoë / 日本 %2F';
    await accept(name);
    const status = await server.call('GET', `/v1/health/baa-status/${encodeURIComponent(name)}`, { token });
    expect(status.at('allowed')).toBe(true);
  });
});

describe('the lock', () => {
  test('opens, refuses a second one, and is free after a release', async () => {
    const first = await open('lock-1');
    expect(first.at('session_id')).toMatch(/^sess_[0-9a-f]{16}$/);
    expect(first.at('lock_token')).toMatch(/^ltk_[0-9a-f]{32}$/);
    expect(Date.parse(String(first.at('expires_at')))).toBe(server.deps.clock() + 900_000);
    const second = await open('lock-1');
    expect([second.status, second.code]).toEqual([409, 'SESSION_CONFLICT']);
    expect((await open('lock-2')).status).toBe(200);

    const id = first.at('session_id');
    const released = await release(id, first.at('lock_token'));
    expect(released.body).toEqual({ released: true, session_id: id });
    expect((await open('lock-1')).status).toBe(200);
    expect((await release(id, first.at('lock_token'))).code).toBe('CONFLICT');
  });

  test('a wrong token is 409, none is 400, an unknown session 404, and the lock stays', async () => {
    const mine = await open('lock-3');
    const other = await open('lock-4');
    const id = mine.at('session_id');
    for (const wrong of [other.at('lock_token'), `${mine.at('lock_token')}0`, 'ltk_', 'x']) {
      const answer = await release(id, wrong);
      expect([answer.status, answer.code]).toEqual([409, 'CONFLICT']);
    }
    const bare = await release(id);
    expect([bare.status, bare.code, bare.message.includes('x-lock-token')]).toEqual([400, 'INVALID_REQUEST', true]);
    expect((await release('sess_0000000000000000', mine.at('lock_token'))).status).toBe(404);
    const { key: foreign } = await server.newKey({ plan: 'business' });
    expect((await release(id, mine.at('lock_token'), foreign)).status).toBe(404);
    expect((await open('lock-3')).code).toBe('SESSION_CONFLICT');
  });

  test('expires by the clock alone: 410 for all, and the contract is free', async () => {
    server.tick = 0;
    const mine = await open('lock-5');
    const id = mine.at('session_id');
    server.advance(899_999);
    expect((await audit(id)).status).toBe(200);
    expect((await open('lock-5')).code).toBe('SESSION_CONFLICT');
    server.advance(1);
    server.tick = 1_000;
    for (const answer of [
      await audit(id),
      await post('attest', attestation(id)),
      await release(id, mine.at('lock_token')),
    ]) {
      expect([answer.status, answer.code]).toEqual([410, 'SESSION_EXPIRED']);
    }
    expect((await open('lock-5')).status).toBe(200);
  });

  test('the lifetime is a setting', async () => {
    const change = { token: server.admin, json: { health_session_seconds: 60 } };
    expect((await server.call('PATCH', '/api/v1/admin/settings', change)).status).toBe(200);
    const opened = await open();
    expect(Date.parse(String(opened.at('expires_at')))).toBe(server.deps.clock() + 60_000);
    await server.call('PATCH', '/api/v1/admin/settings', {
      token: server.admin,
      json: { health_session_seconds: 900 },
    });
  });

  test('of sixteen who come at once, one wins and is charged', async () => {
    const before = await credits();
    const answers = await Promise.all(Array.from({ length: 16 }, () => open('race')));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    expect(answers.filter(({ code }) => code === 'SESSION_CONFLICT').length).toBe(15);
    expect(before - (await credits())).toBe(3);
  });

  test('the same contract in another project is another contract', async () => {
    const { key } = await server.newKey({ plan: 'business' });
    await accept(USER, key);
    await open('shared-name');
    expect((await open('shared-name', key)).status).toBe(200);
  });

  test('the token is not in the database', async () => {
    const opened = await open();
    const rows = await server.deps.db.selectFrom('health_sessions').selectAll().execute();
    expect(JSON.stringify(rows.map((row) => ({ ...row, lock_hash: toHex(row.lock_hash) })))).not.toContain(
      String(opened.at('lock_token')).slice(4),
    );
    expect(server.logged.join('\n')).not.toContain(String(opened.at('lock_token')));
  });
});

describe('S5: the audit', () => {
  test('every event is signed and linked, and the answer is signed over the head', async () => {
    const id = String((await open()).at('session_id'));
    const first = await audit(id, 'view', 'validate');
    expect(Object.keys(first.body as object).sort()).toEqual(['accepted', 'head_hash', 'session_id', 'signature']);
    const second = await audit(id, 'flag');
    expect([first.at('accepted'), second.at('accepted'), second.at('session_id')]).toEqual([2, 1, id]);

    const list = await server.call('GET', `/v1/health/sessions/${id}/events`, { token });
    const items = list.at('items') as { event: JsonObject; signature: string }[];
    expect(items.map(({ event: { position, action } }) => [position, action])).toEqual([
      [1, 'view'],
      [2, 'validate'],
      [3, 'flag'],
    ]);
    let previous: string | null = null;
    for (const { event: body, signature } of items) {
      expect(body.previous_hash).toBe(previous);
      expect(schemaFaults('statements/health-event', body)).toEqual([]);
      expect(await isSigned(body, signature)).toBe(true);
      expect(await isSigned({ ...body, action: 'other' }, signature)).toBe(false);
      previous = toHex(sha3_256(canonicalBytes(body)));
    }
    expect(second.at('head_hash')).toBe(previous);
    const { signature, ...rest } = second.body as JsonObject;
    expect(fromBase64(String(signature))?.length).toBe(3309);
    expect(schemaFaults('statements/health-event', rest)).toEqual([]);
    expect(await isSigned(rest, signature)).toBe(true);
    expect(await isSigned({ ...rest, accepted: 2 }, signature)).toBe(false);
  });

  test('all events of a call or none: several sessions, a time that does not exist, an unknown session', async () => {
    const id = (await open()).at('session_id');
    const other = (await open()).at('session_id');
    const before = await credits();
    const mixed = await post('audit', { events: [event(id), event(other)] });
    expect([mixed.status, mixed.code, mixed.message.includes('events.1.session_id')]).toEqual([
      400,
      'INVALID_REQUEST',
      true,
    ]);
    const never = await post('audit', { events: [event(id), { ...event(id), timestamp: '2026-02-30T00:00:00Z' }] });
    expect([never.code, never.message.includes('events.1.timestamp')]).toEqual(['INVALID_REQUEST', true]);
    expect((await audit('sess_0000000000000000')).status).toBe(404);
    const { key: foreign } = await server.newKey({ plan: 'business' });
    expect((await post('audit', { events: [event(id)] }, foreign)).status).toBe(404);
    expect((await healthEventsAfter(server.deps.db, String(id), 0, 10)).length).toBe(0);
    expect(await credits()).toBe(before);
  });

  test('a released session takes no event', async () => {
    const opened = await open();
    await release(opened.at('session_id'), opened.at('lock_token'));
    const answer = await audit(opened.at('session_id'));
    expect([answer.status, answer.code]).toEqual([409, 'CONFLICT']);
    expect((await post('attest', attestation(opened.at('session_id')))).code).toBe('CONFLICT');
  });

  test('sixteen who append at once make one chain without a gap', async () => {
    const id = String((await open()).at('session_id'));
    const before = await credits();
    const answers = await Promise.all(Array.from({ length: 16 }, (_, place) => audit(id, `a${place}`, `b${place}`)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200));
    expect(before - (await credits())).toBe(16 * 3);
    const rows = await healthEventsAfter(server.deps.db, id, 0, 100);
    expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: 32 }, (_, place) => place + 1));
    // The events of one call stand side by side.
    const actions = rows.map(({ body }) => String(JSON.parse(body).action));
    for (let at = 0; at < 32; at += 2) expect(actions[at]?.slice(1)).toBe(actions[at + 1]?.slice(1));
  });

  test('a thousand events of one call are one chain, one more is refused', async () => {
    const id = String((await open()).at('session_id'));
    const many = await audit(id, ...Array.from({ length: 1_000 }, (_, place) => `step ${place}`));
    expect(many.at('accepted')).toBe(1_000);
    const rows = await healthEventsAfter(server.deps.db, id, 0, 2_000);
    expect(rows.length).toBe(1_000);
    let previous: string | null = null;
    for (const { body } of rows) {
      const event = JSON.parse(body) as JsonObject;
      expect(event.previous_hash).toBe(previous);
      previous = toHex(sha3_256(canonicalBytes(event)));
    }
    expect(many.at('head_hash')).toBe(previous);
    for (const place of [0, 999]) {
      const row = rows[place];
      expect(await isSigned(JSON.parse(row?.body ?? '{}') as JsonObject, row?.signature)).toBe(true);
    }
    const { signature, ...answer } = many.body as JsonObject;
    expect(await isSigned(answer, signature)).toBe(true);
    const more = await audit(id, ...Array.from({ length: 1_001 }, () => 'x'));
    expect([more.status, more.code, more.message.includes('`events`')]).toEqual([400, 'INVALID_REQUEST', true]);
  });

  test('the database itself refuses to change or remove an event', async () => {
    const id = String((await open()).at('session_id'));
    await audit(id);
    const { db } = server.deps;
    await expect(
      db.updateTable('health_events').set({ body: '{}' }).where('session_id', '=', id).execute(),
    ).rejects.toThrow('append-only');
    await expect(db.deleteFrom('health_events').where('session_id', '=', id).execute()).rejects.toThrow('append-only');
  });

  test('lists: pages of sessions and of events, own project only', async () => {
    const { key } = await server.newKey({ plan: 'business' });
    await accept(USER, key);
    const ids: unknown[] = [];
    for (let i = 0; i < 3; i++) ids.unshift((await open(`list-${i}`, key)).at('session_id'));
    const page = await server.call('GET', '/v1/health/sessions?limit=2', { token: key });
    const rest = await server.call('GET', `/v1/health/sessions?limit=2&cursor=${page.at('next_cursor')}`, {
      token: key,
    });
    const all = [...(page.at('items') as JsonObject[]), ...(rest.at('items') as JsonObject[])];
    expect(all.map(({ session_id }) => session_id)).toEqual(ids);
    expect(rest.at('next_cursor')).toBe(null);
    expect(all[0]).toMatchObject({ contract_id: 'list-2', user_id: USER, state: 'open', events: 0, attestations: 0 });
    await post('audit', { events: [event(ids[0], 'a'), event(ids[0], 'b'), event(ids[0], 'c')] }, key);
    const events = (cursor = '') =>
      server.call('GET', `/v1/health/sessions/${ids[0]}/events?limit=2${cursor}`, { token: key });
    const first = await events();
    expect((first.at('items') as unknown[]).length).toBe(2);
    const last = await events(`&cursor=${first.at('next_cursor')}`);
    expect([last.at('items.0.event.action'), last.at('next_cursor')]).toEqual(['c', null]);
    expect((await server.call('GET', `/v1/health/sessions/${ids[0]}/events`, { token })).status).toBe(404);
    for (const cursor of ['x', '-1', '01']) expect((await events(`&cursor=${cursor}`)).code).toBe('INVALID_REQUEST');
    expect((await server.call('GET', '/v1/health/sessions?cursor=sess_0', { token })).code).toBe('INVALID_REQUEST');
  });
});

describe('S15: attestation', () => {
  test('is anchored under its kind and confirmed within ten seconds', async () => {
    const id = String((await open()).at('session_id'));
    const head = (await audit(id)).at('head_hash');
    const before = await credits();
    vi.spyOn(performance, 'now').mockReturnValue(0);
    const answer = await whileBlocksCome(server, post('attest', attestation(id)));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.at('status')).toBe('confirmed');
    expect(answer.at('transaction_hash')).toMatch(/^0x[0-9a-f]{64}$/);
    expect(answer.at('details')).toEqual({ network: 'embedded:ethereum' });
    expect(before - (await credits())).toBe(15);
    const [stored] = await healthAttestationsOf(server.deps.db, id);
    const body = JSON.parse(stored?.body ?? '{}') as JsonObject;
    expect(body).toMatchObject({ session_id: id, head_hash: head, events: 1, signature_name: 'Ada Lovelace' });
    const status = await server.deps.chains
      .get('ethereum')
      .status(server.deps.db, String(answer.at('transaction_hash')));
    expect(schemaFaults('health-attestation', body)).toEqual([]);
    expect([status?.kind, status?.commitment]).toEqual(['health', attestationCommitment(body)]);
    expect(status?.commitment).not.toBe(attestationCommitment({ ...body, signature_name: 'Somebody Else' }));
    expect((await audit(id)).status).toBe(200);
  });

  test('refuses counts that cannot be, a reviewer without the agreement, and an unknown session', async () => {
    const id = (await open()).at('session_id');
    for (const [field, results] of [
      ['passed', { fields_validated: 1, passed: 2, flagged: 0 }],
      ['flagged', { fields_validated: 1, passed: 0, flagged: 2 }],
    ] as const) {
      const answer = await post('attest', attestation(id, results));
      expect([answer.code, answer.message.includes(`validation_results.${field}`)]).toEqual(['INVALID_REQUEST', true]);
    }
    const stranger = await post('attest', { ...attestation(id), reviewer_user_id: 'nobody' });
    expect([stranger.status, stranger.code]).toEqual([403, 'BAA_REQUIRED']);
    expect((await post('attest', attestation('sess_0000000000000000'))).status).toBe(404);
    expect((await healthAttestationsOf(server.deps.db, String(id))).length).toBe(0);
  });

  test('is pending where no block comes, after ten seconds, while others write', async () => {
    const id = (await open()).at('session_id');
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const ledger = vi.spyOn(server.deps.chains, 'get');
    /** The ledger was asked again, at the time that the clock shows now. */
    const askedAgain = () => {
      const before = ledger.mock.calls.length;
      return expect.poll(() => ledger.mock.calls.length, { timeout: 30_000 }).toBeGreaterThan(before + 1);
    };
    let isAnswered = false;
    const waiting = post('attest', attestation(id)).finally(() => {
      isAnswered = true;
    });
    await askedAgain();
    expect((await accept('meanwhile')).status).toBe(200);
    clock.mockReturnValue(9_900);
    await askedAgain();
    expect(isAnswered).toBe(false);
    clock.mockReturnValue(10_000);
    const answer = await waiting;
    expect([answer.status, answer.at('status')]).toEqual([200, 'pending']);
  });

  test('the head of a session that is over is anchored once, and of an open one not yet', async () => {
    const { deps } = server;
    const anchored = async (hash: unknown) =>
      (await listAnchors(deps.db, 'ethereum', { kind: 'health-audit-head', commitment: String(hash), limit: 9 }))
        .length;
    const mine = await open();
    const head = (await audit(mine.at('session_id'))).at('head_hash');
    await healthSessions.run(deps);
    expect(await anchored(head)).toBe(0);
    await release(mine.at('session_id'), mine.at('lock_token'));
    await healthSessions.run(deps);
    await healthSessions.run(deps);
    expect(await anchored(head)).toBe(1);
    const expiring = (await audit((await open()).at('session_id'))).at('head_hash');
    await expireNow();
    await healthSessions.run(deps);
    expect(await anchored(expiring)).toBe(1);
  });
});
