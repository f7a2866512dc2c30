/** S23: paths of the gateway. What is compared is what is sent, and it means the same everywhere. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowedPathFault, isAllowedPath, joinPath, pathFault } from '../../src/gateway/path-rules.ts';

const BASE = 'https://api.example.com/v2';

describe('S23: paths', () => {
  test.each([
    '/',
    '/v1/charges',
    '/v1/customers/cus_1.json',
    '/v1/a;b=c/d',
    '/caf%C3%A9',
    '/a%20b',
    '/...',
    '/.well-known/x',
    '/a..b',
    "/~user/$x/!y'(z)*+,:@",
    '/a/',
  ])('%s is accepted and sent as it is', (path) => {
    expect(pathFault(path)).toBe(null);
    expect(joinPath(BASE, path)).toEqual({ ok: true, url: `${BASE}${path}`, path });
  });

  test.each([
    ['v1', 'slash'],
    ['', 'slash'],
    ['https://evil.example/', 'slash'],
    ['@evil.example/', 'slash'],
    ['.evil.example/', 'slash'],
    [':8443/', 'slash'],
    ['//evil.example/x', 'empty-segment'],
    ['/a//b', 'empty-segment'],
    ['/a/../b', 'dot-segment'],
    ['/..', 'dot-segment'],
    ['/.', 'dot-segment'],
    ['/a/./b', 'dot-segment'],
    ['/a/%2e%2e/b', 'dot-segment'],
    ['/a/%2E./b', 'dot-segment'],
    ['/a/.%2e', 'dot-segment'],
    ['/a/%252e%252e/b', 'dot-segment'],
    ['/a/%25252e%25252e/b', 'dot-segment'],
    ['/a/..;x=1/b', 'dot-segment'],
    ['/a/%2e%2e;/b', 'dot-segment'],
    ['/a/%EF%BC%8E%EF%BC%8E/b', 'dot-segment'],
    ['/a/%E2%80%A5/b', 'dot-segment'],
    ['/a%2fb', 'encoded-slash'],
    ['/a%2Fb', 'encoded-slash'],
    ['/a%5cb', 'encoded-slash'],
    ['/a%252fb', 'encoded-slash'],
    ['/..%2f..%2fetc', 'encoded-slash'],
    ['/a%EF%BC%8Fb', 'encoded-slash'],
    ['/a%25252525252fb', 'escape'],
    ['/a%', 'escape'],
    ['/a%2', 'escape'],
    ['/a%zz', 'escape'],
    ['/a%c0%ae%c0%ae/b', 'text'],
    ['/a%c0%af', 'text'],
    ['/a%ff', 'text'],
    ['/a%00', 'text'],
    ['/a%0d%0aHost:%20evil', 'text'],
    ['/a%250d%250a', 'text'],
    ['/a\r\nHost: evil', 'characters'],
    ['/a\tb', 'characters'],
    ['/a b', 'characters'],
    ['/a\\b', 'characters'],
    ['/\\evil.example', 'characters'],
    ['/a#b', 'characters'],
    ['/a?b', 'characters'],
    ['/é', 'characters'],
    ['/a"b', 'characters'],
    ['/a<b', 'characters'],
    ['/a{b}', 'characters'],
    ['/a^b', 'characters'],
    ['/a`b', 'characters'],
    ['/a\u0000', 'characters'],
    ['/{{key}}', 'slot'],
  ])('%j is refused: %s', (path, fault) => {
    expect(pathFault(path)).toBe(fault);
    if (!path.includes('?')) expect(joinPath(BASE, path)).toEqual({ ok: false, fault });
  });

  test('queries go along, but hold neither slot, fragment nor anything that breaks a line', () => {
    expect(joinPath(BASE, '/a?b=c&d=%2F..%2F?e')).toEqual({ ok: true, url: `${BASE}/a?b=c&d=%2F..%2F?e`, path: '/a' });
    expect(joinPath(BASE, '/a?')).toMatchObject({ ok: true, path: '/a' });
    for (const query of ['?a#b', '?a b', '?a\r\nb', '?é', '?"']) {
      expect(joinPath(BASE, `/a${query}`)).toEqual({ ok: false, fault: 'characters' });
    }
    expect(joinPath(BASE, '/a?k={{key}}')).toEqual({ ok: false, fault: 'slot' });
  });

  test('the base keeps its origin and its path', () => {
    expect(joinPath('https://api.example.com', '/x')).toMatchObject({ url: 'https://api.example.com/x' });
    expect(joinPath('https://api.example.com/', '/x')).toMatchObject({ url: 'https://api.example.com/x' });
    expect(joinPath('https://api.example.com:8443/v2/', '/x')).toMatchObject({
      url: 'https://api.example.com:8443/v2/x',
    });
    expect(joinPath('http://[::1]:8080/v2', '/x')).toMatchObject({ url: 'http://[::1]:8080/v2/x' });
  });

  test('whatever is accepted stays below the base and arrives as it was compared', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '/',
        '.',
        '..',
        '%2e',
        '%2F',
        '%5c',
        ';',
        '//',
        '%',
        '%25',
        '?',
        '#',
        '@',
        ':',
        '\\',
        'a',
        '*',
        '~',
        '\u2025',
        'v1',
        '[',
        ']',
        '|',
      ),
      fc.string({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const given = `/${pieces.join('')}`;
        const joined = joinPath(BASE, given);
        if (!joined.ok) return;
        const url = new URL(joined.url);
        expect([url.origin, url.username, url.password, url.hash]).toEqual(['https://api.example.com', '', '', '']);
        expect(url.pathname).toBe(`/v2${joined.path}`);
        expect(given.startsWith(joined.path)).toBe(true);
        // A service that decodes once, or resolves dot segments, arrives at the same number of segments.
        const decoded = decodeURIComponent(joined.path);
        expect(decoded.split('/').length).toBe(joined.path.split('/').length);
        expect(decoded.split('/')).not.toContain('..');
        expect(new URL(`https://x${decoded.replaceAll(/[?#%]/g, '_')}`).pathname.split('/').length).toBe(
          decoded.split('/').length,
        );
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('S23: allowed paths', () => {
  test('exact, or a beginning', () => {
    const allowed = ['/v1/charges', '/v1/customers/*', '/files*'];
    for (const path of ['/v1/charges', '/v1/customers/', '/v1/customers/1/cards', '/files', '/files/1', '/files-2']) {
      expect([path, isAllowedPath(path, allowed)]).toEqual([path, true]);
    }
    for (const path of [
      '/v1/charges/',
      '/v1/charges/1',
      '/v1/customers',
      '/v1/Charges',
      '/V1/charges',
      '/v1/charge',
      '/',
      '/v1/c%68arges',
      '/x/v1/charges',
    ]) {
      expect([path, isAllowedPath(path, allowed)]).toEqual([path, false]);
    }
    expect(isAllowedPath('/anything/at/all', ['/*'])).toBe(true);
    expect(isAllowedPath('/', [])).toBe(false);
  });

  test('entries are held to the rules of paths', () => {
    for (const entry of ['/', '/*', '/v1/*', '/v1/a', '/v1/a*']) expect(allowedPathFault(entry)).toBe(null);
    for (const entry of [
      '*',
      'v1/*',
      '/v1/*/x',
      '/v1/**',
      '/../*',
      '/a//b',
      '/%2e%2e/*',
      '/a%2fb',
      '/a b',
      '/{{key}}/*',
    ]) {
      expect([entry, allowedPathFault(entry)]).not.toEqual([entry, null]);
    }
  });

  test('no accepted path reaches beyond an allowed beginning', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), (text) => {
        const joined = joinPath(BASE, `/v1/open/${text}`);
        if (!joined.ok) return;
        expect(isAllowedPath(joined.path, ['/v1/open/*'])).toBe(true);
        expect(new URL(joined.url).pathname.startsWith('/v2/v1/open/')).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
