import { fromBase64, fromUtf8, toBase64, utf8 } from '@touchstone/core/bytes.ts';
import { createKem } from '@touchstone/core/kem/kem.ts';
import { open as openBox } from '@touchstone/core/kem/seal.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findAccountByEmail } from '../../../src/accounts/store/accounts.ts';
import { findStorageKey, revokeStorageKey } from '../../../src/storage/store.ts';
import {
  decryptValue,
  encryptValue,
  readCiphertext,
  rewrapped,
  STORAGE_KEM,
  storageKeyPlace,
} from '../../../src/storage/work.ts';
import { openTestServer, type TestServer } from '../../harness.ts';

const DECRYPT = 'crypto.storage.decrypt run';

const OWNER = 'storage@example.com';
const PLAIN = toBase64(utf8('Hello, world'));

let server: TestServer;
let token: string;
let projectId: string;
beforeAll(async () => {
  server = await openTestServer();
  const made = await server.newKey({ email: OWNER, plan: 'business' });
  token = made.key;
  projectId = made.projectId;
  await server.deps.db.updateTable('accounts').set({ credits: 100_000 }).where('email', '=', OWNER).execute();
});
afterAll(() => server.close());

const call = (name: string, json: unknown = {}, key = token) =>
  server.call('POST', `/v1/storage/${name}`, { token: key, json });
const credits = async () => (await findAccountByEmail(server.deps.db, OWNER))?.credits ?? Number.NaN;
const keyCount = async () => (await server.deps.db.selectFrom('storage_keys').select('id').execute()).length;
const keygen = async (key = token) => String((await call('keygen', {}, key)).at('key_id'));
const hk = (id: unknown) => String(id).replace('key_', 'hk_');

interface Encrypted {
  ciphertext_b64: string;
  key_id: string;
}

async function encrypted(body: object = {}, key = token): Promise<Encrypted> {
  const answer = await call('encrypt', { plaintext_b64: PLAIN, ...body }, key);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Encrypted;
}

const decrypt = ({ ciphertext_b64, key_id }: Encrypted, more: object = {}, key = token) =>
  call('decrypt', { ciphertext_b64, key_id, ...more }, key);

function revoke(id: string): Promise<number | null> {
  return revokeStorageKey(server.deps.db, projectId, id, { now: server.deps.clock(), reason: 'test' });
}

function bytesOf(text: string): Uint8Array {
  const bytes = fromBase64(text);
  if (bytes === null) throw new TypeError('not base64');
  return bytes;
}

function changed(text: string, at: number, by = 1): string {
  const bytes = bytesOf(text);
  bytes[at] = (bytes[at] ?? 0) ^ by;
  return toBase64(bytes);
}

describe('encrypt and decrypt', () => {
  test('document 2: members, units, a key of its own for each call', async () => {
    const before = await credits();
    const answer = await call('encrypt', { plaintext_b64: PLAIN });
    expect(Object.keys(answer.body as object).sort()).toEqual(['algorithm', 'ciphertext_b64', 'key_id', 'latency_us']);
    expect(answer.at('algorithm')).toBe('Kyber-1024+AES-256-GCM');
    expect(answer.at('key_id')).toMatch(/^key_[0-9a-f]{16}$/);
    expect(Number(answer.at('latency_us'))).toBeGreaterThan(0);
    const again = await call('encrypt', { plaintext_b64: PLAIN });
    expect(again.at('key_id')).not.toBe(answer.at('key_id'));
    const opened = await decrypt(answer.body as Encrypted);
    expect(opened.body).toEqual({ plaintext_b64: PLAIN, latency_us: opened.at('latency_us') });
    expect(before - (await credits())).toBe(3);
  });

  test('under a key that is named, in both forms; the answer repeats the form', async () => {
    const id = await keygen();
    const count = await keyCount();
    for (const form of [id, hk(id)]) {
      const made = await encrypted({ key_id: form });
      expect(made.key_id).toBe(form);
      for (const other of [id, hk(id)]) expect((await decrypt({ ...made, key_id: other })).status).toBe(200);
    }
    expect(await keyCount()).toBe(count);
    const none = await call('encrypt', { plaintext_b64: PLAIN, key_id: 'key_0000000000000000' });
    expect([none.status, none.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('the context is bound: exactly the same text opens', async () => {
    const made = await encrypted({ aad: 'customer 4711' });
    expect((await decrypt(made, { aad: 'customer 4711' })).at('plaintext_b64')).toBe(PLAIN);
    for (const aad of ['customer 4712', 'customer 4711 ', 'Customer 4711', '', undefined]) {
      const answer = await decrypt(made, aad === undefined ? {} : { aad });
      expect([answer.status, answer.code]).toEqual([400, 'INVALID_CIPHERTEXT']);
    }
    const without = await encrypted();
    expect((await decrypt(without, { aad: 'x' })).code).toBe('INVALID_CIPHERTEXT');
    expect((await decrypt(without, { aad: '' })).status).toBe(200);
  });

  test('nothing at all is a value too', async () => {
    expect((await decrypt(await encrypted({ plaintext_b64: '' }))).at('plaintext_b64')).toBe('');
  });

  test('S22: the plaintext and the data key stand nowhere; the seed only in its envelope', async () => {
    const made = await encrypted({ plaintext_b64: toBase64(utf8('a rather secret canary')) });
    const key = await findStorageKey(server.deps.db, projectId, made.key_id);
    if (key === null) throw new TypeError('no key');
    const seed = server.deps.vault.open(storageKeyPlace(key), key.envelope);
    expect(seed?.length).toBe(64);
    expect(Buffer.from(key.envelope).includes(Buffer.from(seed ?? []))).toBe(false);
    expect(server.deps.vault.open(storageKeyPlace({ projectId, id: 'key_other' }), key.envelope)).toBe(null);
    expect(server.deps.vault.open(storageKeyPlace({ projectId: 'prj_other', id: key.id }), key.envelope)).toBe(null);
    expect(Buffer.from(bytesOf(made.ciphertext_b64)).includes('canary')).toBe(false);
    expect(server.logged.join('\n')).not.toContain('canary');
  });

  test('S22: the value is sealed as the format says, by its own reading of it', async () => {
    const made = await encrypted({ aad: 'ctx' });
    const read = readCiphertext(bytesOf(made.ciphertext_b64));
    const key = await findStorageKey(server.deps.db, projectId, made.key_id);
    if (read === null || key === null) throw new TypeError('no ciphertext');
    const seed = server.deps.vault.open(storageKeyPlace(key), key.envelope) ?? new Uint8Array();
    const context = { kind: 'storage', project: projectId, object: key.id, column: 'data-key', version: 1 };
    const noble = createKem([], systemRandom);
    expect((await openBox(noble, STORAGE_KEM, seed, read.box, context))?.length).toBe(64);
    expect(await openBox(noble, STORAGE_KEM, seed, read.box, { ...context, project: 'prj_other' })).toBe(null);
    expect(await openBox(noble, STORAGE_KEM, seed, read.box, { ...context, object: 'key_other' })).toBe(null);
  });
});

describe('S22: wrong ciphertexts', () => {
  test('of a foreign project INVALID_CIPHERTEXT, its key id by itself NOT_FOUND', async () => {
    const mine = await encrypted();
    const { key: other } = await server.newKey({ plan: 'business' });
    const foreign = await decrypt(mine, {}, other);
    expect([foreign.status, foreign.code]).toEqual([400, 'INVALID_CIPHERTEXT']);
    const theirs = await encrypted({}, other);
    expect((await decrypt({ ...theirs, key_id: mine.key_id }, {}, other)).code).toBe('NOT_FOUND');
    expect((await call('encrypt', { plaintext_b64: PLAIN, key_id: mine.key_id }, other)).code).toBe('NOT_FOUND');
    const rotate = { ...mine, old_key_id: mine.key_id, new_key_id: theirs.key_id };
    const { ciphertext_b64, old_key_id, new_key_id } = rotate;
    expect((await call('rotate', { ciphertext_b64, old_key_id, new_key_id }, other)).code).toBe('INVALID_CIPHERTEXT');
    expect((await call('rotate', { ciphertext_b64, old_key_id, new_key_id })).code).toBe('NOT_FOUND');
  });

  test('of another key of the project, of no form, and with a header of another id', async () => {
    const mine = await encrypted();
    const other = await encrypted();
    for (const text of [
      other.ciphertext_b64,
      '',
      'AAAA',
      toBase64(utf8('svc-storage/v1')),
      mine.ciphertext_b64.slice(0, 400),
    ]) {
      const answer = await decrypt({ ...mine, ciphertext_b64: text });
      expect([answer.status, answer.code]).toEqual([400, 'INVALID_CIPHERTEXT']);
    }
    const relabelled = Buffer.from(bytesOf(mine.ciphertext_b64));
    relabelled.write(other.key_id, 16, 'ascii');
    const answer = await decrypt({ ciphertext_b64: relabelled.toString('base64'), key_id: other.key_id });
    expect(answer.code).toBe('INVALID_CIPHERTEXT');
    expect((await decrypt({ ...mine, ciphertext_b64: `${mine.ciphertext_b64}!` })).code).toBe('INVALID_REQUEST');
  });

  test('parts of two ciphertexts under one key do not go together', async () => {
    const id = await keygen();
    const [a, b] = [
      bytesOf((await encrypted({ key_id: id })).ciphertext_b64),
      bytesOf((await encrypted({ key_id: id })).ciphertext_b64),
    ];
    const valueAt = a.length - (1 + 12 + 12 + 16);
    const mixed = toBase64(Uint8Array.from([...a.slice(0, valueAt), ...b.slice(valueAt)]));
    expect((await decrypt({ ciphertext_b64: toBase64(a), key_id: id })).status).toBe(200);
    expect((await decrypt({ ciphertext_b64: mixed, key_id: id })).code).toBe('INVALID_CIPHERTEXT');
  });

  test('a revoked key is refused everywhere, also where it is the ciphertext that names it', async () => {
    const mine = await encrypted();
    const fresh = await keygen();
    expect(await revoke(mine.key_id)).not.toBe(null);
    const first = await revoke(mine.key_id);
    server.advance(5_000);
    expect(await revoke(mine.key_id)).toBe(first);
    expect(await revoke('key_0000000000000000')).toBe(null);
    const rotate = (old_key_id: string, new_key_id: string, ciphertext_b64 = mine.ciphertext_b64) =>
      call('rotate', { ciphertext_b64, old_key_id, new_key_id });
    const live = await encrypted({ key_id: fresh });
    for (const answer of [
      await decrypt(mine),
      await decrypt({ ...mine, key_id: hk(mine.key_id) }),
      await call('encrypt', { plaintext_b64: PLAIN, key_id: mine.key_id }),
      await call('encrypt-fields', { fields: [{ name: 'a', value: 'b' }], key_id: mine.key_id }),
      await rotate(mine.key_id, fresh),
      await rotate(fresh, mine.key_id, live.ciphertext_b64),
    ]) {
      expect([answer.status, answer.code, answer.message]).toEqual([403, 'KEY_REVOKED', 'Key Revoked']);
    }
    expect((await decrypt(live)).status).toBe(200);
  });
});

describe('fields', () => {
  test('each field opens by its name and by no other; classes are named', async () => {
    const fields = [
      { name: 'email', value: 'ada@example.com' },
      { name: 'diagnosis', value: 'J45.9' },
      { name: 'card', value: '4111 1111 1111 1111' },
      { name: 'colour', value: 'green' },
      { name: 'empty', value: '' },
      { name: '__proto__', value: 'é' },
    ];
    const before = await credits();
    const answer = await call('encrypt-fields', { fields });
    expect(before - (await credits())).toBe(1);
    expect(Object.keys(answer.body as object).sort()).toEqual(['fields', 'key_id', 'latency_us']);
    const made = answer.at('fields') as { name: string; sensitivity: string; ciphertext_b64: string }[];
    expect(made.map(({ name, sensitivity }) => [name, sensitivity])).toEqual([
      ['email', 'pii'],
      ['diagnosis', 'phi'],
      ['card', 'financial'],
      ['colour', 'general'],
      ['empty', 'general'],
      ['__proto__', 'general'],
    ]);
    const key_id = String(answer.at('key_id'));
    for (const [place, { name, ciphertext_b64 }] of made.entries()) {
      const opened = await decrypt({ ciphertext_b64, key_id }, { aad: name });
      expect(fromUtf8(bytesOf(String(opened.at('plaintext_b64'))))).toBe(fields[place]?.value);
      expect((await decrypt({ ciphertext_b64, key_id }, { aad: 'another' })).code).toBe('INVALID_CIPHERTEXT');
      expect((await decrypt({ ciphertext_b64, key_id })).code).toBe('INVALID_CIPHERTEXT');
    }
  });

  test('names must differ', async () => {
    const twice = {
      fields: [
        { name: 'a', value: '1' },
        { name: 'b', value: '1' },
        { name: 'a', value: '2' },
      ],
    };
    const answer = await call('encrypt-fields', twice);
    expect([answer.code, answer.message.includes('fields.2.name')]).toEqual(['INVALID_REQUEST', true]);
  });

  test('a thousand fields go to a worker and come back the same way', async () => {
    const fields = Array.from({ length: 1_000 }, (_, place) => ({ name: `field-${place}`, value: `v${place}` }));
    const answer = await call('encrypt-fields', { fields });
    const made = answer.at('fields') as { name: string; ciphertext_b64: string }[];
    expect(made.length).toBe(1_000);
    const { ciphertext_b64 = '' } = made[777] ?? {};
    const opened = await decrypt({ ciphertext_b64, key_id: String(answer.at('key_id')) }, { aad: 'field-777' });
    expect(opened.at('plaintext_b64')).toBe(toBase64(utf8('v777')));
  });
});

describe('S22: rotate', () => {
  test('moves the ciphertext: the new key opens it with the same context, the old one does not', async () => {
    const mine = await encrypted({ aad: 'ctx' });
    const next = await keygen();
    const body = { ciphertext_b64: mine.ciphertext_b64, old_key_id: mine.key_id, new_key_id: hk(next) };
    const before = await credits();
    const moved = await call('rotate', body);
    expect(before - (await credits())).toBe(1);
    expect(Object.keys(moved.body as object).sort()).toEqual(['ciphertext_b64', 'key_id', 'latency_us']);
    expect(moved.at('key_id')).toBe(hk(next));
    expect(moved.text).not.toContain(PLAIN);
    const ciphertext_b64 = String(moved.at('ciphertext_b64'));
    expect((await decrypt({ ciphertext_b64, key_id: next }, { aad: 'ctx' })).at('plaintext_b64')).toBe(PLAIN);
    expect((await decrypt({ ciphertext_b64, key_id: next })).code).toBe('INVALID_CIPHERTEXT');
    expect((await decrypt({ ciphertext_b64, key_id: mine.key_id }, { aad: 'ctx' })).code).toBe('INVALID_CIPHERTEXT');
    expect((await decrypt(mine, { aad: 'ctx' })).status).toBe(200);
    // The value itself is the very same bytes.
    const [old, now] = [mine.ciphertext_b64, ciphertext_b64].map((text) => readCiphertext(bytesOf(text))?.value ?? []);
    expect(Array.from(now ?? [])).toEqual(Array.from(old ?? []));
    await revoke(mine.key_id);
    expect((await decrypt({ ciphertext_b64, key_id: next }, { aad: 'ctx' })).status).toBe(200);
  });

  test('to a key that does not exist, from one that does not, and of a damaged value', async () => {
    const mine = await encrypted();
    const next = await keygen();
    const rotate = (change: object) =>
      call('rotate', { ciphertext_b64: mine.ciphertext_b64, old_key_id: mine.key_id, new_key_id: next, ...change });
    expect((await rotate({ new_key_id: 'key_0000000000000000' })).code).toBe('NOT_FOUND');
    expect((await rotate({ old_key_id: 'key_0000000000000000' })).code).toBe('NOT_FOUND');
    expect((await rotate({ old_key_id: next })).code).toBe('INVALID_CIPHERTEXT');
    const last = bytesOf(mine.ciphertext_b64).length - 1;
    expect((await rotate({ ciphertext_b64: changed(mine.ciphertext_b64, last) })).code).toBe('INVALID_CIPHERTEXT');
    expect((await rotate({})).status).toBe(200);
  });
});

describe('properties', () => {
  const key = async (id: string) => {
    const { publicKey, secretKey: seed } = await createKem([], systemRandom).generateKeyPair(STORAGE_KEM);
    return { projectId: 'prj_p', id, publicKey, seed };
  };

  test('any value and context come back, also after rotations; any changed byte fails in decrypt and rotate', async () => {
    const keys = [await key('key_a'), await key('key_b'), await key('key_c')] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.array(fc.constantFrom(0, 1, 2), { maxLength: 2 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (plaintext, context, moves, place, by) => {
          let at = keys[0];
          let bytes = await encryptValue(systemRandom, at, plaintext, context);
          for (const move of moves) {
            const read = readCiphertext(bytes);
            const next = read === null ? null : await rewrapped(systemRandom, at, keys[move] ?? keys[0], read);
            if (next === null) throw new TypeError('rotation failed');
            bytes = next;
            at = keys[move] ?? keys[0];
          }
          const read = readCiphertext(bytes);
          if (read === null) throw new TypeError('not readable');
          expect(Array.from((await decryptValue(at, read, context)) ?? [-1])).toEqual(Array.from(plaintext));
          expect(await decryptValue(at, read, `${context}x`)).toBe(null);

          const broken = bytes.slice();
          broken[place % bytes.length] = (broken[place % bytes.length] ?? 0) ^ by;
          const misread = readCiphertext(broken);
          if (misread === null) return;
          expect(await decryptValue(at, misread, context)).toBe(null);
          expect(await rewrapped(systemRandom, at, keys[1], misread)).toBe(null);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('every byte of the frame around a short value is needed', async () => {
    const own = await key('key_frame');
    const bytes = await encryptValue(systemRandom, own, utf8('x'), '');
    // The header, the end of the KEM ciphertext, nonce, sealed key and value: what is between is the KEM's own.
    const places = [...Array(25).keys(), ...Array.from({ length: 150 }, (_, place) => bytes.length - 150 + place)];
    for (const place of places) {
      const broken = bytes.slice();
      broken[place] = (broken[place] ?? 0) ^ 0x80;
      const read = readCiphertext(broken);
      expect([place, read === null ? null : await decryptValue(own, read, '')]).toEqual([place, null]);
    }
    for (const cut of [bytes.slice(0, -1), bytes.slice(1), Uint8Array.from([...bytes, 0])]) {
      const read = readCiphertext(cut);
      expect(read === null ? null : await decryptValue(own, read, '')).toBe(null);
    }
  });
});

describe('large bodies', () => {
  test('three mebibytes: encrypted, rotated, decrypted in workers, with the same refusals', async () => {
    const plaintext_b64 = toBase64(new Uint8Array(3 * 1024 * 1024).fill(7));
    const mine = await encrypted({ plaintext_b64, aad: 'big' });
    const named = await encrypted({ plaintext_b64, key_id: mine.key_id });
    expect(named.key_id).toBe(mine.key_id);
    expect((await decrypt(mine, { aad: 'big' })).at('plaintext_b64')).toBe(plaintext_b64);
    expect((await decrypt(mine, { aad: 'other' })).code).toBe('INVALID_CIPHERTEXT');
    const next = await keygen();
    const moved = await call('rotate', {
      ciphertext_b64: mine.ciphertext_b64,
      old_key_id: mine.key_id,
      new_key_id: next,
    });
    const ciphertext_b64 = String(moved.at('ciphertext_b64'));
    expect((await decrypt({ ciphertext_b64, key_id: next }, { aad: 'big' })).at('plaintext_b64')).toBe(plaintext_b64);
    const { key: other } = await server.newKey({ plan: 'business' });
    expect((await decrypt(mine, { aad: 'big' }, other)).code).toBe('INVALID_CIPHERTEXT');
    expect((await decrypt({ ...mine, key_id: 'key_0000000000000000' })).code).toBe('NOT_FOUND');
    await revoke(mine.key_id);
    expect((await decrypt(mine, { aad: 'big' })).code).toBe('KEY_REVOKED');
    expect((await call('encrypt', { plaintext_b64, key_id: mine.key_id })).code).toBe('KEY_REVOKED');
  });

  test('S22: a key that is revoked while a worker decrypts under it is refused', async () => {
    const mine = await encrypted({ plaintext_b64: toBase64(new Uint8Array(6 * 1024 * 1024)) });
    const { run } = server.deps;
    const spy = vi.spyOn(server.deps, 'run').mockImplementation(async (job, input) => {
      const output = run(job, input);
      if (job.name === DECRYPT) await revoke(mine.key_id);
      return output;
    });
    try {
      expect((await decrypt(mine)).code).toBe('KEY_REVOKED');
      expect(spy.mock.calls.map(([job]) => job.name)).toContain(DECRYPT);
    } finally {
      spy.mockRestore();
    }
  });

  test('many long fields, and two of the same name', async () => {
    const fields = Array.from({ length: 40 }, (_, place) => ({ name: `f${place}`, value: 'x'.repeat(2_000) }));
    const answer = await call('encrypt-fields', { fields });
    expect((answer.at('fields') as unknown[]).length).toBe(40);
    const twice = await call('encrypt-fields', { fields: [...fields, { name: 'f3', value: '' }] });
    expect([twice.code, twice.message.includes('fields.40.name')]).toEqual(['INVALID_REQUEST', true]);
  });
});

test('a storage key is revoked by key/revoke, and then opens nothing', async () => {
  const { key } = await server.newKey();
  const post = (path: string, json: unknown) => server.call('POST', path, { token: key, json });
  const sealed = await post('/v1/storage/encrypt', { plaintext_b64: 'eA==' });
  const blob = { ciphertext_b64: sealed.at('ciphertext_b64'), key_id: sealed.at('key_id') };
  expect((await post('/v1/storage/decrypt', blob)).at('plaintext_b64')).toBe('eA==');
  const revoked = await post('/v1/key/revoke', { key_id: blob.key_id, reason: 'lost' });
  expect(revoked.body).toMatchObject({ key_id: blob.key_id, status: 'revoked', affected_operations: 0 });
  expect((await post('/v1/storage/decrypt', blob)).code).toBe('KEY_REVOKED');
  const again = await post('/v1/key/revoke', { key_id: blob.key_id, reason: 'again' });
  expect(again.at('revoked_at')).toBe(revoked.at('revoked_at'));
  const stranger = await server.newKey();
  const foreign = { key_id: blob.key_id, reason: 'x' };
  expect((await server.call('POST', '/v1/key/revoke', { token: stranger.key, json: foreign })).code).toBe('NOT_FOUND');
});

test('the revocation of a storage key is recorded and told once, however often it comes', async () => {
  const { key, keyId, projectId } = await server.newKey({ plan: 'business' });
  const stranger = await server.newKey({ plan: 'business' });
  const post = (path: string, json: unknown) => server.call('POST', path, { token: key, json });
  const provenance = (token: string) => server.call('GET', `/v1/key/provenance/${id}`, { token });
  const url = 'https://hooks.example.com/';
  await server.call('PUT', '/api/v1/admin/webhooks', { token: server.admin, json: { url, project_id: projectId } });
  const id = String((await post('/v1/storage/keygen', {})).at('key_id'));
  expect((await provenance(key)).body).toMatchObject({ chain: [{ event: 'created', key_id: id, actor: keyId }] });
  const { tick } = server;
  server.tick = 0;
  const revoke = () => post('/v1/key/revoke', { key_id: id, reason: 'lost', notify_webhook: true });
  await Promise.all(Array.from({ length: 8 }, revoke));
  server.tick = tick;
  const { body } = await provenance(key);
  const revoked = { event: 'revoked', key_id: id, actor: keyId, reason: 'lost' };
  expect(body).toMatchObject({ chain: [{ event: 'created' }, revoked] });
  expect((await provenance(key)).at('chain.length')).toBe(2);
  expect((await provenance(stranger.key)).code).toBe('NOT_FOUND');
  const notices = await server.deps.db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('project_id', '=', projectId)
    .execute();
  expect(notices).toHaveLength(1);
});
