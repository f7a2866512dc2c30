import { utf8 } from '@touchstone/core/bytes.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLineReader } from '../../src/mcp/lines.ts';
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
            if (line !== 'too long') found.push(new TextDecoder().decode(line));
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

  test('that are too long are thrown away as a whole, and the next one is read', () => {
    const push = createLineReader(4);
    expect(push(utf8('12345678'))).toEqual([]);
    expect(push(utf8('9\n1234\n'))).toEqual(['too long', utf8('1234')]);
  });
});

describe('messages', () => {
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
