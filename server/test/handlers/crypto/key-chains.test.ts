/** Wrapped keys with envelopes that rotate, and the provenance of both kinds of keys. */
import { toBase64 } from '@touchstone/core/bytes.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { algorithmOf, type PublicJwk, publicKeyBytes } from '@touchstone/core/keys/key-set.ts';
import { type ProvenancePage, verifyProvenance, verifyProvenancePage } from '@touchstone/core/keys/provenance.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kem } from '../../../src/crypto/kem.ts';
import { openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  token = (await server.newKey({ plan: 'enterprise_plus' })).key;
});
afterAll(() => server.close());

const MATERIAL = 'inner material';

const post = (name: string, json: unknown, as = token) => server.call('POST', `/v1/key/${name}`, { token: as, json });
const get = (name: string, as = token) => server.call('GET', `/v1/key/${name}`, { token: as });
const hk = (id: string) => id.replace(/^key_/, 'hk_');

async function newKey(tier = 'key-2', as = token) {
  const answer = await post('encrypt', { key_material: MATERIAL, label: 'Provider', tier }, as);
  return { id: String(answer.at('id')) };
}

describe('wrap and rotate-envelope', () => {
  test.each(['key-1', 'key-2'])('%s: a new envelope around the same data, references stay', async (wrapping_tier) => {
    const wrapped = await post('wrap', { key_material: MATERIAL, wrapping_tier });
    expect(wrapped.at('envelope_version')).toBe(1);
    const wrapped_key_id = String(wrapped.at('wrapped_key_id'));
    const rowOf = () =>
      server.deps.db.selectFrom('wrapped_keys').selectAll().where('id', '=', wrapped_key_id).executeTakeFirstOrThrow();
    const before = await rowOf();
    for (const version of [2, 3]) {
      const rotated = await post('rotate-envelope', { wrapped_key_id });
      expect(rotated.at('new_envelope_version')).toBe(version);
      expect(await rowOf()).toMatchObject({ envelope_version: version, material: before.material });
      const opened = await server.call('POST', '/api/svc-key/unwrap', { token, json: { wrapped_key_id } });
      expect(opened.at('key_material')).toBe(MATERIAL);
    }
    expect((await rowOf()).wrapped_key).not.toEqual(before.wrapped_key);
    expect((await rowOf()).kem_ciphertext).not.toEqual(before.kem_ciphertext);
    // An old envelope in the place of the new one does not open: its version is authenticated.
    await server.deps.db
      .updateTable('wrapped_keys')
      .set({ kem_ciphertext: before.kem_ciphertext, nonce: before.nonce, wrapped_key: before.wrapped_key })
      .where('id', '=', wrapped_key_id)
      .execute();
    const broken = await server.call('POST', '/api/svc-key/unwrap', { token, json: { wrapped_key_id } });
    expect(broken.code).toBe('INTERNAL');
  });

  test('rotations at once each raise the version by one', async () => {
    const wrapped_key_id = (await post('wrap', { key_material: 'x', wrapping_tier: 'key-1' })).at('wrapped_key_id');
    const answers = await Promise.all(Array.from({ length: 4 }, () => post('rotate-envelope', { wrapped_key_id })));
    expect(answers.map((answer) => answer.at('new_envelope_version')).sort()).toEqual([2, 3, 4, 5]);
    const opened = await server.call('POST', '/api/svc-key/unwrap', { token, json: { wrapped_key_id } });
    expect(opened.at('key_material')).toBe('x');
  });

  test('one wrapped to a recipient cannot be renewed here', async () => {
    const { publicKey } = await kem.generateKeyPair('ML-KEM-768');
    const json = { key_material: 'x', tier: 'key-1', recipient_public_key: toBase64(publicKey) };
    const wrapped = await server.call('POST', '/api/svc-key/wrap', { token, json });
    const answer = await post('rotate-envelope', { wrapped_key_id: wrapped.at('wrapped_key_id') });
    expect([answer.status, answer.code]).toEqual([409, 'CONFLICT']);
  });
});

describe('provenance', () => {
  async function serviceKeys(): Promise<(id: string) => Uint8Array | null> {
    const answer = await server.call('GET', '/api/svc-key/keys/public');
    const sets = answer.at('keysets') as { keyset_id: string; use: string; keys: PublicJwk[] }[];
    return (id) => {
      const key = sets
        .find(({ keyset_id, use }) => keyset_id === id && use === 'service')
        ?.keys.find((candidate) => algorithmOf(candidate) === 'ML-DSA-65');
      return key === undefined ? null : publicKeyBytes(key);
    };
  }
  type Answer = Parameters<typeof verifyProvenance>[0];

  test('S5: a rotated key tells where it went, its successor where it comes from; both verify offline', async () => {
    const { id } = await newKey();
    const rotated = await post('rotate', { key_id: id, new_key_material: 'x', tier: 'key-1' });
    const next = String(rotated.at('new_key_id'));
    const old = await get(`provenance/${hk(id)}`);
    const young = await get(`provenance/${next}`);
    const keyOf = await serviceKeys();
    for (const answer of [old, young]) {
      expect(await verifyProvenance(answer.body as Answer, keyOf, server.deps.signer)).toEqual({ ok: true });
    }
    expect(old.at('chain')).toMatchObject([
      { event: 'created', key_id: id, previous_hash: null },
      { event: 'rotated', key_id: id, rotated_to: next, grace_period_ends: rotated.at('grace_period_ends') },
    ]);
    expect(young.at('chain')).toMatchObject([{ event: 'created', key_id: next, rotated_from: id }]);
    const honest = old.body as Answer;
    const [first, ...rest] = honest.chain;
    const forged = { ...honest, chain: [{ ...(first as JsonObject), actor: 'console' }, ...rest] };
    const verdict = await verifyProvenance(forged, keyOf, server.deps.signer);
    expect(verdict).toEqual({ ok: false, reason: 'SIGNATURE', brokenAt: 0 });
  });

  test('every decryption is an event, by id and from a blob; one that is refused is none', async () => {
    const made = await post('encrypt', { key_material: MATERIAL, label: 'Provider', tier: 'key-2' });
    const id = String(made.at('id'));
    const blob = { encrypted: made.at('encrypted'), kem_ct: made.at('kem_ct') };
    const { key: other } = await server.newKey({ plan: 'business' });
    expect((await post('decrypt', { id: hk(id) })).at('plaintext')).toBe(MATERIAL);
    expect((await post('decrypt', blob)).at('plaintext')).toBe(MATERIAL);
    expect((await post('decrypt', { id }, other)).code).toBe('NOT_FOUND');
    expect((await post('decrypt', blob, other)).code).toBe('INVALID_CIPHERTEXT');
    await post('revoke', { key_id: id, reason: 'x' });
    expect((await post('decrypt', { id })).code).toBe('KEY_REVOKED');
    const answer = await get(`provenance/${id}`);
    const chain = answer.at('chain') as JsonObject[];
    expect(chain.map(({ event }) => event)).toEqual(['created', 'decrypted', 'decrypted', 'revoked']);
    expect(await verifyProvenance(answer.body as Answer, await serviceKeys(), server.deps.signer)).toEqual({
      ok: true,
    });
    expect(answer.text).not.toContain(MATERIAL);
  });

  test('a wrapped key has a chain with the versions of its envelope, from both services', async () => {
    const { id } = await newKey();
    const bound = await post('wrap', { key_material: 'x', wrapping_tier: 'key-1', key_id: id });
    const plain = await server.call('POST', '/api/svc-key/wrap', { token, json: { key_material: 'x' } });
    const keyOf = await serviceKeys();
    for (const [wrapped, managed] of [
      [bound, id],
      [plain, undefined],
    ] as const) {
      const wrapped_key_id = String(wrapped.at('wrapped_key_id'));
      await post('rotate-envelope', { wrapped_key_id });
      const answer = await get(`provenance/${wrapped_key_id}`);
      const chain = answer.at('chain') as JsonObject[];
      expect(
        chain.map(({ event, envelope_version, managed_key_id }) => [event, envelope_version, managed_key_id]),
      ).toEqual([
        ['created', 1, managed],
        ['envelope_rotated', 2, undefined],
      ]);
      expect(await verifyProvenance(answer.body as Answer, keyOf, server.deps.signer)).toEqual({ ok: true });
    }
  });

  test('opening a wrapped key is an event of its history, bound to a managed key or not', async () => {
    const { id } = await newKey();
    const bound = await post('wrap', { key_material: 'x', wrapping_tier: 'key-1', key_id: id });
    const plain = await post('wrap', { key_material: 'x', wrapping_tier: 'key-1' });
    const { key: other } = await server.newKey({ plan: 'business' });
    for (const wrapped_key_id of [bound.at('wrapped_key_id'), plain.at('wrapped_key_id')]) {
      const unwrap = (as: string) =>
        server.call('POST', '/api/svc-key/unwrap', { token: as, json: { wrapped_key_id } });
      expect((await unwrap(token)).at('key_material')).toBe('x');
      expect((await unwrap(other)).code).toBe('NOT_FOUND');
      const answer = await get(`provenance/${wrapped_key_id}`);
      expect((answer.at('chain') as JsonObject[]).map(({ event }) => event)).toEqual(['created', 'decrypted']);
    }
    // The managed key itself was not decrypted.
    expect((await get(`provenance/${id}`)).at('chain')).toHaveLength(1);
  });

  test('comes in pages that are held against each other up to a signed head', async () => {
    const { id } = await newKey();
    for (let times = 0; times < 4; times++) await post('decrypt', { id });
    const keyOf = await serviceKeys();
    const judge = (page: ProvenancePage, previous?: string) =>
      verifyProvenancePage(page, previous, keyOf, server.deps.signer);
    const whole = await get(`provenance/${id}`);
    expect(Object.keys(whole.body as object)).toEqual(['chain', 'dilithium_signature', 'keyset_id']);
    const chain: unknown[] = [];
    let previous: string | undefined;
    for (let offset = 0; offset < 5; offset += 2) {
      const answer = await get(`provenance/${id}?limit=2&offset=${offset}`);
      const page = answer.body as ProvenancePage;
      expect([answer.at('dilithium_signature'), page.offset, page.head.events]).toEqual([undefined, offset, 5]);
      const verdict = await judge(page, previous);
      expect(verdict).toMatchObject({ ok: true, isLinked: true, reachesHead: offset === 4 });
      if (verdict.ok) previous = verdict.nextPrevious ?? undefined;
      chain.push(...page.chain);
    }
    expect(chain).toEqual(whole.at('chain'));
    expect((await get(`provenance/${id}?offset=5`)).at('chain')).toEqual([]);
    expect((await get(`provenance/${id}?offset=1`)).at('chain')).toHaveLength(4);
    for (const query of ['limit=0', 'limit=201', 'offset=-1', 'limit=x']) {
      expect((await get(`provenance/${id}?${query}`)).code, query).toBe('INVALID_REQUEST');
    }

    // One changed in the store, and the newest cut off.
    const page = (await get(`provenance/${id}?limit=3`)).body as ProvenancePage;
    const { db } = server.deps;
    const at = (position: number) =>
      db.updateTable('key_events').where('key_id', '=', id).where('position', '=', position);
    const { body } = await db
      .selectFrom('key_events')
      .select('body')
      .where('key_id', '=', id)
      .where('position', '=', 2)
      .executeTakeFirstOrThrow();
    await at(2)
      .set({ body: body.replace('decrypted', 'revoked') })
      .execute();
    const changed = (await get(`provenance/${id}?limit=3`)).body as ProvenancePage;
    expect(await judge(changed)).toMatchObject({ ok: false, reason: 'SIGNATURE', brokenAt: 1 });
    await at(2).set({ body }).execute();
    await db.deleteFrom('key_events').where('key_id', '=', id).where('position', '=', 5).execute();
    const cut = (await get(`provenance/${id}?limit=200`)).body as ProvenancePage;
    expect(await judge(cut)).toMatchObject({ ok: true, reachesHead: true });
    // Which a head that was kept tells.
    expect(await judge({ ...cut, head: page.head })).toMatchObject({ ok: true, reachesHead: false });
  });

  test('names the API key that acted, or the administrator', async () => {
    const { keyId, key } = await server.newKey({ plan: 'business' });
    const { id } = await newKey('key-1', key);
    expect((await get(`provenance/${id}`, key)).at('chain.0.actor')).toBe(keyId);
    const local = await newKey('key-1', server.admin);
    expect((await get(`provenance/${local.id}`, server.admin)).at('chain.0.actor')).toBe('administrator');
  });
});

describe('lists', () => {
  test('keys and wrapped keys of the project only, page by page, without material', async () => {
    const { key: own } = await server.newKey({ plan: 'business' });
    const made = [await newKey('key-1', own), await newKey('key-2', own), await newKey('key-1', own)];
    await post('revoke', { key_id: made[0]?.id, reason: 'x' }, own);
    const rotated = await post('rotate', { key_id: made[1]?.id, new_key_material: 'n', tier: 'key-2' }, own);
    const wraps = [1, 2].map(() =>
      post('wrap', { key_material: 'x', wrapping_tier: 'key-1', key_id: made[2]?.id }, own),
    );
    const wrapped = (await Promise.all(wraps)).map((answer) => answer.at('wrapped_key_id'));
    const list = async (path: string, id: string) => {
      const items: Record<string, unknown>[] = [];
      for (let query = '?limit=1'; ; ) {
        const answer = await server.call('GET', `/v1/keys${path}${query}`, { token: own });
        expect(answer.status, answer.text).toBe(200);
        expect(answer.text).not.toContain(MATERIAL);
        items.push(...(answer.at('items') as Record<string, unknown>[]));
        if (answer.at('next_cursor') === null) return new Map(items.map((item) => [item[id], item]));
        query = `?limit=1&cursor=${answer.at('next_cursor')}`;
      }
    };
    const listed = await list('', 'key_id');
    const next = rotated.at('new_key_id');
    expect([...listed.keys()]).toEqual([next, made[2]?.id, made[1]?.id, made[0]?.id]);
    expect(listed.get(made[0]?.id)).toMatchObject({ status: 'revoked', label: 'Provider' });
    expect(listed.get(made[1]?.id)).toMatchObject({ status: 'rotated', rotated_to: next });
    expect(listed.get(next)).toMatchObject({ status: 'active', rotated_from: made[1]?.id, tier: 'key-2' });
    expect(listed.get(made[2]?.id)).toMatchObject({ total_operations: 2 });
    const wrappedList = await list('/wrapped', 'wrapped_key_id');
    expect([...wrappedList.keys()].sort()).toEqual(wrapped.sort());
    expect(wrappedList.get(wrapped[0])).toMatchObject({ key_id: made[2]?.id, holder: 'service', envelope_version: 1 });
    expect((await server.call('GET', '/v1/keys?cursor=x', { token: own })).code).toBe('INVALID_REQUEST');
  });
});
