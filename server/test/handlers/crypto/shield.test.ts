import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlanSlug } from '@touchstone/core/api/plans.ts';
import { fromBase64, toBase64, utf8 } from '@touchstone/core/bytes.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kem as serverKem } from '../../../src/crypto/kem.ts';
import { openSecret } from '../../../src/secrets/at-rest.ts';
import { sweepSecrets } from '../../../src/secrets/secrets.ts';
import { findSecretWithValue } from '../../../src/secrets/store/secrets.ts';
import type { Answer } from '../../harness.ts';
import {
  audit,
  call,
  chain,
  challengeFor,
  credits,
  DAY_MS,
  FACTS,
  list,
  openShield,
  projectId,
  proofFor,
  reveal,
  rotate,
  sealed,
  server,
  store,
  stored,
  told,
  VALUE,
  verify,
} from './shield-steps.ts';

openShield();

test('reliability 11: a list of secrets has a limit, and the next page begins behind it', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.unshift(await stored({ name: `Key ${i}` }));
  await call('DELETE', `/secrets/${ids[1]}`);
  const there = ids.filter((id) => id !== ids[1]);
  const first = await call('GET', '/secrets?limit=3');
  expect([first.at('total'), (await list('?limit=3')).map(({ id }) => id)]).toEqual([4, there.slice(0, 3)]);
  const next = await call('GET', `/secrets?limit=3&cursor=${first.at('next_cursor')}`);
  expect([next.at('secrets.0.id'), next.at('secrets.1'), next.at('next_cursor')]).toEqual([there[3], undefined, null]);
  expect((await list('?status=deleted&limit=1')).map(({ id }) => id)).toEqual([ids[1]]);
  expect((await call('GET', '/secrets')).at('next_cursor')).toBeNull();
  for (const wrong of ['limit=0', 'limit=201', 'cursor=x', 'cursor=-1']) {
    expect((await call('GET', `/secrets?${wrong}`)).code).toBe('INVALID_REQUEST');
  }
});

describe('values', () => {
  test('are stored, listed without themselves, and revealed', async () => {
    const before = await credits();
    const answer = await store({ tags: ['a', 'b'], rotation_policy: '90d' });
    expect(answer.body).toMatchObject({
      name: 'Payment key',
      provider: 'stripe',
      masked_display: 'sk_live_********4242',
      key_prefix: 'sk_live_',
      encryption: 'kyber-1024',
      status: 'active',
    });
    expect(answer.at('id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(before - (await credits())).toBe(3);
    const listed = await call('GET', '/secrets');
    expect(listed.text).not.toContain(VALUE);
    expect(listed.body).toMatchObject({ total: 1, secrets: [{ ...FACTS, tags: ['a', 'b'], version: 1 }] });
    expect(Date.parse(String(listed.at('secrets.0.rotation_due_at')))).toBe(
      Date.parse(String(answer.at('created_at'))) + 90 * DAY_MS,
    );
    const revealed = await reveal(String(answer.at('id')));
    expect(revealed.body).toMatchObject({ id: answer.at('id'), value: VALUE, encryption: 'kyber-1024' });
    expect(before - (await credits())).toBe(6);
  });

  test('sealed and plain forms give the same stored value', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 300, unit: 'grapheme' }), async (value) => {
        fc.pre(!value.startsWith('kem1:') && value.isWellFormed());
        const [plain, closed] = [
          await store({ value }),
          await store({ value: await sealed({ request: 'store', name: FACTS.name }, value) }),
        ];
        expect(closed.status, closed.text).toBe(200);
        for (const name of ['masked_display', 'key_prefix']) expect(closed.at(name)).toBe(plain.at(name));
        for (const answer of [plain, closed]) {
          const id = String(answer.at('id'));
          const row = (await findSecretWithValue(server.deps.db, projectId, id))?.sealed;
          if (row === null || row === undefined) throw new Error('not stored');
          const means = { kem: serverKem, vault: server.deps.vault };
          expect(await openSecret(means, { projectId, id, version: 1 }, row)).toEqual(utf8(value));
        }
      }),
      { numRuns: 15 },
    );
  });

  test('S22: a sealed value opens for its own project, request and name only, and no part of it may change', async () => {
    const target = { request: 'store', name: FACTS.name } as const;
    const good = await sealed(target, VALUE);
    const bytes = fromBase64(good.slice(5)) ?? new Uint8Array();
    const flipped = bytes.slice();
    flipped[1_600] = (flipped[1_600] ?? 0) ^ 1;
    const id = await stored({ value: good });
    for (const wrong of [
      await sealed(target, VALUE, 'prj_other'),
      await sealed({ request: 'store', name: 'Another' }, VALUE),
      await sealed({ request: 'rotate', secretId: id }, VALUE),
      `kem1:${toBase64(flipped)}`,
      `kem1:${toBase64(bytes.slice(0, 1_580))}`,
      'kem1:',
      'kem1:!',
      good.slice(0, -4),
    ]) {
      const answer = await store({ value: wrong });
      expect([answer.status, answer.code]).toEqual([400, 'INVALID_CIPHERTEXT']);
      expect(answer.message).toContain('`value`');
    }
    const next = await rotate(id, { new_value: await sealed({ request: 'rotate', secretId: id }, 'the next value') });
    expect((await reveal(String(next.at('id')))).at('value')).toBe('the next value');
    const again = await rotate(String(next.at('id')), {
      new_value: await sealed({ request: 'rotate', secretId: id }, 'x'),
    });
    expect(again.code).toBe('INVALID_CIPHERTEXT');
  });

  test('have 1 to 65,536 bytes', async () => {
    for (const value of ['x', 'é'.repeat(32_768), '\u0001\n"']) {
      expect((await reveal(await stored({ value }))).at('value')).toBe(value);
    }
    for (const value of ['', 'é'.repeat(32_769), 'x'.repeat(65_537), 5, null]) {
      const answer = await store({ value });
      expect(answer.code).toBe('INVALID_REQUEST');
      expect(answer.message).toContain('value');
    }
  });

  test('S22: a box that is moved to another row, or changed, does not open', async () => {
    const [a, b] = [await stored(), await stored({ value: 'another value' })];
    const { db } = server.deps;
    const columns = ['envelope', 'kem_ciphertext', 'nonce', 'ciphertext'] as const;
    const row = (id: string) =>
      db.selectFrom('secret_versions').select(columns).where('id', '=', id).executeTakeFirstOrThrow();
    const put = (change: object) => db.updateTable('secret_versions').set(change).where('id', '=', a).execute();
    const [own, other] = [await row(a), await row(b)];
    const changed = own.ciphertext?.slice() ?? new Uint8Array();
    changed[0] = (changed[0] ?? 0) ^ 1;
    for (const change of [
      other,
      { envelope: other.envelope },
      { ciphertext: other.ciphertext },
      { ciphertext: changed },
    ]) {
      await put(change);
      expect((await reveal(a)).code).toBe('INTERNAL');
      await put(own);
    }
    expect((await reveal(a)).at('value')).toBe(VALUE);
    // The attempts are told, and that they gave nothing.
    expect((await told()).slice(2)).toEqual([...Array(4).fill('reveal failure'), 'reveal success']);
  });

  test('S1: nothing is found from another project', async () => {
    const id = await stored();
    const challenge = await challengeFor(id);
    const { key: stranger } = await server.newKey({ plan: 'business' });
    for (const answer of [
      await reveal(id, stranger),
      await challengeFor(id, stranger),
      await verify(id, challenge, undefined, stranger),
      await call('POST', '/rotate', { secret_id: id, new_value: 'x' }, stranger),
      await call('GET', `/secrets/${id}/versions`, undefined, stranger),
      await call('DELETE', `/secrets/${id}`, undefined, stranger),
      await call('POST', `/secrets/${id}/restore`, undefined, stranger),
      await call('POST', `/secrets/${id}/destroy`, undefined, stranger),
    ]) {
      expect([answer.status, answer.code]).toEqual([404, 'NOT_FOUND']);
    }
    expect((await call('GET', '/secrets', undefined, stranger)).at('total')).toBe(0);
    expect((await call('GET', '/audit', undefined, stranger)).at('total')).toBe(0);
    // A stranger's attempt does not spend a challenge, nor does it enter the audit.
    expect((await verify(id, challenge)).at('verified')).toBe(true);
    expect(await told()).toEqual(['store success', 'verify success']);
  });
});

test('S3: revealing needs its own scope', async () => {
  const metadata = await server.scopedKey(['secrets']);
  const reader = await server.scopedKey(['reveal']);
  const id = String((await store({}, metadata)).at('id'));
  expect((await reveal(id, metadata)).code).toBe('INVALID_SCOPE');
  expect((await reveal(id, reader)).at('value')).toBe(VALUE);
  expect((await call('GET', '/secrets', undefined, reader)).code).toBe('INVALID_SCOPE');
  expect((await call('GET', '/secrets', undefined, metadata)).text).not.toContain(VALUE);
});

test.each([
  ['free', 403, 403],
  ['starter', 200, 403],
  ['pro', 200, 200],
] as const)('plan %s: verify and rotate have tiers', async (plan: PlanSlug, verified, rotated) => {
  const { key: token } = await server.newKey({ plan });
  const id = String((await store({}, token)).at('id'));
  expect((await verify(id, await challengeFor(id, token), undefined, token)).status).toBe(verified);
  const json = { secret_id: id, new_value: 'x' };
  expect((await call('POST', '/rotate', json, token)).status).toBe(rotated);
});

describe('versions', () => {
  test('form a chain whatever the order of values and policies', async () => {
    const steps = fc.array(
      fc.record({ value: fc.string({ minLength: 1 }), policy: fc.constantFrom(null, 'none', '7d', '90d') }),
      {
        minLength: 1,
        maxLength: 5,
      },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (rotations) => {
        let id = await stored({ rotation_policy: '30d' });
        const ids = [id];
        const values = [VALUE];
        let policy = '30d';
        for (const [index, { value, policy: asked }] of rotations.entries()) {
          policy = asked ?? policy;
          const answer = await rotate(id, { new_value: value, ...(asked === null ? {} : { rotation_policy: asked }) });
          if (value.startsWith('kem1:')) return;
          expect(answer.body).toMatchObject({ version: index + 2, previous_version_id: id, rotation_policy: policy });
          expect(answer.at('next_rotation_due') === null).toBe(policy === 'none');
          id = String(answer.at('id'));
          ids.push(id);
          values.push(value);
        }
        const items = (await call('GET', `/secrets/${ids[0]}/versions`)).at('items') as Record<string, unknown>[];
        expect(items.map((item) => item.id)).toEqual(ids.toReversed());
        expect(items.map((item) => item.status)).toEqual(['active', ...rotations.map(() => 'superseded')]);
        for (const [index, one] of ids.entries()) expect((await reveal(one)).at('value')).toBe(values[index]);
      }),
      { numRuns: 4 },
    );
  });

  test('are paged', async () => {
    let id = await stored();
    for (let i = 0; i < 4; i++) id = String((await rotate(id)).at('id'));
    const first = await call('GET', `/secrets/${id}/versions?limit=3`);
    const second = await call('GET', `/secrets/${id}/versions?limit=3&cursor=${first.at('next_cursor')}`);
    const numbers = (answer: Answer) => (answer.at('items') as { version: number }[]).map(({ version }) => version);
    expect([numbers(first), numbers(second), second.at('next_cursor')]).toEqual([[5, 4, 3], [2, 1], null]);
    expect((await call('GET', `/secrets/${id}/versions?cursor=x`)).code).toBe('INVALID_REQUEST');
  });

  test('only the active one rotates, and only once', async () => {
    const id = await stored();
    const answers = await Promise.all([rotate(id), rotate(id), rotate(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await list()).map(({ version }) => version)).toEqual([2]);
    expect((await rotate('7d0f1c52-93a6-4b1e-8f0a-2c5d4e6b7a89')).code).toBe('NOT_FOUND');
    for (const rotation_policy of ['0d', '90', '90h', '10000d', 'monthly', '']) {
      expect((await rotate(id, { rotation_policy })).code).toBe('INVALID_REQUEST');
    }
  });

  test('are superseded for 30 days, then expired, without a request', async () => {
    const old = await stored();
    const id = String((await rotate(old)).at('id'));
    server.advance(29 * DAY_MS);
    expect((await reveal(old)).status).toBe(200);
    expect((await list('?status=superseded')).map((one) => one.id)).toEqual([old]);
    server.advance(DAY_MS);
    expect((await reveal(old)).code).toBe('NOT_FOUND');
    expect((await challengeFor(old)).code).toBe('NOT_FOUND');
    expect(await list('?status=superseded')).toEqual([]);
    expect((await list('?status=expired')).map((one) => one.id)).toEqual([old]);
    expect((await reveal(id)).status).toBe(200);
  });

  test('are filtered by vault, provider and status', async () => {
    const a = await stored({ vault: 'one', provider: 'aws' });
    const b = await stored({ vault: 'one', provider: 'stripe' });
    const c = await stored({ vault: 'two', provider: 'aws' });
    const ids = async (query: string) => (await list(query)).map(({ id }) => id);
    expect(await ids('')).toEqual([c, b, a]);
    expect(await ids('?vault=one')).toEqual([b, a]);
    expect(await ids('?provider=aws&vault=one')).toEqual([a]);
    expect(await ids('?vault=One')).toEqual([]);
    await call('DELETE', `/secrets/${b}`);
    expect(await ids('')).toEqual([c, a]);
    expect(await ids('?status=deleted')).toEqual([b]);
    expect((await call('GET', '/secrets?status=gone')).code).toBe('INVALID_REQUEST');
  });
});

describe('deletion', () => {
  test('takes all versions with the newest, is taken back for 30 days, and then final', async () => {
    const first = await stored();
    const second = String((await rotate(first)).at('id'));
    const third = String((await rotate(second)).at('id'));
    // By itself, and so not taken back with the others.
    expect((await call('DELETE', `/secrets/${first}`)).body).toMatchObject({ status: 'deleted', versions: 1 });
    const deleted = await call('DELETE', `/secrets/${third}`);
    expect(deleted.body).toMatchObject({ id: third, status: 'deleted', versions: 2 });
    for (const id of [first, second, third]) expect((await reveal(id)).code).toBe('NOT_FOUND');
    expect((await call('DELETE', `/secrets/${third}`)).code).toBe('CONFLICT');
    expect((await rotate(third)).code).toBe('CONFLICT');
    const restored = await call('POST', `/secrets/${third}/restore`);
    expect(restored.body).toMatchObject({ id: third, status: 'active', versions: 2 });
    expect((await call('POST', `/secrets/${third}/restore`)).code).toBe('CONFLICT');
    expect([(await reveal(third)).status, (await reveal(second)).status]).toEqual([200, 200]);
    expect((await reveal(first)).code).toBe('NOT_FOUND');

    await call('DELETE', `/secrets/${third}`);
    server.advance(30 * DAY_MS - 10_000);
    expect((await list('?status=deleted')).map(({ id }) => id)).toContain(third);
    server.advance(10_000);
    expect((await call('POST', `/secrets/${third}/restore`)).code).toBe('CONFLICT');
    expect((await list('?status=destroyed')).map(({ id }) => id)).toEqual([third, second, first]);
    expect((await call('GET', '/secrets?status=destroyed')).text).not.toMatch(/\*4242|NbVc4242/);
    await sweepSecrets(server.deps);
    const { db } = server.deps;
    const rows = await db.selectFrom('secret_versions').selectAll().where('project_id', '=', projectId).execute();
    expect(rows.length).toBe(3);
    for (const row of rows) expect([row.envelope, row.ciphertext, row.key_prefix]).toEqual([null, null, '']);
    expect(
      (await audit('?action=destroy')).entries.map((entry) => [entry.result, entry.ip_address, entry.units_consumed]),
    ).toEqual(Array(3).fill(['success', '', 0]));
    expect((await chain()).intact).toBe(true);
  });

  test('S27: destroying takes the data key off the disk, says that backups have it, and stays', async () => {
    const id = await stored();
    const { db, dataDir } = server.deps;
    const { envelope } = await db
      .selectFrom('secret_versions')
      .select('envelope')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const onDisk = () =>
      ['touchstone.db', 'touchstone.db-wal']
        .map((name) => join(dataDir, name))
        .some((file) => existsSync(file) && readFileSync(file).includes(Buffer.from(envelope ?? new Uint8Array(9))));
    expect(onDisk()).toBe(true);
    const challenge = await challengeFor(id);
    const answer = await call('POST', `/secrets/${id}/destroy`);
    expect(answer.body).toMatchObject({ id, status: 'destroyed', versions: 1 });
    expect(answer.at('notice')).toContain('Backups');
    expect(onDisk()).toBe(false);
    for (const refused of [await reveal(id), await challengeFor(id), await verify(id, challenge)]) {
      expect(refused.code).toBe('NOT_FOUND');
      expect(refused.message).toContain('destroyed');
    }
    for (const refused of [
      await call('POST', `/secrets/${id}/destroy`),
      await call('POST', `/secrets/${id}/restore`),
      await call('DELETE', `/secrets/${id}`),
      await rotate(id),
    ]) {
      expect(refused.code).toBe('CONFLICT');
    }
    expect((await list('?status=destroyed'))[0]).toMatchObject({ id, name: FACTS.name, masked_display: '********' });
    // What is known of this project is told, also where it is refused.
    expect(await told()).toEqual([
      'store success',
      'destroy success',
      'reveal failure',
      // The challenge, and the proof.
      'verify failure',
      'verify failure',
      'destroy failure',
      'restore failure',
      'delete failure',
      'rotate failure',
    ]);
  });
});

describe('S24: challenge and proof', () => {
  test('a proof holds once', async () => {
    const id = await stored();
    const challenge = await challengeFor(id);
    expect(Buffer.from(String(challenge.at('challenge')), 'base64').length).toBe(32);
    const before = await credits();
    const answer = await verify(id, challenge);
    expect(answer.body).toMatchObject({ verified: true, proof_valid: true, algorithm: 'HMAC-SHA3-256', secret_id: id });
    expect(before - (await credits())).toBe(8);
    expect((await verify(id, challenge)).body).toMatchObject({ verified: false, proof_valid: false });
    expect(await told()).toEqual(['store success', 'verify success', 'verify failure']);
  });

  test('a wrong proof spends the challenge, and is told', async () => {
    const id = await stored();
    for (const wrong of [
      (challenge: Answer) => proofFor(challenge, `${VALUE}x`),
      (challenge: Answer) => toBase64((fromBase64(proofFor(challenge)) ?? new Uint8Array()).slice(0, 31)),
      () => '',
    ]) {
      const challenge = await challengeFor(id);
      expect((await verify(id, challenge, wrong(challenge))).body).toMatchObject({
        verified: false,
        proof_valid: false,
      });
      expect((await verify(id, challenge)).at('verified')).toBe(false);
    }
    const entries = (await audit('?action=verify')).entries;
    expect(entries.map(({ result, units_consumed }) => [result, units_consumed])).toEqual(
      Array(6).fill(['failure', 8]),
    );
  });

  test('a challenge is bound to secret and version, and lasts as the settings say', async () => {
    const [a, b] = [await stored(), await stored()];
    const spent = await challengeFor(a);
    expect((await verify(b, spent)).at('verified')).toBe(false);
    expect((await verify(a, spent)).at('verified')).toBe(false);
    const old = await challengeFor(a);
    const next = String((await rotate(a, { new_value: VALUE })).at('id'));
    expect((await verify(next, old)).at('verified')).toBe(false);
    const late = await challengeFor(b);
    server.advance(300_000);
    expect((await verify(b, late)).at('verified')).toBe(false);
    const json = { secret_challenge_seconds: 600 };
    await server.call('PATCH', '/api/v1/admin/settings', { token: server.admin, json });
    const longer = await challengeFor(b);
    server.advance(500_000);
    expect((await verify(b, longer)).at('verified')).toBe(true);
    const back = { secret_challenge_seconds: 300 };
    await server.call('PATCH', '/api/v1/admin/settings', { token: server.admin, json: back });
    const unknown = { secret_id: b, challenge: toBase64(systemRandom(32)), hmac_proof: 'AA==' };
    expect((await call('POST', '/verify', unknown)).at('verified')).toBe(false);
    expect((await call('POST', '/verify', { ...unknown, challenge: '!' })).code).toBe('INVALID_REQUEST');
  });

  test('two attempts at once get it once', async () => {
    const id = await stored();
    const challenge = await challengeFor(id);
    const answers = await Promise.all([verify(id, challenge), verify(id, challenge), verify(id, challenge)]);
    expect(answers.filter((answer) => answer.at('verified') === true).length).toBe(1);
  });
});
