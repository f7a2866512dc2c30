import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { verifyEndorsement } from '@touchstone/core/keys/endorsement.ts';
import { type KeySet, readKeySet } from '@touchstone/core/keys/key-set.ts';
import { OWN_SERVICE_FILE, readOwnService } from '@touchstone/core/keys/own-service.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const admin = (method: string, path: string, json?: unknown) =>
  server.call(method, `/api/v1/admin${path}`, { token: server.admin, ...(json === undefined ? {} : { json }) });
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

/** The published sets of a use, the current one first. */
async function published(use: string): Promise<readonly KeySet[]> {
  const answer = await server.call('GET', '/api/svc-key/keys/public');
  return (answer.at('keysets') as KeySet[])
    .filter((keySet) => keySet.use === use)
    .map((value) => {
      const result = readKeySet(JSON.parse(JSON.stringify(value)));
      if (!result.ok) throw new Error(result.message);
      return result.keySet;
    });
}

test.each(['3key', 'receipt', 'service'])(
  '12.8: the next edition of %s is endorsed by the former one, which ends where it begins',
  async (use) => {
    const [former] = await published(use);
    expect((await admin('POST', `/key-sets/${use}/rotate`)).status).toBe(200);
    const [next, before] = await published(use);
    if (former === undefined || next === undefined) throw new Error('a set is missing');
    expect(before).toEqual(former);
    expect(next.serial).toBe(former.serial + 1);
    expect(await verifyEndorsement(next, former, server.deps.signer)).toMatchObject({ by: former.fingerprint });
    expect(parseIsoTime(next.not_before)).toBeGreaterThan(parseIsoTime(former.not_before) ?? 0);
    const { endorsement } = next;
    const [kid = '', signature = ''] = Object.entries(endorsement?.signatures ?? {})[0] ?? [];
    const broken = {
      by: former.fingerprint,
      signatures: { ...endorsement?.signatures, [kid]: `B${signature.slice(1)}` },
    };
    const changed = signature.startsWith('B')
      ? null
      : await verifyEndorsement({ ...next, endorsement: broken }, former, server.deps.signer);
    expect(changed).toBeNull();
  },
);

test('12.8: a set that cannot sign, and one whose key is revoked, endorses nothing', async () => {
  await admin('POST', '/key-sets/enc/rotate');
  expect((await published('enc'))[0]?.endorsement).toBeUndefined();
  const [artifact] = await published('artifact');
  const revoked = { thumbprint: artifact?.keys[0]?.kid, reason: 'lost' };
  expect((await admin('POST', '/trust/revocations', revoked)).status).toBe(200);
  expect((await admin('POST', '/key-sets/artifact/rotate')).status).toBe(200);
  const [next] = await published('artifact');
  expect([next?.serial, next?.endorsement]).toEqual([(artifact?.serial ?? 0) + 1, undefined]);
});

test('12.7: what is signed while a set is exchanged lies in the period of the edition that signed it', async () => {
  const running = await openTestServer({ clock: Date.now });
  try {
    const receipt = () => running.call('POST', '/v1/receipts', { token: running.admin, json: { payload: 'x' } });
    await receipt();
    let isDone = false;
    const rotating = running.call('POST', '/api/v1/admin/key-sets/receipt/rotate', { token: running.admin });
    void rotating.then(() => {
      isDone = true;
    });
    const made: Awaited<ReturnType<typeof receipt>>[] = [];
    while (!isDone) made.push(...(await Promise.all([receipt(), receipt(), receipt()])));
    made.push(await receipt());
    expect((await rotating).status).toBe(200);
    const [next, former] = await running.deps.keySets.verifying('receipt');
    const begins = parseIsoTime(next?.not_before ?? '') ?? Number.NaN;
    const used = made.map((answer) => {
      const at = parseIsoTime(String(answer.at('issued_at'))) ?? Number.NaN;
      const isFormer = answer.at('keyset_id') === former?.keyset_id;
      expect([answer.status, isFormer, at < begins]).toEqual([200, isFormer, isFormer]);
      return isFormer;
    });
    expect(new Set(used).size).toBe(2);
  } finally {
    await running.close();
  }
});

test('12.18: own-service.json names the sets of this service, for their owner only, and follows each rotation', async () => {
  const path = join(server.dataDir, OWN_SERVICE_FILE);
  const read = () => {
    const parsed = parseStrictJson(readFileSync(path));
    const result = parsed.ok ? readOwnService(parsed.value) : null;
    if (result?.ok !== true) throw new Error('own-service.json cannot be read');
    return result.own.sets;
  };
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await admin('POST', '/key-sets/service/rotate');
  const sets = read();
  expect(new Set(sets.map(({ key_set }) => key_set.use))).toEqual(new Set(['3key', 'receipt', 'service']));
  const ofService = sets.filter(({ key_set }) => key_set.use === 'service');
  expect(ofService.map(({ key_set }) => key_set)).toEqual(await published('service'));
  expect(ofService.map(({ state }) => state)).toEqual(['current', ...ofService.slice(1).map(() => 'retired')]);
  const text = readFileSync(path, 'utf8');
  const changed = parseStrictJson(text.replace('"retired"', '"current"'));
  expect(changed.ok && readOwnService(changed.value)).toMatchObject({ ok: false, field: 'checksum' });
});
