/** S23: headers of the gateway, there and back. */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  answeredHeaders,
  callerHeaders,
  canBeCarried,
  filledTemplate,
  isAuthHeader,
  isForbiddenHeader,
  isJsonType,
  mayBeListed,
} from '../../src/gateway/header-rules.ts';

const RULES = { authHeader: 'X-Api-Key', allowedHeaders: ['Notion-Version'] };
const HOP_BY_HOP = [
  'Host',
  'connection',
  'Keep-Alive',
  'TE',
  'Trailer',
  'Transfer-Encoding',
  'Upgrade',
  'Content-Length',
  'Expect',
  'Via',
  'HTTP2-Settings',
  'Forwarded',
  'X-Forwarded-For',
  'x-forwarded-host',
  'Proxy-Authorization',
  'proxy-connection',
  'PROXY-X',
];

describe('S23: what callers may send', () => {
  test.each(HOP_BY_HOP)('%s is refused', (name) => {
    expect(isForbiddenHeader(name)).toBe(true);
    expect(callerHeaders({ [name]: 'x' }, RULES)).toMatchObject({
      ok: false,
      reason: expect.stringContaining(name.toLowerCase()),
    });
    expect(isAuthHeader(name)).toBe(false);
    expect(mayBeListed(name, 'Authorization')).toBe(false);
  });

  test('the header of the key is refused in every case', () => {
    for (const name of ['X-Api-Key', 'x-api-key', 'X-API-KEY'])
      expect(callerHeaders({ [name]: 'x' }, RULES).ok).toBe(false);
    expect(mayBeListed('x-api-key', 'X-Api-Key')).toBe(false);
  });

  test('common and listed ones go through, in lower case; others are left out and named', () => {
    const given = {
      Accept: 'text/html',
      'Idempotency-Key': '1',
      'notion-version': '2022-06-28',
      'Content-Type': 'application/json; charset=utf-8',
      Authorization: 'Bearer mine',
      Cookie: 'a=b',
      'X-HTTP-Method-Override': 'DELETE',
      'X-Original-URL': '/admin',
      'Accept-Encoding': 'gzip',
      'X-Custom': '1',
    };
    expect(callerHeaders(given, RULES)).toEqual({
      ok: true,
      headers: {
        accept: 'text/html',
        'idempotency-key': '1',
        'notion-version': '2022-06-28',
        'content-type': 'application/json; charset=utf-8',
      },
      notSent: ['Authorization', 'Cookie', 'X-HTTP-Method-Override', 'X-Original-URL', 'Accept-Encoding', 'X-Custom'],
    });
    expect(callerHeaders({}, RULES)).toEqual({ ok: true, headers: {}, notSent: [] });
  });

  test('nothing begins a line, nothing comes twice, no slot, no other type', () => {
    for (const value of ['a\r\nX: y', 'a\nb', 'a\rb', 'a\0b', 'é', '\u{1f600}', 'a\u2028b', '\x7f']) {
      expect(callerHeaders({ accept: value }, RULES).ok).toBe(false);
    }
    expect(callerHeaders({ accept: 'a\tb c' }, RULES).ok).toBe(true);
    expect(callerHeaders({ accept: 'a', Accept: 'b' }, RULES).ok).toBe(false);
    expect(callerHeaders({ accept: '{{key}}' }, RULES).ok).toBe(false);
    for (const type of ['text/plain', 'multipart/form-data', 'application/jsonp', 'application/json; charset=latin1']) {
      expect(callerHeaders({ 'content-type': type }, RULES).ok).toBe(false);
    }
    for (const type of ['application/json', 'Application/JSON;charset="UTF-8"', 'application/vnd.api+json'])
      expect(isJsonType(type)).toBe(true);
    for (const name of ['', 'a b', 'a:b', 'a\r\nb', 'é', 'a\0', '__proto__\n'])
      expect(callerHeaders({ [name]: 'x' }, RULES).ok).toBe(false);
  });

  test('names of object members are names like others', () => {
    const given = JSON.parse('{"__proto__": "x", "constructor": "y", "tostring": "z"}');
    const rules = { authHeader: 'authorization', allowedHeaders: ['__proto__', 'constructor'] };
    const checked = callerHeaders(given, rules);
    expect(checked.ok && Object.entries(checked.headers)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
    expect(Object.prototype).not.toHaveProperty('x');
  });

  test('whatever is accepted is a header to Node, and none that the gateway sets', () => {
    const name = fc.oneof(fc.constantFrom('accept', 'prefer', 'X-Mine', ...HOP_BY_HOP), fc.string({ maxLength: 8 }));
    fc.assert(
      fc.property(
        fc.dictionary(name, fc.string({ unit: fc.nat(0x17f).map((code) => String.fromCharCode(code)), maxLength: 4 })),
        (given) => {
          const rules = { authHeader: 'X-Api-Key', allowedHeaders: Object.keys(given) };
          const checked = callerHeaders(given, rules);
          if (!checked.ok) return;
          for (const [sent, value] of Object.entries(checked.headers)) {
            validateHeaderName(sent);
            validateHeaderValue(sent, value);
            expect(isForbiddenHeader(sent) || sent === 'x-api-key').toBe(false);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('S23: the header of the key', () => {
  test('what can carry it', () => {
    for (const name of ['Authorization', 'X-Api-Key', 'cookie', 'x']) expect(isAuthHeader(name)).toBe(true);
    for (const name of ['Content-Type', 'accept-encoding', 'a b', '', 'a\r\nb', 'é'])
      expect(isAuthHeader(name)).toBe(false);
    for (const name of ['authorization', 'Cookie', 'X-Http-Method-Override', 'x-rewrite-url', 'a b'])
      expect(mayBeListed(name, 'x')).toBe(false);
  });

  test('the slot is filled once, without patterns of `replace`', () => {
    expect(filledTemplate('Bearer {{key}}', 'abc')).toBe('Bearer abc');
    expect(filledTemplate('{{key}}', "$&$'$`$1")).toBe("$&$'$`$1");
    expect(filledTemplate('a{{key}}b', '{{key}}')).toBe('a{{key}}b');
    expect(() => filledTemplate('none', 'x')).toThrow(TypeError);
    expect(() => filledTemplate('{{key}}{{key}}', 'x')).toThrow(TypeError);
  });

  test('a key is visible ASCII', () => {
    for (const key of ['a', 'sk_live_1', '!~', 'x'.repeat(8192)]) expect(canBeCarried(key)).toBe(true);
    for (const key of ['', ' ', 'a b', 'a\n', '\na', 'a\r\nX: y', 'a\0', 'é', '\x7f', 'x'.repeat(8193)])
      expect(canBeCarried(key)).toBe(false);
  });
});

test('S23: what callers get back: no cookies, nothing of the connection', () => {
  const received = [
    ['content-type', 'text/plain'],
    ['x-a', '1'],
    ['x-a', '2'],
    ['set-cookie', 'sid=1'],
    ['set-cookie2', 'x'],
    ['connection', 'close, X-Hop'],
    ['x-hop', '1'],
    ['transfer-encoding', 'chunked'],
    ['content-length', '5'],
    ['keep-alive', 'timeout=5'],
    ['proxy-authenticate', 'x'],
    ['trailer', 'x'],
    ['upgrade', 'h2'],
    ['content-encoding', 'identity'],
    ['location', '/next'],
    ['__proto__', 'x'],
  ] as const;
  const headers = answeredHeaders(received);
  expect(Object.entries(headers)).toEqual([
    ['content-type', 'text/plain'],
    ['x-a', '1, 2'],
    ['location', '/next'],
    ['__proto__', 'x'],
  ]);
});
