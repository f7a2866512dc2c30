import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { canonicalJson } from '@touchstone/core/canonical-json.ts';
import { entryHash } from '@touchstone/core/chain-of-entries/chain.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { SECRET_AUDIT } from '@touchstone/core/secrets/audit-chain.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { appendSecretAudit, BY_ITSELF } from '../../../src/secrets/audit.ts';
import { listSecretAudit } from '../../../src/secrets/store/audit.ts';
import { write } from '../../../src/store/engine.ts';
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
  told,
  VALUE,
} from './shield-steps.ts';

openShield();

/** Where the entries of a project are signed, the oldest first. */
async function ends(project = projectId): Promise<readonly number[]> {
  const { entries } = await listSecretAudit(server.deps.db, project, {}, { limit: 1000, offset: 0 });
  return entries.map(({ signedPosition }) => signedPosition).reverse();
}

/** Tells as many reveals of a secret in one commit. */
function together(id: string, count: number) {
  const { deps } = server;
  const event = { action: 'reveal', secretId: id, result: 'success', ...BY_ITSELF } as const;
  return deps.statements.signing((signer) =>
    Promise.all(
      Array.from({ length: count }, () =>
        write(deps.db, (db) => appendSecretAudit(db, deps, signer, projectId, event)),
      ),
    ),
  );
}

describe('the audit', () => {
  /** What a reader of `docs/formats.md` would write: the answered text, the published keys and OpenSSL. */
  async function verifiesAlone({ dilithium_sig, ...body }: Entry): Promise<boolean> {
    const sets = (await server.call('GET', '/api/svc-key/keys/public')).at('keysets') as KeySet[];
    const set = sets.find(({ use, keyset_id }) => use === 'service' && keyset_id === body.keyset_id);
    const jwk = set?.keys.find((one) => one.kty === 'AKP' && one.alg === 'ML-DSA-65');
    const hash = createHash('sha3-256').update(canonicalJson(body)).digest();
    const message = Buffer.concat([Buffer.from('svc-audit/v1\0'), hash]);
    const key = createPublicKey({ key: { ...jwk, use: undefined } as JsonWebKey, format: 'jwk' });
    return verify(null, message, key, Buffer.from(dilithium_sig, 'base64'));
  }

  test('S5: each entry verifies alone as it was answered, also those of one commit, in every page and under a filter', async () => {
    const id = await stored();
    await together(id, 12);
    expect(await ends()).toEqual([1, ...Array(12).fill(13)]);
    // From the middle of the commit first: what is asked for is signed, and nothing else.
    const { entries: single } = await audit('?limit=1&offset=5');
    expect(single.map(({ position }) => position)).toEqual([8]);
    expect(await ends()).toEqual([1, ...Array(7).fill(8), ...Array(5).fill(13)]);
    for (const query of ['?limit=1&offset=5', '?limit=3&offset=3', `?secret_id=${id}&action=reveal`, '']) {
      const { entries } = await audit(query);
      for (const entry of entries) {
        expect(await verifiesAlone(entry)).toBe(true);
        expect(await verifiesAlone({ ...entry, result: 'failure' })).toBe(false);
        expect(await verifiesAlone({ ...entry, ip_address: '10.0.0.1' })).toBe(false);
      }
    }
    expect((await audit('?limit=1&offset=5')).entries).toEqual(single);
    expect(await ends()).toEqual(Array.from({ length: 13 }, (_, at) => at + 1));
    expect(await chain()).toMatchObject({ intact: true, entries: 13 });
    const { entries } = await audit();
    for (const [at, { previous_hash }] of entries.entries()) {
      const before = entries[at + 1];
      if (before === undefined) expect(previous_hash).toBe(null);
      else {
        const { dilithium_sig: _, ...body } = before;
        expect(previous_hash).toBe(entryHash(SECRET_AUDIT, body));
      }
    }
    expect(entries.at(-1)).toMatchObject({ action: 'store', position: 1, project_id: projectId });
    expect(entries[0]).toMatchObject({ action: 'reveal', secret_id: id, result: 'success' });
  });

  test('S5: entries of a commit are signed under the set that they name, after it was retired as well', async () => {
    const id = await stored();
    await together(id, 4);
    const [{ keyset_id: before } = { keyset_id: '' }] = (await audit('?limit=1')).entries;
    await server.deps.keySets.rotate('service');
    await together(id, 2);
    const { entries } = await audit();
    expect(entries.map(({ keyset_id }) => keyset_id === before)).toEqual([false, false, true, true, true, true, true]);
    for (const entry of entries) expect(await verifiesAlone(entry)).toBe(true);
    expect(await chain()).toMatchObject({ intact: true, entries: 7 });
  });

  test('readers at the same time are answered the same signatures', async () => {
    const id = await stored();
    await together(id, 20);
    const pages = await Promise.all(Array.from({ length: 6 }, () => audit()));
    for (const { entries } of pages) expect(entries).toEqual(pages[0]?.entries);
    expect(await chain()).toMatchObject({ intact: true, entries: 21 });
  });

  test('an entry that was changed before it was asked for is not signed, nor what its commit holds before it', async () => {
    const id = await stored();
    await together(id, 5);
    const change = (from: string, to: string) =>
      server.deps.db
        .updateTable('secret_audit')
        .set(({ fn, val }) => ({ body: fn<string>('replace', ['body', val(from), val(to)]) }))
        .where('project_id', '=', projectId)
        .where('position', '=', 4)
        .execute();
    await change('"success"', '"failure"');
    const { entries } = await audit();
    const states = await Promise.all(entries.map(async (entry) => [entry.position, await verifiesAlone(entry)]));
    expect(Object.fromEntries(states)).toMatchObject({ 1: true, 4: false, 6: true });
    expect(await chain()).toMatchObject({ intact: false, brokenAt: 4 });
    await change('"failure"', '"success"');
    for (const entry of (await audit()).entries) expect(await verifiesAlone(entry)).toBe(true);
    expect(await chain()).toMatchObject({ intact: true });
  });

  test('names the address of the peer', async () => {
    await stored();
    expect((await audit()).entries[0]?.ip_address).toBe('127.0.0.1');
  });

  test('any change of the chain is found and located', async () => {
    const id = await stored();
    await reveal(id);
    await together(id, 3);
    await reveal(id);
    const { db } = server.deps;
    const row = (position: number) =>
      db.selectFrom('secret_audit').selectAll().where('project_id', '=', projectId).where('position', '=', position);
    const other = await row(6).executeTakeFirstOrThrow();
    expect(await ends()).toEqual([1, 2, 5, 5, 5, 6]);
    const put = (position: number, change: object) =>
      db
        .updateTable('secret_audit')
        .set(change)
        .where('project_id', '=', projectId)
        .where('position', '=', position)
        .execute();
    expect(await chain()).toMatchObject({ intact: true, entries: 6, brokenAt: null });
    const changes = fc.tuple(
      fc.integer({ min: 1, max: 5 }),
      fc.oneof(
        fc.nat({ max: 600 }).map((at) => ({ at })),
        fc.constantFrom(
          { signature: other.signature, signed_position: null },
          { body: other.body, signature: other.signature, signed_position: null },
          { body: other.body },
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
      { numRuns: 60 },
    );
    // Neither signed nor covered, both, or covered by another.
    for (const [position, change] of [
      [3, { signed_position: null }],
      [4, { signed_position: null }],
      [4, { signed_position: 6 }],
      [5, { signature: '' }],
      [6, { signature: '' }],
    ] as const) {
      const own = await row(position).executeTakeFirstOrThrow();
      await put(position, change);
      expect(await chain(), JSON.stringify(change)).toMatchObject({ intact: false, brokenAt: position });
      await put(position, own);
    }
    const last = await row(5).executeTakeFirstOrThrow();
    await put(5, { signature: '', signed_position: 6 });
    expect(await chain()).toMatchObject({ intact: false, entries: 2, brokenAt: 3 });
    await put(5, last);
    expect(await chain()).toMatchObject({ intact: true });
    for (const position of [2, 3, 5, 6]) {
      const own = await row(position).executeTakeFirstOrThrow();
      const place = { project_id: projectId, position };
      const remove = () =>
        db.deleteFrom('secret_audit').where('project_id', '=', projectId).where('position', '=', position).execute();
      await remove();
      // That the newest commit is gone shows against a head that was kept elsewhere.
      const left = position === 6 ? { intact: true, entries: 5 } : { intact: false, brokenAt: position };
      expect(await chain()).toMatchObject(left);
      await db
        .insertInto('secret_audit')
        .values({ ...own, ...place })
        .execute();
    }
    await db.deleteFrom('secret_audit').where('project_id', '=', projectId).where('position', '>=', 5).execute();
    expect(await chain()).toMatchObject({ intact: false, entries: 2, brokenAt: 5 });
  });

  test('a commit that is forged without the key is found, whoever mends its hashes', async () => {
    const id = await stored();
    await together(id, 3);
    const { db } = server.deps;
    const rows = await db
      .selectFrom('secret_audit')
      .selectAll()
      .where('project_id', '=', projectId)
      .orderBy('position')
      .execute();
    let previous = entryHash(SECRET_AUDIT, JSON.parse(rows[0]?.body ?? ''));
    for (const { position, body } of rows.slice(1)) {
      const forged = { ...JSON.parse(body), previous_hash: previous, units_consumed: 1 };
      previous = entryHash(SECRET_AUDIT, forged);
      await db
        .updateTable('secret_audit')
        .set({ body: canonicalJson(forged) })
        .where('project_id', '=', projectId)
        .where('position', '=', position)
        .execute();
    }
    expect(await chain()).toMatchObject({ intact: false, entries: 1, brokenAt: 4 });
  });

  test('what fails in a shared commit is not told in it', async () => {
    const id = await stored();
    const events = (['reveal', 'verify', 'rotate'] as const).map((action) => {
      return { action, secretId: id, result: 'success', ...BY_ITSELF } as const;
    });
    const { deps } = server;
    const outcomes = await deps.statements.signing((signer) =>
      Promise.allSettled(
        events.map((event) =>
          write(deps.db, async (db) => {
            await appendSecretAudit(db, deps, signer, projectId, event);
            if (event.action === 'verify') throw new Error('taken back');
          }),
        ),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect([await ends(), await chain()]).toMatchObject([[1, 3, 3], { intact: true }]);
    expect(await told()).toEqual(['store success', 'reveal success', 'rotate success']);
  });

  test('entries of several projects in one commit are signed for each', async () => {
    const { deps } = server;
    const other = await server.newKey({ plan: 'business' });
    const id = await stored();
    const event = { action: 'reveal', secretId: id, result: 'success', ...BY_ITSELF } as const;
    await deps.statements.signing((signer) =>
      Promise.all(
        [projectId, other.projectId, projectId, other.projectId].map((project) =>
          write(deps.db, (db) => appendSecretAudit(db, deps, signer, project, event)),
        ),
      ),
    );
    expect([await ends(), await ends(other.projectId)]).toEqual([
      [1, 3, 3],
      [2, 2],
    ]);
    expect([await chain(), await chain(other.projectId)]).toMatchObject([{ entries: 3 }, { intact: true, entries: 2 }]);
  });

  test('many at once are signed in runs that readers can hold', async () => {
    const { deps } = server;
    const id = await stored();
    const events = Array.from({ length: 300 }, () => {
      return { action: 'reveal', secretId: id, result: 'success', ...BY_ITSELF } as const;
    });
    await deps.statements.signing((signer) =>
      write(deps.db, (db) => appendSecretAudit(db, deps, signer, projectId, ...events)),
    );
    expect([...new Set(await ends())]).toEqual([1, 129, 257, 301]);
    expect(await chain()).toMatchObject({ intact: true, entries: 301 });
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
