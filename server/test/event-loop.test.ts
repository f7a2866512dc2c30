/**
 * What would hold the event loop goes elsewhere: large bodies, long chains and many signatures are the work of jobs, and
 * rows are stored in slices. Nothing here is measured: a busy machine makes everything slow.
 */
import { api } from '@touchstone/core/api/api.ts';
import { verifyProvenance } from '@touchstone/core/keys/provenance.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { LARGE_BODY_BYTES } from '../src/frame/body.ts';
import { appendHealthEvents, healthEventsAfter, openHealthSession } from '../src/health/store.ts';
import { serviceKeys } from '../src/key-sets/held-verifier.ts';
import { createProvenance } from '../src/provenance/provenance.ts';
import { write } from '../src/store/engine.ts';
import { openTestServer, type TestServer } from './harness.ts';
import { TEST_CLAIMS } from './privacy/claims.ts';

let server: TestServer;
let token: string;
let projectId: string;
beforeAll(async () => {
  server = await openTestServer();
  ({ key: token, projectId } = await server.newKey({ plan: 'enterprise_plus' }));
  await server.deps.db.updateTable('accounts').set({ credits: 100_000 }).execute();
});
afterAll(() => server.close());

const jobs: string[] = [];
beforeEach(() => {
  jobs.length = 0;
  const run = server.deps.run;
  const spy = vi.spyOn(server.deps, 'run').mockImplementation((job, input) => {
    jobs.push(job.name);
    return run(job, input);
  });
  return () => spy.mockRestore();
});

const post = (path: string, json: object) => server.call('POST', path, { token, json });

test('a large artifact is parsed and hashed by a job, and moved out of the journal by another', async () => {
  const example = api.artifacts.artifacts.create.example.body;
  const evidence = { result: 'PASS', notes: 'x'.repeat(3 * LARGE_BODY_BYTES) };
  const attestations = { ...example.attestations, evidence_attestation: evidence };
  expect((await post('/v1/artifacts', { ...example, attestations })).status).toBe(200);
  expect(jobs).toEqual(['artifacts.artifacts.create choose', 'artifacts.artifacts.create run', 'settle database']);
});

test('a thousand health events are read and signed by jobs, a few are not', async () => {
  await post('/v1/health/baa/accept', { user_id: 'u', signature_name: 'Ada' });
  const session = (await post('/v1/health/sessions', { contract_id: 'c', user_id: 'u' })).at('session_id');
  const event = (place: number) => ({
    session_id: session,
    field_id: 'form-3.code',
    action: `step ${place}`,
    actor: 'u',
    timestamp: '2026-04-01T12:00:00.000Z',
  });
  const audit = (count: number) =>
    post('/v1/health/audit', { events: Array.from({ length: count }, (_, place) => event(place)) });
  expect((await audit(2)).at('accepted')).toBe(2);
  expect(jobs).toEqual([]);
  const many = await audit(1_000);
  expect(many.at('accepted')).toBe(1_000);
  expect(jobs).toEqual(['crypto.health.audit choose', 'crypto.health.audit run']);
  const rows = await healthEventsAfter(server.deps.db, String(session), 0, 2_000);
  expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: 1_002 }, (_, place) => place + 1));
  // What the jobs refuse, they refuse by name, and nothing is stored.
  const mixed = await post('/v1/health/audit', {
    events: Array.from({ length: 999 }, (_, place) => ({
      ...event(place),
      ...(place === 700 ? { session_id: `sess_${'0'.repeat(16)}` } : {}),
    })),
  });
  expect([mixed.code, mixed.message.includes('`events.700.session_id`')]).toEqual(['INVALID_REQUEST', true]);
  expect((await healthEventsAfter(server.deps.db, String(session), 1_002, 10)).length).toBe(0);
});

test('many rows are stored in slices, between which others have their turn', async () => {
  const { db } = server.deps;
  const id = 'sess_ffffffffffffffff';
  await openHealthSession(db, {
    id,
    project_id: projectId,
    contract_id: 'sliced',
    user_id: 'u',
    lock_hash: new Uint8Array(32),
    opened_at: 1,
    expires_at: 2,
  });
  const entries = Array.from({ length: 100 }, (_, place) => ({
    session_id: id,
    position: place + 1,
    project_id: projectId,
    body: '{}',
    signature: 'x',
  }));
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns++;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await write(db, (transaction) => appendHealthEvents(transaction, entries, { events: 100, headHash: 'h' }));
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(3);
  expect((await healthEventsAfter(db, id, 0, 200)).length).toBe(100);
});

test('a long history of a key is read in pages and written by a job, a short one is not', async () => {
  const { db, statements, chains, run, clock, signer } = server.deps;
  const needs = { db, statements, chains, run, clock };
  const provenance = createProvenance(needs);
  const keyId = String((await post('/v1/key/encrypt', { key_material: 'm', label: 'l', tier: 'key-2' })).at('id'));
  const append = (count: number) =>
    provenance.recording((one) =>
      write(db, async (transaction) => {
        const event = { event: 'decrypted', projectId, keyId, actor: 'system', at: 1, details: {} } as const;
        for (let made = 0; made < count; made++) await one(transaction, event);
      }),
    );
  const keys = await serviceKeys(db);
  const answer = async (by = provenance) => {
    const read = JSON.parse(await (await by.read(keyId)).read());
    expect(await verifyProvenance(read, (id) => keys.get(id) ?? null, signer)).toEqual({ ok: true });
    const [first, ...rest] = read.chain;
    const cut = { ...read, chain: [first, ...rest.slice(1)] };
    expect(await verifyProvenance(cut, (id) => keys.get(id) ?? null, signer)).toMatchObject({ ok: false });
    return read.chain.length;
  };
  await append(3);
  expect(await answer()).toBe(4);
  expect(jobs).toEqual([]);
  await append(120);
  expect(await answer()).toBe(124);
  expect(jobs).toEqual(['provenance']);
  // A very long one is sent in slices, and only its signature is made by a job.
  jobs.length = 0;
  expect(await answer(createProvenance({ ...needs, mostAtOnce: 100 }))).toBe(124);
  expect(jobs).toEqual(['sign']);
  const whole = await server.call('GET', `/v1/key/provenance/${keyId}`, { token });
  expect([whole.status, (whole.at('chain') as unknown[]).length]).toEqual([200, 124]);
  await db
    .updateTable('key_events')
    .set({ body: '[]' })
    .where('key_id', '=', keyId)
    .where('position', '=', 60)
    .execute();
  const torn = await createProvenance({ ...needs, mostAtOnce: 100 }).read(keyId);
  await expect(torn.read()).rejects.toThrow(`event 60 of ${keyId} cannot be read`);
});

test('a credential id of megabytes is refused where it is read', async () => {
  const challenge = (await server.call('GET', '/v1/auth/challenge', { token })).at('challenge');
  const credential = { id: 'A'.repeat(11 * 1024 * 1024), signature: 'AAAA', clientData: 'AAAA' };
  const answer = await post('/v1/biometric/verify', { challenge, credential });
  expect([answer.code, answer.message.includes('`credential.id`'), answer.text.length < 1_000]).toEqual([
    'INVALID_REQUEST',
    true,
    true,
  ]);
  expect(jobs).toEqual(['choose operation', 'read body']);
});

test.each(TEST_CLAIMS)('12.33: a claim of $type is proven by a job', async ({ path, holds }) => {
  const made = await server.call('POST', `/api/v1/privacy/${path}`, { json: { ...holds, chain: 'solana' } });
  expect(made.at('claim_satisfied')).toBe(true);
  expect(jobs).toEqual([expect.stringMatching(/^privacy\.privacy\.[a-z-]+ run$/)]);
});

test('a STARK is made and verified by jobs', async () => {
  const proven = { statement: 'identity', attribute: 'nationality', witness: { value: 'CH' } };
  const { proof, public_inputs } = (await post('/v1/zkp/stark/prove', proven)).body as Record<string, unknown>;
  expect((await post('/v1/zkp/stark/verify', { proof, statement: 'identity', public_inputs })).at('valid')).toBe(true);
  expect(jobs.filter((name) => name.startsWith('crypto.zkp') && name.endsWith(' run'))).toHaveLength(2);
});
