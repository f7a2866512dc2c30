/** Keys that keys make (decisions 12.21 to 12.23), over HTTP on a real server. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, openTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const KEYS = '/api/auth/keys';
const ADMIN_KEYS = '/api/v1/admin/keys';

interface Key {
  readonly id: string;
  readonly text: string;
}

function keyOf(answer: Answer): Key {
  expect(answer.status, answer.text).toBe(200);
  return { id: String(answer.at('key_id')), text: String(answer.at('api_key')) };
}

const owner = async (): Promise<Key> => {
  const { key, keyId } = await server.newKey({ plan: 'enterprise_plus' });
  return { id: keyId, text: key };
};
const mint = (maker: Key, json: object = {}) => server.call('POST', KEYS, { token: maker.text, json });
const rotate = (by: Key, key: Key, json: object = {}) =>
  server.call('POST', `${KEYS}/${key.id}/rotate`, { token: by.text, json });
const revoke = (by: Key, key: Key) => server.call('DELETE', `${KEYS}/${key.id}`, { token: by.text });
const admin = (method: string, path: string, json?: object) =>
  server.call(method, `${ADMIN_KEYS}${path}`, { token: server.admin, ...(json === undefined ? {} : { json }) });
const works = async ({ text }: Key) => (await server.call('GET', '/v1/receipts', { token: text })).status === 200;
const inSeconds = (seconds: number) => new Date(server.deps.clock() + seconds * 1000).toISOString();

describe('security HIGH-2: a key does not live on in one that it made', () => {
  test('12.21: it ends no later than its maker, whatever the spelling of the time', async () => {
    const top = keyOf(await admin('POST', '', { project_id: 'prj_local', expires_at: inSeconds(3_600) }));
    const child = await mint(top);
    const above = (await admin('GET', '?project_id=prj_local')).at('items.1.expires_at');
    expect([child.at('expires_at'), child.at('created_by')]).toEqual([above, top.id]);
    const later = await mint(top, { expires_at: inSeconds(3_700) });
    expect([later.code, later.message]).toEqual(['INVALID_REQUEST', expect.stringContaining('`expires_at`')]);
    // The same instant in another offset is no later one; one that reads as earlier may be later.
    const end = Date.parse(String(above));
    const offset = `${new Date(end + 2 * 3_600_000).toISOString().slice(0, -1)}+02:00`;
    expect([200, 400]).toContain((await mint(top, { expires_at: offset })).status);
    const sooner = await mint(top, { expires_at: inSeconds(60) });
    expect(sooner.status).toBe(200);
    const grandchild = keyOf(await mint(keyOf(child)));
    server.advance(3_601_000);
    expect(await Promise.all([top, keyOf(child), keyOf(sooner), grandchild].map(works))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  test('12.21: it is revoked together with its maker, in every generation, and at once', async () => {
    const top = await owner();
    const child = keyOf(await mint(top));
    const grandchild = keyOf(await mint(child));
    const other = keyOf(await mint(top));
    expect(await Promise.all([top, child, grandchild, other].map(works))).toEqual([true, true, true, true]);
    const ended = await revoke(top, child);
    expect([ended.at('revoked_with_it'), ended.at('kept')]).toEqual([[grandchild.id], []]);
    expect(await Promise.all([top, child, grandchild, other].map(works))).toEqual([true, false, false, true]);
    expect((await admin('DELETE', `/${top.id}`)).at('revoked_with_it')).toEqual([other.id]);
    expect(await works(other)).toBe(false);
  });

  test('12.21: a key that was rotated makes, replaces and widens nothing; its children are those of the new one', async () => {
    const top = await owner();
    const child = keyOf(await mint(top));
    const fresh = keyOf(await rotate(top, top));
    expect(await works(top)).toBe(true);
    expect((await mint(top)).code).toBe('CONFLICT');
    expect((await rotate(top, top)).code).toBe('CONFLICT');
    expect((await rotate(top, child)).code).toBe('CONFLICT');
    expect((await revoke(top, child)).code).toBe('INVALID_SCOPE');
    expect((await revoke(top, fresh)).code).toBe('INVALID_SCOPE');
    expect(
      (await server.call('POST', '/api/auth/request', { token: top.text, json: { email: await emailOf(top) } })).code,
    ).toBe('CONFLICT');
    const wider = await admin('PATCH', `/${child.id}`, { scopes: ['*', 'reveal', 'approve'] });
    expect(wider.status).toBe(200);
    await admin('PATCH', `/${top.id}`, { scopes: ['sign'] });
    expect((await admin('PATCH', `/${top.id}`, { scopes: ['sign', 'keys'] })).code).toBe('INVALID_REQUEST');
    expect((await admin('PATCH', `/${top.id}`, { expires_at: null })).code).toBe('INVALID_REQUEST');
    const listed = await server.call('GET', KEYS, { token: fresh.text });
    const rows = listed.at('items') as { key_id: string; created_by: string | null }[];
    expect(rows.find(({ key_id }) => key_id === child.id)?.created_by).toBe(fresh.id);
    await revoke(fresh, fresh);
    expect(await Promise.all([top, child, fresh].map(works))).toEqual([false, false, false]);
  });

  test('12.21: what is taken from a key is taken from all below it, and from those that it replaced', async () => {
    const top = await owner();
    const child = keyOf(await mint(top, { scopes: ['sign', 'keys', 'reveal'] }));
    const grandchild = keyOf(await mint(child, { scopes: ['keys', 'reveal'] }));
    const fresh = keyOf(await rotate(top, child));
    await admin('PATCH', `/${fresh.id}`, { scopes: ['keys'], expires_at: inSeconds(600) });
    const page = (await admin('GET', `?ends_with=${top.id}`)).at('items') as Record<string, unknown>[];
    const facts = new Map(page.map((key) => [key.key_id, key]));
    expect([...facts.keys()].toSorted()).toEqual([child.id, grandchild.id, fresh.id].toSorted());
    const end = facts.get(fresh.id)?.expires_at;
    expect(facts.get(grandchild.id)).toMatchObject({ scopes: ['keys'], expires_at: end });
    expect(facts.get(child.id)).toMatchObject({ scopes: ['keys'], expires_at: end });
    // Nothing comes back below when it comes back above, and nothing goes beyond the maker.
    await admin('PATCH', `/${fresh.id}`, { scopes: ['sign', 'keys'], expires_at: null });
    expect((await admin('PATCH', `/${grandchild.id}`, { scopes: ['reveal'] })).code).toBe('INVALID_REQUEST');
    expect((await admin('PATCH', `/${grandchild.id}`, { expires_at: inSeconds(900) })).status).toBe(200);
    await admin('PATCH', `/${fresh.id}`, { scopes: ['vault'] });
    const left = (await admin('GET', `?ends_with=${fresh.id}`)).at('items') as Record<string, unknown>[];
    expect(left.find(({ key_id }) => key_id === grandchild.id)).toMatchObject({ scopes: [] });
  });

  test('12.21: only console and administrator keep what a key made; it has no maker then', async () => {
    const top = await owner();
    const child = keyOf(await mint(top));
    const grandchild = keyOf(await mint(child));
    const asked = await server.call('DELETE', `${KEYS}/${top.id}?descendants=false`, { token: top.text });
    expect(asked.code).toBe('INVALID_REQUEST');
    const ended = await admin('DELETE', `/${top.id}?descendants=false`);
    expect([ended.at('revoked_with_it'), ended.at('kept')]).toEqual([[], [child.id]]);
    expect(await Promise.all([top, child, grandchild].map(works))).toEqual([false, true, true]);
    const rows = (await server.call('GET', KEYS, { token: child.text })).at('items') as Record<string, unknown>[];
    expect(rows.map(({ key_id, created_by }) => [key_id, created_by])).toEqual([
      [grandchild.id, child.id],
      [child.id, null],
      [top.id, null],
    ]);
    await admin('DELETE', `/${child.id}`);
    expect(await works(grandchild)).toBe(false);
  });

  test('12.21: at most eight generations, and rotation adds none', async () => {
    let last = await owner();
    for (let depth = 1; depth <= 8; depth++) {
      if (depth === 4) last = keyOf(await rotate(last, last));
      last = keyOf(await mint(last));
    }
    expect((await mint(last)).code).toBe('CONFLICT');
    expect((await mint(keyOf(await rotate(last, last)))).code).toBe('CONFLICT');
  });

  test('security LOW-9, 12.21: a key replaces and revokes itself and what it made, never a sibling or what is above', async () => {
    const top = await owner();
    const [one, two] = [keyOf(await mint(top)), keyOf(await mint(top))];
    for (const key of [two, top]) {
      expect((await revoke(one, key)).code).toBe('INVALID_SCOPE');
      expect((await rotate(one, key)).code).toBe('INVALID_SCOPE');
    }
    const stranger = await owner();
    expect((await revoke(one, stranger)).code).toBe('NOT_FOUND');
    expect((await rotate(one, { id: 'ak_0000000000000000', text: '' })).code).toBe('NOT_FOUND');
    expect((await revoke(top, two)).status).toBe(200);
  });

  test('12.21: a key that is minted while its maker is revoked or expires never lives on', async () => {
    for (let round = 0; round < 12; round++) {
      const top = await owner();
      const child = keyOf(await mint(top));
      const calls = [
        ...Array.from({ length: 4 }, () => mint(child)),
        round % 2 === 0 ? revoke(top, child) : admin('DELETE', `/${top.id}`),
        ...Array.from({ length: 4 }, () => mint(child)),
        rotate(child, child),
      ];
      const answers = await Promise.all(round % 3 === 0 ? calls : calls.toReversed());
      const made = answers.filter((answer) => answer.at('api_key') !== undefined).map(keyOf);
      expect((await Promise.all(made.map(works))).filter(Boolean)).toEqual([]);
      expect(await works(child)).toBe(false);
    }
  });
});

async function emailOf({ id }: Key): Promise<string> {
  const page = (await admin('GET', '?limit=200')).at('items') as { key_id: string; email: string }[];
  return page.find(({ key_id }) => key_id === id)?.email ?? '';
}

describe('12.22: what a key has unless it is said', () => {
  test('12.22: the key that opens an account has everything; later ones have reveal and approve only by name', async () => {
    const top = await owner();
    const scopesOf = async (json: object) => (await mint(top, json)).at('scopes');
    const listed = await server.call('GET', KEYS, { token: top.text });
    expect(listed.at('items.0.scopes')).toBe('*');
    for (const json of [{}, { scopes: '*' }, { scopes: ['*'] }, { scopes: ['*', 'sign'] }]) {
      const scopes = (await scopesOf(json)) as string[];
      expect([scopes.includes('sign'), scopes.includes('approve'), scopes.includes('reveal')]).toEqual([
        true,
        false,
        false,
      ]);
    }
    expect(await scopesOf({ scopes: ['*', 'approve'] })).toEqual(expect.arrayContaining(['approve', 'sign']));
    expect(await scopesOf({ scopes: ['*', 'approve'] })).not.toContain('reveal');
    expect(await scopesOf({ scopes: ['*', 'approve', 'reveal'] })).toBe('*');
    const issued = await admin('POST', '', { project_id: 'prj_local' });
    expect(issued.at('scopes')).not.toEqual(expect.arrayContaining(['approve']));
    // A key whose only scopes are those two has nothing to give unasked.
    const narrow = keyOf(await mint(top, { scopes: ['approve'] }));
    expect((await mint(narrow)).code).toBe('INVALID_REQUEST');
    expect((await mint(narrow, { scopes: ['approve'] })).status).toBe(200);
  });
});

describe('security MEDIUM-1, 12.23: an address that has an account', () => {
  const ask = (email: string, token?: string) =>
    server.call('POST', '/api/auth/request', { json: { email }, ...(token === undefined ? {} : { token }) });

  test('12.23: is served to a living key of that account, the console and the administrator, and to nobody else', async () => {
    const alice = await owner();
    const bob = await owner();
    const email = await emailOf(alice);
    const dead = keyOf(await mint(alice));
    await revoke(alice, dead);
    const refused = [
      await ask(email),
      await ask(email.toUpperCase()),
      await ask(email, bob.text),
      await ask(email, dead.text),
      await ask(email, 'x'),
    ];
    expect(refused.map(({ status, code }) => [status, code])).toEqual(Array(5).fill([401, 'UNAUTHORIZED']));
    expect(new Set(refused.map(({ message }) => message)).size).toBe(1);
    const further = await ask(email, alice.text);
    expect([further.status, further.at('plan')]).toEqual([200, 'enterprise_plus']);
    const rows = (await server.call('GET', KEYS, { token: String(further.at('api_key')) })).at('items') as Record<
      string,
      unknown
    >[];
    expect(rows).toMatchObject([{ key_id: further.at('key_id'), created_by: alice.id }]);
    expect(rows[0]?.scopes).not.toContain('reveal');
    const byAdministrator = await ask(email, server.admin);
    expect(byAdministrator.status).toBe(200);
    // A stranger with a key of his own still opens an account of his own.
    expect((await ask('new-one@example.com', bob.text)).at('plan')).toBe('free');
    await admin('DELETE', `/${alice.id}`);
    expect(await works(keyOf(further))).toBe(false);
    expect(await works(keyOf(byAdministrator))).toBe(true);
  });

  test('12.23: the first key of a further project has at most the scopes and the time of the asking key', async () => {
    const alice = await owner();
    const narrow = keyOf(await mint(alice, { scopes: ['sign', 'approve'], expires_at: inSeconds(600) }));
    const further = await ask(await emailOf(alice), narrow.text);
    const rows = (await server.call('GET', KEYS, { token: String(further.at('api_key')) })).at('items');
    expect(rows).toMatchObject([{ scopes: ['sign'], expires_at: expect.any(String), created_by: narrow.id }]);
  });

  test('12.23: a suspended account answers strangers as every other does', async () => {
    const alice = await owner();
    const email = await emailOf(alice);
    const before = await ask(email);
    const { account_id: id } = await server.deps.db
      .selectFrom('projects')
      .innerJoin('api_keys', 'api_keys.project_id', 'projects.id')
      .select('account_id')
      .where('api_keys.id', '=', alice.id)
      .executeTakeFirstOrThrow();
    await server.call('PATCH', `/api/v1/admin/accounts/${id}`, { token: server.admin, json: { status: 'suspended' } });
    const after = await ask(email, alice.text);
    expect([after.status, after.code, after.message]).toEqual([before.status, before.code, before.message]);
    expect((await ask(email, server.admin)).code).toBe('INVALID_SCOPE');
  });
});

/** What a model knows of a key. */
interface Model {
  readonly key: Key;
  maker: Model | null;
  /** The key that replaced it. */
  next: Model | null;
  end: number;
  scopes: Set<string>;
  revoked: boolean;
}

const SOME = ['sign', 'keys', 'secrets', 'agents'] as const;

describe('12.21: chains of keys that rotate, mint, end and lose scopes in turn', () => {
  const step = fc.record({
    act: fc.constantFrom('mint', 'mint', 'rotate', 'rotate', 'revoke', 'narrow', 'shorten', 'wait', 'keep'),
    who: fc.nat(),
    target: fc.nat(),
    byAdministrator: fc.boolean(),
    scopes: fc.subarray([...SOME], { minLength: 1 }),
    seconds: fc.integer({ min: 1, max: 400 }),
  });

  test('no living key below a dead one, none outlives or outranks its maker', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
        const top = await owner();
        const all: Model[] = [
          { key: top, maker: null, next: null, end: Number.POSITIVE_INFINITY, scopes: new Set(SOME), revoked: false },
        ];
        await admin('PATCH', `/${top.id}`, { scopes: [...SOME] });
        const isLiving = (model: Model) => !model.revoked && model.end > server.deps.clock();
        const below = (model: Model): Model[] =>
          all
            .filter((other) => other.maker === model || other.next === model)
            .flatMap((other) => [other, ...below(other)]);
        const pick = (n: number) => all[n % all.length] as Model;
        for (const { act, who, target, byAdministrator, scopes, seconds } of steps) {
          const [by, on] = [pick(who), pick(target)];
          if (act === 'wait') server.advance(seconds * 500);
          if (act === 'mint') {
            const answer = await mint(by.key, { scopes, ...(seconds % 2 ? { expires_at: inSeconds(seconds) } : {}) });
            if (answer.status === 200) {
              const end =
                answer.at('expires_at') === null
                  ? Number.POSITIVE_INFINITY
                  : Date.parse(String(answer.at('expires_at')));
              expect([isLiving(by), by.next, end <= by.end]).toEqual([true, null, true]);
              all.push({
                key: keyOf(answer),
                maker: by,
                next: null,
                end,
                scopes: new Set(answer.at('scopes') as string[]),
                revoked: false,
              });
            }
          }
          if (act === 'rotate') {
            const json = { grace_period_seconds: seconds };
            const answer = byAdministrator
              ? await admin('POST', `/${on.key.id}/rotate`, json)
              : await rotate(by.key, on.key, json);
            if (answer.status === 200) {
              expect(on.next).toBe(null);
              const fresh = { ...on, key: keyOf(answer), scopes: new Set(on.scopes) };
              for (const child of all) if (child.maker === on) child.maker = fresh;
              on.next = fresh;
              on.end = Math.min(on.end, server.deps.clock() + seconds * 1000);
              all.push(fresh);
              for (const older of below(on)) older.end = Math.min(older.end, on.end);
            }
          }
          if (act === 'revoke' || act === 'keep') {
            const keeps = act === 'keep';
            const answer =
              byAdministrator || keeps
                ? await admin('DELETE', `/${on.key.id}${keeps ? '?descendants=false' : ''}`)
                : await revoke(by.key, on.key);
            if (answer.status === 200) {
              if (keeps) for (const child of all) if (child.maker === on) child.maker = null;
              for (const model of [on, ...below(on)]) model.revoked = true;
            }
          }
          if (act === 'narrow' || act === 'shorten') {
            const json = act === 'narrow' ? { scopes } : { expires_at: inSeconds(seconds) };
            const answer = await admin('PATCH', `/${on.key.id}`, json);
            if (answer.status === 200) {
              if (act === 'narrow') on.scopes = new Set(scopes);
              else on.end = Date.parse(String(answer.at('expires_at')));
              for (const model of below(on)) {
                model.end = Math.min(model.end, on.end);
                model.scopes = new Set([...model.scopes].filter((scope) => on.scopes.has(scope)));
              }
            }
          }
          server.deps.identity.forget();
          for (const model of all) {
            const { maker } = model;
            const answer = await server.call('GET', KEYS, { token: model.key.text, json: undefined });
            expect(answer.status === 200, `${act} ${model.key.id}`).toBe(isLiving(model));
            if (answer.status !== 200 || maker === null) continue;
            expect(isLiving(maker)).toBe(true);
            expect(model.end).toBeLessThanOrEqual(maker.end);
            expect([...model.scopes].every((scope) => maker.scopes.has(scope))).toBe(true);
          }
          const rows = await server.deps.db.selectFrom('api_keys').selectAll().execute();
          for (const row of rows) {
            const maker = rows.find(({ id }) => id === row.created_by);
            if (maker === undefined) continue;
            expect(maker.revoked_at === null || row.revoked_at !== null).toBe(true);
            expect(maker.expires_at === null || (row.expires_at ?? Number.POSITIVE_INFINITY) <= maker.expires_at).toBe(
              true,
            );
          }
        }
      }),
      { numRuns: 25, endOnFailure: true },
    );
  });
});
