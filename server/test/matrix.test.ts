/** Every operation against everything that a stranger may send (issue 3, "Errors"). */

import { api } from '@touchstone/core/api/api.ts';
import { BODY_LIMIT, type Endpoint, endpointsOf, errorsOf, type Method } from '@touchstone/core/api/endpoint.ts';
import { ERRORS, isErrorCode } from '@touchstone/core/api/errors.ts';
import { PLAN_SLUGS, PLANS, type PlanSlug } from '@touchstone/core/api/plans.ts';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertAccount } from '../src/accounts/store/accounts.ts';
import { revokeApiKeys } from '../src/accounts/store/api-keys.ts';
import { write } from '../src/store/engine.ts';
import { CHECKS } from '../src/workers/body-checks.ts';
import { exampleRequest, type Request } from './examples.ts';
import { type Answer, type CallOptions, openTestServer, type TestServer } from './harness.ts';

const operations = endpointsOf(api);
const DANGEROUS_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

/** A value with U+0000 at the end of each of its texts, one at a time. */
function withNul(value: unknown): readonly unknown[] {
  if (typeof value === 'string') return [`${value}\u0000`];
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => withNul(item).map((wrong) => value.with(at, wrong)));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    withNul(member).map((wrong) => ({ ...value, [name]: wrong })),
  );
}

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** The lowest plan that reaches the operation's tier. */
function planFor({ minTier }: Endpoint): PlanSlug {
  const level = minTier === null ? 0 : Number(minTier.slice(-1));
  return PLAN_SLUGS.find((slug) => PLANS[slug].tierLevel >= level) ?? 'enterprise_plus';
}

function takes({ body }: Endpoint, name: string, value: unknown): boolean {
  const { properties } = body as { readonly properties: Readonly<Record<string, TSchema>> };
  const property = properties[name];
  return property !== undefined && Check(property, value);
}

/** One operation of each service, for each plan that reaches it: all that the limiter knows of a call (`takeToken` in bind.ts). */
const DRAINED: ReadonlySet<Endpoint> = new Set(
  new Map(
    operations
      // Hundreds of answers of the description of all others would take seconds.
      .filter((operation) => operation.auth !== 'admin' && operation !== api.system.openapi.read)
      .map((operation) => [`${operation.service} ${planFor(operation)} ${operation.auth}`, operation]),
  ).values(),
);

/** A refusal that a client can rely on: in the envelope, of the catalogue, and silent about our inside. */
function expectRefusal(answer: Answer, code: string, operation?: Endpoint): void {
  expect({ status: answer.status, code: answer.code, text: answer.text }).toMatchObject({ code });
  if (!isErrorCode(code)) throw new TypeError(`${code} is not in the catalogue`);
  expect(answer.status).toBe(ERRORS[code].status);
  const isPlatform = answer.at('requestId') !== undefined;
  expect(answer.at(isPlatform ? 'requestId' : 'error.request_id')).toBe(answer.headers['x-request-id']);
  const members = isPlatform ? ['code', 'details', 'message'] : ['code', 'message', 'request_id', 'status'];
  expect(Object.keys(answer.at('error') as object).sort()).toEqual(members);
  if (isPlatform) expect(Object.keys(answer.at('error.details') as object)).toEqual(['field', 'reason']);
  else expect(answer.at('error.status')).toBe(answer.status);
  expect(answer.text).not.toMatch(/node_modules|\.ts:| {4}at /);
  if (operation !== undefined) expect(errorsOf(operation)).toContain(code);
}

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
  let request: Request;
  let token: string;

  beforeAll(async () => {
    token = operation.auth === 'admin' ? server.admin : (await server.newKey({ plan: planFor(operation) })).key;
    request = await exampleRequest(server, operation, token);
  });

  function send(options: CallOptions & { method?: string; path?: string } = {}): Promise<Answer> {
    const withBody = request.body !== undefined && options.raw === undefined && options.json === undefined;
    return server.call(options.method ?? operation.method, options.path ?? request.path, {
      ...(operation.auth === 'none' ? {} : { token }),
      ...(withBody ? { json: request.body } : {}),
      ...options,
      headers: { ...request.headers, ...options.headers },
    });
  }

  if (operation.auth !== 'none') {
    test('without a key, with a malformed or unknown one', async () => {
      const bare = await server.call(operation.method, request.path, { json: request.body ?? {} });
      expectRefusal(bare, 'UNAUTHORIZED', operation);
      for (const authorization of ['Basic YTpi', 'Bearer', 'Bearer a b', `bearer\t${token}`, token]) {
        expectRefusal(await send({ headers: { authorization } }), 'UNAUTHORIZED', operation);
      }
      const unknown = `svc_live_${'0'.repeat(16)}_${'0'.repeat(64)}`;
      for (const bad of [unknown, `${unknown}0`, unknown.toUpperCase(), 'adm_0', `cs_${'0'.repeat(64)}`]) {
        expectRefusal(await send({ token: bad }), 'INVALID_KEY', operation);
      }
      expectRefusal(await send({ headers: { 'x-api-key': unknown } }), 'UNAUTHORIZED', operation);
    });

    test('with a revoked key', async () => {
      const { key, keyId } = await server.newKey({ plan: planFor(operation) });
      await revokeApiKeys(server.deps.db, [keyId], server.deps.clock());
      server.deps.identity.forget();
      expectRefusal(await send({ token: key }), 'INVALID_KEY', operation);
    });

    const needsPermission = operation.scope !== null || operation.auth === 'admin';

    test.runIf(needsPermission)('with a key that lacks the permission', async () => {
      const answer = await send({
        token: await server.scopedKey([operation.scope === 'gateway' ? 'reveal' : 'gateway']),
      });
      expectRefusal(answer, 'INVALID_SCOPE', operation);
      for (const name of ['limit', 'remaining', 'reset']) expect(answer.headers).toHaveProperty(`x-ratelimit-${name}`);
    });

    test('a refusal of the key comes before everything that is wrong with the body', async () => {
      const options = { raw: '{"broken', contentType: 'text/plain', headers: { authorization: 'Bearer nobody' } };
      expectRefusal(await send(options), 'INVALID_KEY', operation);
    });
  }

  if (operation.minTier !== null && !operation.minTier.endsWith('0')) {
    test('with a plan of a lower tier', async () => {
      const level = Number(operation.minTier?.slice(-1));
      const below = PLAN_SLUGS.filter((slug) => PLANS[slug].tierLevel < level);
      for (const plan of below) {
        expectRefusal(await send({ token: (await server.newKey({ plan })).key }), 'INVALID_SCOPE', operation);
      }
      expect((await send()).code).not.toBe('INVALID_SCOPE');
    });
  }

  test('with another method', async () => {
    const methods: (Method | 'OPTIONS' | 'TRACE')[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
    const answers = await Promise.all(
      methods.map(async (method) => [method, await send({ method, raw: '{}', contentType: 'text/plain' })] as const),
    );
    const refused = answers.filter(([, answer]) => answer.status === 405);
    expect(refused.length).toBeGreaterThanOrEqual(3);
    for (const [method, answer] of refused) {
      expectRefusal(answer, 'METHOD_NOT_ALLOWED');
      expect(String(answer.headers.allow).split(', ')).toContain(operation.method);
      expect(method).not.toBe(operation.method);
    }
  });

  test('from a foreign host or origin', async () => {
    for (const host of ['evil.example', 'localhost', 'localhost:80', '127.0.0.1:7434', 'localhost.evil.example:7433']) {
      expectRefusal(await send({ headers: { host } }), 'MISDIRECTED_REQUEST', operation);
    }
    for (const origin of [
      'null',
      'http://evil.example',
      'https://localhost:7433',
      'http://localhost:7434',
      'file://',
    ]) {
      const answer = await send({ headers: { origin } });
      expectRefusal(answer, 'FORBIDDEN_ORIGIN', operation);
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  // The plan without limits has no such bucket; an account of the free plan takes the administrator's place.
  if (operation.auth !== 'admin')
    test('each call takes a token', async () => {
      server.tick = 0;
      try {
        const [first, second] = [await send({ raw: '{"broken' }), await send({ raw: '{"broken' })];
        const left = ({ headers }: Answer) => Number(headers['x-ratelimit-remaining']);
        expect(left(second)).toBe(left(first) - 1);
      } finally {
        server.tick = 1_000;
      }
    });

  if (DRAINED.has(operation))
    test('over the rate', async () => {
      server.tick = 0;
      try {
        let answer = await send({ raw: '{"broken' });
        for (let i = 0; i < 450 && answer.status !== 429; i++) answer = await send({ raw: '{"broken' });
        expectRefusal(answer, 'RATE_LIMITED', operation);
        expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
        expect(answer.headers['x-ratelimit-remaining']).toBe('0');
        server.advance(Number(answer.headers['retry-after']) * 1000);
        expect((await send({ raw: '{"broken' })).status).not.toBe(429);
      } finally {
        server.tick = 1_000;
        server.advance(60_000);
      }
    });

  test('with unknown query parameters', async () => {
    for (const name of ['surprise', ...DANGEROUS_NAMES]) {
      const answer = await send({ path: `${request.path}${request.path.includes('?') ? '&' : '?'}${name}=1` });
      expectRefusal(answer, 'INVALID_REQUEST');
      expect(answer.message).toContain(name);
    }
  });

  if (operation.method === 'GET') return;

  test('with another content type', async () => {
    for (const contentType of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/json; charset=latin1',
      'application/jsonp',
    ]) {
      expectRefusal(await send({ raw: '{}', contentType }), 'UNSUPPORTED_MEDIA_TYPE', operation);
    }
  });

  test('with a compressed body', async () => {
    for (const encoding of ['gzip', 'identity, br', '']) {
      const headers = { 'content-encoding': encoding };
      expectRefusal(await send({ raw: '{}', headers }), 'UNSUPPORTED_MEDIA_TYPE', operation);
    }
    const plain = await send({ raw: '{"broken', headers: { 'content-encoding': 'Identity' } });
    expectRefusal(plain, 'INVALID_REQUEST', operation);
  });

  test('with text that is not I-JSON', async () => {
    const deep = `${'['.repeat(65)}${']'.repeat(65)}`;
    const texts = [
      '{"broken',
      '{} x',
      '{"a":1,"a":2}',
      '{"a":1,"\\u0061":2}',
      '{"a":"\\ud800"}',
      '\ufeff{}',
      '{"a":1e999}',
      "{'a':1}",
      '{"a":NaN}',
      deep,
    ];
    for (const raw of texts) expectRefusal(await send({ raw }), 'INVALID_REQUEST', operation);
    expectRefusal(await send({ raw: Buffer.from([0x7b, 0xff, 0x7d]) }), 'INVALID_REQUEST', operation);
  });

  test('with names that pollute prototypes', async () => {
    for (const name of DANGEROUS_NAMES) {
      const body = JSON.stringify(request.body ?? {});
      const raw = `{${JSON.stringify(name)}:{"polluted":true}${body === '{}' ? '' : ','}${body.slice(1)}`;
      const answer = await send({ raw });
      expectRefusal(answer, 'INVALID_REQUEST', operation);
      expect(answer.message).toContain(`\`${name}\``);
      expect(Object.prototype).not.toHaveProperty('polluted');
    }
  });

  test('with an extra member', async () => {
    const answer = await send({ json: { ...(request.body as object), surprise: 1 } });
    expectRefusal(answer, 'INVALID_REQUEST', operation);
    expect(answer.message).toContain('`surprise`');
  });

  test('with a body of the wrong kind', async () => {
    for (const raw of ['[]', 'null', '1', '"text"', 'true'])
      expectRefusal(await send({ raw }), 'INVALID_REQUEST', operation);
  });

  test('with each required member missing, and each member of a wrong type', async () => {
    const members = Object.entries((request.body ?? {}) as Record<string, unknown>);
    const required = (operation.body as { required?: readonly string[] } | undefined)?.required ?? [];
    for (const name of required) {
      const answer = await send({ json: Object.fromEntries(members.filter(([known]) => known !== name)) });
      expectRefusal(answer, 'INVALID_REQUEST', operation);
      expect(answer.message).toContain(`\`${name}\``);
    }
    for (const [name] of members) {
      // Members that take any JSON value have no wrong type.
      for (const wrong of [null, 12.5, [], true].filter((value) => !takes(operation, name, value))) {
        const answer = await send({ json: { ...Object.fromEntries(members), [name]: wrong } });
        expectRefusal(answer, 'INVALID_REQUEST', operation);
        expect(answer.message).toContain(`\`${name}`);
      }
    }
  });

  test('with U+0000 in any of its texts', async () => {
    const members = (request.body ?? {}) as Record<string, unknown>;
    for (const [name, value] of Object.entries(members)) {
      for (const wrong of withNul(value)) {
        const answer = await send({ json: { ...members, [name]: wrong } });
        expectRefusal(answer, 'INVALID_REQUEST', operation);
        expect(answer.message).toContain(name);
      }
    }
  });

  test('with a body over the limit', async () => {
    const limit = operation.bodyLimit ?? BODY_LIMIT;
    // Only the announcement: nobody reads so much before refusing.
    const answer = await send({ raw: '{}', headers: { 'content-length': String(limit + 1) } });
    expectRefusal(answer, 'PAYLOAD_TOO_LARGE', operation);
  });

  if (operation.units === 0) return;

  test('without credits, and then after everything else that is wrong', async () => {
    const { key, projectId } = await server.newKey({ plan: planFor(operation) });
    const project = await server.deps.db
      .selectFrom('projects')
      .selectAll()
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow();
    await server.deps.db.updateTable('accounts').set({ credits: 0 }).where('id', '=', project.account_id).execute();
    expectRefusal(await send({ token: key }), 'INSUFFICIENT_CREDITS', operation);
    for (const raw of ['{"broken', `{"broken":"${'x'.repeat(40_000)}`]) {
      expectRefusal(await send({ token: key, raw }), 'INVALID_REQUEST', operation);
    }
    if (operation.refused === undefined) return;
    const { body } = operation.refused;
    expectRefusal(await send({ token: key, json: body }), 'INVALID_REQUEST', operation);
    const raw = JSON.stringify(body) + ' '.repeat(40_000);
    expectRefusal(await send({ token: key, raw }), 'INVALID_REQUEST', operation);
  });
});

test('each operation whose room checks more than its schema says has a body that is refused, and passes the schema', () => {
  const refusing = operations.filter(({ refused }) => refused !== undefined);
  expect(refusing.map(({ id }) => id).sort()).toEqual(CHECKS.map(({ operation }) => operation.id).sort());
  for (const { id, body, refused } of refusing) expect(body !== undefined && Check(body, refused?.body), id).toBe(true);
});

describe('beside the operations', () => {
  test.each(['/nope', '/v1', '/api/svc-key', '/..%2f..%2fetc/passwd', '/%00'])('%s is not found', async (path) => {
    const answer = await server.call('GET', path);
    expectRefusal(answer, answer.status === 400 ? 'INVALID_REQUEST' : 'NOT_FOUND');
  });

  test('a malformed address is refused in the envelope', async () => {
    expectRefusal(await server.call('GET', '/%zz'), 'INVALID_REQUEST');
  });

  test('a suspended account is refused', async () => {
    await write(server.deps.db, (transaction) =>
      insertAccount(transaction, {
        id: 'acc_suspended',
        email: 'gone@example.com',
        plan: 'free',
        credits: 5,
        status: 'suspended',
        createdAt: 0,
      }),
    );
    const json = { email: 'gone@example.com' };
    expectRefusal(await server.call('POST', '/api/auth/request', { json, token: server.admin }), 'INVALID_SCOPE');
    // Strangers learn no more than that there is an account.
    expectRefusal(await server.call('POST', '/api/auth/request', { json }), 'UNAUTHORIZED');
  });
});
