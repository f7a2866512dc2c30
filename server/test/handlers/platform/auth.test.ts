import { toBase64, utf8 } from '@touchstone/core/bytes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { KEY_KINDS, newDevice } from '../../../../core/test/webauthn/device.ts';
import { openTestServer, type TestServer } from '../../harness.ts';
import { platformOf } from './users.ts';

let server: TestServer;
let key: string;
let platform: ReturnType<typeof platformOf>;
let other: ReturnType<typeof platformOf>;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ key } = await server.newKey());
  platform = platformOf(server, key);
  other = platformOf(server, (await server.newKey()).key);
});

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const tokenState = (token: string) => platform.send('GET', `/auth/verify/${token}`);

describe('register', () => {
  test('answers user and session; the store has no token', async () => {
    const biometric = { enabled: true, methods: ['face', 'fingerprint'] };
    const answer = await platform.register('Ada@Example.com', { displayName: 'Ada Lovelace', biometric });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({
      user: {
        id: expect.stringMatching(/^usr_[0-9a-f]{16}$/),
        email: 'Ada@Example.com',
        displayName: 'Ada Lovelace',
        createdAt: expect.stringMatching(ISO),
      },
      session: {
        token: expect.stringMatching(/^tok_[0-9a-f]{16}\.[0-9a-f]{64}$/),
        expiresAt: expect.stringMatching(ISO),
      },
    });
    const [created, expires] = [answer.at('user.createdAt'), answer.at('session.expiresAt')].map((at) =>
      Date.parse(String(at)),
    );
    expect((expires ?? 0) - (created ?? 0)).toBe(86_400_000);
    const rows = await server.deps.db.selectFrom('platform_sessions').selectAll().execute();
    const secret = String(answer.at('session.token')).split('.')[1] ?? '';
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(Buffer.concat(rows.map(({ token_hash }) => token_hash)).toString('hex')).not.toContain(secret);
  });

  test('an address registers once in a project, in whatever case; in another project it is another user', async () => {
    const first = await platform.register('ada@example.com');
    const again = await platform.register('ADA@example.com');
    expect(again.body).toEqual({
      error: {
        code: 'CONFLICT',
        message: 'This e-mail address is already registered.',
        details: { field: 'email', reason: 'This e-mail address is already registered.' },
      },
      requestId: again.headers['x-request-id'],
    });
    expect(again.status).toBe(409);
    const elsewhere = await other.register('ada@example.com');
    expect(elsewhere.status).toBe(200);
    expect(elsewhere.at('user.id')).not.toBe(first.at('user.id'));
  });

  test('two at once: one of them', async () => {
    const answers = await Promise.all([platform.register('a@example.com'), platform.register('a@example.com')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('challenge', () => {
  test('for nobody in particular, and for a user with his credentials', async () => {
    const open = await platform.send('GET', '/auth/challenge');
    expect(open.body).toEqual({
      challenge: expect.stringMatching(/^chl_[0-9a-f]{16}$/),
      publicKey: {
        challenge: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
        rp: { name: 'Touchstone', id: 'localhost' },
        user: { id: '', name: '', displayName: '' },
        userVerification: 'required',
      },
      origin: 'http://localhost:7433',
      expiresAt: expect.stringMatching(ISO),
    });
    expect(Date.parse(String(open.at('expiresAt')))).toBe(server.deps.clock() + 300_000);
    const { userId, credentialId } = await platform.enrolled(newDevice('ES256'), 'webauthn');
    const bound = await platform.send('GET', `/auth/challenge?userId=${userId}`);
    expect(bound.at('publicKey.user.id')).toBe(userId);
    expect(bound.at('publicKey.user.displayName')).toBe('Ada');
    expect(bound.at('publicKey.allowCredentials')).toEqual([{ type: 'public-key', id: credentialId }]);
    expect(bound.at('publicKey.challenge')).not.toBe(open.at('publicKey.challenge'));
  });

  test('S1: not for a user of another project', async () => {
    const userId = await other.newUser();
    const answer = await platform.send('GET', `/auth/challenge?userId=${userId}`);
    expect([answer.status, answer.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('lasts as the settings say', async () => {
    const change = { platform_challenge_seconds: 30, platform_session_seconds: 300 };
    const set = (json: object) => server.call('PATCH', '/api/v1/admin/settings', { token: server.admin, json });
    expect((await set(change)).status).toBe(200);
    const answer = await platform.send('GET', '/auth/challenge');
    expect(Date.parse(String(answer.at('expiresAt')))).toBe(server.deps.clock() + 30_000);
    const session = await platform.register();
    expect(Date.parse(String(session.at('session.expiresAt')))).toBe(server.deps.clock() + 300_000);
    expect((await set({ platform_challenge_seconds: 300, platform_session_seconds: 86_400 })).status).toBe(200);
    expect((await set({ platform_challenge_seconds: 29 })).status).toBe(400);
  });
});

describe('login', () => {
  test.each(KEY_KINDS)('with a raw key of %s and with an authenticator', async (kind) => {
    for (const form of ['raw', 'webauthn'] as const) {
      const { device, userId, credentialId } = await platform.enrolled(newDevice(kind), form);
      const { id, bytes } = await platform.challenge(userId);
      const answer = await platform.login(id, credentialId, device[form](bytes));
      expect(answer.status, answer.text).toBe(200);
      expect(answer.at('user.id')).toBe(userId);
      expect(Object.keys(answer.body as object)).toEqual(['user', 'session']);
      const state = await tokenState(String(answer.at('session.token')));
      expect(state.body).toMatchObject({ valid: true, user_id: userId });
    }
  });

  test('S26: a failed attempt spends the challenge and opens nothing', async () => {
    const { device, credentialId } = await platform.enrolled(newDevice('Ed25519'), 'raw');
    const sessions = async () => (await server.deps.db.selectFrom('platform_sessions').select('id').execute()).length;
    const before = await sessions();
    const { id, bytes } = await platform.challenge();
    const good = device.raw(bytes);
    const failed = await platform.login(id, credentialId, { ...good, signature: device.raw('AAAA').signature });
    expect([failed.status, failed.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(failed.at('error.details')).toEqual({ field: '', reason: failed.message });
    expect((await platform.login(id, credentialId, good)).code).toBe('UNAUTHORIZED');
    expect(await sessions()).toBe(before);
    const next = await platform.challenge();
    expect((await platform.login(next.id, credentialId, device.raw(next.bytes))).status).toBe(200);
    expect((await platform.login(next.id, credentialId, device.raw(next.bytes))).code).toBe('UNAUTHORIZED');
  });

  test('not with another type than was enrolled', async () => {
    const { device, credentialId } = await platform.enrolled(newDevice('Ed25519'), 'raw');
    const { id, bytes } = await platform.challenge();
    expect((await platform.login(id, credentialId, device.raw(bytes), 'face')).code).toBe('UNAUTHORIZED');
  });

  test('a credential that is none is refused by name, and the challenge stays', async () => {
    const { device, credentialId } = await platform.enrolled(newDevice('Ed25519'), 'raw');
    const { id, bytes } = await platform.challenge();
    const answer = { id: credentialId, ...device.raw(bytes) };
    const wrong = ['hello', '[]', '{}', '{"id":1}'].concat(
      [
        { ...answer, surprise: 1 },
        { ...answer, id: 'A' },
        { ...answer, signature: null },
      ].map((one) => JSON.stringify(one)),
    );
    for (const text of [...wrong, 'x'.repeat(400_001)]) {
      const biometricData = { type: 'fingerprint', credential: toBase64(utf8(text)) };
      const json = { method: 'biometric', challenge: id, biometricData };
      const refused = await platform.send('POST', '/auth/login', json);
      expect([refused.status, refused.code]).toEqual([400, 'INVALID_REQUEST']);
      expect(refused.at('error.details.field')).toBe('biometricData.credential');
    }
    expect((await platform.login(id, credentialId, device.raw(bytes))).status).toBe(200);
  });
});

describe('S26: a token_id is never the token', () => {
  test('the id names the session; a wrong secret is not valid', async () => {
    const registered = await platform.register();
    const token = String(registered.at('session.token'));
    const id = token.split('.')[0] ?? '';
    const known = {
      token_id: id,
      valid: true,
      user_id: registered.at('user.id'),
      issued_at: registered.at('user.createdAt'),
      expires_at: registered.at('session.expiresAt'),
    };
    expect((await tokenState(id)).body).toEqual(known);
    expect((await tokenState(token)).body).toEqual(known);
    const unknown = { token_id: id, valid: false, user_id: null, issued_at: null, expires_at: null };
    for (const wrong of [`${id}.${'0'.repeat(64)}`, token.slice(0, -1), `${token}0`, `${id}.x`]) {
      expect((await tokenState(wrong)).body).toEqual(unknown);
    }
    const elsewhere = `tok_0000000000000000.${token.split('.')[1]}`;
    expect((await tokenState(elsewhere)).body).toEqual({ ...unknown, token_id: 'tok_0000000000000000' });
    // S1
    expect((await other.send('GET', `/auth/verify/${token}`)).body).toEqual(unknown);
  });

  test('neither opens an operation', async () => {
    const token = String((await platform.register()).at('session.token'));
    for (const bearer of [token, token.split('.')[0] ?? '']) {
      expect((await server.call('GET', '/v1/auth/challenge', { token: bearer })).code).toBe('INVALID_KEY');
    }
  });

  test('an ended session is not valid, and after a while unknown', async () => {
    const registered = await platform.register();
    const token = String(registered.at('session.token'));
    server.advance(86_400_000);
    const ended = await tokenState(token);
    expect(ended.body).toMatchObject({ valid: false, user_id: registered.at('user.id') });
    expect(ended.at('expires_at')).toBe(registered.at('session.expiresAt'));
    server.advance(30 * 86_400_000);
    await platform.register();
    expect((await tokenState(token)).body).toMatchObject({ valid: false, user_id: null });
  });

  test('what is no token is refused in the envelope of document 2', async () => {
    for (const wrong of ['tok_', 'ses_0123456789abcdef', 'tok_a.b.c', 'tok_%20']) {
      const answer = await tokenState(wrong);
      expect([answer.status, answer.code]).toEqual([400, 'INVALID_REQUEST']);
      expect(answer.at('error.request_id')).toBe(answer.headers['x-request-id']);
    }
  });

  test('tokens and their parts are not logged', async () => {
    const token = String((await platform.register()).at('session.token'));
    await tokenState(token);
    expect(server.logged.join('')).not.toContain(token.split('.')[1] ?? token);
  });
});
