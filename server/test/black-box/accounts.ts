/** Documents 2 and 3 on keys, plans, rates, units and errors; decisions §1, §2; S1, S3. */
import { describe, expect, test } from 'vitest';
import { type Account, type Reply, type Service, sleep, statusesIn, tally } from './client.ts';
import { bytes, canonical, currentSet, isSigned, publicKeyOf, sha3 } from './independent.ts';

const SIGN = '/api/svc-key/sign/3key';
const BODY = { data: 'x', encoding: 'utf8' };

/** An entry of the administration's audit, as far as a reader needs to know it. */
interface Entry {
  readonly signature: string;
  readonly previous: string | null;
}

export function accountSuite(service: () => Service, client: () => Account): void {
  const many = (count: number, call: (at: number) => Promise<Reply>) =>
    Promise.all(Array.from({ length: count }, (_, at) => call(at)));

  /** Free-plan calls at once: how many were allowed, and how many can be where five flow back in each second they take. */
  async function burst(count: number, call: (at: number) => Promise<Reply>) {
    const begun = performance.now();
    const replies = await many(count, call);
    const seconds = (performance.now() - begun) / 1000;
    return { replies, allowed: tally(replies)[200] ?? 0, most: 11 + Math.floor(5 * seconds) };
  }

  describe('credentials', () => {
    test.each<readonly [string, (key: string) => Record<string, string>]>([
      ['Bearer', (key) => ({ authorization: `Bearer ${key}` })],
      ['bearer in lower case', (key) => ({ authorization: `bearer ${key}` })],
      ['X-API-Key', (key) => ({ 'x-api-key': key })],
      ['both, equal', (key) => ({ authorization: `Bearer ${key}`, 'x-api-key': key })],
    ])('%s lets in', async (_name, headers) => {
      const { status } = await service().call('GET', '/v1/receipts', { headers: headers(client().key) });
      expect(status).toBe(200);
    });

    test.each<readonly [string, string, (key: string) => Record<string, string>]>([
      ['nothing', 'UNAUTHORIZED', () => ({})],
      ['Basic', 'UNAUTHORIZED', (key) => ({ authorization: `Basic ${key}` })],
      ['Bearer without a key', 'UNAUTHORIZED', () => ({ authorization: 'Bearer' })],
      ['a key and more', 'UNAUTHORIZED', (key) => ({ authorization: `Bearer ${key} x` })],
      ['two keys', 'UNAUTHORIZED', (key) => ({ authorization: `Bearer ${key}`, 'x-api-key': 'svc_live_0' })],
      ['an empty X-API-Key', 'UNAUTHORIZED', () => ({ 'x-api-key': '' })],
      ['an unknown text', 'INVALID_KEY', () => ({ authorization: 'Bearer zz' })],
      ['a shortened key', 'INVALID_KEY', (key) => ({ authorization: `Bearer ${key.slice(0, -1)}` })],
      ['a key in upper case', 'INVALID_KEY', (key) => ({ 'x-api-key': key.toUpperCase() })],
    ])('%s is %s', async (_name, code, headers) => {
      const refused = await service().call('GET', '/v1/receipts', { headers: headers(client().key) });
      expect([refused.status, refused.at('error.code')]).toEqual([401, code]);
      expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    });

    test('a key cannot act for a project that a header names', async () => {
      const mine = await service().account();
      await service().post('/v1/receipts', { payload: 'mine' }, mine.key);
      const headers = { 'x-svc-project': mine.projectId };
      const seen = async (key: string) => (await service().call('GET', '/v1/receipts', { key, headers })).at('items');
      expect(await seen((await service().account()).key)).toEqual([]);
      expect(await seen(service().admin)).toHaveLength(1);
    });

    test('the key in the query string is no credential', async () => {
      expect((await service().get(`/v1/receipts?api_key=${client().key}`)).status).toBe(401);
    });

    test('scopes limit a key, a key grants no more than it has, and no key administers', async () => {
      const { key } = client();
      const narrow = await service().post('/api/auth/keys', { scopes: ['sign'] }, key);
      const sign = narrow.str('api_key');
      expect((await service().post(SIGN, BODY, sign)).status).toBe(200);
      const refused = await service().call('POST', '/v1/crypto/kyber/keygen', { raw: '{bad', key: sign });
      expect([refused.status, refused.at('error.code')]).toEqual([403, 'INVALID_SCOPE']);
      expect((await service().post('/api/auth/keys', { scopes: ['keys'] }, sign)).at('error.code')).toBe(
        'INVALID_SCOPE',
      );
      expect((await service().post('/api/auth/keys', {}, sign)).at('scopes')).toEqual(['sign']);
      const admin = await service().post('/api/auth/keys', { scopes: ['admin'] }, key);
      expect(admin.at('error.code')).toBe('INVALID_REQUEST');
      expect(admin.str('error.message')).toContain('"platform"');
      const admins = await service().get('/api/v1/admin/accounts', key);
      expect([admins.status, admins.at('error.code')]).toEqual([403, 'INVALID_SCOPE']);
      expect((await service().get('/api/v1/admin/accounts')).at('error.code')).toBe('UNAUTHORIZED');
    });

    test('a suspended account is let in nowhere, and again when it is active', async () => {
      const account = await service().account();
      await service().change(account, { status: 'suspended' });
      expect((await service().get('/v1/receipts', account.key)).at('error.code')).toBe('INVALID_KEY');
      expect((await service().post('/api/auth/request', { email: account.email }, account.key)).status).toBe(401);
      expect((await service().post('/api/auth/request', { email: account.email }, service().admin)).status).toBe(403);
      await service().change(account, { status: 'active' });
      expect((await service().get('/v1/receipts', account.key)).status).toBe(200);
    });
  });

  describe('rates', () => {
    test('the free plan allows a burst of ten, then tells when to come again', async () => {
      const { key } = await service().account();
      const ask = () => service().get('/v1/receipts', key);
      const { replies, allowed, most } = await burst(64, ask);
      expect(allowed).toBeGreaterThanOrEqual(10);
      expect(allowed).toBeLessThanOrEqual(most);
      let refused = replies.find(({ status }) => status === 429);
      // A machine that is slow enough has all of them allowed.
      while (refused === undefined) refused = (await many(64, ask)).find(({ status }) => status === 429);
      expect(refused.at('error.code')).toBe('RATE_LIMITED');
      expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
      const wait = Number(refused.headers.get('retry-after'));
      expect(wait).toBeGreaterThanOrEqual(1);
      // 429 stands before the body is looked at.
      const early = await service().call('POST', SIGN, { raw: '{bad', key });
      expect([400, 429]).toContain(early.status);
      await sleep(wait * 1000);
      expect((await service().get('/v1/receipts', key)).status).toBe(200);
    });

    test('the keys of an account share one bucket; the platform has its own', async () => {
      const account = await service().account();
      const again = await service().post('/api/auth/request', { email: account.email }, account.key);
      const other = again.str('api_key');
      const { allowed, most } = await burst(24, (at) =>
        service().get('/v1/receipts', at % 2 === 0 ? account.key : other),
      );
      expect(allowed).toBeLessThanOrEqual(most);
      const platform = await service().get('/v1/cache/analytics', account.key);
      expect([platform.status === 429, platform.headers.get('x-ratelimit-limit')]).toEqual([false, '10']);
    });

    test.each([
      ['free', 10, 10],
      ['starter', 20, 10],
      ['pro', 100, 100],
      ['business', 400, 100],
      ['growth', 1_000, 100],
      ['scale', 4_000, 100],
      ['enterprise', 20_000, 1_000],
    ])('the plan %s has a burst of %i, and of %i on the platform', async (plan, burst, platformBurst) => {
      const account = await service().account({ plan });
      const limit = async (path: string) => (await service().get(path, account.key)).headers.get('x-ratelimit-limit');
      expect([await limit('/v1/receipts'), await limit('/v1/cache/analytics')]).toEqual([
        `${burst}`,
        `${platformBurst}`,
      ]);
    });

    test('clients without a key share a bucket, whoever they say they are', async () => {
      // Sent as one text: faster than they are allowed, also where everything is slow.
      const head = `GET /health HTTP/1.1\r\nHost: 127.0.0.1:${service().port}`;
      const requests = Array.from({ length: 400 }, (_, at) => {
        return `${head}\r\nX-Forwarded-For: 10.0.${at >> 8}.${at & 255}${at === 399 ? '\r\nConnection: close' : ''}\r\n\r\n`;
      });
      expect(statusesIn(await service().wire(requests.join('')))).toContain(429);
      await sleep(2_000);
    });

    test('every answer to a key says what is left, and when the bucket is full again', async () => {
      const account = await service().account({ plan: 'pro' });
      for (const reply of [
        await service().get('/v1/receipts', account.key),
        await service().post(SIGN, {}, account.key),
        await service().post('/v1/crypto/kyber/encapsulate', { public_key: 'A' }, account.key),
      ]) {
        expect(reply.headers.get('x-ratelimit-limit')).toBe('100');
        expect(Number(reply.headers.get('x-ratelimit-remaining'))).toBeLessThan(100);
        expect(Math.abs(Number(reply.headers.get('x-ratelimit-reset')) - Date.now() / 1000)).toBeLessThan(60);
      }
    });
  });

  describe('units', () => {
    test('64 calls at once spend exactly what there is', async () => {
      const account = await service().account({ plan: 'enterprise_plus', credits: 40 });
      const signed = await many(64, (at) => service().post(SIGN, { ...BODY, data: `${at}` }, account.key));
      expect(tally(signed)).toEqual({ 200: 40, 402: 24 });
      expect(signed.find(({ status }) => status === 402)?.at('error.code')).toBe('INSUFFICIENT_CREDITS');
      expect(await service().credits(account)).toBe(0);
    });

    test('mixed prices, refusals in between: the balance is what the answers say', async () => {
      const account = await service().account({ plan: 'enterprise_plus', credits: 45 });
      const { key } = account;
      const calls = [
        () => service().post('/v1/receipts', { payload: 'x' }, key),
        () => service().post('/v1/receipts', { payload: 5 }, key),
        () => service().post('/v1/crypto/dilithium/keygen', { security_level: 'ML-DSA-44' }, key),
        () => service().post('/v1/crypto/dilithium/sign', { message: 'AAAA', key_id: 'key_dil_0000000000000000' }, key),
      ];
      const replies = await many(64, (at) => calls[at % 4]?.() ?? Promise.reject(new Error('no call')));
      const done = (at: number) => replies.filter((reply, index) => index % 4 === at && reply.status === 200).length;
      expect(await service().credits(account)).toBe(45 - done(0) - 2 * done(2));
      expect(done(1) + done(3)).toBe(0);
    });

    test('402 stands after 400 and before the own errors of the operation; what is free stays free', async () => {
      const account = await service().account({ plan: 'enterprise_plus', credits: 0 });
      const { key } = account;
      expect((await service().post(SIGN, { data: 5 }, key)).status).toBe(400);
      expect((await service().post(SIGN, BODY, key)).status).toBe(402);
      const unknown = { message: 'AAAA', key_id: 'key_dil_0000000000000000' };
      expect((await service().post('/v1/crypto/dilithium/sign', unknown, key)).status).toBe(402);
      expect((await service().get('/v1/receipts', key)).status).toBe(200);
      await service().change(account, { credits: 5 });
      expect((await service().post('/v1/hybrid/sign', { message: '', signatureMode: 'archival' }, key)).status).toBe(
        402,
      );
      expect(await service().credits(account)).toBe(5);
    });
  });

  test('one address is one account, and one key is rotated once, whatever comes at once', async () => {
    const first = await many(6, () => service().post('/api/auth/request', { email: 'at-once@example.org' }));
    expect(tally(first)).toEqual({ 200: 1, 401: 5 });
    const { email, id, key: owner } = await service().account({ plan: 'enterprise_plus' });
    const issued = await many(12, () => service().post('/api/auth/request', { email }, owner));
    expect(new Set(issued.map((reply) => reply.at('project_id'))).size).toBe(12);
    const listed = (await service().get('/api/v1/admin/accounts?limit=200', service().admin)).at('accounts') as {
      email: string;
    }[];
    expect(listed.filter((one) => one.email === email)).toMatchObject([{ id }]);
    const key = issued[0]?.str('api_key') ?? '';
    const rotate = `/api/auth/keys/${issued[0]?.str('key_id')}/rotate`;
    expect(tally(await many(6, () => service().post(rotate, {}, key)))).toEqual({ 200: 1, 409: 5 });
  });

  test('clients that go away cost what was done for them and nothing else', async () => {
    const account = await service().account({ plan: 'enterprise_plus', credits: 50 });
    const body = JSON.stringify(BODY);
    const head = `POST ${SIGN} HTTP/1.1\r\nHost: 127.0.0.1:${service().port}\r\nX-API-Key: ${account.key}`;
    const text = `${head}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    await Promise.all(Array.from({ length: 12 }, (_, at) => service().wire(text, { forMs: at * 4 })));
    // What is under way comes before this one.
    expect((await service().post(SIGN, BODY, account.key)).status).toBe(200);
    const balance = async () =>
      JSON.parse((await service().get(`/api/v1/admin/accounts/${account.id}`, service().admin)).text);
    const unaccounted = async () => {
      const { granted, spent, credits } = await balance();
      return granted - spent - credits;
    };
    await expect.poll(unaccounted, { timeout: 30_000 }).toBe(0);
    expect((await balance()).spent).toBeLessThanOrEqual(13);
  });

  test('what the administrator does is written down, signed and chained', async () => {
    const account = await service().account({ credits: 3 });
    const set = await currentSet(service(), 'service');
    const entries = (await service().get('/api/v1/admin/audit?limit=3', service().admin)).at('items') as Entry[];
    expect(entries[0]).toMatchObject({ action: 'account.changed', subject: account.id });
    const bodies = entries.map(({ signature: _, ...body }) => body);
    for (const [at, { signature }] of entries.entries()) {
      const covered = Buffer.concat([Buffer.from('svc-admin-audit/v1\0'), sha3(canonical(bodies[at]))]);
      expect(isSigned('ML-DSA-65', covered, bytes(signature), publicKeyOf(set, 'ML-DSA-65'))).toBe(true);
      const before = bodies[at + 1];
      if (before !== undefined) expect(bodies[at]?.previous).toBe(sha3(canonical(before)).toString('hex'));
    }
  });

  test('the administrator changes accounts within bounds', async () => {
    const account = await service().account();
    const changed = await service().change(account, { plan: 'growth', credits: 7 });
    expect(JSON.parse(changed.text)).toMatchObject({ id: account.id, plan: 'growth', credits: 7, status: 'active' });
    for (const change of [
      { credits: -1 },
      { credits: 1.5 },
      { credits: '5' },
      { plan: 'gold' },
      { status: 'x' },
      { email: 'a@b.co' },
    ]) {
      const refused = await service().change(account, change);
      expect([refused.status, refused.at('error.code')]).toEqual([400, 'INVALID_REQUEST']);
    }
    const listed = await service().get('/api/v1/admin/accounts?limit=200', service().admin);
    expect((listed.at('accounts') as unknown[]).length).toBe(listed.at('total'));
    expect(await service().credits(account)).toBe(7);
    const unknown = await service().change({ ...account, id: 'acc_0000000000000000' }, { credits: 1 });
    expect(unknown.at('error.code')).toBe('NOT_FOUND');
  });

  test.each([
    ['/v1/shield/verify', 'starter'],
    ['/v1/shield/rotate', 'pro'],
    ['/v1/health/attest', 'pro'],
    ['/v1/key/wrap', 'pro'],
    ['/v1/key/gateway/proxy', 'starter'],
    ['/v1/key/fhe/register', 'pro'],
  ])('%s begins at the plan %s', async (path, plan) => {
    const account = await service().account();
    const refused = await service().call('POST', path, { raw: '{bad', key: account.key });
    expect([refused.status, refused.at('error.code')]).toEqual([403, 'INVALID_SCOPE']);
    await service().change(account, { plan });
    expect((await service().call('POST', path, { raw: '{bad', key: account.key })).status).toBe(400);
  });
}
