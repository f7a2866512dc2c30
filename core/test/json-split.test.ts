import { fromUtf8, utf8 } from '@touchstone/core/bytes.ts';
import { splitList, splitMembers } from '@touchstone/core/json-split.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const split = (text: string) => {
  const { frame, items } = splitList(utf8(text), 'list');
  return [fromUtf8(frame), items.map(fromUtf8)];
};

describe('taking a list out', () => {
  it.each<[string, string, readonly string[]]>([
    ['{"list":[1,{"a":[2,3]},"x,]"]}', '{"list":[]}', ['1', '{"a":[2,3]}', '"x,]"']],
    ['{"a":{"list":[1]},"list":[2]}', '{"a":{"list":[1]},"list":[]}', ['2']],
    ['{ "list" : [ 1 , 2 ] , "b":0}', '{ "list" : [] , "b":0}', [' 1 ', ' 2 ']],
    ['{"list":[]}', '{"list":[]}', []],
    ['{"list":[ \n]}', '{"list":[]}', []],
    ['{"list":["\\"]","\\\\"]}', '{"list":[]}', ['"\\"]"', '"\\\\"']],
    ['{"list":[1,]}', '{"list":[]}', ['1', '']],
    ['{"list":[,1]}', '{"list":[]}', ['', '1']],
  ])('%s', (text, frame, items) => {
    expect(split(text)).toEqual([frame, items]);
  });

  it.each([
    '{"list":{"list":[1]}}',
    '{"l\\u0069st":[1]}',
    '{"a":"list","b":[1]}',
    '["list",[1]]',
    '{"a":1}',
    '',
    '"list":[1]',
  ])('leaves %s as it is', (text) => expect(split(text)).toEqual([text, []]));

  it('takes nothing away that would make a wrong document right', () => {
    expect(split('{"list":[1,2')).toEqual(['{"list":[', ['1', '2']]);
    expect(split('{"list":[1}}')).toEqual(['{"list":[}}', ['1']]);
    expect(split('{"list":["a]}')).toEqual(['{"list":[', ['"a]}']]);
    expect(split('{"list":[1],"list":[2]}')).toEqual(['{"list":[],"list":[2]}', ['1']]);
  });
});

it('property: frame and items together are the document', () => {
  const document = fc.record({
    before: fc.jsonValue(),
    list: fc.array(fc.jsonValue(), { maxLength: 8 }),
    after: fc.jsonValue(),
  });
  fc.assert(
    fc.property(document, fc.constantFrom(0, 1, 3), (value, indent) => {
      const { frame, items } = splitList(utf8(JSON.stringify(value, null, indent)), 'list');
      expect(JSON.parse(fromUtf8(frame) ?? '')).toEqual(JSON.parse(JSON.stringify({ ...value, list: [] })));
      expect(items.map((item) => JSON.parse(fromUtf8(item) ?? ''))).toEqual(JSON.parse(JSON.stringify(value.list)));
    }),
    { numRuns: 200 },
  );
});

it('property: a document that the strict parser refuses is refused in parts too, whatever was changed', () => {
  const text = '{"a":[1,"\\"x"],"list":[{"b":"]"},[2],"é"],"c":{"list":[3]}}';
  fc.assert(
    fc.property(fc.nat(text.length), fc.constantFrom(...'"\\[]{},:1 x'), fc.boolean(), (at, put, replaces) => {
      const changed = utf8(text.slice(0, at) + put + text.slice(at + (replaces ? 1 : 0)));
      const { frame, items } = splitList(changed, 'list');
      const isWhole = parseStrictJson(changed).ok;
      expect([frame, ...items].every((part) => parseStrictJson(part).ok)).toBe(isWhole);
    }),
    { numRuns: 500 },
  );
});

describe('taking the members of an object out', () => {
  it.each<[string, string, readonly string[]]>([
    ['{"list":{"a":{"b":[1,2]},"c,}":"}"},"z":0}', '{"list":{},"z":0}', ['"a":{"b":[1,2]}', '"c,}":"}"']],
    ['{"list":{ }}', '{"list":{}}', []],
    ['{"list":{"a":1,}}', '{"list":{}}', ['"a":1', '']],
    ['{"list":[1]}', '{"list":[1]}', []],
    ['{"a":{"list":{"b":1}}}', '{"a":{"list":{"b":1}}}', []],
  ])('%s', (text, frame, items) => {
    const document = splitMembers(utf8(text), 'list');
    expect([fromUtf8(document.frame), document.items.map(fromUtf8)]).toEqual([frame, items]);
  });
});
