import { api } from '@touchstone/core/api/api.ts';
import { verifyArtifact } from '@touchstone/core/artifact/verify.ts';
import { fromHex, toBase64, utf8 } from '@touchstone/core/bytes.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { pinKeySet } from '@touchstone/core/keys/trust-changes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signJob } from '../../../src/crypto/pooled-signer.ts';
import { signSlot } from '../../examples.ts';
import { type Answer, openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await openTestServer();
  key = (await server.newKey()).key;
});
afterAll(() => server.close());

const EXAMPLE = api.artifacts.artifacts.create.example.body;
const create = (change: object = {}) =>
  server.call('POST', '/v1/artifacts', { token: key, json: { ...EXAMPLE, ...change } });
const addSignature = (artifact: Answer, slot: string, signature: string) =>
  server.call('POST', `/v1/artifacts/${artifact.at('artifact_id')}/signatures`, {
    token: key,
    json: { slot, signature },
  });

async function outcomeOf(answer: Answer, sets: readonly KeySet[]) {
  let trust = EMPTY_TRUST_STORE;
  const now = server.deps.clock();
  for (const set of sets) {
    const change = pinKeySet(trust, set, { at: now, by: 'test', source: 'test' });
    if (change.ok) trust = change.store;
  }
  const options = { fileName: 'x.pqv.json', trust, verifier: server.deps.signer, now, product: server.deps.product };
  return (await verifyArtifact(utf8(answer.text), options)).report;
}

test('what is created is an artifact that the verifier takes, with counted cycles', async () => {
  const first = await create();
  const second = await create();
  const report = await outcomeOf(first, []);
  expect([report.outcome, report.code, report.summary_bound]).toEqual([
    'VERIFIED_PENDING_SIGNATURES',
    'NO_SIGNATURE',
    true,
  ]);
  expect([first.at('cycle_id'), second.at('cycle_id')]).toEqual(['2026-Q2-001', '2026-Q2-002']);
  const stored = await server.call('GET', `/v1/artifacts/${first.at('artifact_id')}`, { token: key });
  expect(stored.text).toBe(first.text);
});

test('a stated cycle is kept, and pillars that name another one are refused', async () => {
  expect((await create({ cycle_id: '2025-Q4-007' })).at('cycle_id')).toBe('2025-Q4-007');
  // Numbers that are given follow those that were stated, also where a lower one is stated later.
  for (const cycle_id of ['2026-Q2-041', '2026-Q2-040']) expect((await create({ cycle_id })).status).toBe(200);
  expect((await create()).at('cycle_id')).toBe('2026-Q2-042');
  const attestations = { ...EXAMPLE.attestations, privacy_attestation: { result: 'PASS', cycle_id: '2025-Q4-008' } };
  const answer = await create({ cycle_id: '2025-Q4-007', attestations });
  expect(answer.code).toBe('INVALID_REQUEST');
  expect(answer.message).toContain('attestations.privacy_attestation.cycle_id');
});

test('the issuer alone writes the binding', async () => {
  const attestations = { ...EXAMPLE.attestations, governance_attestation: { presentation: {} } };
  expect((await create({ attestations })).code).toBe('INVALID_REQUEST');
});

test('lists in pages, the newest first', async () => {
  const { key: own } = await server.newKey();
  for (let i = 0; i < 5; i++) await server.call('POST', '/v1/artifacts', { token: own, json: EXAMPLE });
  const page = (query: string) => server.call('GET', `/v1/artifacts${query}`, { token: own });
  const seen: unknown[] = [];
  let cursor: unknown = null;
  do {
    const answer: Answer = await page(`?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
    seen.push(...(answer.at('items') as { cycle_id: string }[]).map(({ cycle_id }) => cycle_id));
    cursor = answer.at('next_cursor');
  } while (cursor !== null);
  expect(seen).toEqual(['005', '004', '003', '002', '001'].map((number) => `2026-Q2-${number}`));
  for (const query of [
    '?limit=0',
    '?limit=201',
    '?limit=2.5',
    '?limit=x',
    '?cursor=x',
    '?cursor=0',
    '?limit=1&limit=2',
  ]) {
    expect((await page(query)).code).toBe('INVALID_REQUEST');
  }
});

test('S10: a signature is verified before it fills a slot, and a filled slot is never replaced', async () => {
  const artifact = await create();
  const other = await create();
  const own = await server.deps.keySets.verifying('artifact');
  const hash = String(artifact.at('manifest_hash'));
  const good = await signSlot(server, hash, 'ML-DSA-87');
  const foreign = await signSlot(server, String(other.at('manifest_hash')), 'ML-DSA-87');
  expect((await addSignature(artifact, 'ml_dsa_87', foreign)).code).toBe('INVALID_REQUEST');
  expect((await addSignature(artifact, 'falcon_1024', good)).code).toBe('INVALID_REQUEST');
  expect((await addSignature(artifact, 'ml_dsa_87', 'PENDING_CEREMONY')).code).toBe('INVALID_REQUEST');
  expect((await addSignature(artifact, 'ml_dsa_87', '')).code).toBe('INVALID_REQUEST');

  const signed = await addSignature(artifact, 'ml_dsa_87', good);
  expect((await outcomeOf(signed, own)).code).toBe('PARTLY_SIGNED');
  const again = await signSlot(server, hash, 'ML-DSA-87');
  expect(again).not.toBe(good);
  expect((await addSignature(artifact, 'ml_dsa_87', again)).code).toBe('CONFLICT');
  expect((await addSignature(artifact, 'ml_dsa_87', good)).status).toBe(200);

  await addSignature(artifact, 'falcon_1024', await signSlot(server, hash, 'FALCON-1024'));
  const slhDsa = await server.deps.keySets.withSecrets('artifact', async (_keySet, secrets) => {
    const [secretKey, message] = [secrets.get('SLH-DSA-SHA2-256s'), fromHex(hash)];
    if (!secretKey || !message) throw new TypeError('no such key');
    return toBase64(await server.deps.run(signJob, { algorithm: 'SLH-DSA-SHA2-256s', secretKey, message }));
  });
  const whole = await addSignature(artifact, 'slh_dsa_256s', slhDsa);
  expect(whole.at('human_summary.verdict')).toBe('VERIFIED');
  expect((await outcomeOf(whole, own)).outcome).toBe('VERIFIED');
  expect((await outcomeOf(whole, [])).code).toBe('SIGNER_NOT_TRUSTED');
});

test('two signatures at once do not overwrite each other', async () => {
  const artifact = await create();
  const hash = String(artifact.at('manifest_hash'));
  const [mlDsa, falcon] = [await signSlot(server, hash, 'ML-DSA-87'), await signSlot(server, hash, 'FALCON-1024')];
  const answers = await Promise.all([
    addSignature(artifact, 'ml_dsa_87', mlDsa),
    addSignature(artifact, 'falcon_1024', falcon),
  ]);
  const stored = await server.call('GET', `/v1/artifacts/${artifact.at('artifact_id')}`, { token: key });
  const acknowledged = answers.map(({ status }) => status === 200);
  expect(stored.at('signatures.ml_dsa_87') === mlDsa).toBe(acknowledged[0]);
  expect(stored.at('signatures.falcon_1024') === falcon).toBe(acknowledged[1]);
});
