import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const admin = (method: string, path: string) => server.call(method, `/api/v1/admin${path}`, { token: server.admin });
const sign = () => server.call('POST', '/api/svc-key/sign/3key', { token: server.admin, json: { data: 'x' } });
const verify = (signature: unknown) =>
  server.call('POST', '/api/svc-key/verify/3key', { json: { data: 'x', signature } });

test('S7: after a rotation new signatures are under the new set, and old ones still verify under the retired one', async () => {
  const before = await sign();
  const old = (await verify(before.at('signature'))).at('keyset_id');
  const rotated = await admin('POST', '/key-sets/3key/rotate');
  expect(rotated.at('key_set')).toMatchObject({ use: '3key', serial: 2 });
  const fresh = rotated.at('key_set.keyset_id');
  expect(fresh).not.toBe(old);
  expect((await verify((await sign()).at('signature'))).body).toMatchObject({ valid: true, keyset_id: fresh });
  expect((await verify(before.at('signature'))).body).toMatchObject({ valid: true, keyset_id: old });
  const published = await server.call('GET', '/api/svc-key/keys/public');
  const of3key = (published.at('keysets') as { use: string; keyset_id: string }[]).filter(({ use }) => use === '3key');
  expect(of3key.map(({ keyset_id }) => keyset_id)).toEqual([fresh, old]);
  const listed = (await admin('GET', '/key-sets')).at('key_sets') as { key_set: { use: string }; state: string }[];
  expect(listed.filter(({ key_set }) => key_set.use === '3key').map(({ state }) => state)).toEqual([
    'current',
    'retired',
  ]);
  expect((await admin('GET', '/audit?action=key-set.rotated')).at('items.0.subject')).toBe(fresh);
});

test('two at once make one, and an unknown use is refused', async () => {
  const both = await Promise.all([
    admin('POST', '/key-sets/service/rotate'),
    admin('POST', '/key-sets/service/rotate'),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await admin('POST', '/key-sets/release/rotate')).code).toBe('INVALID_REQUEST');
  expect((await admin('POST', '/audit/verify')).at('intact')).toBe(true);
});

test('a set whose validity has ended is replaced at the next start', async () => {
  const { dataDir, close } = await openTestServer({ clock: () => Date.UTC(2020, 0, 1) }).then(async (first) => {
    await first.deps.keySets.prepare();
    return { dataDir: first.dataDir, close: () => first.close() };
  });
  const { cpSync, mkdtempSync, rmSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const copy = mkdtempSync(join(tmpdir(), 'touchstone-'));
  cpSync(dataDir, copy, { recursive: true });
  await close();
  const later = await openTestServer({ dataDir: copy });
  try {
    const signed = await later.call('POST', '/api/svc-key/sign/3key', { token: later.admin, json: { data: 'x' } });
    const checked = await later.call('POST', '/api/svc-key/verify/3key', {
      json: { data: 'x', signature: signed.at('signature') },
    });
    const published = await later.call('GET', '/api/svc-key/keys/public');
    const sets = published.at('keysets') as { use: string; keyset_id: string; serial: number }[];
    expect(sets.find(({ keyset_id }) => keyset_id === checked.at('keyset_id'))).toMatchObject({
      use: '3key',
      serial: 2,
    });
  } finally {
    await later.close();
    rmSync(copy, { recursive: true, force: true });
  }
});
