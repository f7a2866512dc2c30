import { fromBase64, toBase64 } from '@touchstone/core/bytes.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import type { ManagedKeys } from '../../../src/keys/managed-keys.ts';
import { write } from '../../../src/store/engine.ts';
import { HOST, openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let token: string;
let stranger: string;
beforeAll(async () => {
  server = await openTestServer();
  token = (await server.newKey({ plan: 'enterprise_plus' })).key;
  stranger = (await server.newKey({ plan: 'enterprise_plus' })).key;
});
afterAll(() => server.close());
beforeEach(() => {
  server.tick = 1;
});

const MATERIAL = 'sk_live_51Hx9TqExample ünïcode';

const post = (name: string, json: unknown, as = token) => server.call('POST', `/v1/key/${name}`, { token: as, json });
const get = (name: string, as = token) => server.call('GET', `/v1/key/${name}`, { token: as });

async function newKey(tier = 'key-2', as = token) {
  const answer = await post('encrypt', { key_material: MATERIAL, label: 'Provider', tier }, as);
  expect(answer.status, answer.text).toBe(200);
  const member = (name: string) => String(answer.at(name));
  return { id: member('id'), encrypted: member('encrypted'), kem_ct: member('kem_ct'), hmac: member('hmac_digest') };
}

const hk = (id: string) => id.replace(/^key_/, 'hk_');

/** One byte of a base64 text, changed. */
function flipped(text: string, at: number): string {
  const bytes = fromBase64(text) ?? new Uint8Array();
  const place = at < 0 ? bytes.length + at : at;
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  return toBase64(bytes);
}

async function credits(of = token): Promise<number> {
  return Number(
    (await server.call('GET', '/api/v1/admin/accounts?limit=200', { token: server.admin })).at(await placeOf(of)),
  );
}

async function placeOf(key: string): Promise<string> {
  const { accountId } = await server.deps.identity.authenticate({ authorization: `Bearer ${key}` });
  const listed = (await server.call('GET', '/api/v1/admin/accounts?limit=200', { token: server.admin })).at('accounts');
  return `accounts.${(listed as { id: string }[]).findIndex(({ id }) => id === accountId)}.credits`;
}

describe('encrypt and decrypt', () => {
  test.each([
    ['key-1', 1088],
    ['key-2', 1568],
  ])('%s: by id and from the blob', async (tier, kemBytes) => {
    const { id, encrypted, kem_ct, hmac } = await newKey(tier);
    expect(id).toMatch(/^key_[0-9a-f]{16}$/);
    expect(hmac).toMatch(/^[0-9a-f]{64}$/);
    expect(fromBase64(kem_ct)?.length).toBe(kemBytes);
    for (const body of [{ id }, { id: hk(id) }, { encrypted, kem_ct }, { id, encrypted, kem_ct }]) {
      const opened = await post('decrypt', body);
      expect(opened.body).toEqual({ plaintext: MATERIAL, verified: true });
    }
  });

  test('with key_id the material joins the key and is kept by the caller only', async () => {
    const { id } = await newKey();
    for (const form of [id, hk(id)]) {
      const more = await post('encrypt', { key_material: 'more', label: 'x', tier: 'key-2', key_id: form });
      expect(more.at('id')).toBe(form);
      const { encrypted, kem_ct } = more.body as { encrypted: string; kem_ct: string };
      expect((await post('decrypt', { encrypted, kem_ct })).at('plaintext')).toBe('more');
    }
    expect((await post('decrypt', { id })).at('plaintext')).toBe(MATERIAL);
    const wrongTier = await post('encrypt', { key_material: 'm', label: 'x', tier: 'key-1', key_id: id });
    expect([wrongTier.code, wrongTier.message]).toEqual(['INVALID_REQUEST', expect.stringContaining('`tier`')]);
  });

  test('S22: every byte of blob and KEM ciphertext counts', async () => {
    const { id, encrypted, kem_ct } = await newKey();
    const length = fromBase64(encrypted)?.length ?? 0;
    for (const at of [0, 1, 2, 3, 10, 22, 23, 34, 35, length - 1]) {
      const changed = await post('decrypt', { encrypted: flipped(encrypted, at), kem_ct });
      expect([at, changed.status, changed.code]).toEqual([at, 400, 'INVALID_CIPHERTEXT']);
    }
    for (const at of [0, 800, -1]) {
      expect((await post('decrypt', { encrypted, kem_ct: flipped(kem_ct, at) })).code).toBe('INVALID_CIPHERTEXT');
    }
    const others = await newKey();
    for (const body of [
      { encrypted, kem_ct: others.kem_ct },
      { encrypted, kem_ct: 'AA==' },
      { encrypted: '', kem_ct: '' },
      { encrypted: 'A'.repeat(120_000), kem_ct },
      { id: others.id, encrypted, kem_ct },
      { id, encrypted: others.encrypted, kem_ct: others.kem_ct },
    ]) {
      expect((await post('decrypt', body)).code).toBe('INVALID_CIPHERTEXT');
    }
    // The bodies of the same length that were not changed do open.
    expect((await post('decrypt', { encrypted, kem_ct })).status).toBe(200);
  });

  test('neither id nor a whole blob is refused by name', async () => {
    const { id, encrypted, kem_ct } = await newKey();
    for (const [body, field] of [
      [{}, 'id'],
      [{ encrypted }, 'kem_ct'],
      [{ id, kem_ct }, 'encrypted'],
    ] as const) {
      const answer = await post('decrypt', body);
      expect([answer.code, answer.message]).toEqual(['INVALID_REQUEST', expect.stringContaining(`\`${field}\``)]);
    }
  });

  test('S1: a foreign project has neither id nor blob', async () => {
    const { id, encrypted, kem_ct } = await newKey();
    expect((await post('decrypt', { encrypted, kem_ct }, stranger)).code).toBe('INVALID_CIPHERTEXT');
    const wrapped = await post('wrap', { key_material: 'x', wrapping_tier: 'key-1' });
    const wk = String(wrapped.at('wrapped_key_id'));
    const refused = [
      await post('decrypt', { id }, stranger),
      await post('decrypt', { id, encrypted, kem_ct }, stranger),
      await post('encrypt', { key_material: 'x', label: 'x', tier: 'key-2', key_id: id }, stranger),
      await post('verify', { id }, stranger),
      await post('wrap', { key_material: 'x', wrapping_tier: 'key-1', key_id: id }, stranger),
      await post('rotate-envelope', { wrapped_key_id: wk }, stranger),
      await post('rotate', { key_id: id, new_key_material: 'x', tier: 'key-2' }, stranger),
      await post('revoke', { key_id: id, reason: 'x' }, stranger),
      await get(`status/${id}`, stranger),
      await get(`provenance/${id}`, stranger),
      await get(`provenance/${wk}`, stranger),
    ];
    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 'NOT_FOUND'));
    expect((await get(`status/${id}`)).at('status')).toBe('active');
  });

  test('a damaged row is found by verify, and does not open', async () => {
    const { id } = await newKey();
    expect((await post('verify', { id })).at('valid')).toBe(true);
    const row = await server.deps.db
      .selectFrom('managed_keys')
      .select(['encrypted', 'kem_ciphertext', 'hmac_digest', 'envelope'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    for (const column of ['encrypted', 'kem_ciphertext', 'hmac_digest', 'envelope'] as const) {
      const bytes = row[column].slice();
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      await server.deps.db
        .updateTable('managed_keys')
        .set({ [column]: bytes })
        .where('id', '=', id)
        .execute();
      const checked = await post('verify', { id: hk(id) });
      expect([column, checked.status, checked.at('valid')]).toEqual([column, 200, false]);
      expect((await post('decrypt', { id })).code).toBe('INVALID_CIPHERTEXT');
      await server.deps.db.updateTable('managed_keys').set(row).where('id', '=', id).execute();
    }
    expect((await post('verify', { id })).at('valid')).toBe(true);
  });

  test('the material stands nowhere in the clear', async () => {
    const { id, encrypted } = await newKey();
    const row = await server.deps.db
      .selectFrom('managed_keys')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    for (const value of Object.values(row)) {
      const bytes = value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value));
      expect(bytes.includes(MATERIAL)).toBe(false);
    }
    expect(Buffer.from(encrypted, 'base64').includes(MATERIAL)).toBe(false);
  });
});

describe('status, counts, forms of the id', () => {
  test('operations are counted, not making and not looking', async () => {
    const { id } = await newKey('key-1');
    const fresh = await get(`status/${hk(id)}`);
    expect(fresh.body).toMatchObject({ key_id: hk(id), status: 'active', tier: 'key-1', rotated_to: null });
    expect([fresh.at('total_operations'), fresh.at('last_used'), fresh.at('revoked_at')]).toEqual([0, null, null]);
    await post('decrypt', { id });
    await post('verify', { id });
    await post('encrypt', { key_material: 'x', label: 'x', tier: 'key-1', key_id: id });
    await post('wrap', { key_material: 'x', wrapping_tier: 'key-2', key_id: id });
    await get(`provenance/${id}`);
    // What was refused is not counted.
    await post('decrypt', { id, encrypted: 'AA==', kem_ct: 'AA==' });
    const used = await get(`status/${id}`);
    expect([used.at('total_operations'), used.at('key_id')]).toEqual([4, id]);
    expect(Date.parse(String(used.at('last_used')))).toBeGreaterThan(Date.parse(String(fresh.at('created_at'))));
  });

  test('units: as document 2 lists them, and none for a refusal', async () => {
    const { id } = await newKey();
    const wrapped = String((await post('wrap', { key_material: 'x', wrapping_tier: 'key-1' })).at('wrapped_key_id'));
    const calls = [
      [3, () => post('encrypt', { key_material: 'x', label: 'x', tier: 'key-1' })],
      [3, () => post('encrypt', { key_material: 'x', label: 'x', tier: 'key-2', key_id: id })],
      [3, () => post('decrypt', { id })],
      [8, () => post('verify', { id })],
      [15, () => post('wrap', { key_material: 'x', wrapping_tier: 'key-1', key_id: id })],
      [15, () => post('rotate-envelope', { wrapped_key_id: wrapped })],
      [25, () => get(`provenance/${id}`)],
      [0, () => get(`status/${id}`)],
      [3, () => post('rotate', { key_id: id, new_key_material: 'x', tier: 'key-1' })],
      [0, () => post('revoke', { key_id: id, reason: 'x' })],
    ] as const;
    for (const [units, call] of calls) {
      const before = await credits();
      const answer = await call();
      expect([answer.status, before - (await credits())], answer.text).toEqual([200, units]);
    }
    const before = await credits();
    const refused = [
      await post('decrypt', { id }),
      await post('verify', { id }),
      await post('encrypt', { key_material: 'x', label: 'x', tier: 'key-2', key_id: id }),
      await post('wrap', { key_material: 'x', wrapping_tier: 'key-1', key_id: id }),
      await post('rotate', { key_id: id, new_key_material: 'x', tier: 'key-1' }),
    ];
    for (const { status, code, message } of refused) {
      expect([status, code, message]).toEqual([403, 'KEY_REVOKED', 'Key Revoked']);
    }
    expect(await credits()).toBe(before);
  });
});

describe('rotate', () => {
  test('both ids work until the grace ends, then the old one is expired without a request', async () => {
    const { id, encrypted, kem_ct } = await newKey('key-1');
    const body = { key_id: hk(id), new_key_material: 'next', tier: 'key-2', grace_period_seconds: 60 };
    const rotated = await post('rotate', body);
    const next = String(rotated.at('new_key_id'));
    expect(rotated.body).toMatchObject({ old_key_id: hk(id), old_key_status: 'rotated' });
    expect(next).toMatch(/^hk_[0-9a-f]{16}$/);
    expect((await get(`status/${id}`)).body).toMatchObject({
      status: 'rotated',
      rotated_to: next.replace('hk_', 'key_'),
    });
    expect((await get(`status/${hk(id)}`)).at('rotated_to')).toBe(next);
    expect((await post('decrypt', { id })).at('plaintext')).toBe(MATERIAL);
    expect((await post('decrypt', { id: next })).at('plaintext')).toBe('next');
    expect((await get(`status/${next}`)).body).toMatchObject({ status: 'active', tier: 'key-2' });

    const again = await post('rotate', { ...body, key_id: id });
    expect([again.status, again.code, again.message]).toEqual([
      409,
      'CONFLICT',
      expect.stringContaining(next.replace('hk_', 'key_')),
    ]);

    server.advance(Date.parse(String(rotated.at('grace_period_ends'))) - server.deps.clock() - 2);
    expect((await post('decrypt', { id })).status).toBe(200);
    expect((await get(`status/${id}`)).at('status')).toBe('expired');
    for (const refused of [
      await post('decrypt', { id }),
      await post('decrypt', { encrypted, kem_ct }),
      await post('verify', { id: hk(id) }),
      await post('encrypt', { key_material: 'x', label: 'x', tier: 'key-1', key_id: id }),
      await post('wrap', { key_material: 'x', wrapping_tier: 'key-1', key_id: id }),
      await post('rotate', { ...body, key_id: id }),
    ]) {
      expect([refused.status, refused.code]).toEqual([403, 'KEY_EXPIRED']);
    }
    expect((await post('decrypt', { id: next })).status).toBe(200);
    expect((await post('revoke', { key_id: id, reason: 'x' })).at('status')).toBe('revoked');
    expect((await post('decrypt', { id })).code).toBe('KEY_REVOKED');
  });

  test('the grace is a day, or what the settings say, or none', async () => {
    const graceOf = async (more: object) => {
      const { id } = await newKey();
      const answer = await post('rotate', { key_id: id, new_key_material: 'x', tier: 'key-1', ...more });
      return { id, seconds: (Date.parse(String(answer.at('grace_period_ends'))) - server.deps.clock()) / 1000 };
    };
    expect((await graceOf({})).seconds).toBe(86_400);
    const setTo = (seconds: number) =>
      server.call('PATCH', '/api/v1/admin/settings', {
        token: server.admin,
        json: { managed_key_grace_seconds: seconds },
      });
    await setTo(60);
    expect((await graceOf({})).seconds).toBe(60);
    await setTo(86_400);
    const none = await graceOf({ grace_period_seconds: 0 });
    expect((await get(`status/${none.id}`)).at('status')).toBe('expired');
  });
});

describe('revoke', () => {
  test('at once and for good, for blobs too; a second revocation changes nothing', async () => {
    const { id, encrypted, kem_ct } = await newKey();
    const wrapped = await post('wrap', { key_material: 'inner', wrapping_tier: 'key-1', key_id: hk(id) });
    const wrapped_key_id = String(wrapped.at('wrapped_key_id'));
    const unwrap = () => server.call('POST', '/api/svc-key/unwrap', { token, json: { wrapped_key_id } });
    expect((await unwrap()).at('key_material')).toBe('inner');
    const first = await post('revoke', { key_id: hk(id), reason: 'seen in public' });
    expect(first.body).toMatchObject({ key_id: hk(id), status: 'revoked', affected_operations: 0 });
    const second = await post('revoke', { key_id: id, reason: 'again' });
    expect(second.at('revoked_at')).toBe(first.at('revoked_at'));
    for (const refused of [
      await post('decrypt', { id }),
      await post('decrypt', { encrypted, kem_ct }),
      await post('rotate-envelope', { wrapped_key_id }),
      await unwrap(),
    ]) {
      expect([refused.status, refused.code, refused.message]).toEqual([403, 'KEY_REVOKED', 'Key Revoked']);
    }
    expect((await get(`status/${id}`)).body).toMatchObject({ status: 'revoked', revoked_at: first.at('revoked_at') });
    const events = (await get(`provenance/${id}`)).at('chain') as JsonObject[];
    expect(events.map(({ event, reason }) => [event, reason])).toEqual([
      ['created', undefined],
      ['revoked', 'seen in public'],
    ]);
  });

  test('during the grace it ends the old key, not its successor', async () => {
    const { id } = await newKey();
    const rotated = await post('rotate', { key_id: id, new_key_material: 'next', tier: 'key-1' });
    await post('revoke', { key_id: id, reason: 'x' });
    expect((await post('decrypt', { id })).code).toBe('KEY_REVOKED');
    expect((await post('decrypt', { id: rotated.at('new_key_id') })).at('plaintext')).toBe('next');
  });

  test('operations in flight are refused, counted and not paid', async () => {
    const { deps } = server;
    const before = deps.managedKeys;
    let revoke: (() => Promise<unknown>) | null = null;
    // The same server, in whose operations something happens between the work and its end.
    const managedKeys: ManagedKeys = {
      ...before,
      use: (write, use) =>
        before.use(write, {
          ...use,
          work: async (key, signal) => {
            const result = await use.work(key, signal);
            await revoke?.();
            return result;
          },
        }),
    };
    const app = createApp({ ...deps, managedKeys });
    const call = async (name: string, body: object) => {
      const headers = { host: HOST, authorization: `Bearer ${token}` };
      const answer = await app.inject({ method: 'POST', url: `/v1/key/${name}`, headers, payload: body });
      return { status: answer.statusCode, text: answer.body };
    };
    const key = await newKey();
    const bodies = {
      decrypt: { id: key.id },
      verify: { id: hk(key.id) },
      encrypt: { key_material: 'm', label: 'l', tier: 'key-2', key_id: key.id },
      wrap: { key_material: 'm', wrapping_tier: 'key-1', key_id: key.id },
    };
    // Without a revocation meanwhile all of them are answered.
    for (const [name, body] of Object.entries(bodies)) expect((await call(name, body)).status).toBe(200);
    const counted = (await get(`status/${key.id}`)).at('total_operations');
    const paid = await credits();
    const wrappedBefore = await deps.db.selectFrom('wrapped_keys').select('id').execute();

    // All four wait until each has done its work; then the key is revoked, once.
    let waiting = 0;
    let open: (() => void) | null = null;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    let affected: unknown = null;
    revoke = async () => {
      waiting++;
      if (waiting === Object.keys(bodies).length) {
        const revoked = await post('revoke', { key_id: key.id, reason: 'now' });
        affected = revoked.at('affected_operations');
        open?.();
      }
      await gate;
    };
    const answers = await Promise.all(Object.entries(bodies).map(([name, body]) => call(name, body)));
    for (const { status, text } of answers) {
      expect([status, JSON.parse(text).error.message]).toEqual([403, 'Key Revoked']);
      expect(text).not.toContain(MATERIAL);
    }
    expect(affected).toBe(4);
    expect((await get(`status/${key.id}`)).at('total_operations')).toBe(counted);
    expect(await credits()).toBe(paid);
    expect(await deps.db.selectFrom('wrapped_keys').select('id').execute()).toEqual(wrappedBefore);
    expect(deps.managedKeys.inFlight(key.id, key.id)).toBe(0);
    await app.close();
  });

  test('a grace that ends meanwhile refuses as well', async () => {
    const { id } = await newKey();
    await post('rotate', { key_id: id, new_key_material: 'x', tier: 'key-1', grace_period_seconds: 60 });
    const { projectId } = await server.deps.identity.authenticate({ authorization: `Bearer ${token}` });
    const writeHere: Parameters<ManagedKeys['use']>[0] = (action) => write(server.deps.db, action);
    const use = server.deps.managedKeys.use(writeHere, {
      projectId,
      keyId: id,
      work: async () => server.advance(60_000),
      store: async () => 'answered',
    });
    await expect(use).rejects.toMatchObject({ code: 'KEY_EXPIRED' });
    expect(server.deps.managedKeys.inFlight(projectId, id)).toBe(0);
  });

  test('racing revocations: whatever is answered before is counted, whatever comes after is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await newKey('key-1');
      const decrypts = Array.from({ length: 8 }, () => post('decrypt', { id }));
      const revoked = await post('revoke', { key_id: id, reason: 'race' });
      const answers = await Promise.all(decrypts);
      const answered = answers.filter(({ status }) => status === 200).length;
      for (const { status, code } of answers) if (status !== 200) expect(code).toBe('KEY_REVOKED');
      expect((await get(`status/${id}`)).at('total_operations')).toBe(answered);
      expect(Number(revoked.at('affected_operations'))).toBeLessThanOrEqual(8 - answered);
    }
  });
});
