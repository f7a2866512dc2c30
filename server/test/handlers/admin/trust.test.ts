import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@touchstone/core/api/api.ts';
import { generateKeySet } from '@touchstone/core/keys/generate.ts';
import { type KeySet, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import { readRevocation, verifyRevocation } from '@touchstone/core/keys/revocation.ts';
import { endorseKeySet } from '@touchstone/core/keys/sign-endorsement.ts';
import { signRevocation } from '@touchstone/core/keys/sign-revocation.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { pinKeySet } from '@touchstone/core/keys/trust-changes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const EXAMPLE = api.admin.trust.pin.example.body;
const pin = (key_set: object) =>
  server.call('POST', '/api/v1/admin/trust/keysets', { token: server.admin, json: { ...EXAMPLE, key_set } });
const admin = (method: string, path: string, json?: unknown) =>
  server.call(method, `/api/v1/admin${path}`, { token: server.admin, ...(json === undefined ? {} : { json }) });
const store = () => server.call('GET', '/api/v1/admin/trust-store', { token: server.admin });

test('S8: nothing is trusted out of the box; pinning recomputes the fingerprint and keeps every edition', async () => {
  expect((await store()).body).toMatchObject({ version: 2, key_sets: [], revocations: [] });
  const { fingerprint, ...document } = EXAMPLE.key_set;
  const base = { ...document, keys: [...document.keys] };
  expect((await pin({ ...base, fingerprint: fingerprint.replace(/^./, '0') })).message).toContain('recomputed');
  expect((await pin({ ...base, fingerprint, d: 'AA' })).message).toContain('"d"');
  expect((await pin(sealKeySet({ ...base, serial: 2 }))).at('note')).toBe('added');
  expect((await pin(sealKeySet({ ...base, serial: 2 }))).at('note')).toBe('unchanged');
  expect((await pin(sealKeySet({ ...base, serial: 1 }))).at('note')).toBe('added');
  const rival = await pin(sealKeySet({ ...base, serial: 2, not_after: '2032-01-01T00:00:00.000Z' }));
  expect([rival.code, rival.message]).toEqual(['CONFLICT', expect.stringContaining('edition 2')]);
  expect((await pin(sealKeySet({ ...base, serial: 3, not_before: '2026-02-01T00:00:00.000Z' }))).at('note')).toBe(
    'added',
  );
  const editions = (await admin('GET', '/trust/keysets')).at('editions') as { serial: number; state: string }[];
  expect(editions.map(({ serial, state }) => [serial, state])).toEqual([
    [3, 'current'],
    [2, 'older'],
    [1, 'older'],
  ]);
});

test('12.12: trust is withdrawn without revoking, and comes back only by a pin; a revocation survives both', async () => {
  const json = api.admin.trust.revoke.example.body;
  const revoke = () => admin('POST', '/trust/revocations', json);
  const first = await revoke();
  expect([first.at('note'), (await revoke()).at('note')]).toEqual(['added', 'unchanged']);
  const { fingerprint: _, ...document } = EXAMPLE.key_set;
  const set = sealKeySet({ ...document, keys: [...document.keys], principal: 'other@example.com' });
  await pin(set);
  const path = `/trust/keysets/${set.fingerprint}`;
  expect((await admin('DELETE', `${path}?by=Ada`)).at('removed')).toBe(true);
  expect((await admin('DELETE', path.replace(/.$/, set.fingerprint.endsWith('0') ? '1' : '0'))).code).toBe('NOT_FOUND');
  const entry = async () => {
    const { key_sets: sets } = (await store()).body as { key_sets: { key_set: KeySet; untrusted?: { by: string } }[] };
    return sets.find(({ key_set }) => key_set.fingerprint === set.fingerprint);
  };
  expect((await entry())?.untrusted?.by).toBe('Ada');
  expect((await pin(set)).at('note')).toBe('replaced');
  expect((await entry())?.untrusted).toBeUndefined();
  expect((await store()).at('revocations.0.revoked_at')).toBe(first.at('revoked_at'));
  const events = await admin('GET', '/audit?action=trust.unpinned');
  expect(events.at('items.0')).toMatchObject({ subject: set.fingerprint, details: { by: 'Ada' } });
});

/** Two editions of a line with real keys; the second one is endorsed by the first. */
async function lineOfTwo(principal: string) {
  const { signer } = server.deps;
  const plan = { keyset_id: 'one', issuer: 'Office', principal, use: 'artifact', serial: 1, notBefore: 0 } as const;
  const algorithms = ['ML-DSA-65', 'Ed25519'] as const;
  const notAfter = Date.UTC(2090, 0);
  const former = await generateKeySet({ ...plan, notAfter, algorithms }, signer);
  const later = { ...plan, keyset_id: 'two', serial: 2, notBefore: Date.UTC(2020, 0), notAfter, algorithms };
  const next = await generateKeySet(later, signer);
  const endorsed = await endorseKeySet(next.keySet, former.keySet, former.secretKeys, signer);
  return { former, next: { ...next, keySet: endorsed } };
}

test('12.8: an endorsed edition is taken in as endorsed, never as pinned; one that nobody endorses is refused', async () => {
  const { former, next } = await lineOfTwo('endorsed@example.com');
  const assess = async (key_set: KeySet) => (await admin('POST', '/trust/assessments', { key_set })).body;
  const accept = (key_set: KeySet) => admin('POST', '/trust/keysets', { key_set, pinned_by: 'Ada', held: 'endorsed' });
  expect(await assess(next.keySet)).toMatchObject({ kind: 'new_line' });
  expect((await accept(next.keySet)).code).toBe('CONFLICT');
  await pin(former.keySet);
  expect(await assess(next.keySet)).toEqual({ kind: 'endorsed', other: former.keySet.fingerprint, reason: null });
  const { endorsement: _, ...bare } = next.keySet;
  expect(await assess(bare)).toMatchObject({ kind: 'not_endorsed', reason: expect.stringContaining('endorses') });
  expect((await accept(bare)).code).toBe('CONFLICT');
  expect((await accept(next.keySet)).at('note')).toBe('added');
  const held = (await store()).at('key_sets') as { key_set: KeySet; held: string; endorsed_by?: string }[];
  expect(
    held.find(({ key_set }) => key_set.serial === 2 && key_set.principal === 'endorsed@example.com'),
  ).toMatchObject({
    held: 'endorsed',
    endorsed_by: former.keySet.fingerprint,
  });
  expect((await admin('GET', '/audit?action=trust.pinned')).at('items.0.details')).toMatchObject({ held: 'endorsed' });
});

test('12.9: a signed revocation is taken in where its set is trusted and signed it; a changed one is refused', async () => {
  const { former } = await lineOfTwo('revoking@example.com');
  const { keySet, secretKeys } = former;
  const kids = keySet.keys.map(({ kid }) => kid);
  const body = {
    ...({ kind: 'svc-revocation/v1', keyset_fingerprint: keySet.fingerprint, kids } as const),
    ...{ revoked_at: '2026-03-01T00:00:00.000Z', reason: 'lost' },
  };
  const file = await signRevocation(body, keySet, secretKeys, server.deps.signer);
  const take = (revocation: object) =>
    admin('POST', '/trust/revocation-files', { revocation, source: 'x.pqrevoke.json' });
  expect((await take(file)).message).toContain('not trusted here');
  await pin(keySet);
  expect((await take({ ...file, reason: 'stolen' })).code).toBe('CONFLICT');
  expect((await take({ ...file, more: 1 })).code).toBe('INVALID_REQUEST');
  expect((await take(file)).body).toMatchObject({ note: 'added', signed_by: keySet.fingerprint });
  expect((await take(file)).at('note')).toBe('unchanged');
  const editions = (await admin('GET', '/trust/keysets')).at('editions') as { fingerprint: string; state: string }[];
  expect(editions.find(({ fingerprint }) => fingerprint === keySet.fingerprint)?.state).toBe('revoked');
  expect((await admin('GET', '/audit?action=trust.revocation-imported')).at('items.0.subject')).toBe(
    keySet.fingerprint,
  );
});

test('12.18: an own artifact set is pinned from the data folder, sets of other uses are not', async () => {
  const own = (await admin('GET', '/trust/own-service')).body as {
    data_dir: string;
    sets: { fingerprint: string; use: string; is_trusted: boolean }[];
  };
  expect(own.data_dir).toBe(server.deps.dataDir);
  const [artifact] = own.sets;
  expect(artifact).toMatchObject({ use: 'artifact', is_trusted: false });
  const pinOwn = (fingerprint = '') => admin('POST', `/trust/own-service/${fingerprint}/pin`, { pinned_by: 'console' });
  expect((await pinOwn(artifact?.fingerprint)).at('note')).toBe('added');
  expect((await pinOwn(own.sets.find(({ use }) => use === 'service')?.fingerprint)).code).toBe('NOT_FOUND');
  expect((await pinOwn('0'.repeat(64))).code).toBe('NOT_FOUND');
  expect((await admin('GET', '/trust/own-service')).at('sets.0.is_trusted')).toBe(true);
});

test('12.9: the service revokes an own set, here at once and for others by a file that it signs', async () => {
  const sets = (await admin('GET', '/trust/own-service')).at('sets') as { fingerprint: string; use: string }[];
  const fingerprintOf = (wanted: string) => sets.find(({ use }) => use === wanted)?.fingerprint ?? '';
  const revoke = (fingerprint: string) =>
    admin('POST', `/trust/own-service/${fingerprint}/revocation`, { reason: 'leaked' });
  const answer = await revoke(fingerprintOf('3key'));
  const [keySet] = (await server.deps.keySets.all()).filter(({ keySet: { use } }) => use === '3key');
  const parsed = readRevocation(JSON.parse(JSON.stringify(answer.body)));
  if (!parsed.ok || keySet === undefined) throw new Error('no revocation');
  const pinned = pinKeySet(EMPTY_TRUST_STORE, keySet.keySet, { at: 0, by: 'Bob', source: 'file' });
  if (!pinned.ok) throw new Error(pinned.message);
  expect(await verifyRevocation(parsed.file, pinned.store, server.deps.signer)).toMatchObject({ ok: true });
  const sign = await server.call('POST', '/api/svc-key/sign/3key', { token: server.admin, json: { data: 'x' } });
  expect(sign.code).toBe('KEY_REVOKED');
  expect((await revoke(fingerprintOf('enc'))).code).toBe('CONFLICT');
  expect((await revoke('0'.repeat(64))).code).toBe('NOT_FOUND');
});

test('a file that breaks while the server runs: verification goes on with the last good store, changes wait', async () => {
  const path = join(server.dataDir, 'trust-store.json');
  const before = await store();
  const text = readFileSync(path);
  writeFileSync(path, '{');
  try {
    const json = { data: 'x', signature: '3key:AA==:AA==:AA==' };
    expect((await server.call('POST', '/api/svc-key/verify/3key', { json })).at('valid')).toBe(false);
    expect((await store()).body).toEqual(before.body);
    const refused = await server.call('POST', '/api/v1/admin/trust/revocations', {
      token: server.admin,
      json: api.admin.trust.revoke.example.body,
    });
    expect([refused.code, refused.message]).toEqual(['CONFLICT', expect.stringContaining('broken')]);
    expect(readFileSync(path, 'utf8')).toBe('{');
    expect(server.logged.filter((line) => line.includes('last good one'))).toHaveLength(1);
  } finally {
    writeFileSync(path, text);
  }
});

test('the trust store file is for its owner only', () => {
  expect(statSync(join(server.dataDir, 'trust-store.json')).mode & 0o777).toBe(0o600);
});
