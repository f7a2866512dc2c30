import Type from 'typebox';
import { Check } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { api } from '../../src/api/api.ts';
import { object } from '../../src/api/common.ts';
import { type Endpoint, endpoint, endpointsOf, errorsOf, pathOf, pathsOf } from '../../src/api/endpoint.ts';
import { ERRORS, errorBody, isErrorCode } from '../../src/api/errors.ts';
import { openApiDocument } from '../../src/api/openapi.ts';
import { PLAN_SLUGS, PLANS } from '../../src/api/plans.ts';
import { SERVICES } from '../../src/api/services.ts';

const operations = endpointsOf(api);

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
  test('is described for people', () => {
    for (const text of [operation.summary, operation.description]) expect(text).toMatch(/^[A-Z`].*[.)]$/s);
  });

  test('refuses unknown members everywhere that it describes', () => {
    const open = objectsIn(operation.body).filter(
      (schema) => schema.additionalProperties !== false && !('description' in schema),
    );
    expect(open).toEqual([]);
  });

  test('has an example that fits its schemas', () => {
    const { params, query, body } = operation.example;
    if (operation.params !== undefined) expect(Check(operation.params, params)).toBe(true);
    if (operation.query !== undefined) expect(Check(operation.query, query ?? {})).toBe(true);
    if (operation.body !== undefined) expect(Check(operation.body, body)).toBe(true);
    else expect(body).toBeUndefined();
  });

  test('says in words what each regular expression expects', () => {
    const { params, query, headers, body, response } = operation;
    const schemas = [params, query, headers, body, response].flatMap(schemasIn);
    for (const schema of schemas) {
      if (typeof schema.pattern === 'string') expect([schema.pattern, schema['x-expects']]).toEqual(WORDED);
      if ('patternProperties' in schema && schema.additionalProperties === false) {
        const [pattern] = Object.keys(schema.patternProperties as object);
        expect([pattern, schema['x-expects-names']]).toEqual(WORDED);
      }
    }
  });

  test('asks for a scope only where API keys call it', () => {
    if (operation.auth !== 'bearer') expect(operation.scope).toBeNull();
    // A key looks after itself and its like whatever its scopes, and after proofs, which it makes without one; the ledger is
    // open to every key, as a public chain is.
    else expect(operation.scope === null).toBe(/^\/(?:auth\/keys|ledger\/|privacy\/proofs?\b)/.test(operation.path));
  });
});

/** A regular expression and its words, which follow "must be". */
const WORDED = [expect.any(String), expect.stringMatching(/^[^A-Z^$\\][^^$\\]+[^.^$\\]$/)];

function schemasIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(schemasIn)];
}

function objectsIn(schema: unknown): Record<string, unknown>[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'type' in schema && schema.type === 'object' ? [schema as Record<string, unknown>] : [];
  return [...own, ...Object.values(schema).flatMap(objectsIn)];
}

describe('endpoint', () => {
  const base = { ...api.artifacts.artifacts.get } as Endpoint;

  test('refuses a declaration that contradicts itself', () => {
    expect(() => endpoint({ ...base, path: '/artifacts/:other' })).toThrow(TypeError);
    expect(() => endpoint({ ...base, params: object({}) })).toThrow(TypeError);
    expect(() => endpoint({ ...base, body: object({}) })).toThrow(TypeError);
    expect(Object.isFrozen(endpoint(base))).toBe(true);
  });

  test('12.31: knows its address and errors', () => {
    expect(pathOf(base)).toBe('/v1/artifacts/:id');
    expect(errorsOf(base)).toEqual(
      expect.arrayContaining(['UNAUTHORIZED', 'INVALID_SCOPE', 'NOT_FOUND', 'INVALID_REQUEST']),
    );
    const frame = ['LOCKED', 'REQUEST_TIMEOUT', 'OVERLOADED', 'INSUFFICIENT_STORAGE'] as const;
    const framed = (operation: Endpoint) => frame.filter((code) => errorsOf(operation).includes(code));
    // 12.29, 12.31: of the frame, for each operation that can meet them.
    expect(framed(api.signing.svcKey.sign3key)).toEqual(frame);
    expect(framed(api.receipts.receipts.list)).toEqual(['LOCKED']);
    expect(framed(api.system.health.read)).toEqual([]);
    expect(framed(api.console.unlock.open)).not.toContain('LOCKED');
    expect(errorsOf(base)).not.toContain('INSUFFICIENT_CREDITS');
    expect(errorsOf(api.signing.svcKey.sign3key)).toContain('INSUFFICIENT_CREDITS');
    expect(errorsOf(api.signing.svcKey.verify3key)).not.toContain('UNAUTHORIZED');
  });
});

describe('errors', () => {
  const detail = { code: 'NOT_FOUND', message: 'Gone.', requestId: 'req_1', field: 'a.b' } as const;

  test('speak both envelopes', () => {
    expect(errorBody('crypto', detail)).toEqual({
      error: { code: 'NOT_FOUND', message: 'Gone.', status: 404, request_id: 'req_1' },
    });
    expect(errorBody('platform', detail)).toEqual({
      error: { code: 'NOT_FOUND', message: 'Gone.', details: { field: 'a.b', reason: 'Gone.' } },
      requestId: 'req_1',
    });
  });

  test('have the specified status', () => {
    const specified = {
      UNAUTHORIZED: 401,
      INVALID_KEY: 401,
      INVALID_SCOPE: 403,
      RATE_LIMITED: 429,
      INVALID_CIPHERTEXT: 400,
      NOISE_BUDGET_EXHAUSTED: 400,
      INVALID_PROOF: 400,
      SESSION_EXPIRED: 410,
      INSUFFICIENT_CREDITS: 402,
    } as const;
    for (const [code, status] of Object.entries(specified)) {
      expect(isErrorCode(code) && ERRORS[code].status).toBe(status);
    }
    expect(ERRORS.KEY_REVOKED.message).toBe('Key Revoked');
    expect(isErrorCode('toString')).toBe(false);
  });
});

test('plans are those of document 2', () => {
  const table = PLAN_SLUGS.map((slug) => PLANS[slug].rate);
  expect(table.map((rate) => rate?.perSecond ?? null)).toEqual([5, 10, 50, 200, 500, 2_000, 10_000, null]);
  expect(table.map((rate) => rate?.burst ?? null)).toEqual([10, 20, 100, 400, 1_000, 4_000, 20_000, null]);
});

describe('OpenAPI', () => {
  test('prints paths, parameters, security and errors', () => {
    const document = JSON.parse(JSON.stringify(openApiDocument(api, { name: 'N', version: '1' })));
    const get = document.paths['/v1/artifacts/{id}'].get;
    expect(get.parameters[0]).toMatchObject({ name: 'id', in: 'path', required: true });
    expect(get.security).toHaveLength(3);
    expect(get.responses['404'].content['application/json'].schema.$ref).toBe('#/components/schemas/CryptoError');
    expect(document.paths['/health'].get.security).toEqual([]);
    expect(document.tags.map(({ name }: { name: string }) => name)).toEqual(
      Object.keys(SERVICES).filter((name) => Object.hasOwn(api, name)),
    );
    expect(JSON.stringify(document)).not.toContain('~standard');
  });

  const read = api.system.health.read as Endpoint;
  const printed = (operations: Readonly<Record<string, Endpoint>>) =>
    JSON.parse(JSON.stringify(openApiDocument({ system: { health: operations } }, { name: 'N', version: '1' })));

  test('names aliases and the doubled prefix beside the chief path', () => {
    const aliased = endpoint({ ...read, path: '/v1/health', aliases: ['/healthz', '/v1/healthz'] });
    expect(pathsOf(aliased)).toEqual(['/v1/health', '/healthz', '/v1/healthz', '/v1/v1/health', '/v1/v1/healthz']);
    const { paths } = printed({ read: aliased });
    expect(Object.keys(paths)).toEqual(['/v1/health']);
    expect(paths['/v1/health'].get['x-aliases']).toEqual(pathsOf(aliased).slice(1));
  });

  test('prints operations that share a route as alternatives', () => {
    const post = { ...read, method: 'POST', path: '/v1/x' } as const;
    const one = endpoint({ ...post, body: object({ a: Type.String() }), when: { members: ['a'] } });
    const other = endpoint({ ...post, id: 'o', body: object({ b: Type.String() }), when: { members: ['b'] } });
    const operation = printed({ one, other }).paths['/v1/x'].post;
    expect(operation).toMatchObject({ operationId: read.id, 'x-also': 'o' });
    const { anyOf } = operation.requestBody.content['application/json'].schema;
    expect(anyOf.map(({ required }: { required: string[] }) => required)).toEqual([['a'], ['b']]);
  });
});
