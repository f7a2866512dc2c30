import { fromBase64, toBase64 } from '@touchstone/core/bytes.ts';
import { beginPair, keyName } from '@touchstone/core/calls/agreement.ts';
import { CALL_KEM, keyMessageJson } from '@touchstone/core/calls/key-message.ts';
import { createSenderKey } from '@touchstone/core/calls/sender-key.ts';
import { firstBrokenLine, transcriptHash } from '@touchstone/core/calls/transcript.ts';
import { isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { createKem } from '@touchstone/core/kem/kem.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { STATEMENT_KINDS } from '@touchstone/core/statement/kinds.ts';
import { CheckList } from '@touchstone/core/verdict/checks.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findAccountByEmail, updateAccount } from '../../../src/accounts/store/accounts.ts';
import { settledCalls } from '../../../src/calls/settling.ts';
import { callsToSettle } from '../../../src/calls/store.ts';
import { write } from '../../../src/store/engine.ts';
import { type Answer, openTestServer, type TestServer } from '../../harness.ts';
import { openTurnClient } from '../../turn/turn-client.ts';

const MINUTE = 60_000;

let server: TestServer;
let token: string;

beforeEach(async () => {
  server = await openTestServer();
  server.tick = 0;
  ({ key: token } = await server.newKey({ email: 'ada@example.com', plan: 'pro' }));
});

afterEach(() => server.close());

const post = (path: string, json: object, by = token) => server.call('POST', path, { token: by, json });
const get = (path: string, by = token) => server.call('GET', path, { token: by });
const end = (id: string, by = token) => server.call('DELETE', `/v1/video/session/${id}`, { token: by });

async function open(change: object = {}): Promise<string> {
  const json = { participants: ['ada', 'grace'], security_level: 'L3', record_transcript: true, ...change };
  const answer = await post('/v1/video/session', json);
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  return String(answer.at('session_id'));
}

const say = (id: string, json: object, by = token) => post(`/v1/video/session/${id}/signal`, json, by);
const caption = (payload: string) => ({ to: '*', kind: 'caption', payload, from: 'ada' });

async function credits(): Promise<number> {
  return (await findAccountByEmail(server.deps.db, 'ada@example.com'))?.credits ?? Number.NaN;
}

async function setCredits(units: number): Promise<void> {
  const account = await findAccountByEmail(server.deps.db, 'ada@example.com');
  await write(server.deps.db, (db) => updateAccount(db, account?.id ?? '', { credits: units }, server.deps.clock()));
}

/** Whether the service signed a body of this kind whose members belong together. */
async function isSigned(kind: 'call-end' | 'transcript', body: unknown, signature: unknown): Promise<boolean> {
  if (!isJsonObject(body as JsonObject)) return false;
  const checks = new CheckList();
  STATEMENT_KINDS[kind].judge?.(body as JsonObject, checks);
  expect(checks.all.filter(({ status }) => status === 'failed')).toEqual([]);
  const verify = await server.deps.statements.verifier();
  const { keyset_id: keySetId } = body as JsonObject;
  return verify(kind, body as JsonObject, String(signature), String(keySetId));
}

/** The events of a stream until it ends, or until there are so many. */
async function events(id: string, { count = 1_000, query = '', lastId = '' } = {}): Promise<readonly JsonObject[]> {
  const answer = await server.app.inject({
    method: 'GET',
    url: `/v1/video/session/${id}/events${query}`,
    headers: {
      host: '127.0.0.1:7433',
      authorization: `Bearer ${token}`,
      ...(lastId === '' ? {} : { 'last-event-id': lastId }),
    },
    payloadAsStream: true,
  });
  let text = '';
  const found = () => [...text.matchAll(/^event: (\w+)\n(?:id: \d+\n)?data: (.*)$/gm)];
  for await (const part of answer.stream()) {
    text += Buffer.from(part).toString();
    if (found().length >= count) break;
  }
  return found().map(([, event = '', data = '']) => ({ event, data: JSON.parse(data) }));
}

/** Both participants exchange keys by the server. */
async function exchangeKeys(id: string): Promise<void> {
  const kem = createKem([], systemRandom);
  const party = async (name: string) => ({ name, keys: await kem.generateKeyPair(CALL_KEM) });
  const both = [await party('ada'), await party('grace')] as const;
  for (const { name, keys } of both) {
    const payload = keyMessageJson({ type: 'hello', publicKey: keys.publicKey });
    await say(id, { from: name, to: '*', kind: 'key_exchange', payload });
  }
  for (const [own, other] of [both, both.toReversed()] as const) {
    if (own === undefined || other === undefined) return;
    const context = { sessionId: id, own, other: { name: other.name, publicKey: other.keys.publicKey } };
    const pair = await beginPair(kem, context);
    if (pair === null) throw new Error('no pair');
    const payload = keyMessageJson(pair.encapsulation);
    await say(id, { from: own.name, to: other.name, kind: 'key_exchange', payload });
  }
}

test('a session is opened as document 2 says, and its relay lets participants in', async () => {
  const before = await credits();
  const answer = await post('/v1/video/session', {
    participants: ['a', 'b'],
    security_level: 'L5',
    record_transcript: false,
  });
  expect(answer.body).toMatchObject({
    session_id: expect.stringMatching(/^vs_[0-9a-f]{16}$/),
    turn_url: expect.stringMatching(/^turn:127\.0\.0\.1:\d+\?transport=udp$/),
    key_exchange: 'ml-kem-1024',
    media_cipher: 'aes-256-gcm',
    units_per_minute: 5,
  });
  expect(before - (await credits())).toBe(5);
  const id = String(answer.at('session_id'));
  const state = await get(`/v1/video/session/${id}`);
  expect(state.body).toMatchObject({
    status: 'open',
    participants: ['a', 'b'],
    end: null,
    messages: 0,
    duration_seconds: 0,
  });
  const [, port] = /:(\d+)\?/.exec(String(state.at('turn_url'))) ?? [];
  const { username, credential } = state.at('ice_servers.0') as { username: string; credential: string };
  const client = await openTurnClient({ address: '127.0.0.1', port: Number(port) }, { username, credential });
  expect(await client.allocate()).toHaveProperty('port');
  await end(id);
  expect(await client.permit(client.own)).toBe(401);
  client.close();
  expect((await get(`/v1/video/session/${id}`)).body).toMatchObject({ status: 'ended', ice_servers: [] });
});

test('names must be names, and differ', async () => {
  for (const participants of [
    ['ada', 'ada'],
    ['ada', '*'],
    ['ada', ' grace'],
    ['ada'],
    ['ada', ''],
    ['ada', 'a\u200bda'],
    ['ada', 'ａda'],
    ['ada', '\u2060'],
  ]) {
    const answer = await post('/v1/video/session', { participants, security_level: 'L3', record_transcript: true });
    expect([participants, answer.code]).toEqual([participants, 'INVALID_REQUEST']);
    expect(String(answer.headers['x-error-field'])).toMatch(/^participants/);
  }
});

test('messages go to those for whom they are, in order, and a stream goes on behind one', async () => {
  const id = await open({ participants: ['ada', 'grace', 'eve'] });
  await say(id, { from: 'ada', to: 'grace', kind: 'offer', payload: { sdp: 'v=0' } });
  await say(id, { from: 'grace', to: 'ada', kind: 'answer', payload: [1] });
  expect((await say(id, caption('Good morning.'))).body).toEqual({ accepted: true, sequence: 3 });
  await say(id, { to: 'eve', kind: 'candidate', payload: null });
  const all = await events(id, { count: 5 });
  expect(all[0]).toMatchObject({ event: 'session', data: { status: 'open', end: null } });
  expect(all.slice(1).map(({ data }) => data)).toMatchObject([
    { sequence: 1, from: 'ada', to: 'grace', kind: 'offer', payload: { sdp: 'v=0' } },
    { sequence: 2, from: 'grace', to: 'ada', kind: 'answer', payload: [1] },
    { sequence: 3, from: 'ada', to: '*', kind: 'caption', payload: 'Good morning.' },
    { sequence: 4, from: null, to: 'eve', kind: 'candidate', payload: null },
  ]);
  const graces = await events(id, { count: 3, query: '?participant=grace' });
  expect(graces.slice(1).map(({ data }) => (data as JsonObject).sequence)).toEqual([1, 3]);
  const later = await events(id, { count: 2, query: '?participant=grace', lastId: '1' });
  expect(later[1]).toMatchObject({ data: { sequence: 3 } });
  expect((await get(`/v1/video/session/${id}/events?participant=mallory`)).code).toBe('INVALID_REQUEST');
});

test('a message that comes while somebody reads wakes the stream, and so does the end', async () => {
  const id = await open();
  const reading = events(id);
  await say(id, caption('one'));
  await say(id, caption('two'));
  await end(id);
  const read = await reading;
  expect(read.map(({ event }) => event)).toEqual(['session', 'signal', 'signal', 'session', 'end']);
  const last = read.at(-2) ?? {};
  const { end: signed } = last.data as { end: { body: JsonObject; signature: string } };
  expect(signed.body).toMatchObject({ session_id: id, reason: 'ended', messages: 2 });
  expect(await isSigned('call-end', signed.body, signed.signature)).toBe(true);
});

test('messages from and to nobody, to oneself, too large or of the wrong kind are refused by field', async () => {
  const id = await open();
  const message = { from: 'ada', to: 'grace', kind: 'offer', payload: 1 };
  for (const [change, field] of [
    [{ to: 'mallory' }, 'to'],
    [{ from: 'mallory' }, 'from'],
    [{ to: 'ada' }, 'to'],
    [{ kind: 'caption', payload: {} }, 'payload'],
    [{ kind: 'caption', payload: 'x'.repeat(2_001) }, 'payload'],
    [{ payload: 'x'.repeat(65_536) }, 'payload'],
    [{ kind: 'shout' }, 'kind'],
  ] as const) {
    const answer = await say(id, { ...message, ...change });
    expect([answer.code, answer.headers['x-error-field']]).toEqual(['INVALID_REQUEST', field]);
  }
  expect((await get(`/v1/video/session/${id}`)).at('messages')).toBe(0);
});

test('each started minute costs 5 units, whenever it is noticed', async () => {
  const before = await credits();
  const id = await open();
  await settledCalls.run(server.deps);
  expect(before - (await credits())).toBe(5);
  server.advance(MINUTE);
  await settledCalls.run(server.deps);
  expect(before - (await credits())).toBe(5);
  server.advance(1);
  await settledCalls.run(server.deps);
  await settledCalls.run(server.deps);
  expect(before - (await credits())).toBe(10);
  server.advance(3 * MINUTE);
  expect((await end(id)).body).toMatchObject({ status: 'ended', units_consumed: 25, duration_seconds: 240.001 });
  expect(before - (await credits())).toBe(25);
  server.advance(10 * MINUTE);
  await settledCalls.run(server.deps);
  expect(before - (await credits())).toBe(25);
});

test('a clock that was set back ends no call before a minute that was charged', async () => {
  const id = await open();
  server.advance(MINUTE + 1);
  await settledCalls.run(server.deps);
  server.advance(-30_000);
  expect((await end(id)).body).toMatchObject({ units_consumed: 10, duration_seconds: 60.001 });
  const { end: signed } = (await get(`/v1/video/session/${id}`)).body as {
    end: { body: JsonObject; signature: string };
  };
  expect(await isSigned('call-end', signed.body, signed.signature)).toBe(true);
});

test('12.37: a call whose credits run out ends at the end of the last minute that was paid, signed and with its reason', async () => {
  const id = await open();
  await setCredits(7);
  const begun = server.deps.clock();
  server.advance(5 * MINUTE);
  await settledCalls.run(server.deps);
  expect(await credits()).toBe(2);
  const state = await get(`/v1/video/session/${id}`);
  expect(state.body).toMatchObject({ status: 'ended', end_reason: 'credits', duration_seconds: 120, ice_servers: [] });
  expect(state.at('end.body')).toMatchObject({ reason: 'credits', minutes: 2, session_id: id });
  expect(Date.parse(String(state.at('ended_at')))).toBe(begun + 2 * MINUTE);
  expect(await isSigned('call-end', state.at('end.body'), state.at('end.signature'))).toBe(true);
  expect((await say(id, caption('too late'))).code).toBe('SESSION_EXPIRED');
  expect((await end(id)).code).toBe('SESSION_EXPIRED');
  expect(await callsToSettle(server.deps.db, server.deps.clock(), 10)).toEqual([]);
});

test('a call ends by its time, and then nothing goes any more', async () => {
  await server.call('PATCH', '/api/v1/admin/settings', { token: server.admin, json: { call_seconds: 90 } });
  const id = await open();
  server.advance(90_000);
  expect((await get(`/v1/video/session/${id}`)).body).toMatchObject({ status: 'expired', ice_servers: [], end: null });
  expect((await say(id, caption('too late'))).code).toBe('SESSION_EXPIRED');
  expect((await end(id)).code).toBe('SESSION_EXPIRED');
  const state = await get(`/v1/video/session/${id}`);
  expect(state.body).toMatchObject({ status: 'expired', end_reason: 'expired', duration_seconds: 90 });
  expect(await isSigned('call-end', state.at('end.body'), state.at('end.signature'))).toBe(true);
  expect((await events(id)).at(-1)).toMatchObject({ event: 'end' });
});

test('a transcript is signed, has every line, and is verified through the API', async () => {
  const id = await open();
  await exchangeKeys(id);
  await say(id, { from: 'ada', to: 'grace', kind: 'offer', payload: { sdp: 'an address of the house' } });
  await say(id, caption('Good morning.'));
  server.advance(2 * MINUTE + 1);
  const before = await credits();
  const answer = await post('/v1/video/transcript', { session_id: id, format: 'json' });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    units_consumed: 30,
    signature_algorithm: 'ml-dsa-65',
    duration_seconds: 120.001,
  });
  expect(before - (await credits())).toBe(30);
  const transcript = answer.at('transcript') as JsonObject;
  expect(answer.at('transcript_hash')).toBe(transcriptHash(transcript));
  expect(await isSigned('transcript', transcript, answer.at('signature'))).toBe(true);
  const lines = transcript.lines as readonly JsonObject[];
  expect(lines).toHaveLength(6);
  expect(firstBrokenLine(lines)).toBeNull();
  expect(lines.at(-1)).toMatchObject({ sequence: 6, kind: 'caption', from: 'ada', to: '*', text: 'Good morning.' });
  expect(JSON.stringify(transcript)).not.toContain('an address of the house');
  expect(transcript.key_exchange).toMatchObject({ completed: true });
  expect((await get(`/v1/video/verify/${id}`)).body).toEqual({
    session_id: id,
    verified: true,
    key_exchange_valid: true,
    transcript_signature_valid: true,
    media_encryption: 'aes-256-gcm',
    pq_algorithms: ['ML-KEM-1024', 'ML-DSA-65'],
  });
});

test('a session without events has an empty, signed transcript; what was not exchanged is not verified', async () => {
  const id = await open();
  expect((await get(`/v1/video/verify/${id}`)).body).toMatchObject({
    verified: false,
    transcript_signature_valid: false,
  });
  const answer = await post('/v1/video/transcript', { session_id: id, format: 'json' });
  expect(answer.body).toMatchObject({ units_consumed: 10, transcript: { lines: [], participants: ['ada', 'grace'] } });
  expect((await get(`/v1/video/verify/${id}`)).body).toMatchObject({
    verified: false,
    key_exchange_valid: false,
    transcript_signature_valid: true,
  });
});

test('what is changed in the database is not verified', async () => {
  const id = await open();
  await exchangeKeys(id);
  const made = await post('/v1/video/transcript', { session_id: id, format: 'json' });
  const signature = fromBase64(String(made.at('signature'))) ?? new Uint8Array();
  const changed = toBase64(signature.with(0, (signature[0] ?? 0) ^ 1));
  await write(server.deps.db, async (db) => {
    await db.updateTable('call_transcripts').set({ signature: changed }).execute();
  });
  expect((await get(`/v1/video/verify/${id}`)).body).toMatchObject({ verified: false, key_exchange_valid: true });
});

test('without record_transcript there is no transcript, and only the key exchange is left at the end', async () => {
  const id = await open({ record_transcript: false });
  await exchangeKeys(id);
  await say(id, caption('Good morning.'));
  expect((await post('/v1/video/transcript', { session_id: id, format: 'json' })).code).toBe('CONFLICT');
  await end(id);
  const kept = await server.deps.db.selectFrom('call_messages').select('kind').execute();
  expect(kept.map(({ kind }) => kind)).toEqual(['key_exchange', 'key_exchange', 'key_exchange', 'key_exchange']);
  expect((await get(`/v1/video/verify/${id}`)).body).toMatchObject({ key_exchange_valid: true, verified: false });
});

test('12.36: sessions are listed, and forgotten once they are over', async () => {
  const ids = [await open(), await open({ record_transcript: false }), await open()];
  server.advance(1_000);
  await say(ids[0] ?? '', caption('Good morning.'));
  await post('/v1/video/transcript', { session_id: ids[0], format: 'json' });
  const first = await get('/v1/video/session?limit=2');
  const second = await get(`/v1/video/session?limit=2&cursor=${first.at('next_cursor')}`);
  const listed = [first, second].flatMap((page) => page.at('items') as JsonObject[]);
  expect(listed.map(({ session_id: id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(listed.filter(({ has_transcript: has }) => has === true)).toHaveLength(1);
  expect(second.at('next_cursor')).toBeNull();
  const forget = (id: string, by = token): Promise<Answer> =>
    server.call('DELETE', `/v1/video/session/${id}/record`, { token: by });
  expect((await forget(ids[0] ?? '')).code).toBe('CONFLICT');
  await end(ids[0] ?? '');
  expect((await forget(ids[0] ?? '')).body).toEqual({ session_id: ids[0], deleted: true });
  expect((await forget(ids[0] ?? '')).code).toBe('NOT_FOUND');
  expect((await get(`/v1/video/verify/${ids[0]}`)).code).toBe('NOT_FOUND');
  for (const table of ['call_messages', 'call_transcripts'] as const) {
    expect(await server.deps.db.selectFrom(table).select('call_id').execute()).toEqual([]);
  }
});

test('S1: another project finds nothing of a call', async () => {
  const id = await open();
  const { key: stranger } = await server.newKey({ email: 'eve@example.com', plan: 'pro' });
  const { key: elsewhere } = await server.newKey({ email: 'ada@example.com', plan: 'pro' });
  for (const by of [stranger, elsewhere]) {
    for (const answer of [
      await get(`/v1/video/session/${id}`, by),
      await get(`/v1/video/session/${id}/events`, by),
      await get(`/v1/video/verify/${id}`, by),
      await say(id, caption('hello'), by),
      await end(id, by),
      await server.call('DELETE', `/v1/video/session/${id}/record`, { token: by }),
      await post('/v1/video/transcript', { session_id: id, format: 'json' }, by),
    ]) {
      expect(answer.code).toBe('NOT_FOUND');
    }
    expect((await get('/v1/video/session', by)).at('items')).toEqual([]);
  }
});

test('no name, key or word of a call stands in the database or in the log', async () => {
  const id = await open({ participants: ['Ada Lovelace', 'Grace Hopper'] });
  const key = createSenderKey(systemRandom).share().baseKey;
  await say(id, { from: 'Ada Lovelace', to: '*', kind: 'caption', payload: 'the password is swordfish' });
  await say(id, { from: 'Ada Lovelace', to: 'Grace Hopper', kind: 'key_exchange', payload: toBase64(key) });
  await post('/v1/video/transcript', { session_id: id, format: 'json' });
  await end(id);
  const { db } = server.deps;
  const rows = [
    await db.selectFrom('calls').selectAll().execute(),
    await db.selectFrom('call_messages').selectAll().execute(),
    await db.selectFrom('call_transcripts').selectAll().execute(),
  ];
  const text = rows
    .flat()
    .flatMap((row) => Object.values(row))
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
    .join('\n');
  for (const word of ['Ada Lovelace', 'Grace Hopper', 'swordfish', toBase64(key), keyName(key)]) {
    expect(text).not.toContain(word);
    expect(server.logged.join('')).not.toContain(word);
  }
});

test('a session carries 5,000 messages and no more', async () => {
  const id = await open();
  await write(server.deps.db, async (db) => {
    await db.updateTable('calls').set({ messages: 4_999 }).where('id', '=', id).execute();
  });
  expect((await say(id, caption('the last one'))).status).toBe(200);
  expect((await say(id, caption('one too many'))).code).toBe('CONFLICT');
});
