import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@touchstone/core/api/api.ts';
import { sealKeySet } from '@touchstone/core/keys/key-set.ts';
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
const store = () => server.call('GET', '/api/v1/admin/trust-store', { token: server.admin });

test('S8: nothing is trusted out of the box; pinning recomputes the fingerprint and refuses a lower serial', async () => {
  expect((await store()).body).toEqual({ version: 1, key_sets: [], revocations: [] });
  const { fingerprint, ...document } = EXAMPLE.key_set;
  const base = { ...document, keys: [...document.keys] };
  expect((await pin({ ...base, fingerprint: fingerprint.replace(/^./, '0') })).message).toContain('recomputed');
  expect((await pin({ ...base, fingerprint, d: 'AA' })).message).toContain('"d"');
  expect((await pin(sealKeySet({ ...base, serial: 2 }))).at('note')).toBe('added');
  expect((await pin(sealKeySet({ ...base, serial: 2 }))).at('note')).toBe('unchanged');
  expect((await pin(sealKeySet({ ...base, serial: 1 }))).code).toBe('CONFLICT');
  expect((await pin(sealKeySet({ ...base, serial: 2, not_after: '2032-01-01T00:00:00.000Z' }))).code).toBe('CONFLICT');
  expect((await pin(sealKeySet({ ...base, serial: 3 }))).at('note')).toBe('replaced');
});

test('S8: a revocation survives unpinning and pinning again', async () => {
  const json = api.admin.trust.revoke.example.body;
  const revoke = () => server.call('POST', '/api/v1/admin/trust/revocations', { token: server.admin, json });
  const first = await revoke();
  expect([first.at('note'), (await revoke()).at('note')]).toEqual(['added', 'unchanged']);
  const fingerprint = (await store()).at('key_sets.0.key_set.fingerprint');
  const unpin = () => server.call('DELETE', `/api/v1/admin/trust/keysets/${fingerprint}`, { token: server.admin });
  expect((await unpin()).at('removed')).toBe(true);
  expect((await unpin()).code).toBe('NOT_FOUND');
  const { fingerprint: _, ...document } = EXAMPLE.key_set;
  const again = sealKeySet({ ...document, keys: [...document.keys], serial: 3 });
  expect((await pin(again)).at('note')).toBe('added');
  const after = await store();
  expect(after.at('revocations.0.revoked_at')).toBe(first.at('revoked_at'));
  expect(after.at('key_sets.0.key_set.fingerprint')).toBe(again.fingerprint);
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
