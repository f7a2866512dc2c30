/** S23: a key that a service echoes is blanked, in every encoding that is named. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answeredBody } from '../../src/gateway/answer-body.ts';
import { createScrubber } from '../../src/gateway/scrub.ts';

const KEY = 'sk_live_51Hx9/Tq+Ex"mple\\4242~';
const utf8 = (text: string) => new TextEncoder().encode(text);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');
const codes = (text: string) => [...Buffer.from(text)];
const percent = (text: string) =>
  codes(text)
    .map((code) => `%${code.toString(16).padStart(2, '0')}`)
    .join('');
const unicode = (text: string) =>
  codes(text)
    .map((code) => `\\u${code.toString(16).padStart(4, '0')}`)
    .join('');

const ENCODINGS: Readonly<Record<string, (key: string) => string>> = {
  plain: (key) => key,
  'in a header value': (key) => `Bearer ${key}`,
  base64,
  base64url: (key) => Buffer.from(key).toString('base64url'),
  'base64 of a header': (key) => base64(`Authorization: Bearer ${key}\r\n`),
  'base64 at offset 1': (key) => base64(`a${key}zz`),
  'base64 at offset 2': (key) => base64(`ab${key}z`),
  'base64 in lines': (key) => base64(`Authorization: Bearer ${key}`).replaceAll(/.{10}/g, '$&\r\n'),
  'base64 in a URL': (key) => encodeURIComponent(base64(key)),
  hex,
  'hex in upper case': (key) => hex(key).toUpperCase(),
  'hex with colons': (key) => hex(key).match(/../g)?.join(':') ?? '',
  'hex with spaces': (key) => hex(key).toUpperCase().match(/../g)?.join(' ') ?? '',
  'a list of bytes': (key) => JSON.stringify(codes(key)),
  'a list of bytes with spaces': (key) => codes(key).join(', '),
  'percent, where needed': encodeURIComponent,
  'percent, all': percent,
  'percent in upper case': (key) => percent(key).toUpperCase(),
  'percent twice': (key) => encodeURIComponent(percent(key)),
  JSON: (key) => JSON.stringify(key),
  'JSON in JSON': (key) => JSON.stringify(JSON.stringify({ key })),
  'JSON with escapes throughout': unicode,
  'JSON with escapes in upper case': (key) =>
    unicode(key).replaceAll(/\\u..../g, (code) => `\\u${code.slice(2).toUpperCase()}`),
  'JSON with escaped slashes': (key) => JSON.stringify(key).replaceAll('/', '\\/'),
  'escapes of code': (key) =>
    codes(key)
      .map((code) => `\\x${code.toString(16)}`)
      .join(''),
  'HTML, named': (key) => key.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
  'HTML, decimal': (key) =>
    codes(key)
      .map((code) => `&#${code};`)
      .join(''),
  'HTML, hexadecimal': (key) =>
    codes(key)
      .map((code) => `&#x${code.toString(16)};`)
      .join(''),
  'UTF-16': (key) => [...key].join('\0'),
  'broken into lines': (key) => key.replaceAll(/.{7}/g, '$&\r\n'),
};

describe.each(Object.entries(ENCODINGS))('S23: %s', (_name, encode) => {
  test.each([
    KEY,
    'abcdefgh',
    'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
    '0123456789',
    '%41%42%43%44',
    'a&b<c>"d"',
    'x'.repeat(2_000),
  ])('%#', (key) => {
    const echo = encode(key);
    const { text } = createScrubber(key);
    for (const [before, after] of [
      ['', ''],
      ['you sent ', ' to us'],
      ['{"a":"', '"}'],
      ['?k=', '&x=1'],
    ]) {
      const out = text(`${before}${echo}${after}`);
      expect(out).not.toContain(echo);
      for (const other of [key, base64(key), hex(key), encodeURIComponent(key)]) expect(out).not.toContain(other);
      expect(out.startsWith(before ?? '') && out.endsWith(after ?? '')).toBe(true);
    }
    expect(text(`nothing of it: ${encode('other-text-1').slice(0, 8)}`)).not.toContain('*');
  });

  test('any key, anywhere', () => {
    const key = fc.stringMatching(/^[!-~]{8,40}$/);
    const around = fc.string({ maxLength: 20 }).map((text) => text.replaceAll(/[A-Za-z0-9+/=_%\\&-]/g, ' '));
    fc.assert(
      fc.property(key, around, around, (secret, before, after) => {
        const echo = encode(secret);
        // Within a text of many the same characters, a part may be left that means nothing.
        const out = createScrubber(secret).text(before + echo + after);
        expect(out).not.toContain(echo);
        expect(out).not.toContain(secret);
        expect(out.length).toBeLessThanOrEqual((before + echo + after).length);
      }),
      { numRuns: 200 },
    );
  });
});

describe('S23: scrubbing leaves the rest', () => {
  test('text without the key is untouched', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        expect(createScrubber('sk_live_never_in_there').text(text)).toBe(text);
      }),
    );
  });

  test('what stands beside the key, and every one of several', () => {
    const { text } = createScrubber('SECRETSECRET');
    expect(text('a SECRETSECRET b SECRETSECRET c')).toBe('a ******** b ******** c');
    expect(text('é SECRETSECRET \u{1f600} 50% &amp; \\n')).toBe('é ******** \u{1f600} 50% &amp; \\n');
    expect(text('SECRETSECRETSECRET')).toBe('********');
    expect(createScrubber('abc').text('xabcx')).toBe('x***x');
    expect(createScrubber('a').text('banana')).toBe('b*n*n*');
  });

  test('values: strings, names, numbers', () => {
    const { value } = createScrubber('12345678');
    expect(value({ a: 12345678, b: [1234567, '12345678', null, true], '12345678': 1.5 })).toEqual({
      a: '********',
      b: [1234567, '********', null, true],
      '********': 1.5,
    });
    const odd = createScrubber('abcdefgh').value(JSON.parse('{"__proto__": {"x": "abcdefgh"}}'));
    expect(JSON.stringify(odd)).toBe('{"__proto__":{"x":"********"}}');
  });

  test('what a key in base64 says in clear goes as well', () => {
    const { text } = createScrubber(base64('user:pass-word-1'));
    expect(text('hello user:pass-word-1')).toBe('hello ********');
    expect(text('password was pass-word-1')).toBe('password was ********');
    expect(text('hello user')).toBe('hello user');
  });

  test('16 MiB of the worst text in reasonable time', () => {
    const text = '%25&amp;\\u0041QUJD'.repeat(250_000);
    // What this thread has computed, in microseconds: others may use the processor as well.
    const before = process.threadCpuUsage();
    createScrubber(KEY).text(text);
    const { user, system } = process.threadCpuUsage(before);
    expect(user + system).toBeLessThan(20_000_000);
  });
});

describe('bodies', () => {
  const read = (text: string | Uint8Array, contentType = 'application/json') =>
    answeredBody({ bytes: typeof text === 'string' ? utf8(text) : text, contentType, key: 'SECRETSECRET' });

  test('JSON where it says so and is, else text, null where it is empty', () => {
    expect(read('{"a": [1, "SECRETSECRET"]}').text).toBe('{"a":[1,"********"]}');
    expect(read('{"a": "\\u0053ECRETSECRET"}').text).toBe('{"a":"********"}');
    expect(read('{"a": 1}', 'text/plain').text).toBe('"{\\"a\\": 1}"');
    expect(read('{"a": SECRETSECRET', 'application/json').text).toBe('"{\\"a\\": ********"');
    expect(read('').text).toBe('null');
    expect(read('"x"').text).toBe('"x"');
  });

  test('JSON that would not survive stays text', () => {
    for (const text of [
      '{"id": 12345678901234567890}',
      '{"a":1,"a":2}',
      '[1e999]',
      `${'['.repeat(70)}${']'.repeat(70)}`,
      '{"a":"\\ud800"}',
    ]) {
      expect(read(text).text).toBe(JSON.stringify(text));
    }
  });

  test('bytes that are no UTF-8 are shown one by one', () => {
    expect(JSON.parse(read(new Uint8Array([0xff, 0x41, 0xe9]), 'text/plain').text)).toBe('\xffA\xe9');
    expect(read(Buffer.from('SECRETSECRET', 'utf16le'), 'text/plain').text).not.toContain('S');
    expect(
      read(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('x SECRETSECRET', 'utf16le')]), 'text/plain').text,
    ).not.toContain('E');
  });

  test('the hash is that of the body as answered', () => {
    expect(read('{"b":1,"a":"SECRETSECRET"}').hash).toBe(read('{"a":"********","b":1}').hash);
    expect(read('{"a":1}').hash).not.toBe(read('{"a":2}').hash);
  });
});
