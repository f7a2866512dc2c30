import { systemRandom } from '@touchstone/core/random.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createVault, type Place } from '../../src/vault/envelope.ts';
import { openTestServer, type TestServer } from '../harness.ts';

const place: Place = { kind: 'secret', project: 'prj_1', object: 'obj_1', column: 'value', version: 1 };
const secret = new Uint8Array([1, 2, 3, 4, 5]);

describe('envelope', () => {
  const vault = createVault(systemRandom(32), systemRandom);

  test('opens what it sealed, and every box is another one', () => {
    const box = vault.seal(place, secret);
    expect(box.length).toBe(1 + 12 + secret.length + 16);
    expect(vault.open(place, box)).toEqual(secret);
    expect(vault.seal(place, secret)).not.toEqual(box);
    expect(vault.open(place, vault.seal(place, new Uint8Array(0)))).toEqual(new Uint8Array(0));
  });

  test('S22: a box opens in its own place only', () => {
    const box = vault.seal(place, secret);
    const others: Partial<Place>[] = [
      { kind: 'other' },
      { project: 'prj_2' },
      { object: 'obj_2' },
      { column: 'note' },
      { version: 2 },
      // Shifting text between neighbours must not make the same associated data.
      { project: 'prj_1","obj_1', object: '' },
    ];
    for (const other of others) expect(vault.open({ ...place, ...other }, box)).toBeNull();
  });

  test('every changed, cut or lengthened box is refused', () => {
    const box = vault.seal(place, secret);
    for (let at = 0; at < box.length; at++) {
      expect(vault.open(place, box.with(at, (box[at] ?? 0) ^ 1))).toBeNull();
      expect(vault.open(place, box.subarray(0, at))).toBeNull();
    }
    expect(vault.open(place, new Uint8Array([...box, 0]))).toBeNull();
  });

  test('another master key opens nothing', () => {
    expect(createVault(systemRandom(32), systemRandom).open(place, vault.seal(place, secret))).toBeNull();
  });
});

describe('S22: rows of the store', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer();
    await server.deps.keySets.prepare();
  });
  afterAll(() => server.close());

  test('a secret key that was moved to another row is refused', async () => {
    const { db, keySets } = server.deps;
    const rows = await db.selectFrom('key_set_secrets').selectAll().execute();
    const [set] = await keySets.verifying('3key');
    const own = rows.filter(({ fingerprint }) => fingerprint === set?.fingerprint);
    const [first, second] = own;
    if (first === undefined || second === undefined) throw new TypeError('the set has three keys');
    const put = (kid: string, envelope: Uint8Array) =>
      db.updateTable('key_set_secrets').set({ envelope }).where('kid', '=', kid).execute();
    await expect(keySets.withSecrets('3key', async () => 'opened')).resolves.toBe('opened');
    await put(first.kid, second.envelope);
    await put(second.kid, first.envelope);
    await expect(keySets.withSecrets('3key', async () => 'opened')).rejects.toThrow('does not open');
    await put(first.kid, first.envelope);
    await put(second.kid, second.envelope);
    await expect(keySets.withSecrets('3key', async () => 'opened')).resolves.toBe('opened');
  });

  test('secret keys are wiped after use', async () => {
    const kept: Uint8Array[] = [];
    await server.deps.keySets.withSecrets('3key', async (_keySet, secrets) => void kept.push(...secrets.values()));
    expect(kept).toHaveLength(3);
    for (const bytes of kept) expect(bytes.every((byte) => byte === 0)).toBe(true);
  });
});
