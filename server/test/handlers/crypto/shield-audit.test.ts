import { fromBase64 } from '@touchstone/core/bytes.ts';
import { type KeySet, publicKeyBytes } from '@touchstone/core/keys/key-set.ts';
import { statementMessage } from '@touchstone/core/sign/statement.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createServerSigner } from '../../../src/signer.ts';
import {
  audit,
  call,
  chain,
  credits,
  type Entry,
  list,
  openShield,
  projectId,
  reveal,
  rotate,
  server,
  store,
  stored,
  VALUE,
} from './shield-steps.ts';

openShield();

describe('the audit', () => {
  test('S5: entries verify with the public key alone', async () => {
    const id = await stored();
    await reveal(id);
    const { entries } = await audit();
    const sets = (await server.call('GET', '/api/svc-key/keys/public')).at('keysets') as KeySet[];
    const jwk = sets
      .find(({ use }) => use === 'service')
      ?.keys.find((one) => one.kty === 'AKP' && one.alg === 'ML-DSA-65');
    if (jwk === undefined) throw new Error('no service key');
    for (const { dilithium_sig, ...body } of entries) {
      const message = statementMessage('audit', body);
      const signature = fromBase64(dilithium_sig) ?? new Uint8Array();
      expect(await createServerSigner().verify('ML-DSA-65', publicKeyBytes(jwk), message, signature)).toBe(true);
      const other = statementMessage('audit', { ...body, result: 'failure' });
      expect(await createServerSigner().verify('ML-DSA-65', publicKeyBytes(jwk), other, signature)).toBe(false);
    }
    expect(entries[0]).toMatchObject({ action: 'reveal', secret_id: id, result: 'success', units_consumed: 3 });
    expect(entries[1]).toMatchObject({ action: 'store', position: 1, previous_hash: null, project_id: projectId });
  });

  test('names the address of the peer', async () => {
    await stored();
    expect((await audit()).entries[0]?.ip_address).toBe('127.0.0.1');
  });

  test('any change of the chain is found and located', async () => {
    const id = await stored();
    for (let i = 0; i < 4; i++) await reveal(id);
    const { db } = server.deps;
    const row = (position: number) =>
      db.selectFrom('secret_audit').selectAll().where('project_id', '=', projectId).where('position', '=', position);
    const other = await row(4).executeTakeFirstOrThrow();
    const put = (position: number, change: object) =>
      db
        .updateTable('secret_audit')
        .set(change)
        .where('project_id', '=', projectId)
        .where('position', '=', position)
        .execute();
    expect(await chain()).toMatchObject({ intact: true, entries: 5, brokenAt: null });
    const changes = fc.tuple(
      fc.integer({ min: 1, max: 3 }),
      fc.oneof(
        fc.nat({ max: 600 }).map((at) => ({ at })),
        fc.constantFrom(
          { signature: other.signature },
          { body: other.body, signature: other.signature },
          { action: 'destroy' },
          { secret_id: 'another' },
          { action_position: 90 },
          { secret_position: 91 },
          { secret_action_position: 92 },
          { body: '{' },
        ),
      ),
    );
    await fc.assert(
      fc.asyncProperty(changes, async ([position, change]) => {
        const own = await row(position).executeTakeFirstOrThrow();
        let changed: object = change;
        if ('at' in change) {
          const at = change.at % own.body.length;
          const letter = own.body[at] === '1' ? '2' : '1';
          changed = { body: own.body.slice(0, at) + letter + own.body.slice(at + 1) };
        }
        await put(position, changed);
        expect(await chain(), JSON.stringify(changed)).toMatchObject({ intact: false, brokenAt: position });
        await put(position, own);
      }),
      { numRuns: 40 },
    );
    await db.deleteFrom('secret_audit').where('position', '=', 2).where('project_id', '=', projectId).execute();
    expect(await chain()).toMatchObject({ intact: false, brokenAt: 2 });
  });

  test('is paged by limit and offset under every filter, with 50 unless stated', async () => {
    const [a, b] = [await stored(), await stored()];
    for (let i = 0; i < 55; i++) await reveal(i % 3 === 0 ? b : a);
    const all = (await audit('?limit=200')).entries;
    expect([all.length, (await audit()).entries.length, (await audit()).total]).toEqual([57, 50, 57]);
    for (const [query, fits] of [
      ['', () => true],
      ['&action=reveal', (entry: Entry) => entry.action === 'reveal'],
      [`&secret_id=${a}`, (entry: Entry) => entry.secret_id === a],
      [`&secret_id=${b}&action=reveal`, (entry: Entry) => entry.secret_id === b && entry.action === 'reveal'],
      ['&action=destroy', () => false],
    ] as const) {
      const expected = all.filter(fits);
      const page = await audit(`?limit=7&offset=5${query}`);
      expect(page.total).toBe(expected.length);
      expect(page.entries).toEqual(expected.slice(5, 12));
      expect((await audit(`?offset=1000${query}`)).entries).toEqual([]);
    }
    for (const query of ['?limit=0', '?limit=201', '?offset=-1', '?action=look']) {
      expect((await call('GET', `/audit${query}`)).code).toBe('INVALID_REQUEST');
    }
  });

  test('concurrent operations make one chain', async () => {
    const id = await stored();
    await Promise.all([...Array.from({ length: 10 }, () => reveal(id)), store(), rotate(id)]);
    expect(await chain()).toMatchObject({ intact: true, entries: 13 });
  });

  test('an entry that cannot be written leaves neither change nor charge', async () => {
    const id = await stored();
    const before = await credits();
    const { db } = server.deps;
    await db.schema.alterTable('secret_audit').renameTo('hidden').execute();
    for (const answer of [await store(), await rotate(id), await reveal(id), await call('DELETE', `/secrets/${id}`)]) {
      expect(answer.code).toBe('INTERNAL');
      expect(answer.text).not.toContain(VALUE);
    }
    await db.schema.alterTable('hidden').renameTo('secret_audit').execute();
    expect([await credits(), (await list()).length]).toEqual([before, 1]);
  });

  test('holds no value, nor does the log', async () => {
    const id = await stored();
    await reveal(id);
    await store({ value: 5 });
    await rotate(id, { new_value: `kem1:${VALUE}` });
    expect((await call('GET', '/audit')).text).not.toContain('51Hx9Tq');
    expect(server.logged.join('\n')).not.toContain('51Hx9Tq');
  });
});
