import { utf8 } from '@touchstone/core/bytes.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLineReader } from '../../src/mcp/lines.ts';
import { readEnds } from '../../src/mcp/long-line.ts';
import { errorTo, readLine, textOf } from '../../src/mcp/message.ts';

const read = (text: string) => readLine(utf8(text)).items;

describe('lines', () => {
  test('are the same however the bytes are cut', () => {
    const lines = ['{"a":1}', 'ü'.repeat(300), '', '{"b":2}'];
    const bytes = utf8(`${lines.join('\n')}\n`);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 50 }), (sizes) => {
        const push = createLineReader(10_000);
        const found: string[] = [];
        for (let at = 0, n = 0; at < bytes.length; n++) {
          const size = sizes[n % sizes.length] ?? 1;
          for (const line of push(bytes.subarray(at, at + size))) {
            if (line instanceof Uint8Array) found.push(new TextDecoder().decode(line));
          }
          at += size;
        }
        expect(found).toEqual(lines.filter((line) => line !== ''));
      }),
      { numRuns: 50 },
    );
  });

  test('end with a line feed; a carriage return before it is no part of them', () => {
    const push = createLineReader(100);
    expect(push(utf8('a\r\nb'))).toEqual([utf8('a')]);
    expect(push(utf8('\r\n\r\n'))).toEqual([utf8('b')]);
  });

  test('that are too long are thrown away but for their ends, and the next one is read', () => {
    const push = createLineReader(4);
    expect(push(utf8('12345678'))).toEqual([]);
    expect(push(utf8('9\n1234\n'))).toEqual([{ head: utf8('12345678'), tail: utf8('123456789') }, utf8('1234')]);
    const text = `${'a'.repeat(4_096)}${'b'.repeat(9_000)}${'c'.repeat(4_096)}`;
    for (const size of [1, 1_000, 5_000, 20_000]) {
      const lines = [];
      for (let at = 0; at < text.length; at += size) lines.push(...push(utf8(text.slice(at, at + size))));
      lines.push(...push(utf8('\n')));
      expect(lines).toMatchObject([{ tail: utf8('c'.repeat(4_096)) }]);
    }
  });
});

describe('the ends of a message that is too long', () => {
  const ends = (text: string) => readEnds({ head: utf8(text.slice(0, 4_096)), tail: utf8(text.slice(-4_096)) });
  const long = JSON.stringify({ text: `,"id":9} \\ ,"method":"x", "${'漢'.repeat(9_000)},"id":9,` });

  test.each<[string, string, string | number | null, boolean]>([
    ['the id first', `{"jsonrpc":"2.0","id":7,"result":${long}}`, 7, false],
    ['the id last', `{"result":${long},"jsonrpc":"2.0","id":"a\\"b"}\r`, 'a"b', false],
    ['white space', ` { "id" : -7 , "jsonrpc" : "2.0" , "error" : ${long} } `, -7, false],
    ['a request', `{"method":"tools/call","params":${long},"jsonrpc":"2.0","id":1}`, 1, true],
    ['a notification', `{"jsonrpc":"2.0","method":"x","params":${long}}`, null, true],
    ['no id at the ends', `{"a":{},"id":7,"result":${long},"b":{}}`, null, false],
    ['an id inside', `{"result":{"text":${long},"id":7}}`, null, false],
    ['a text that looks like an id', `{"result":"${'a'.repeat(9_000)},\\"id\\":7"}`, null, false],
    ['two ids', `{"id":7,"result":${long},"id":8}`, null, false],
    ['one id twice', `{"id":7,"result":${long},"id":7}`, 7, false],
    ['an id that is none', `{"id":1.5,"result":${long}}`, null, false],
    ['an id of null', `{"id":null,"error":${long}}`, null, false],
    ['half a character', `{"id":"\\ud800","result":${long}}`, null, false],
    ['a batch', `[{"id":7,"result":${long}}]`, null, false],
    ['no JSON', 'x'.repeat(9_000), null, false],
  ])('%s', (_, text, id, hasMethod) => {
    expect(ends(text)).toEqual({ id, hasMethod });
  });

  test('are read in no time, whatever they are', () => {
    const before = performance.now();
    for (const part of [',"a":"', ', ', '"\\', ',"a":1', '{"a":"', '\\"']) ends(part.repeat(4_096));
    expect(performance.now() - before).toBeLessThan(5_000);
  });
});

describe('S21: messages', () => {
  test.each([
    ['{"jsonrpc":"2.0","id":1,"method":"ping"}', 'request'],
    ['{"jsonrpc":"2.0","method":"a","params":{}}', 'notification'],
    ['{"jsonrpc":"2.0","id":"x","result":{}}', 'result'],
    ['{"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"no"}}', 'error'],
    ['{"jsonrpc":"2.0","error":{"code":-1,"message":"no","data":[1]}}', 'error'],
  ])('%s is a %s and is written again', (text, kind) => {
    const [item] = read(text);
    expect(item?.kind).toBe(kind);
    if (item === undefined || item.kind === 'fault') throw new Error('a fault');
    expect(read(textOf(item))).toEqual([item]);
  });

  test.each([
    ['a name twice', '{"jsonrpc":"2.0","id":7,"method":"ping","method":"tools/call"}', 7],
    ['a name twice, once escaped', '{"jsonrpc":"2.0","id":7,"method":"ping","m\\u0065thod":"tools/call"}', 7],
    ['a name twice inside', '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"a","name":"b"}}', 7],
    ['a lone surrogate', '{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":"\\ud800"}}', 7],
    ['a number that no double holds', '{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":12345678901234567}}', 7],
    ['a member in another case', '{"jsonrpc":"2.0","id":7,"method":"ping","Method":"tools/call"}', 7],
    ['method and result', '{"jsonrpc":"2.0","id":7,"method":"ping","result":{}}', 7],
    ['another version', '{"jsonrpc":"1.0","id":7,"method":"ping"}', 7],
    ['params in a list', '{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}', 7],
    ['tools/call in another case', '{"jsonrpc":"2.0","id":7,"method":"Tools/Call"}', 7],
    ['tools/call and a blank', '{"jsonrpc":"2.0","id":7,"method":"tools/call "}', 7],
    ['tools/call and a zero byte', '{"jsonrpc":"2.0","id":7,"method":"tools/call\\u0000x"}', 7],
    ['tools/call in wide letters', '{"jsonrpc":"2.0","id":7,"method":"tools/ｃall"}', 7],
    ['a notification of tools/call in another case', '{"jsonrpc":"2.0","method":"TOOLS/CALL"}', null],
    ['a broken id', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', null],
    ['an id of null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', null],
    ['an error without a code', '{"jsonrpc":"2.0","id":7,"error":{"message":"no"}}', 7],
    ['no object', '7', null],
    ['no JSON', '{"jsonrpc"', null],
    ['text after it', '{"jsonrpc":"2.0","id":7,"method":"ping"} {}', null],
    ['an empty batch', '[]', null],
  ])('with %s are refused', (_what, text, id) => {
    expect(read(text)).toMatchObject([{ kind: 'fault', id, code: expect.any(Number) }]);
  });

  test('in a batch are judged one by one', () => {
    const { isBatch, items } = readLine(utf8('[{"jsonrpc":"2.0","id":1,"method":"a"},3,[{"jsonrpc":"2.0"}]]'));
    expect(isBatch).toBe(true);
    expect(items.map(({ kind }) => kind)).toEqual(['request', 'fault', 'fault']);
  });

  test('keep __proto__ as a name like any other', () => {
    const [item] = read('{"jsonrpc":"2.0","id":1,"method":"a","params":{"__proto__":{"x":1}}}');
    if (item?.kind !== 'request') throw new Error('no request');
    expect(textOf(item)).toContain('{"__proto__":{"x":1}}');
  });

  test('are passed on with the doubles that were judged, also where they came in more digits', () => {
    const line = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"share":0.10000000000000001}}';
    const [message] = read(line);
    if (message === undefined || message.kind === 'fault') throw new Error('refused');
    expect(textOf(message)).toBe(line.replace('0.10000000000000001', '0.1'));
    expect(read(line.replace('0.10000000000000001', '9007199254740993'))).toMatchObject([{ kind: 'fault' }]);
  });

  test('stand on one line, whatever their reader takes for the end of one', () => {
    const [item] = read('{"jsonrpc":"2.0","id":1,"method":"a","params":{"x\u2028":"y\u2029z\u0085"}}');
    if (item?.kind !== 'request') throw new Error('no request');
    const text = textOf(item);
    expect(text).not.toMatch(/[\n\r\u0085\u2028\u2029]/);
    expect(read(text)).toEqual([item]);
  });

  test('of our own name the request', () => {
    expect(textOf(errorTo('a', -1, 'no'))).toBe('{"jsonrpc":"2.0","id":"a","error":{"code":-1,"message":"no"}}');
  });
});
