import * as nodeCrypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { api } from '@touchstone/core/api/api.ts';
import { endpointsOf, pathOf, pathsOf } from '@touchstone/core/api/endpoint.ts';
import { isErrorCode } from '@touchstone/core/api/errors.ts';
import { createEventParser } from '@touchstone/core/api/event-stream.ts';
import { openApiDocument } from '@touchstone/core/api/openapi.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { Check } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { implementations } from '../src/handlers.ts';
import { ledgerBlocks } from '../src/ledger/sweeps.ts';
import { operations, sendExample } from './examples.ts';
import { openTestServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  // An example waits for its confirmation.
  // A folder with a passphrase: one example unlocks.
  const masterKey = { kind: 'passphrase', ...api.console.unlock.open.example.body } as const;
  server = await openTestServer({ sweeps: [ledgerBlocks], masterKey });
});
afterAll(() => server.close());

function kebab(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z0-9]/g, (letter) =>
    /\d/.test(letter) ? `-${letter}` : `-${letter.toLowerCase()}`,
  );
}

describe('the tree of contracts', () => {
  test('names every operation by its place', () => {
    for (const [service, segments] of Object.entries(api)) {
      for (const [segment, group] of Object.entries(segments)) {
        for (const [name, operation] of Object.entries(group)) {
          const { id } = operation as { id: string };
          expect(id).toBe([service, segment, name].map(kebab).join('.'));
        }
      }
    }
  });

  test('uses every id and every route once', () => {
    const routes = operations.flatMap((operation) =>
      pathsOf(operation).map((path) => ({ route: `${operation.method} ${path}`, operation })),
    );
    for (const [route, sharing] of Map.groupBy(routes, ({ route }) => route)) {
      const marks = sharing.flatMap(({ operation }) => operation.when?.members ?? []);
      if (sharing.length === 1) expect(marks, route).toEqual([]);
      else
        expect(
          sharing.every(({ operation }) => operation.when !== undefined),
          route,
        ).toBe(true);
      expect(new Set(marks).size, route).toBe(marks.length);
    }
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  });

  test('has a handler for every operation and no other', () => {
    expect(implementations.map(({ operation }) => operation.id).sort()).toEqual(operations.map(({ id }) => id).sort());
  });

  test('names only errors of the catalogue', () => {
    for (const { errors } of operations) for (const code of errors) expect(isErrorCode(code)).toBe(true);
  });

  test('has at least the operations of this version', () => {
    expect(endpointsOf(api).length).toBeGreaterThanOrEqual(15);
  });
});

/** The first event of a stream, as a client reads it. */
function firstEvent(text: string): unknown {
  const [sent] = createEventParser().push(utf8(text));
  if (sent === undefined) return null;
  const { event, id, data } = sent;
  return { event, ...(id === null ? {} : { id }), data: JSON.parse(data) };
}

/** Where OpenSSL is at hand, what follows would not tell whether an operation works in the desktop app. */
test('the examples run on the cryptography of Electron', async () => {
  expect(() => nodeCrypto.hash('sha3-256', '')).toThrow('not supported');
  const { verifying } = await server.deps.backends();
  expect([verifying['ML-DSA-87'], verifying['SLH-DSA-SHA2-128s'], verifying.Ed25519]).toEqual([
    'liboqs',
    'wasm',
    'node',
  ]);
});

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
  test('answers its example as it promises', async () => {
    const { key } = await server.newKey({ plan: 'business' });
    const answer = await sendExample(
      server,
      operation,
      operation.auth === 'admin' || operation.example.after ? server.admin : key,
    );
    expect(answer.status, answer.text).toBe(200);
    if (operation.stream === 'sse') {
      const event = firstEvent(answer.text);
      expect(Check(operation.response, event), answer.text).toBe(true);
      return;
    }
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(Check(operation.response, answer.body)).toBe(true);
  });

  test('refuses an answer that breaks the contract', () => {
    expect(Check(operation.response, { surprise: 1 }) && operation.id !== 'system.openapi.read').toBe(false);
  });
});

describe('docs/openapi.json', () => {
  test('is valid OpenAPI 3.1 for an independent validator', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(file));
    expect(result.errors ?? []).toEqual([]);
    expect(validator.version).toBe('3.1');
    const broken = { ...file, paths: { ...file.paths, '/health': { get: { responses: 'none' } } } };
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  const file = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));

  test('is what the contracts print (else run node server/scripts/write-openapi.ts)', () => {
    expect(file).toEqual(openApiDocument(api, PRODUCT));
  });

  test('lists every route and only known references', () => {
    for (const operation of operations) {
      const path = pathOf(operation).replaceAll(/:([A-Za-z_]+)/g, '{$1}');
      const { operationId, 'x-also': also } = file.paths[path][operation.method.toLowerCase()];
      expect([operationId, also]).toContain(operation.id);
    }
    const references = JSON.stringify(file).match(/"#\/components\/[^"]+"/g) ?? [];
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) {
      const [, , kind = '', name = ''] = reference.slice(1, -1).split('/');
      expect(file.components[kind][name]).toBeDefined();
    }
  });
});
